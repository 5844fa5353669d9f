import MetaCore
import SystemPackage

/// dump FILE...: prints the metadata of files, under the same names for every format.
@main
enum Dump {
  static func main() async {
    for path in CommandLine.arguments.dropFirst() {
      do throws(MetaError) {
        try await show(FilePath(path))
      } catch {
        // The error names the file, and the structure and offset if known.
        print(error)
      }
    }
  }

  private static func show(_ path: FilePath) async throws(MetaError) {
    let (fields, items, tracks, chapters) = try await Asset(path: path).load(
      .fields, .metadata, .tracks, .chapters)
    print("\(path): \(tracks.count) tracks, \(chapters.count) chapters")
    for entry in fields.entries { print("  \(entry.field.name): \(text(entry.value))") }
    // Every entry as stored in the file, including unknown ones.
    let spaces = Set(items.map(\.keySpace.rawValue)).sorted()
    print("  \(items.count) items of \(spaces.joined(separator: ", "))")
  }

  /// A value has one of a few shapes; the field says which.
  private static func text(_ value: MetadataValue) -> String {
    switch value {
    case .string(let text): text
    case .list(let values): values.map(text).joined(separator: ", ")
    case .pair(let pair): "\(pair.number ?? 0) of \(pair.count ?? 0)"
    default: value.stringValue ?? "\(value)"
    }
  }
}
