internal import MetaCore
internal import SystemPackage

/// A client of the helper programs (``HelperProgram``), which do what requires FFmpeg or other
/// libraries, such as reading additional formats, decoding, encoding and opening web addresses.
///
/// ``ForeignHelper`` is the implementation. `reason` describes why the helper is needed, and begins
/// the message if the program is not installed.
protocol ForeignClient: Sendable {
  /// Returns whether the program is installed.
  func isInstalled(_ program: HelperProgram) -> Bool

  /// Ends the helper process, if it is running.
  func end()

  /// Returns the metadata of a file; locations in in-memory data refer to `source`, the bytes that
  /// this process reads.
  func document(
    of path: InputPath, in source: SourceIdentity?, because reason: String,
    for environment: Environment
  ) throws(Failure) -> Document

  /// Fetches bytes from a URL.
  func fetch(
    _ address: String, at offset: Int64, count: Int, for environment: Environment
  ) throws(Failure) -> FetchedSource.FetchedBytes

  /// Checks the integrity of a file's media; with `decodes`, also decodes it.
  func integrity(
    of path: InputPath, decodes: Bool, because reason: String, for environment: Environment
  ) throws(Failure) -> IntegrityReport

  /// Measures the loudness of the given track, by default of the first audio track.
  func loudness(
    of path: InputPath, track: UInt32?, measuresTruePeak: Bool, for environment: Environment,
    _ progress: ProgressLine
  ) throws(Failure) -> MeasuredLoudness

  /// Returns the fields for which other readers return different values from MetaCore.
  func readerRemarks(
    of path: InputPath, for environment: Environment
  ) throws(Failure) -> [ReaderRemark]

  /// Runs a whole command, whose results and messages go to the environment's sink.
  ///
  /// - Returns: The exit code.
  func run(
    _ words: [String], in helper: HelperProgram, because reason: String,
    for environment: Environment, _ progress: ProgressLine
  ) throws(Failure) -> Int32

  /// Runs a whole command in a separate process with the standard streams of this one, skipping the
  /// first `skipped` of its files.
  ///
  /// - Throws: ``Failure`` if the program is not installed or does not start.
  func runAttached(
    _ words: [String], in program: HelperProgram, skipped: Int, memory: UInt?,
    because reason: String
  ) throws(Failure) -> AttachedRun
}

extension ForeignClient {
  /// Whether the helper for files is installed.
  var isInstalled: Bool { isInstalled(.foreign) }
}

/// The programs that do what `metatool` cannot do itself, because it is not linked with FFmpeg and
/// TagLib; the raw value is the name of the executable.
enum HelperProgram: String, Sendable {
  /// Formats and codecs.
  case foreign = "metatool-foreign"
  /// Formats, codecs, devices and filter graphs.
  case capture = "metatool-capture"

  /// Returns the error for a program that is not installed; `reason` describes why it is needed.
  func missing(because reason: String) -> Failure {
    Failure(.unavailable, "backend", "\(reason): this requires \(rawValue), which is not installed")
  }

  /// The environment variable that specifies a different program.
  var variable: String {
    switch self {
    case .foreign: "METATOOL_FOREIGN"
    case .capture: "METATOOL_CAPTURE"
    }
  }
}

/// The result of a command that ran in a helper process with the standard streams of this one.
struct AttachedRun: Sendable {
  /// The command's exit code, or the reason why the process was lost.
  var result: Result<Int32, Failure>
  /// The number of files that the command finished.
  var files: Int
}

/// A field for which TagLib or libavformat returns a different value from MetaCore.
struct ReaderRemark: Sendable {
  /// The name of the field.
  var field: String
  /// The value from the reader and the reason, as a sentence.
  var text: String

  /// The reason for using the helper.
  static let reason = "TagLib and libavformat are not available in this program"
}
