package import Foundation

/// Output that is stored in a file and compared; `META_UPDATE_GOLDEN=1` regenerates it.
package enum Golden {
  /// The first line in which `text` differs from the golden file, or nil.
  package static func difference(_ text: String, from file: URL) throws -> String? {
    if ProcessInfo.processInfo.environment["META_UPDATE_GOLDEN"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return nil
    }
    guard let data = try? Data(contentsOf: file) else { return "no \(file.lastPathComponent)" }
    let wanted = String(decoding: data, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for index in 0..<max(wanted.count, lines.count) {
      let (old, new) = (
        wanted.indices.contains(index) ? wanted[index] : "(end)",
        lines.indices.contains(index) ? lines[index] : "(end)"
      )
      if old != new { return "line \(index + 1): \(old) -> \(new)" }
    }
    return nil
  }
}
