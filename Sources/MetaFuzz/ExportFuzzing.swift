internal import Foundation
internal import TestSupport

extension FuzzTarget {
  /// Fuzzes a remux, or with edits a complete export, which is planned, applied in memory, and read
  /// back.
  static func export(_ input: [UInt8], withEdits: Bool) {
    guard let broken = FuzzedExport(input)?.broken(withEdits: withEdits) else { return }
    FileHandle.standardError.write(Data("broken: \(broken)\n".utf8))
    preconditionFailure("an export broke its promises")
  }
}
