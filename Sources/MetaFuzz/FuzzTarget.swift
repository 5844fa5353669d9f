internal import Foundation
internal import MetaCore
internal import TestSupport

/// What libFuzzer runs for each input.
enum FuzzTarget {
  /// Whether files are edited, not only read: asked for by `META_FUZZ_TARGET=edit`.
  private static let edits = ProcessInfo.processInfo.environment["META_FUZZ_TARGET"] == "edit"

  static func run(_ bytes: [UInt8]) {
    if edits { edit(bytes) } else { read(bytes) }
  }

  /// Everything that reads a file, up to the converted view.
  private static func read(_ bytes: [UInt8]) {
    let source = DataSource(bytes)
    if let document = try? Inspector.inspect(source) {
      let view = MetadataView(document)
      precondition(view.entries.count <= Field.all.count)
      for artwork in document.artwork { _ = try? artwork.data.load(from: source) }
    }
    _ = try? Inspector.structure(of: source)
  }

  /// An edit, planned and applied, which breaks no promise.
  private static func edit(_ input: [UInt8]) {
    guard case .done(let broken) = FuzzedEdit(input)?.outcome() else { return }
    guard !broken.isEmpty else { return }
    FileHandle.standardError.write(Data("broken: \(broken.joined(separator: "; "))\n".utf8))
    preconditionFailure("an edit broke its promises")
  }
}
