internal import ArgumentParser
internal import MetaCore

struct Rename: FileVerb {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Give files names that are made of their fields.",
    discussion: """
      metatool rename --to '{albumArtist|artist}/{album}/[{disc}-]{track:02} {title}' -r Music

      {a|b} is the first of these fields that the file has, {track:02} a number with leading zeros, \
      {artist|'Unknown'} has a text for files without the field, {title:titlecase} changes the case; [brackets] \
      are left out when a field in them is missing, and \\{ \\} \\[ \\] \\\\ are the characters themselves. \
      {fileNumber:02} numbers the files. "metatool help expressions" has all of it. A slash of the template begins a folder, which is \
      made when it is not there; one in a value becomes a hyphen. Names never begin with a dot or end with a \
      dot or blank, and are cut at 255 bytes. The extension stays.

      All names are worked out before any file is renamed. A file without a field that the template needs, or \
      whose new name another file has or would get, is refused, and the others go on; --transaction then \
      renames none. What cannot be done to its end is taken back; "metatool undo --last" takes back all of it. \
      Nothing is promised for a loss of power.

        metatool rename --to '{track:02} {title}' *.mp3 --dry-run
      """)

  @Option(
    help: ArgumentHelp("What the names are made of.", valueName: "template"),
    transform: Rename.template)
  var to: Template

  @Option(
    help: ArgumentHelp(
      """
      The folder in which new paths begin; without it the folder that was looked through (-r, patterns), or that of the file.
      """, valueName: "folder"), completion: .directory)
  var root: String?

  @Flag(help: "Make names that Windows takes, too.")
  var windowsSafe = false

  @Flag(help: "Rename nothing; print the new names.")
  var dryRun = false

  @Flag(help: "Rename all files or none.")
  var transaction = false

  @Flag(
    inversion: .prefixedNo, help: "Keep the old names, so that undo --last can bring them back.")
  var undo = true

  @Flag(help: "Print the result as JSON.")
  var json = false

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions

  @Argument(help: .files, completion: .file()) var paths: [String] = []

  static func template(_ text: String) throws -> Template {
    let template = try Template(PlainText.read(text))
    try template.checkForNames()
    return template
  }

  func validate() throws {
    guard namesFiles else { throw ValidationError("Name a file to rename.") }
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
