import Foundation
import MetaCore

/// The frames of a new ID3v2 tag that say what the ID3v1 of the old file says, which the tag hides from most players.
struct CarriedItems {
  private let isOfOldTag: Bool
  private let fields: Set<String>

  init(from old: Data, to new: Data) throws {
    let (before, after) = (
      try Inspector.inspect(DataSource([UInt8](old))),
      try Inspector.inspect(DataSource([UInt8](new)))
    )
    isOfOldTag = before.items.contains { $0.keySpace == .id3 }
    let (oldView, newView) = (MetadataView(before), MetadataView(after))
    let held = before.items.filter { $0.keySpace == .id3v1 }.flatMap(Field.fields)
    fields = Set(held.filter { oldView[$0] == newView[$0] }.map(\.name))
  }

  func contains(_ item: MetadataItem) -> Bool {
    !isOfOldTag && item.keySpace == .id3
      && Field.fields(of: item).contains { fields.contains($0.name) }
  }
}
