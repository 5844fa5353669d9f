internal import MetaCore
package import SystemPackage

/// Where a helper program is installed.
package enum HelperLocation {
  /// The path of a program: as the variable of the environment has it, else in the folder of this
  /// program, else where the shell finds programs.
  ///
  /// Nil when it is not installed, and for a variable that names no program.
  package static func path(of program: String, variable: String) -> FilePath? {
    if let named = ProcessFacts.variable(variable) {
      return FileNames.isProgram(named) ? named : nil
    }
    var folders: [FilePath] = []
    if let own = ProcessFacts.program { folders.append(own.removingLastComponent()) }
    let path = ProcessFacts.variable("PATH")?.string ?? ""
    folders += path.split(separator: ":").map { FilePath(String($0)) }
    return folders.map { $0.appending(program) }.first { FileNames.isProgram($0) }
  }
}
