internal import ArgumentParser
internal import MetaCore
internal import SystemPackage

/// The options of every verb that writes; they mean the same for each.
struct WriteOptions: ParsableArguments {
  @Flag(help: "Write nothing; print what would be done.")
  var dryRun = false

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Leave the file alone and write the edited one here; - is standard output.",
      valueName: "path"), completion: .file())
  var output: String?

  @Flag(help: "Keep the time of the file's last change.")
  var keepMtime = false

  @Option(
    help: ArgumentHelp(
      "The room that is left beside the metadata when they have to move anyway.",
      valueName: "bytes"))
  var padding: Int64 = PlanShape.standardPadding

  @Option(help: "Where the metadata of a movie stand: keep, append or faststart.")
  var layout = Layout.keep

  @Option(help: "auto, in-place, insert, clone or rewrite.")
  var strategy = Strategy.auto

  @Flag(help: "Be safe against loss of power, too.")
  var sync = false

  @Flag(help: "Compare all media with those of the old file when done.")
  var verify = false

  @Flag(help: "Say which of the new values TagLib and libavformat give otherwise; see readers.")
  var checkReaders = false

  @Option(help: "The version of ID3 tags: keep, 2.3 or 2.4.")
  var id3 = TagVersion.keep

  @Option(
    name: .customLong("id3v23-separator"),
    help: ArgumentHelp(
      "What stands between several values in ID3v2.3, for players that want it.",
      valueName: "text"))
  var id3v23Separator: String?

  @Option(help: SourceOptions.help, completion: .list(SourceOptions.common))
  var sourceEncoding: String?

  @Flag(inversion: .prefixedNo, help: "Keep the old bytes, so that undo can bring them back.")
  var undo: Bool?

  @Flag(
    help: """
      Edit all files or none: everything is planned first, and what fails while it is written takes all back.
      """)
  var transaction = false

  @Flag(help: "Edit where something would be lost, and say what.")
  var allowLoss = false

  @Flag(help: "Edit a write-protected file, and replace an output that is there.")
  var force = false

  @Flag(help: "Print the result as JSON.")
  var json = false

  enum Layout: String, CaseIterable, ExpressibleByArgument {
    case keep, append, faststart
  }

  enum Strategy: String, CaseIterable, ExpressibleByArgument {
    case auto
    case inPlace = "in-place"
    case insert, clone, rewrite
  }

  enum TagVersion: String, CaseIterable, ExpressibleByArgument {
    case keep
    case v23 = "2.3"
    case v24 = "2.4"
  }

  func validate() throws {
    try SourceOptions.check(sourceEncoding)
    guard (0...PlanShape.mostPadding).contains(padding) else {
      throw ValidationError("--padding takes a number of bytes from 0 to 1 GiB.")
    }
    guard !transaction || output == nil else {
      throw ValidationError("--transaction and --output exclude each other.")
    }
    guard !checkReaders || !dryRun && output != "-" else {
      throw ValidationError("--check-readers cannot be combined with --dry-run or --output -.")
    }
  }

  /// The encoding in which texts are read that are called Latin-1.
  var encoding: TextEncoding? { sourceEncoding.flatMap { TextEncoding(name: $0) } }

  /// Whether there is something to do without an edit of a field.
  var changesForm: Bool { encoding != nil || id3 != .keep || layout != .keep }

  /// What a job that writes is asked for; its edits can be taken back together.
  var settings: EditJob.WriteSettings {
    EditJob.WriteSettings(
      options: options(batch: EditOptions.newBatch), isDryRun: dryRun, verifies: verify,
      asksReaders: checkReaders,
      sourceEncoding: encoding, printsJSON: json, isTransaction: transaction)
  }

  /// What the editor is asked for; `batch` holds the edits of one command together.
  private func options(batch: UInt64) -> EditOptions {
    var options = EditOptions()
    options.strategy = EditStrategy(rawValue: strategy.rawValue)
    options.synchronizes = sync
    options.keepsModified = keepMtime
    options.keepsUndo = undo ?? true
    options.force = force
    options.allowsLoss = allowLoss
    options.layout = PlanShape.Layout(rawValue: layout.rawValue) ?? .keep
    options.padding = padding
    options.id3v23Separator = id3v23Separator
    options.batch = batch
    switch id3 {
    case .keep: break
    case .v23: options.id3Version = .v23
    case .v24: options.id3Version = .v24
    }
    if let output {
      options.output =
        output == "-" ? .stream(.standardOutput) : .file(InputPath(text: output).path)
    }
    return options
  }
}

/// The option of verbs that read text of files whose encoding is told wrongly.
struct SourceOptions: ParsableArguments {
  @Option(help: SourceOptions.help, completion: .list(SourceOptions.common))
  var sourceEncoding: String?

  static let help = ArgumentHelp(
    """
    Take text that a file calls Latin-1 (ID3, INFO) for what it really is: cp1250 to cp1258, koi8-r, macroman, shift-jis, gbk, big5, euc-kr, utf-8.
    """, valueName: "name")

  /// What a shell offers.
  static let common =
    (1250...1258).map { "cp\($0)" } + [
      "koi8-r", "macroman", "shift-jis", "gbk", "big5", "euc-kr", "utf-8",
    ]

  func validate() throws { try SourceOptions.check(sourceEncoding) }

  /// Refuses the name of an unknown encoding.
  static func check(_ name: String?) throws {
    if let name, TextEncoding(name: name) == nil {
      throw ValidationError("\(name) is no encoding that is known here.")
    }
  }

  /// The encoding that was asked for.
  var encoding: TextEncoding? { sourceEncoding.flatMap { TextEncoding(name: $0) } }
}
