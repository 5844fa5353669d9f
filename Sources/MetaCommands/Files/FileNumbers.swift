internal import MetaCore

/// The places of the files of a command, for values and names that have numbers.
struct FileNumbers: Sendable {
  private var numbers: [String: FileNumber] = [:]

  /// Numbers files in their order; with a condition, each of them is read, and those for which it
  /// is not true are not counted.
  init(_ files: FileList, where condition: Condition?, in environment: Environment) {
    let filter = FileFilter(condition)
    let reader = FileReader(in: environment) { _ in }
    var counts: [String: Int] = [:]
    var total = 0
    for path in files where numbers[path.text] == nil {
      if condition != nil, !path.isStandardInput {
        guard filter.mayTake(path), case .success? = filter.result(of: path, by: reader) else {
          continue
        }
      }
      let folder = String(path.folder)
      total += 1
      counts[folder, default: 0] += 1
      numbers[path.text] = FileNumber(number: total, numberInFolder: counts[folder] ?? 0)
    }
    for (path, number) in numbers {
      var whole = number
      whole.count = total
      whole.countInFolder = counts[String(InputPath(text: path).folder)] ?? 0
      numbers[path] = whole
    }
  }

  /// The place of a file; nil where it is not one of them.
  subscript(path: InputPath) -> FileNumber? { numbers[path.text] }
}
