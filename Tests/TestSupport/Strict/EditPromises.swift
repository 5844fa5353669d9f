public import Foundation
public import MetaCore

/// The guarantees of an edit of metadata: nothing has changed except what the edit names.
public struct EditPromises {
  /// Returns whether an item is a target of the edit.
  public typealias Naming = (MetadataItem) -> Bool

  private let (old, new): (StrictFile, StrictFile)
  private let (oldItems, newItems): ([MetadataItem], [MetadataItem])
  private let isNamed: Naming
  private var isOrdered = true
  private var broken: [String] = []

  /// The kinds of files that are tags around a stream.
  private static let streams: Set = ["mp1", "mp2", "mp3", "aac", "id3"]

  private init(
    _ old: Data, _ new: Data, _ isNamed: @escaping Naming
  ) throws {
    let before = try Inspector.inspect(DataSource([UInt8](old)))
    let after = try Inspector.inspect(DataSource([UInt8](new)))
    // What kind of file it is stays as it was.
    let isStream = EditPromises.streams.contains(before.container.kind)
    self.old = StrictFile(old, isStream: isStream)
    self.new = StrictFile(new, isStream: isStream)
    (oldItems, newItems) = (before.items, after.items)
    let carried = try CarriedItems(from: old, to: new)
    self.isNamed = { isNamed($0) || carried.contains($0) }
  }

  /// The checks to make.
  public enum Checks: Sendable {
    /// Media, parts, items and the rules of the format.
    case all
    /// The same, with parts possibly in another order.
    case unordered
    /// Media alone: the edit may change anything else.
    case media
    /// Items alone: where the file is damaged so that strict readers see other tags in it.
    case items
  }

  /// The unexpected changes; empty when there are none.
  ///
  /// - Throws: errors of reading either file.
  public static func broken(
    from old: Data, to new: Data, _ checks: Checks = .all, naming isNamed: @escaping Naming
  ) throws -> [String] {
    var promises = try EditPromises(old, new, isNamed)
    promises.isOrdered = promises.old.isOrdered && checks == .all
    if checks != .items { promises.checkMedia() }
    guard checks != .media else { return promises.broken }
    guard checks != .items else {
      promises.checkItems()
      return promises.broken
    }
    promises.checkParts()
    promises.checkItems()
    promises.checkRules()
    return promises.broken
  }

  // MARK: Media and rules

  private mutating func checkMedia() {
    if old.media.keys != new.media.keys { broken.append("tracks came or went") }
    // Samples of damaged files that reach into metadata change with them.
    guard !old.faults.contains(where: { $0.hasSuffix("outside of mdat") }) else { return }
    for (track, samples) in old.media where new.media[track] != samples {
      broken.append("track \(track): the samples differ")
    }
    let isKept = zip(old.targets, new.targets).allSatisfy { $0.isEmpty || $0 == $1 }
    if !isKept || old.targets.count != new.targets.count {
      broken.append("an index points elsewhere")
    }
  }

  /// Existing faults may remain, but there are no new ones.
  private mutating func checkRules() {
    var left: [String: Int] = [:]
    for fault in old.faults { left[EditPromises.kind(fault), default: 0] += 1 }
    for fault in new.faults where !(isDamagedTag && fault.hasPrefix("ID3v2")) {
      left[EditPromises.kind(fault), default: 0] -= 1
      if left[EditPromises.kind(fault), default: 0] < 0 {
        broken.append("not well-formed: \(fault)")
      }
    }
  }

  /// A fault without its numbers.
  private static func kind(_ fault: String) -> String { fault.filter { !("0"..."9").contains($0) } }

  /// The frames of a damaged tag can only be found by reading it: the items are compared there.
  private var isDamagedTag: Bool { old.faults.contains { $0.hasPrefix("ID3v2") } }

  // MARK: Parts

  /// Parts that an edit may make around new entries.
  private static let mayCome: Set = [
    "/moov/udta/meta/hdlr", "/moov/udta/meta/version", "/moov/meta/hdlr", "/moov/meta/version",
    "/moov/meta/keys", "/moov/udta/meta/keys", "ds64", "VORBIS_COMMENT/vendor",
  ]

  private mutating func checkParts() {
    let before = unnamed(old, oldItems)
    var rest = unnamed(new, newItems)[...]
    for part in before {
      guard let index = rest.firstIndex(where: { isSame(part, $0) }) else {
        let isThere = rest.contains { $0.path == part.path }
        broken.append("\(part.path) at \(part.range.lowerBound) \(isThere ? "changed" : "went")")
        continue
      }
      if isOrdered || index == rest.startIndex {
        noteNew(rest[..<index])
        rest = rest[(index + 1)...]
      } else {
        rest.remove(at: index)
      }
    }
    noteNew(rest)
  }

