internal import ArgumentParser
internal import MetaCore
internal import MetaSystem
internal import SystemPackage

/// The verb `edit`, which opens the fields of files in a text editor, and writes the changes, after
/// confirmation unless `--yes` is given.
struct EditFields: FileVerb {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit the fields of files in a text editor.",
    discussion: """
      Opens the fields as YAML in the editor of $VISUAL or $EDITOR. When it is closed, the changes are shown as by \
      --dry-run, and written once they are confirmed. Unchanged fields are not written. A file whose fields were \
      changed by another program in the meantime is refused.

        metatool edit song.mp3
        EDITOR='code --wait' metatool edit -r Album
        EDITOR="sed -i s/Jaz$/Jazz/" metatool edit *.flac --yes
      """)

  @Flag(name: [.short, .long], help: "Write the changes without asking.")
  var yes = false

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions
  @OptionGroup(title: "Writing") var write: WriteOptions

  @Argument(help: .files, completion: .file()) var paths: [String] = []

  func validate() throws {
    guard namesFiles else { throw ValidationError("Specify a file to edit.") }
    guard write.output == nil else {
      throw ValidationError("edit changes the files in place; use set or apply with --output.")
    }
  }

  func run(in environment: Environment) throws {
    let asks = !yes && !write.dryRun
    // The questions are answered on standard input.
    guard !asks || Terminal.isTerminal(.standardInput) else {
      throw ValidationError(
        "Standard input is not a terminal, so changes cannot be confirmed; use --yes or --dry-run."
      )
    }
    let job = EditorJob(
      inputs: inputs, write: try write.settings(in: environment),
      jobs: try work.jobs(in: environment), isQuiet: work.quiet,
      showsProgress: work.showsProgress, asks: asks)
    try end(job.run(in: environment))
  }
}
