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

  @Flag(inversion: .prefixedNo, help: "Keep the time of the file's last change.")
  var keepMtime: Bool?

  @Option(
    help: ArgumentHelp(
      "The room that is left next to the metadata when they have to move anyway: \(PlanShape.standardPadding).",
      valueName: "bytes"))
  var padding: Int64?

  @Option(help: "Where the metadata of a movie stand: keep, append or faststart.")
  var layout = Layout.keep

  @Option(help: "auto, in-place, insert, clone or rewrite.")
  var strategy = Strategy.auto

  @Flag(help: "Be safe against loss of power, too.")
  var sync = false

  @Flag(
    inversion: .prefixedNo, help: "Compare all media with those of the old file when done.")
  var verify: Bool?

  @Flag(help: "Say which of the new values TagLib and libavformat give otherwise; see readers.")
  var checkReaders = false

  @Option(help: "The version of ID3 tags: keep, 2.3 or 2.4.")
  var id3: TagVersion?

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

  enum Layout: String, OptionWord {
    case keep, append, faststart
  }

  enum Strategy: String, OptionWord {
    case auto
    case inPlace = "in-place"
    case insert, clone, rewrite
  }

  enum TagVersion: String, OptionWord {
    case keep
    case v23 = "2.3"
    case v24 = "2.4"

    /// `v2.3` and `ID3v2.3` are taken, too.
    init?(argument: String) {
      let text = argument.lowercased()
      self.init(rawValue: String(text.trimmingPrefix("id3").trimmingPrefix("v")))
    }

    /// The version; nil for that of each tag.
    var version: ID3Version? {
      switch self {
      case .keep: nil
      case .v23: .v23
      case .v24: .v24
      }
    }
  }

  func validate() throws {
    try SourceOptions.check(sourceEncoding)
    guard (0...PlanShape.mostPadding).contains(padding ?? 0) else {
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
  var encoding: SourceEncoding? { sourceEncoding.flatMap { SourceEncoding(name: $0) } }

  /// Whether there is something to do without an edit of a field.
  var changesForm: Bool { encoding != nil || id3.map { $0 != .keep } ?? false || layout != .keep }

  /// What a job that writes is asked for; its edits can be undone together.
  ///
  /// - Throws: ``Failure`` when the file of settings is wrong.
  func settings(in environment: Environment) throws(Failure) -> EditJob.WriteSettings {
    let settings = try environment.settings()
    return EditJob.WriteSettings(
      options: options(settings, in: environment), isDryRun: dryRun,
      verifies: verify ?? settings.flag(.verify) ?? false,
      asksReaders: checkReaders,
      sourceEncoding: encoding, printsJSON: json, isTransaction: transaction)
  }

  /// What the editor is asked for: the options of the command line, then the settings.
  private func options(_ settings: Settings, in environment: Environment) -> EditOptions {
    var options = EditOptions(settings, in: environment)
    options.strategy = EditStrategy(rawValue: strategy.rawValue)
    options.synchronizes = sync
    if let keepMtime { options.keepsModified = keepMtime }
    if let undo { options.keepsUndo = undo }
    options.force = force
    options.allowsLoss = allowLoss
    options.layout = PlanShape.Layout(rawValue: layout.rawValue) ?? .keep
    if let padding { options.padding = padding }
    options.id3v23Separator = id3v23Separator
    options.batch = EditOptions.newBatch
    if let id3 { options.id3Version = id3.version }
    if let output {
      options.output =
        output == "-" ? .stream(.standardOutput) : .file(InputPath(text: output).path)
    }
    return options
  }
}

extension EditOptions {
  /// The options that the settings give; undo is kept unless they say otherwise.
  init(_ settings: Settings, in environment: Environment) {
    self.init()
    keepsUndo = settings.flag(.undo) ?? true
    keepsModified = settings.flag(.keepMtime) ?? false
    if let bytes = settings.number(.padding) { padding = bytes }
    id3Version = settings.text(.id3).flatMap { WriteOptions.TagVersion(rawValue: $0) }?.version
    state = environment.stateFolder(settings)
  }
}

/// The option of verbs that read text with a wrongly declared encoding.
struct SourceOptions: ParsableArguments {
  @Option(help: SourceOptions.help, completion: .list(SourceOptions.common))
  var sourceEncoding: String?

  static let help = ArgumentHelp(
    """
    Take text that a file calls Latin-1 (ID3, INFO) for what it really is: auto (a guess for each file), cp1250 to cp1258, cp866, koi8-r, koi8-u, \
    iso-8859-2 to -16, macroman, shift-jis, euc-jp, gbk, big5, euc-kr, utf-8.
    """, valueName: "name")

  /// What a shell offers.
  static let common =
    ["auto"] + (1250...1258).map { "cp\($0)" }
    + ["cp866", "koi8-r", "koi8-u"] + ([2...11, 13...16].joined().map { "iso-8859-\($0)" })
    + ["macroman", "shift-jis", "euc-jp", "gbk", "big5", "euc-kr", "utf-8"]

  func validate() throws { try SourceOptions.check(sourceEncoding) }

  /// Refuses the name of an unknown encoding.
  static func check(_ name: String?) throws {
    if let name, SourceEncoding(name: name) == nil {
      throw ValidationError(
        "\(name) is not an encoding that is known here; auto guesses the encoding of each file.")
    }
  }

  /// The encoding that was asked for.
  var encoding: SourceEncoding? { sourceEncoding.flatMap { SourceEncoding(name: $0) } }
}
