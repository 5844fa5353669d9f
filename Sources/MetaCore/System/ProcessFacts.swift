internal import LibC
package import SystemPackage

/// Facts of the process that runs.
package enum ProcessFacts {
  /// The number of the user in whose name files are opened.
  static var user: UInt32 { UInt32(geteuid()) }

  /// The number of the process.
  package static var identifier: Int32 { getpid() }

  /// The path of the program; nil when the system does not know it.
  package static var program: FilePath? {
    #if os(Linux)
      if let found = FileNames.resolved("/proc/self/exe") { return found }
      guard let name = unsafe metatool_program() else { return nil }
      return FileNames.resolved(unsafe FilePath(platformString: name))
    #else
      CommandLine.arguments.first.flatMap { FileNames.resolved(FilePath($0)) }
    #endif
  }

  /// An environment variable that is not a path; nil when it is unset or empty.
  package static func text(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// Whether a variable of the environment is set, be it empty.
  package static func hasVariable(_ name: String) -> Bool { unsafe getenv(name) != nil }

  /// A variable of the environment; nil when it is not set or empty.
  package static func variable(_ name: String) -> FilePath? {
    guard let value = unsafe getenv(name) else { return nil }
    let path = unsafe FilePath(platformString: value)
    return path.isEmpty ? nil : path
  }

  /// A path below the folder in a variable; nil when that is not an absolute path, which has to be
  /// ignored (XDG Base Directory Specification).
  ///
  /// Composed as text, which is faster than as a path, because every command does it.
  package static func path(_ name: String, below variable: String) -> FilePath? {
    guard let folder = text(variable), folder.utf8.first == UInt8(ascii: "/") else { return nil }
    // Bytes that are not UTF-8 are in the path alone.
    if folder.unicodeScalars.contains("\u{FFFD}") {
      return self.variable(variable)?.appending(name)
    }
    return FilePath(folder + "/" + name)
  }
}
