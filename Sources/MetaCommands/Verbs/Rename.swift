internal import ArgumentParser
internal import MetaCore

/// The verb `rename`, which gives files new names and folders, created from their fields with a
/// template.
struct Rename: FileVerb {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename files by their fields.",
    discussion: """
      metatool rename --to '{albumArtist|artist}/{album}/[{disc}-]{track:02} {title}' -r Music

      {a|b} is the first of these fields that the file has, {track:02} a number with leading zeros, \
      {artist|'Unknown'} has a default for files without the field, {title:titlecase} changes the case. [Brackets] \
      are left out when a field in them is missing; \\{ \\} \\[ \\] \\\\ are the characters themselves. \
      {fileNumber:02} numbers the files. "metatool help expressions" describes all of it. A slash in the template \
      separates folders, which are created as necessary; a slash in a value becomes a hyphen. Names never begin with \
      a dot, never end with a dot or space, and are truncated to 255 bytes. The extension is kept.

      All names are computed before any file is renamed. A file without a field that the template requires, or with \
      a new name that another file has or would get, is refused, and the others are renamed; with --transaction none \
      is. An incomplete renaming is undone; "metatool undo --last" undoes a complete one. There is no guarantee in case of \
      a loss of power.

        metatool rename --to '{track:02} {title}' *.mp3 --dry-run
      """)

  @Option(
    help: ArgumentHelp("The template of the new names.", valueName: "template"),
    transform: Rename.template)
  var to: Template

  @Option(
    help: ArgumentHelp(
      """
      The folder that contains the new paths; the default is the folder that was searched (-r, patterns), or that of the file.
      """, valueName: "folder"), completion: .directory)
  var root: String?

  @Flag(help: "Make names that are valid on Windows, too.")
  var windowsSafe = false

  @Flag(help: "Rename nothing; print the new names.")
  var dryRun = false

  @Flag(help: "Rename all files or none.")
  var transaction = false

  @Flag(
    inversion: .prefixedNo,
    help: "Whether to keep the old names, so that undo --last can restore them.")
  var undo = true

  @Flag(help: "Print the result as JSON.")
  var json = false

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions

  @Argument(help: .files, completion: .file()) var paths: [String] = []

  /// Parses a template for new names.
  static func template(_ text: String) throws -> Template {
    let template = try Template(PlainText.read(text))
    try template.checkForNames()
    return template
  }

  func validate() throws {
    guard namesFiles else { throw ValidationError("Specify a file to rename.") }
  }

  func run(in environment: Environment) throws {
    var job = RenameJob(
      inputs: inputs, template: to,
      root: root.map { InputPath(text: $0) })
    job.safety.isForWindows = windowsSafe
    job.isDryRun = dryRun
    job.isTransaction = transaction
    job.keepsUndo = undo
    job.isQuiet = work.quiet
    job.printsJSON = json
    job.showsProgress = work.showsProgress
    try end(job.run(in: environment))
  }
}
