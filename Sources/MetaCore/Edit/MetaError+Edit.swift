internal import SystemPackage

extension MetaError {
  /// The error of a system call that an edit needed.
  init(_ code: Errno, _ doing: String, _ file: FilePath) {
    self.init(MetaError.kind(of: code), file: file, reason: "\(doing): \(code)", underlying: code)
  }

  /// An edit that is not done, with nothing written.
  static func refused(_ reason: String, _ file: FilePath) -> MetaError {
    MetaError(.refused, file: file, reason: reason)
  }

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
