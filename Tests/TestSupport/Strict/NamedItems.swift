public import MetaCore

/// The items that are targets of an edit: those of some fields, or all.
public struct NamedItems: Sendable {
  /// The names of the fields; empty for all except chapters and gapless information.
  public let fields: Set<String>

  /// The items of these fields; of no field, all.
  public init(_ fields: some Sequence<String>) { self.fields = Set(fields) }

  /// Whether an item is one of them.
  public func contains(_ item: MetadataItem) -> Bool {
    var item = item
    // An empty one holds the place of its field.
    if item.value.isEmpty { item.value = "1" }
    let names = Field.fields(of: item).map(\.name)
    if fields.isEmpty { return !names.contains("chapters") && !names.contains("gaplessInfo") }
    // Pictures of APE have a key for each kind.
    if fields.contains("artwork"), item[extra: .pictureType] != nil { return true }
    // The complete text that contains the properties of XMP.
    if item.keySpace == .xmp, item.key == "packet" { return true }
    return names.contains(where: fields.contains)
  }
}
