internal import ArgumentParser
internal import MetaCore
internal import SystemPackage

/// The verb `get`, which prints the values of fields in files as text, JSON or a table, and exits
/// with status 1 if no value is found.
struct Get: SelectingVerb {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Print the values of fields.",
    discussion: """
      metatool get song.mp3 title
      metatool get -r Music artist album year --format csv

      A field is a name of "metatool fields" (title, artist, track), an alias, a key (TIT2, TXXX:MOOD, itsk/%A9nam, \
      mdta/com.apple.quicktime.make, own:NAME), or a word of --where (year, duration, track.count). The first \
      argument, arguments that do not name a field, and all arguments after -- are files. With one file and one \
      field, the values are printed, one per line; otherwise each line begins with the path, the field or both, and \
      a tab. Exits with 1 when no value is found.
      """)

  @Option(help: "text, json, ndjson, csv or tsv.")
  var format = RowFormat.text

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions

  @Argument(
    help: ArgumentHelp("Files (- is standard input), and fields.", valueName: "path or field"),
    completion: .custom(FieldWords.fields))
  var arguments: [String] = []

  func run(in environment: Environment) throws {
    let (paths, fields) = try parts(of: arguments, following: environment.countAfterTerminator)
    let inputs = selection.inputs(paths)
    if format == .text, fields.count == 1, !inputs.meansSeveral, paths.count == 1 {
      return try printValues(of: fields[0], paths[0], environment)
    }
    var job = ListJob(inputs: inputs, content: content(fields, inputs))
    job.form = format == .json ? .list(depth: 1) : format == .ndjson ? .lines : .text()
    // The setting `jobs` is only for `dump` and verbs that edit (docs/config.md).
    job.jobs = work.jobs
    job.showsProgress = work.showsProgress
    let outcome = try environment.orEnd { try job.run(in: environment) }
    try end(outcome.status == .done && !outcome.hasFound ? .partly : outcome.status)
  }

  /// Returns the output about each file, depending on the format.
  private func content(_ fields: [TableColumn], _ inputs: FileSelection) -> ListJob.Content {
    switch format {
    case .text: .values(fields, withPath: inputs.meansSeveral)
    case .json, .ndjson: .objects(fields)
    case .csv: .table(.csv, fields)
    case .tsv: .table(.tsv, fields)
    }
  }

  /// Prints only the values of one field of one file, one per line, for scripts.
  private func printValues(
    of field: TableColumn, _ path: InputPath, _ environment: Environment
  ) throws {
    let reading = try environment.read(path)
    if let condition = selection.condition,
      !FileFilter(condition).accepts(path, reading.document)
    {
      throw ExitCode(ExitStatus.partly.rawValue)
    }
    let file = ConditionInput(path, reading.document, needsFields: true)
    let values = field.isCounted ? [] : field.lines(of: file)
    guard !values.isEmpty else { throw ExitCode(ExitStatus.partly.rawValue) }
    try environment.orEnd(path) {
      try environment.print(.text()) { (results) throws(Failure) in
        for value in values { try results.text(value + "\n") }
      }
    }
  }

  // MARK: Files and fields

  /// Separates files from fields: the last `count` words are files, and so is the first word,
  /// unless `--files-from` names the files.
  private func parts(
    of words: [String], following count: Int
  ) throws -> (paths: [InputPath], fields: [TableColumn]) {
    var paths: [InputPath] = []
    var fields: [TableColumn] = []
    var strange: String?
    for (index, word) in words.enumerated() {
      let isPath = index == 0 && selection.filesFrom == nil || index >= words.count - count
      if !isPath, let columns = try Get.columns(word) {
        for column in columns where !fields.contains(column) { fields.append(column) }
      } else {
        if !isPath, !Get.mayBePath(word) { strange = strange ?? word }
        paths.append(InputPath(text: word))
      }
    }
    // `get -- FILE FIELD`, for a file whose name begins with a hyphen.
    if fields.isEmpty, count > 1, let last = words.last, let column = try Get.column(last) {
      fields.append(column)
      paths.removeLast()
    }
    if fields.isEmpty, strange == nil, paths.count > 1, let last = words.last,
      !InputPath(text: last).exists
    {
      strange = last
    }
    if let strange {
      throw ValidationError(FieldWord.complaint(about: try PlainText.read(strange)))
    }
    guard !paths.isEmpty || selection.filesFrom != nil else {
      throw ValidationError("Specify a file to read.")
    }
    guard !fields.isEmpty else {
      throw ValidationError("Specify a field after the file, such as title or artist.")
    }
    return (paths, fields)
  }

  /// Returns the fields that a word names, separated by commas, or nil if any part is not a field.
  private static func columns(_ word: String) throws(Failure) -> [TableColumn]? {
    if let column = try column(word) { return [column] }
    var columns: [TableColumn] = []
    for part in word.split(separator: ",") {
      guard let column = try column(String(part)) else { return nil }
      columns.append(column)
    }
    return columns.isEmpty ? nil : columns
  }

  /// Returns the field that a word names, or nil if it is not a field.
  private static func column(_ word: String) throws(Failure) -> TableColumn? {
    guard Operand(word: word) != nil else { return nil }
    let name = try PlainText.read(word, for: "the field")
    return Operand(word: name).map { TableColumn(name: name, operand: $0) }
  }

  /// Returns whether a word that is not a field may be a path.
  private static func mayBePath(_ word: String) -> Bool {
    let path = InputPath(text: word)
    return word.contains("/") || word.dropFirst().contains(".") || path.isStandardInput
      || path.isAddress || Glob.isPattern(word) || path.exists
  }
}

extension TableColumn {
  /// Whether the field is artwork or chapters, which lists show as a count.
  fileprivate var isCounted: Bool {
    guard case .field(let field, .whole) = operand else { return false }
    return field.kind == .artwork || field.kind == .chapters
  }

  /// Returns the values as lines of text, including additional values of a single-valued field,
  /// which were added on purpose.
  fileprivate func lines(of file: ConditionInput) -> [String] {
    if case .field(let field, .whole) = operand, field.kind == .text, !field.isList {
      let all = file.document?.values(of: field) ?? []
      if all.count > 1, !(file.values(of: operand) ?? []).isEmpty {
        return all.flatMap(ValueText.lines)
      }
    }
    return (file.values(of: operand) ?? []).flatMap(ValueText.lines)
  }
}

extension InputPath {
  /// Whether a file, a folder or a symbolic link exists at this path.
  fileprivate var exists: Bool { (try? path.stat(followTargetSymlink: false)) != nil }
}
