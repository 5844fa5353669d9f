package import SystemPackage

extension MetaError {
  /// Creates the error for a system call that failed during an edit.
  init(_ code: Errno, _ doing: String, _ file: FilePath?) {
    self.init(
      MetaError.kind(of: code), file: file, reason: "\(doing): \(code.sentence)", underlying: code)
  }

  /// Creates the error for an edit that was rejected; nothing was written.
  static func refused(_ reason: String, _ file: FilePath?) -> MetaError {
    MetaError(.refused, file: file, reason: reason)
  }

  /// Creates the error for an edit that was rejected because another program changed the file after
  /// the edit was planned.
  static func changed(_ file: FilePath) -> MetaError {
    MetaError(
      .refused, file: file, reason: "the file has changed since it was read",
      underlying: ChangedFile())
  }

  /// Whether the edit may succeed after the file is reread.
  var isOfChangedFile: Bool { underlying is ChangedFile }

  /// Marks the refusals after which an edit is replanned for the new state of the file.
  private struct ChangedFile: Error {}

  /// Wraps an error from planning an edit: errors in the plan become refusals, whereas errors from
  /// reading do not.
  package init(editing file: FilePath?, _ error: any Error) {
    switch error {
    case let error as MetaError: self = error
    case let error as EditRefusal:
      self.init(.refused, file: file, reason: error.description, underlying: error)
    case let error as ParseError where error.isRefusal:
      self.init(.refused, file: file, reason: error.sentence, underlying: error)
    case let error as ParseError: self.init(error, file: file)
    default: self.init(.io, file: file, reason: "\(error)", underlying: error)
    }
  }

  /// Returns the kind of failure for a system error.
  private static func kind(of code: Errno) -> Code {
    switch code {
    case .noSuchFileOrDirectory, .notDirectory: .notReadable
    case .permissionDenied, .notPermitted, .readOnlyFileSystem, .fileExists,
      .tooManySymbolicLinkLevels,
      .isDirectory:
      .refused
    case .canceled: .cancelled
    default: .io
    }
  }
}

extension ParseError {
  /// Whether the error was caused by the request rather than by reading the file.
  package var isRefusal: Bool {
    [.notRepresentable, .unsupported, .wouldLose, .otherSource].contains(code)
  }
}
