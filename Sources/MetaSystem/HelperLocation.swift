internal import MetaCore
package import SystemPackage

/// Finds the executable of a helper program such as `metatool-foreign`.
package enum HelperLocation {
  /// Returns the path of a program: the value of the environment variable, or else the program in
  /// the folder of this program, or else the one on `PATH`.
  ///
  /// Returns nil if it is not installed, or if the variable does not name a program.
  package static func path(of program: String, variable: String) -> FilePath? {
    if let named = ProcessFacts.variable(variable) {
      return FileNames.isProgram(named) ? named : nil
    }
    var folders: [FilePath] = []
    if let executable = ProcessFacts.program { folders.append(executable.removingLastComponent()) }
    let path = ProcessFacts.variable("PATH")?.string ?? ""
    folders += path.split(separator: ":").map { FilePath(String($0)) }
    return folders.map { $0.appending(program) }.first { FileNames.isProgram($0) }
  }
}
