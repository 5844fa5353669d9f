internal import MetaCore

/// The sequence numbers of a command's files (``FileNumber``), for `{fileNumber}` and similar
/// placeholders of values and names.
struct FileNumbers: Sendable {
  private var numbers: [InputPath: FileNumber] = [:]

  /// Numbers files in order; with a condition, each file is read, and only matching files count.
  ///
  /// Standard input is not read and always counts.
  init(_ files: FileList, where condition: Condition?, in environment: Environment) {
    let filter = FileFilter(condition)
    let reader = FileReader(in: environment) { _ in }
    var counts: [InputPath: Int] = [:]
    var total = 0
    for path in files where numbers[path] == nil {
      if condition != nil, !path.isStandardInput {
        guard filter.mayTake(path), case .success? = filter.result(of: path, by: reader) else {
          continue
        }
      }
      let folder = InputPath(text: String(path.folder))
      total += 1
      counts[folder, default: 0] += 1
      numbers[path] = FileNumber(number: total, numberInFolder: counts[folder] ?? 0)
    }
    for (path, number) in numbers {
      var complete = number
      complete.count = total
      complete.countInFolder = counts[InputPath(text: String(path.folder))] ?? 0
      numbers[path] = complete
    }
  }

  /// The number of a file, or nil if it is not listed.
  subscript(path: InputPath) -> FileNumber? { numbers[path] }
}
