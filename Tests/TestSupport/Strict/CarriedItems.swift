import Foundation
import MetaCore

/// The items of a new ID3v2 or APE tag that repeat the ID3v1 tag of the old file, which the new tag
/// hides from most players.
struct CarriedItems {
  private let newTags: Set<KeySpace>
  private let fields: Set<String>

  init(from old: Data, to new: Data) throws {
    let (before, after) = (
      try Inspector.inspect(DataSource([UInt8](old))),
      try Inspector.inspect(DataSource([UInt8](new)))
    )
    newTags = Set([.id3, .ape]).subtracting(before.items.map(\.keySpace))
    let (oldView, newView) = (MetadataView(before), MetadataView(after))
    let held = before.items.filter { $0.keySpace == .id3v1 }.flatMap(Field.fields)
    fields = Set(held.filter { oldView[$0] == newView[$0] }.map(\.name))
  }

  func contains(_ item: MetadataItem) -> Bool {
    newTags.contains(item.keySpace)
      && Field.fields(of: item).contains { fields.contains($0.name) }
  }
}
