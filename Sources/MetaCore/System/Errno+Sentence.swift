package import SystemPackage

extension Errno {
  /// The reason for the error as a phrase in lower case, without a full stop; the system's text for
  /// errors without an entry here.
  package var sentence: String {
    switch self {
    case .noSuchFileOrDirectory: "no such file or folder"
    case .notDirectory: "part of the path is not a folder"
    case .isDirectory: "is a folder"
    case .permissionDenied, .notPermitted: "permission denied"
    case .fileExists: "a file with that name exists"
    case .readOnlyFileSystem: "the file system is read-only"
    case .noSpace: "the disk is full"
    // `EDQUOT` on Linux.
    case Errno(rawValue: 122): "the disk quota is exceeded"
    case .fileTooLarge: "the file would be larger than allowed"
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem: "too many files are open"
    case .fileNameTooLong: "the name is too long"
    case .tooManySymbolicLinkLevels: "too many symbolic links"
    case .ioError: "the device reported an error"
    case .resourceBusy, .textFileBusy: "the file is in use"
    case .badAddress, .noMemory: "not enough memory"
    case .brokenPipe: "the reader has closed the pipe"
    case .improperLink: "it is on another file system"
    default: "\(self)".lowercasedFirst
    }
  }
}

extension Errno {
  /// The reason why a file could not be opened, to follow its name.
  package var openingSentence: String {
    switch self {
    case .isDirectory: "is a folder"
    case .notSupported: "is not a regular file"
    case .noSuchFileOrDirectory: "no such file"
    case .permissionDenied, .notPermitted: "cannot be read (permission denied)"
    default: "cannot be opened: \(sentence)"
    }
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
