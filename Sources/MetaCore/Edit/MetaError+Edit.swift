package import SystemPackage

extension MetaError {
  /// The error of a system call during an edit.
  init(_ code: Errno, _ doing: String, _ file: FilePath?) {
    self.init(
      MetaError.kind(of: code), file: file, reason: "\(doing): \(code.sentence)", underlying: code)
  }

  /// An edit that was rejected; nothing was written.
  static func refused(_ reason: String, _ file: FilePath?) -> MetaError {
    MetaError(.refused, file: file, reason: reason)
  }

  /// An edit that was rejected because another program changed the file after the edit was planned.
  static func changed(_ file: FilePath) -> MetaError {
    MetaError(
      .refused, file: file, reason: "the file has changed since it was read",
      underlying: ChangedFile())
  }

  /// Whether the edit may succeed after reading the file again.
  var isOfChangedFile: Bool { underlying is ChangedFile }

  /// Marks the refusals after which an edit is planned again for the new state of the file.
  private struct ChangedFile: Error {}

  /// Wraps an error of planning an edit: problems of the plan are refusals, problems of reading are
  /// not.
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

  /// The kind of failure for an error of the system.
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
  /// Whether the request caused the error, rather than reading the file.
  package var isRefusal: Bool {
    [.notRepresentable, .unsupported, .wouldLose, .otherSource].contains(code)
  }
}
