internal import MetaCore
internal import MetaSystem
internal import Synchronization
internal import SystemPackage

/// What a command works with: where its results go, when it stops, and who reads the formats that
/// MetaCore does not.
final class Environment: Sendable {
  /// Takes results and messages.
  let sink: any ResultSink
  /// The command line, without the program's name.
  let words: [String]
  /// Reads and writes the formats that MetaCore does not, in this process; nil in `metatool`, which
  /// leaves them to ``helper``.
  let backend: (any ForeignBackend)?
  /// Reads and writes them in another process.
  let helper: any ForeignClient
  /// The request of `serve` that the command answers; nil when it is the program's own.
  let request: (any ServedRequest)?
  /// The file with the certificates by which web servers are trusted; nil for those of the system.
  let caFile: String?
  /// The file of settings that the command obeys; nil for requests of `serve`, whose answers depend
  /// on nothing but the request.
  let settingsFile: SettingsFile?
  /// The settings, once they were read.
  let readSettings = Mutex<Settings?>(nil)

  init(
    sink: any ResultSink, words: [String], backend: (any ForeignBackend)?,
    helper: any ForeignClient, request: (any ServedRequest)? = nil, caFile: String? = nil,
    settingsFile: SettingsFile? = nil
  ) {
    self.sink = sink
    self.words = words
    self.backend = backend
    self.helper = helper
    self.request = request
    self.caFile = caFile
    self.settingsFile = settingsFile
  }

  /// The same environment with other certificates, where these are given.
  func trusting(_ caFile: String?) -> Environment {
    guard let caFile else { return self }
    return Environment(
      sink: sink, words: words, backend: backend, helper: helper, request: request, caFile: caFile,
      settingsFile: settingsFile)
  }

  /// The formats that are read in this process.
  var formats: FormatRegistry { backend?.formats ?? .standard }

  /// The codecs of this process.
  var codecs: MediaCodecs { backend.map { MediaCodecs.standard.adding($0.codecs) } ?? .standard }

  /// The devices of this process.
  var captureDevices: CaptureDevices {
    (backend as? any CaptureBackend)?.captureDevices ?? .standard
  }

  /// Whether the formats that MetaCore does not read are read at all.
  var readsForeignFormats: Bool { backend != nil || helper.isInstalled }

  // MARK: Standard streams

  /// Throws for requests of `serve`, which arrive on standard input.
  func checkStandardInput() throws(Failure) {
    guard request == nil else {
      throw Failure(.usage, "usage", "requests come on standard input, so no file can")
    }
  }

  /// Throws for requests of `serve`, whose answers are written to standard output.
  func checkStandardOutput() throws(Failure) {
    guard request == nil else {
      throw Failure(.usage, "usage", "results go to standard output, so no file can")
    }
  }

  /// Whether values are used as they are given: programs that send requests have values, not
  /// expressions.
  var takesValuesLiterally: Bool { request.map { !$0.isRelayed } ?? false }

  // MARK: Stopping

  /// Whether the client has cancelled the request.
  var isCancelled: Bool { request?.isCancelled ?? false }

  /// Whether work in ``holdingInterruptions(_:)`` has to stop.
  var isStopped: Bool { isCancelled || Interruptions.areWaiting }

  /// Runs `body`; signals that would end the program wait until it is done.
  func holdingInterruptions<Value>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    request == nil ? try Interruptions.putOff(body) : try body()
  }

  /// Called by each further thread that works for the command.
  func beginThread() {
    if let request { TrapWatch.begin(request.number) }
  }

  /// A source that cannot be read any more once the request is cancelled.
  func stoppable(_ source: any ByteSource) -> StoppableSource {
    StoppableSource(source) { self.isCancelled }
  }

  // MARK: Results and messages

  /// Writes results with `body`.
  func print(
    _ form: ResultForm, _ body: (inout ResultWriter) throws(Failure) -> Void
  ) throws(Failure) {
    var results = ResultWriter(form, to: sink)
    try body(&results)
    try results.finish()
  }

  func warn(_ message: String) { sink.warn(message) }

  func fail(_ failure: Failure, at path: InputPath? = nil) { sink.fail(failure, at: path) }
}

/// What a command needs to know of the request of `serve` that it answers.
protocol ServedRequest: Sendable {
  /// Its number in reports of traps.
  var number: UInt64 { get }
  /// Whether the client has cancelled it.
  var isCancelled: Bool { get }
  /// Whether it is a command line that a user wrote, and that another process of metatool passes
  /// on.
  var isRelayed: Bool { get }
}
