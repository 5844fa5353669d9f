internal import MetaCore

/// What libFuzzer runs for each input: everything that reads a file, up to the converted view.
enum FuzzTarget {
  static func run(_ bytes: [UInt8]) {
    let source = DataSource(bytes)
    if let document = try? Inspector.inspect(source) {
      let view = MetadataView(document)
      precondition(view.entries.count <= Field.all.count)
      for artwork in document.artwork { _ = try? artwork.data.load(from: source) }
    }
    _ = try? Inspector.structure(of: source)
  }
}
