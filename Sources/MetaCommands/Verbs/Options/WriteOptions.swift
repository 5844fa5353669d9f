internal import ArgumentParser
internal import MetaCore
internal import SystemPackage

/// The options shared by the verbs that edit metadata in files, such as where and how the edited
/// file is written, undo data, losses and transactions.
struct WriteOptions: ParsableArguments {
  @Flag(help: "Write nothing; print what would be done.")
  var dryRun = false

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write the edited file here and keep the original; - is standard output.",
      valueName: "path"), completion: .file())
  var output: String?

  @Flag(
    inversion: .prefixedNo,
    help: """
      Whether to keep the modification time of the file; by default no, unless the setting keep-mtime is true.
      """)
  var keepMtime: Bool?

  @Option(
    help: ArgumentHelp(
      "The free space left for metadata when it has to move; the default is \(LayoutConstraints.standardPadding).",
      valueName: "bytes"))
  var padding: Int64?

  @Option(help: "The position of the movie header: keep, append or faststart.")
  var layout = Layout.keep

  @Option(help: "How the file is written: auto, in-place, insert, clone or rewrite.")
  var strategy = Strategy.auto

  @Flag(help: "Flush to disk, for safety against loss of power.")
  var sync = false

  @Flag(
    inversion: .prefixedNo,
    help: """
      Whether to compare all media with that of the old file afterwards; by default no, unless the setting verify is \
      true.
      """)
  var verify: Bool?

  @Flag(help: "Report new values that TagLib or libavformat read differently; see readers.")
  var checkReaders = false

  @Option(help: "The version of ID3 tags: keep, 2.3 or 2.4.")
  var id3: TagVersion?

  @Option(
    name: .customLong("id3v23-separator"),
    help: ArgumentHelp(
      "The separator of several values in ID3v2.3, for players that require one.",
      valueName: "text"))
  var id3v23Separator: String?

  @Option(help: SourceOptions.help, completion: .list(SourceOptions.common))
  var sourceEncoding: String?

  @Flag(
    inversion: .prefixedNo,
    help: """
      Whether to keep the old bytes, so that undo can restore them; by default yes, unless the setting undo is false.
      """)
  var undo: Bool?

  @Flag(
    help: """
      Edit all files or none: all edits are planned first, and a failure while writing undoes all of them.
      """)
  var transaction = false

  @Flag(help: "Edit even if data is lost, and list the lost data.")
  var allowLoss = false

  @Flag(help: "Edit write-protected files, and replace an existing output.")
  var force = false

  @Flag(help: "Print the result as JSON.")
  var json = false

  /// The position of the header of an edited movie, as values of `--layout`.
  enum Layout: String, OptionWord {
    case keep, append, faststart
  }

  /// The way in which the edited file is written to disk, as values of `--strategy`.
  enum Strategy: String, OptionWord {
    case auto
    case inPlace = "in-place"
    case insert, clone, rewrite
  }

  /// The version of ID3v2 tags to write, as values of `--id3`.
  enum TagVersion: String, OptionWord {
    case keep
    case v23 = "2.3"
    case v24 = "2.4"

    /// Also accepts `v2.3` and `ID3v2.3`.
    init?(argument: String) {
      let text = argument.lowercased()
      self.init(rawValue: String(text.trimmingPrefix("id3").trimmingPrefix("v")))
    }

    /// The version, or nil to keep the version of each tag.
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
    guard (0...LayoutConstraints.maxPadding).contains(padding ?? 0) else {
      throw ValidationError("--padding must be a number of bytes from 0 to 1 GiB.")
    }
    guard !transaction || output == nil else {
      throw ValidationError("--transaction and --output cannot be combined.")
    }
    guard !checkReaders || !dryRun && output != "-" else {
      throw ValidationError("--check-readers cannot be combined with --dry-run or --output -.")
    }
  }

  /// The encoding of text that is declared as Latin-1.
  var encoding: SourceEncoding? { sourceEncoding.flatMap { SourceEncoding(name: $0) } }

  /// Whether the options change files even without edits to fields.
  var changesForm: Bool { encoding != nil || id3.map { $0 != .keep } ?? false || layout != .keep }

  /// Returns the settings for a job that writes; its edits can be undone together.
  ///
  /// - Throws: ``Failure`` if the settings file is invalid.
  func settings(in environment: Environment) throws(Failure) -> EditJob.WriteSettings {
    let settings = try environment.settings()
    return EditJob.WriteSettings(
      options: options(settings, in: environment), isDryRun: dryRun,
      verifies: verify ?? settings.flag(.verify) ?? false,
      asksReaders: checkReaders,
      sourceEncoding: encoding, printsJSON: json, isTransaction: transaction)
  }

  /// Returns the options for the editor, from the command line or else from the settings.
  private func options(_ settings: Settings, in environment: Environment) -> EditOptions {
    var options = EditOptions(settings, in: environment)
    options.strategy = EditStrategy(rawValue: strategy.rawValue)
    options.synchronizes = sync
    if let keepMtime { options.keepsModified = keepMtime }
    if let undo { options.keepsUndo = undo }
    options.force = force
    options.allowsLoss = allowLoss
    options.layout = LayoutConstraints.Layout(rawValue: layout.rawValue) ?? .keep
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
  /// Creates the options from the settings; undo data is kept unless the settings disable it.
  init(_ settings: Settings, in environment: Environment) {
    self.init()
    keepsUndo = settings.flag(.undo) ?? true
    keepsModified = settings.flag(.keepMtime) ?? false
    if let bytes = settings.number(.padding) { padding = bytes }
    id3Version = settings.text(.id3).flatMap { WriteOptions.TagVersion(rawValue: $0) }?.version
    state = environment.stateFolder(settings)
  }
}

/// The option of `dump` for the actual encoding of text that a file declares as Latin-1;
/// ``WriteOptions`` has the same option for verbs that edit.
struct SourceOptions: ParsableArguments {
  @Option(help: SourceOptions.help, completion: .list(SourceOptions.common))
  var sourceEncoding: String?

  static let help = ArgumentHelp(
    """
    The real encoding of text declared as Latin-1 (ID3, INFO): auto (a guess for each file), cp1250 to cp1258, cp866, koi8-r, koi8-u, \
    iso-8859-2 to -16, macroman, shift-jis, euc-jp, gbk, big5, euc-kr, utf-8.
    """, valueName: "name")

  /// The words that shells complete.
  static let common =
    ["auto"] + (1250...1258).map { "cp\($0)" }
    + ["cp866", "koi8-r", "koi8-u"] + ([2...11, 13...16].joined().map { "iso-8859-\($0)" })
    + ["macroman", "shift-jis", "euc-jp", "gbk", "big5", "euc-kr", "utf-8"]

  func validate() throws { try SourceOptions.check(sourceEncoding) }

  /// Throws an error for an unknown encoding.
  static func check(_ name: String?) throws {
    if let name, SourceEncoding(name: name) == nil {
      throw ValidationError(
        "\(name) is not a supported encoding; auto guesses the encoding of each file.")
    }
  }

  /// The requested encoding.
  var encoding: SourceEncoding? { sourceEncoding.flatMap { SourceEncoding(name: $0) } }
}
