internal import MetaCore
internal import SystemPackage

/// The exit codes of the program and of `serve` requests, on which scripts rely; codes 64 to 78 are
/// defined in `sysexits.h`.
///
/// Cancelled requests have the code ``RequestContext/stopped`` instead.
enum ExitStatus: Int32, CaseIterable, Sendable {
  case done = 0
  /// Some of several files failed, `get` found no value, `art extract` did not find the requested
  /// picture, `diff` or `verify` found a difference, or `check` found problems.
  case partly = 1
  /// The command was refused, for example because an edit would lose something or a file exists.
  case refused = 3
  /// The command line is invalid.
  case usage = 64
  /// The file is damaged or not recognised.
  case dataError = 65
  /// The file does not exist or is not readable.
  case noInput = 66
  /// A helper program is required, but it is not installed or does not support the command.
  case unavailable = 69
  /// Reading or writing failed.
  case ioError = 74
}

/// A failure that concerns one file or the whole command: an exit code, a code for programs, and a
/// message for users.
///
/// Errors from MetaCore and from system calls (`ParseError`, `MetaError`, `Errno`) are converted to
/// it at the boundary of the commands.
struct Failure: Error, Sendable {
  let status: ExitStatus
  /// The code in JSON, such as `malformed`.
  let code: String
  let message: String
  /// The path of the structure that is damaged, such as `moov/udta/meta`.
  var structure: String?
  /// The offset of the damage in the file.
  var offset: Int64?

  /// Creates the failure for a read error.
  init(_ error: ParseError) {
    status = Failure.status(of: error.code)
    code = error.code.description
    structure = error.path.components.isEmpty ? nil : error.path.description
    if error.code == .backend || error.code == .unknownFormat {
      message = error.reason
    } else {
      message = error.sentence
      offset = error.offset
    }
  }

  /// Creates the failure for a file that cannot be opened.
  init(opening error: Errno) {
    let (code, hint) =
      switch error {
      case .isDirectory: ("isDirectory", "; use -r for the files in it")
      case .notSupported: ("notRegular", "")
      case .noSuchFileOrDirectory: ("noSuchFile", "")
      default: ("notReadable", "")
      }
    self.init(.noInput, code, error.openingSentence + hint)
  }

  init(_ status: ExitStatus, _ code: String, _ message: String) {
    self.status = status
    self.code = code
    self.message = message
  }

  /// Returns the exit status for a read error.
  private static func status(of code: ParseError.Code) -> ExitStatus {
    switch code {
    case .backend: .unavailable
    case .io: .ioError
    default: .dataError
    }
  }
}

extension Failure {
  /// Creates the failure for an edit error.
  init(_ error: MetaError) {
    // A failure that a closure of an edit threw, and that MetaCore wrapped.
    if let failure = error.underlying as? Failure {
      self = failure
      return
    }
    if error.isOfOpening, let errno = error.underlying as? Errno {
      self.init(opening: errno)
      return
    }
    let place = error.path.components.isEmpty ? "" : "\(error.path): "
    let isLossy =
      (error.underlying as? EditRefusal)?.isLossy
      ?? ((error.underlying as? ParseError)?.code == .wouldLose)
    let hint = isLossy ? "; use --allow-loss to continue without this data" : ""
    self.init(
      Failure.status(of: error.code), error.code.description, place + error.reason + hint)
  }

  /// Returns the exit status for an edit error.
  static func status(of code: MetaError.Code) -> ExitStatus {
    switch code {
    case .refused: .refused
    case .notReadable: .noInput
    case .io: .ioError
    case .backend: .unavailable
    default: .dataError
    }
  }
}

/// Runs `body`, and converts its error to a failure of the command.
func orFailure<Value>(_ body: () throws(MetaError) -> Value) throws(Failure) -> Value {
  do throws(MetaError) { return try body() } catch { throw Failure(error) }
}

/// Runs `body`, which processes several files, and converts its error to a failure whose message
/// begins with the file, if the error names one.
func orNamedFailure<Value>(
  _ body: () throws(MetaError) -> Value
) throws(Failure) -> Value {
  do throws(MetaError) {
    return try body()
  } catch {
    let failure = Failure(error)
    let place = error.file.map { InputPath($0).display + ": " } ?? ""
    throw Failure(failure.status, failure.code, place + failure.message)
  }
}
