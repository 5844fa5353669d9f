internal import LibC
package import SystemPackage

/// Properties of the current process: the user, the process ID, the path of the program, and
/// environment variables.
package enum ProcessFacts {
  /// The effective user ID.
  static var user: UInt32 { UInt32(geteuid()) }

  /// The process ID.
  package static var identifier: Int32 { getpid() }

  /// The path of the program; nil if the system cannot determine it.
  package static var program: FilePath? {
    #if os(Linux)
      if let found = FileNames.resolved("/proc/self/exe") { return found }
      guard let name = unsafe metatool_program() else { return nil }
      return FileNames.resolved(unsafe FilePath(platformString: name))
    #else
      CommandLine.arguments.first.flatMap { FileNames.resolved(FilePath($0)) }
    #endif
  }

  /// Returns the value of an environment variable that is not a path; nil if it is unset or empty.
  package static func text(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// Returns whether an environment variable is set, even if it is empty.
  package static func hasVariable(_ name: String) -> Bool { unsafe getenv(name) != nil }

  /// Returns the value of an environment variable as a path; nil if it is unset or empty.
  package static func variable(_ name: String) -> FilePath? {
    guard let value = unsafe getenv(name) else { return nil }
    let path = unsafe FilePath(platformString: value)
    return path.isEmpty ? nil : path
  }

  /// Returns a path below the folder in a variable; nil if the variable is unset or not an absolute
  /// path, because relative paths must be ignored (XDG Base Directory Specification).
  ///
  /// Every command calls this, so the path is built as text, which is faster than appending to a
  /// `FilePath`.
  package static func path(_ name: String, below variable: String) -> FilePath? {
    guard let folder = text(variable), folder.utf8.first == UInt8(ascii: "/") else { return nil }
    // Only the path preserves bytes that are not UTF-8.
    if folder.unicodeScalars.contains("\u{FFFD}") {
      return self.variable(variable)?.appending(name)
    }
    return FilePath(folder + "/" + name)
  }
}
