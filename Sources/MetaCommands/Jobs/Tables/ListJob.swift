internal import MetaCore
internal import MetaSystem
internal import Synchronization

/// Implements `get` and the forms of `dump` that list files: prints selected fields of each file as
/// a row of a table, a line of a template, a path, a small JSON object, or lines of values.
struct ListJob: Sendable {
  /// The output about each file, depending on verb and format.
  enum Content: Sendable {
    /// A row of a table, with the path as its first cell.
    case table(TableFormat, [TableColumn])
    /// A line of a template.
    case template(Template)
    case paths
    /// An object with the fields of the file.
    case objects([TableColumn])
    /// A line for each value, after the path, the field name or both if necessary.
    case values([TableColumn], withPath: Bool)
  }

  var inputs: FileSelection
  var content: Content
  /// How objects are framed.
  var form = ResultSequence.text()
  var options = ReadOptions()
  var jobs: Int?
  var showsProgress = true

  /// The exit status, and whether there was anything to print, which `get` reports with its exit
  /// code.
  struct RunResult {
    let status: ExitStatus
    /// Whether any file had a value; in lines of templates and lists of paths, whether any file was
    /// listed.
    let hasFound: Bool
  }

  /// Lists the files.
  func run(in environment: Environment) throws(Failure) -> RunResult {
    if case .table(let format, let columns) = content {
      let header = format.row((["path"] + columns.map(\.name)).map { Array($0.utf8) })
      try environment.print(.text()) { (results) throws(Failure) in try results.framed(header) }
    }
    let files = try inputs.files(in: environment)
    let progress = ProgressLine(
      of: files.count, on: environment.sink, isShown: showsProgress && !Terminal.isStandardOutput)
    let batch = Batch(
      count: files.count, jobs: jobs ?? (files.count < 256 ? 1 : ProcessorCount.online),
      results: form, in: environment
    ) {
      progress.fail($1, at: files[$0])
    }
    defer { progress.end() }
    let numbers = needsNumber ? FileNumbers(files, where: inputs.condition, in: environment) : nil
    let hasFound = Atomic(false)
    let failures = try batch.run { batch in
      let run = ListRun(job: self, files: files, numbers: numbers, progress: progress)
      if run.work(batch, environment) { hasFound.store(true, ordering: .relaxed) }
    }
    return RunResult(
      status: ExitStatus(of: failures.map(\.failure), inputs: inputs, files: files),
      hasFound: hasFound.load(ordering: .relaxed))
  }

  /// The fields and properties that are printed.
  private var operands: [Operand] {
    switch content {
    case .table(_, let columns), .objects(let columns), .values(let columns, _):
      columns.map(\.operand)
    case .template(let template): template.operands
    case .paths: []
    }
  }

  /// Whether the output depends on the position of the file in the command.
  private var needsNumber: Bool { operands.contains(where: \.isNumbering) }

  /// The terminator of printed paths: NUL with `-0`, otherwise a line break.
  fileprivate var pathEnd: UInt8 { inputs.isListNulSeparated ? 0 : UInt8(ascii: "\n") }
}

/// The part of a ``ListJob`` on one thread, which reads files and renders their rows, lines or
/// objects.
private struct ListRun {
  let job: ListJob
  let files: FileList
  let numbers: FileNumbers?
  let progress: ProgressLine

  /// Lists files until no files are left; returns whether any file had a value.
  func work(_ batch: Batch, _ environment: Environment) -> Bool {
    let reader = FileReader(in: environment, options: job.options) { progress.warn($0) }
    var output = batch.writer()
    let filter = FileFilter(job.inputs.condition)
    var hasFound = false
    while let range = batch.nextFiles() {
      var failures: [Batch.Failed] = []
      for index in range {
        defer { progress.step() }
        do throws(Failure) {
          if try list(index, range, batch, &output, filter, reader) { hasFound = true }
        } catch {
          failures.append((index, error))
        }
      }
      batch.finish(range, &output, failures)
    }
    return hasFound
  }

  /// Lists a file; returns whether it had a value, which is always true for lines and paths.
  private func list(
    _ index: Int, _ range: Range<Int>, _ batch: Batch, _ output: inout JSONWriter,
    _ filter: FileFilter, _ reader: FileReader
  ) throws(Failure) -> Bool {
    let path = files[index]
    if case .paths = job.content, job.inputs.condition == nil {
      batch.add(to: &output, in: range) {
        $0.raw(FileNameEncoding.bytes(of: path.text) + [job.pathEnd])
      }
      return true
    }
    guard let reading = try filter.result(of: path, by: reader)?.get() else { return false }
    var file = ConditionInput(path, reading.document, needsFields: true)
    file.number = numbers?[path]
    if case .objects(let columns) = job.content {
      var hasValue = false
      batch.add(to: &output, in: range) {
        hasValue = object(columns, of: file, from: reading.source, to: &$0)
      }
      return hasValue
    }
    let bytes = text(of: file)
    if !bytes.isEmpty { batch.add(to: &output, in: range) { $0.raw(bytes) } }
    // A row is never empty, because it contains the path.
    guard case .table(_, let columns) = job.content else { return !bytes.isEmpty }
    return columns.contains { !(file.values(of: $0.operand) ?? []).isEmpty }
  }

  private func line(_ bytes: [UInt8]) -> [UInt8] { bytes + [UInt8(ascii: "\n")] }

  /// Returns the output about a file, unless it is an object.
  private func text(of file: ConditionInput) -> [UInt8] {
    let path = FileNameEncoding.bytes(of: file.path.text)
    switch job.content {
    case .table(let format, let columns):
      return format.row([path] + columns.map { Array($0.cell(of: file).utf8) })
    case .template(let template): return line(Array(template.line(of: file).utf8))
    case .paths: return path + [job.pathEnd]
    case .objects: return []
    case .values(let columns, let hasPath):
      return columns.flatMap { column in
        values(of: column, file).flatMap { value in
          var cells = hasPath ? [path] : []
          if columns.count > 1 { cells.append(Array(column.name.utf8)) }
          return line(Array((cells + [Array(value.utf8)]).joined(separator: [UInt8(ascii: "\t")])))
        }
      }
    }
  }

  /// Returns the values, each as a line.
  private func values(of column: TableColumn, _ file: ConditionInput) -> [String] {
    (file.values(of: column.operand) ?? []).flatMap(ValueText.lines).map { value in
      String(value.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }
  }

  /// Writes the fields of a file as an object; returns whether the file has any.
  private func object(
    _ columns: [TableColumn], of file: ConditionInput, from source: any ByteSource,
    to json: inout JSONWriter
  ) -> Bool {
    let binary = BinaryValues(rendering: .size, source: source)
    var hasValue = false
    json.beginObject()
    json.path(file.path)
    for column in columns {
      let values = (file.values(of: column.operand) ?? []).flatMap(ValueText.singles)
      guard let first = values.first else { continue }
      hasValue = true
      // The object already contains its path.
      if column.name == FileFact.path.rawValue { continue }
      json.key(quoting: column.name)
      if column.isArray {
        json.value(.list(values), binary)
      } else {
        json.value(first, binary)
      }
    }
    json.endObject()
    return hasValue
  }
}

extension TableColumn {
  /// Whether the column's values are always an array.
  fileprivate var isArray: Bool {
    guard case .fact(let fact) = operand else { return isList }
    let ofTracks: [FileFact] = [
      .codec, .mediaType, .sampleRate, .channels, .bitRate, .width, .height, .frameRate,
    ]
    return ofTracks.contains(fact)
  }
}
