internal import MetaCore
internal import MetaSystem
internal import Synchronization
internal import SystemPackage

/// The dependencies of a command, passed to its verb instead of global state: output, arguments,
/// cancellation, settings, and access to formats and codecs that MetaCore does not support.
///
/// There is one for the command line of the program, and one for each `serve` request.
final class Environment: Sendable {
  /// Receives results and messages.
  let sink: any ResultSink
  /// The command-line arguments without the program name.
  let words: [String]
  /// Reads and writes formats that MetaCore does not support in this process; nil in `metatool`,
  /// which uses ``helper`` instead.
  let backend: (any ForeignBackend)?
  /// Reads and writes these formats in a separate process.
  let helper: any ForeignClient
  /// The `serve` request that the command answers, if any.
  let request: (any ServedRequest)?
  /// The CA file for web servers, or nil for the system's.
  let caFile: String?
  /// The settings file, or nil if none is read, as for `serve` requests, whose answers depend only
  /// on the request.
  let settingsFile: SettingsFile?
  /// The bytes of standard input that have been read as a value.
  let standardInput: StandardInputValue
  /// The settings, once they have been read.
  let readSettings = Mutex<Settings?>(nil)

  init(
    sink: any ResultSink, words: [String], backend: (any ForeignBackend)?,
    helper: any ForeignClient, request: (any ServedRequest)? = nil, caFile: String? = nil,
    settingsFile: SettingsFile? = nil, standardInput: StandardInputValue = StandardInputValue()
  ) {
    self.sink = sink
    self.words = words
    self.backend = backend
    self.helper = helper
    self.request = request
    self.caFile = caFile
    self.settingsFile = settingsFile
    self.standardInput = standardInput
  }

  /// Returns the environment with a different CA file, if given.
  func trusting(_ caFile: String?) -> Environment {
    guard let caFile else { return self }
    return Environment(
      sink: sink, words: words, backend: backend, helper: helper, request: request, caFile: caFile,
      settingsFile: settingsFile, standardInput: standardInput)
  }

  /// The formats that this process reads.
  var formats: FormatRegistry { backend?.formats ?? .standard }

  /// The codecs of this process.
  var codecs: MediaCodecs { backend.map { MediaCodecs.standard.adding($0.codecs) } ?? .standard }

  /// The devices of this process.
  var captureDevices: CaptureDevices {
    (backend as? any CaptureBackend)?.captureDevices ?? .standard
  }

  /// Whether formats that MetaCore does not support can be read.
  var readsForeignFormats: Bool { backend != nil || helper.isInstalled }

  // MARK: Standard streams

  /// Throws for `serve` requests, because standard input carries the requests.
  func checkStandardInput() throws(Failure) {
    guard request == nil else {
      throw Failure(
        .usage, "usage", "standard input carries the requests of serve and cannot be used as a file"
      )
    }
  }

  /// Throws if standard input cannot be used as a file or a list: for `serve` requests, and if it
  /// has already been used as a value.
  func checkUnreadStandardInput() throws(Failure) {
    try checkStandardInput()
    guard standardInput.readBytes == nil else {
      throw Failure(
        .usage, "usage", "standard input can be used only once, and a value was read from it")
    }
  }

  /// Throws for `serve` requests, because standard output carries the answers.
  func checkStandardOutput() throws(Failure) {
    guard request == nil else {
      throw Failure(
        .usage, "usage", "standard output carries the results of serve and cannot be used as a file"
      )
    }
  }

  /// Whether values are used literally, because programs that send requests pass values, not
  /// expressions.
  var takesValuesLiterally: Bool { request.map { !$0.isRelayed } ?? false }

  // MARK: Stopping

  /// Whether the client has cancelled the request.
  var isCancelled: Bool { request?.isCancelled ?? false }

  /// Whether work in ``deferringInterruptions(_:)`` has to stop.
  var isStopped: Bool { isCancelled || Interruptions.arePending }

  /// Runs `body` and, except for `serve` requests, defers signals that would end the program until
  /// it returns.
  func deferringInterruptions<Value>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    request == nil ? try Interruptions.deferring(body) : try body()
  }

  /// Registers an additional thread of the command, so that a trap on it is attributed to the
  /// request.
  func beginThread() {
    if let request { TrapWatch.begin(request.number) }
  }

  /// Returns a source whose reads fail once the request is cancelled.
  func stoppable(_ source: any ByteSource) -> CancellableSource {
    CancellableSource(source) { self.isCancelled }
  }

  // MARK: Results and messages

  /// Writes the results that `body` adds, with their framing.
  func print(
    _ form: ResultSequence, _ body: (inout ResultWriter) throws(Failure) -> Void
  ) throws(Failure) {
    var results = ResultWriter(form, to: sink)
    try body(&results)
    try results.finish()
  }

  func warn(_ message: String) { sink.warn(message) }

  func fail(_ failure: Failure, at path: InputPath? = nil) { sink.fail(failure, at: path) }
}

/// A `serve` request, as seen by the command that answers it.
protocol ServedRequest: Sendable {
  /// The request's number in trap reports.
  var number: UInt64 { get }
  /// Whether the client has cancelled the request.
  var isCancelled: Bool { get }
  /// Whether the request is a user's command line that another metatool process relays.
  var isRelayed: Bool { get }
}
