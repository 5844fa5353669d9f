package import MetaCore
internal import MetaSystem

/// The entry point of the programs `metatool`, `metatool-foreign` and `metatool-capture`, which
/// differ only in the backend.
package enum Metatool {
  /// Runs the command line and ends the process with its exit code.
  ///
  /// - Parameter backend: Reads and writes formats that MetaCore does not support; nil leaves them
  ///   to `metatool-foreign`.
  package static func main(with backend: (any ForeignBackend)? = nil) -> Never {
    Interruptions.ignoreFileSizeLimit()
    // A helper must not outlive the program that started it.
    if backend != nil { AttachedProcess.endWithStarter() }
    let environment = Environment(
      sink: TerminalSink(), words: FileNameEncoding.arguments, backend: backend,
      helper: ForeignHelper.shared, settingsFile: .standard)
    ProcessEnd.exit(CommandRunner(environment: environment).run())
  }
}

/// The version of the programs and of the package.
package enum Version {
  /// The version that `--version` prints.
  package static let current = "0.2.0"
}