  private mutating func noteNew(_ parts: ArraySlice<StrictFile.Part>) {
    for part in parts
    where !EditPromises.mayCome.contains(part.path) && !isEmptied(part) && !isRest(part) {
      broken.append("\(part.path) came at \(part.range.lowerBound)")
    }
  }

  /// Truncated bytes may have contained the target of the edit.
  private func isRest(_ part: StrictFile.Part) -> Bool {
    part.path.hasSuffix("/rest") && old.parts.contains { $0.path == part.path }
  }

  /// A container of several entries stays when it has lost the last one.
  private func isEmptied(_ part: StrictFile.Part) -> Bool {
    ["/ID32", "/Xtra", "Lyrics3/text"].contains { part.path.hasSuffix($0) }
      && old.parts.contains { $0.path == part.path }
      && !newItems.contains {
        $0.location.offset >= Int64(part.range.lowerBound)
          && $0.location.offset < Int64(part.range.upperBound)
      }
  }

  private func isSame(_ left: StrictFile.Part, _ right: StrictFile.Part) -> Bool {
    guard left.path == right.path else { return false }
    // New keys follow the old ones, which keep their numbers.
    if left.path.hasSuffix("/keys"), left.content.count >= 8, right.content.count >= 8 {
      return right.content.dropFirst(8).starts(with: left.content.dropFirst(8))
    }
    return left.content == right.content
  }

  /// The parts without a target of the edit.
  private func unnamed(_ file: StrictFile, _ items: [MetadataItem]) -> [StrictFile.Part] {
    let places = items.filter(isNamed).map { item in
      (
        item: item,
        range: Int(item.location.offset)..<Int(item.location.offset + item.location.size)
      )
    }
    let fields = namedFields
    return file.parts.filter { part in
      if isDamagedTag, part.path.hasPrefix("ID3v2") { return false }
      // What fields of fixed places have in common is their place.
      if part.path.hasPrefix("ID3v1/") {
        return !fields.contains(part.path) && !part.content.allSatisfy { $0 == 0 || $0 == 0x20 }
      }
      return !places.contains { place in
        guard place.range.overlaps(part.range) else { return false }
        guard part.path.hasPrefix("ID3v2") else { return true }
        return part.path.hasSuffix("/\(place.item.key)")
      }
    }
  }

  /// The ID3v1 fields that are targets of the edit, in the old or the new file.
  private var namedFields: Set<String> {
    var names: Set<String> = []
    for (file, items) in [(old, oldItems), (new, newItems)] {
      for item in items where isNamed(item) && item.keySpace == .id3v1 {
        let range = Int(item.location.offset)..<Int(item.location.offset + item.location.size)
        names.formUnion(file.parts.filter { $0.range.overlaps(range) }.map(\.path))
      }
    }
    return names
  }

  // MARK: Items

  /// Items that are not named keep their values and their order within their container.
  private mutating func checkItems() {
    let (before, after) = (oldItems.filter { !isNamed($0) }, newItems.filter { !isNamed($0) })
    let places = Set((before + after).map(\.location.container))
    for place in places.sorted(by: { $0.rawValue < $1.rawValue }) {
      let left = before.filter { $0.location.container == place }.map { fact($0, old.bytes) }
      let right = after.filter { $0.location.container == place }.map { fact($0, new.bytes) }
      guard left != right else { continue }
      let first = zip(left, right).first { $0 != $1 }
      let difference = first.map { "\($0.item) -> \($1.item)" } ?? ""
      broken.append(
        "items of \(place.rawValue): \(left.count) became \(right.count) \(difference.prefix(800))")
    }
  }

  /// An item without its place, its bytes read.
  private struct Fact: Hashable {
    var item: MetadataItem
    var bytes: [Data] = []
  }

  private func fact(_ item: MetadataItem, _ bytes: Data) -> Fact {
    var fact = Fact(item: item)
    fact.item.location = ItemLocation()
    fact.item.value = settled(item.value, bytes, &fact.bytes)
    return fact
  }

  /// A value with the parts stored in the file removed.
  private func settled(
    _ value: MetadataValue, _ bytes: Data, _ found: inout [Data]
  ) -> MetadataValue {
    switch value {
    case .data(.file(let location)):
      let start = Int(clamping: location.offset)
      found.append(Data(bytes[start..<(start + Int(clamping: location.count))]))
      return ""
    case .list(let values):
      return .list(values.map { settled($0, bytes, &found) })
    case .record(let parts):
      return .record(
        parts.map { MetadataValue.Part($0.name, settled($0.value, bytes, &found)) })
    default: return value
    }
  }
}
