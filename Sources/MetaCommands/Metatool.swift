internal import ArgumentParser
internal import MetaCore

/// The program: its root command, and how it starts and ends.
package enum Metatool {
  /// Runs the command line and ends the process with its exit code.
  package static func main() -> Never {
    let arguments = RawArguments.arguments
    if let job = PlainDump.match(arguments) {
      do {
        Root.exit(withError: ExitCode(try job.run().rawValue))
      } catch {
        Root.end(with: error)
      }
    }
    do {
      var command = try Root.parseAsRoot(arguments)
      try command.run()
      Root.exit()
    } catch let failure as Failure {
      Root.end(with: failure)
    } catch {
      Root.exit(withError: error)
    }
  }
}

struct Root: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metatool",
    abstract: "Look at, edit, convert and carry over the metadata of media files.",
    version: Version.current,
    subcommands: [
      Dump.self, Get.self, Art.self, Chapters.self, Diff.self, Tree.self, Fields.self,
    ],
    defaultSubcommand: Dump.self)

  /// Reports a failure that concerns no single file.
  fileprivate static func end(with failure: Failure) -> Never {
    Messages.write(failure.message)
    exit(withError: ExitCode(failure.status.rawValue))
  }
}

/// The version of the package.
package enum Version {
  /// As `--version` prints it.
  package static let current = "0.1.0"
}
