internal import ArgumentParser
package import MetaCore

/// The program: its root command, and how it starts and ends.
package enum Metatool {
  /// Runs the command line and ends the process with its exit code.
  ///
  /// - Parameter backend: What reads the formats that MetaCore does not; nil to ask `metatool-foreign`.
  package static func main(with backend: (any ForeignBackend)? = nil) -> Never {
    if let backend { Backend.install(backend) }
    let arguments = RawArguments.arguments
    let recovery = CutOffEdit.endBatches()
    do {
      if let job = PlainDump.match(arguments) {
        try end(job.run())
      } else if let status = try PlainSet.run(arguments) {
        try end(status)
      } else if let job = PlainExport.match(arguments) {
        try Export.run(job)
      } else if let options = PlainServe.match(arguments) {
        try ServeLoop.run(options)
      } else {
        try run(arguments, recovery)
      }
      ProcessEnd.exit(ExitStatus.done.rawValue)
    } catch let failure as Failure {
      Messages.write(failure)
      ProcessEnd.exit(failure.status.rawValue)
    } catch let code as ExitCode {
      ProcessEnd.exit(code.rawValue)
    } catch {
      // Help, version and wrong usage: the parser's own words and codes.
      let code = Root.exitCode(for: error)
      if code.isSuccess { printAnswer(error, arguments) }
      Messages.send(TerminalText.lines(Root.fullMessage(for: error)) + "\n")
      ProcessEnd.exit(code.rawValue)
    }
  }

  /// Prints help, the version or a completion script and ends the process.
  private static func printAnswer(_ answer: any Error, _ arguments: [String]) -> Never {
    let option = "--generate-completion-script"
    guard arguments.contains(where: { $0.hasPrefix(option) }) else { Root.exit(withError: answer) }
    print(CompletionScript.withFiles(Root.fullMessage(for: answer)))
    ProcessEnd.exit(ExitStatus.done.rawValue)
  }

  private static func run(_ arguments: [String], _ recovery: ExitStatus) throws {
    try MistypedVerb.check(arguments)
    var command = try Root.parseAsRoot(arguments)
    try command.run()
    if command is Recover { try end(recovery) }
  }
}

struct Root: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metatool",
    abstract: "Look at, edit, convert and carry over the metadata of media files.",
    version: Version.current,
    subcommands: [
      Dump.self, Get.self, Art.self, Chapters.self, Diff.self, Tree.self, Fields.self,
      Verify.self, Serve.self,
      SetFields.self, Clear.self, Copy.self, Apply.self, Rename.self, Export.self, Undo.self,
      Recover.self,
    ],
    defaultSubcommand: Dump.self)
}

/// The version of the package.
package enum Version {
  /// As `--version` prints it.
  package static let current = "0.1.0"
}
