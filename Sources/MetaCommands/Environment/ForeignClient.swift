internal import MetaCore
internal import SystemPackage

/// Reads and writes, in another process, the formats that MetaCore does not.
///
/// `reason` says why it is needed, and begins the message when the program is not installed.
protocol ForeignClient: Sendable {
  /// Whether there is such a program.
  func isInstalled(_ program: HelperProgram) -> Bool

  /// Ends the process, where there is one.
  func end()

  /// The metadata of a file; `source` is what this process reads its bytes from.
  func document(
    of path: InputPath, in source: SourceIdentity?, because reason: String,
    for environment: Environment
  ) throws(Failure) -> Document

  /// Bytes of a web address.
  func fetch(
    _ address: String, at offset: Int64, count: Int, for environment: Environment
  ) throws(Failure) -> FetchedSource.Piece

  /// The integrity of a file's media: of what can be checked, or with `decodes`, of what they
  /// decode to.
  func integrity(
    of path: InputPath, decodes: Bool, because reason: String, for environment: Environment
  ) throws(Failure) -> IntegrityReport

  /// The loudness of a file's first track with audio, or of the one that is named.
  func loudness(
    of path: InputPath, track: UInt32?, measuresTruePeak: Bool, for environment: Environment,
    _ progress: ProgressLine
  ) throws(Failure) -> MeasuredLoudness

  /// What other readers give otherwise than MetaCore for the fields of a file.
  func readerRemarks(
    of path: InputPath, for environment: Environment
  ) throws(Failure) -> [ReaderRemark]

  /// Runs a whole command; its results and messages go to the environment's sink.
  ///
  /// - Returns: The exit code.
  func run(
    _ words: [String], in helper: HelperProgram, because reason: String,
    for environment: Environment, _ progress: ProgressLine
  ) throws(Failure) -> Int32

  /// Runs a whole command in a process of its own, which has the standard streams of this one; it
  /// passes over the first `skipped` of its files.
  ///
  /// - Throws: ``Failure`` when it is not installed or does not start.
  func runAttached(
    _ words: [String], in program: HelperProgram, skipped: Int, memory: UInt?,
    because reason: String
  ) throws(Failure) -> AttachedRun
}

extension ForeignClient {
  /// Whether there is one for files.
  var isInstalled: Bool { isInstalled(.foreign) }
}

/// The programs that do what this one does not.
enum HelperProgram: String, Sendable {
  /// Formats and codecs.
  case foreign = "metatool-foreign"
  /// The same, devices and filter graphs.
  case capture = "metatool-capture"

  /// The error where it is not installed; `reason` says what it is needed for.
  func missing(because reason: String) -> Failure {
    Failure(.unavailable, "backend", "\(reason): it takes \(rawValue), which is not installed")
  }

  /// The variable of the environment that names another program.
  var variable: String {
    switch self {
    case .foreign: "METATOOL_FOREIGN"
    case .capture: "METATOOL_CAPTURE"
    }
  }
}

/// A command that ran in a process of its own.
struct AttachedRun: Sendable {
  /// Its exit code, or why the process was lost.
  var result: Result<Int32, Failure>
  /// How many of its files were done.
  var files: Int
}

/// A field that another reader gives otherwise than MetaCore.
struct ReaderRemark: Sendable {
  /// The name of the field.
  var field: String
  /// The value that the reader gives and the reason, as a sentence.
  var text: String

  /// Why there is a need for the helper.
  static let reason = "files are not read with TagLib and libavformat here"
}
