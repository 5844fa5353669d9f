import TestSupport
import Testing

@testable import MetaCore

/// The settings of a GoPro camera in `udta/GPMF`.
@Suite struct GoProSettingsTests {
  private func items(_ bytes: [UInt8]) throws -> [MetadataItem] {
    try Inspector.inspect(DataSource(bytes)).items.filter { $0.keySpace == .goPro }
  }

  private static func entry(_ key: String, _ type: Character, _ size: UInt8, _ values: [UInt8])
    -> [UInt8]
  {
    var writer = ByteWriter()
    writer.append(key.utf8)
    writer.u8(type == "\0" ? 0 : type.asciiValue ?? 0)
    writer.u8(size)
    writer.u16(UInt16(values.count / Int(size)))
    writer.append(values)
    while writer.count % 4 > 0 { writer.u8(0) }
    return writer.bytes
  }

  private static var payload: [UInt8] {
    let values =
      entry("DVID", "L", 4, [0, 0, 0, 1]) + entry("MINF", "c", 5, Array("HERO9".utf8))
      + entry("CASN", "c", 4, Array("C123".utf8)) + entry("MUID", "L", 4, [0, 0, 0, 7, 0, 0, 0, 9])
      + entry("STRM", "\0", 1, entry("RATE", "c", 3, Array("4_1".utf8)))
    return entry("DEVC", "\0", 1, values)
  }

  @Test func valuesAreItemsWithExifToolsNames() throws {
    let found = try items(Repository.bytes(of: "action-camera.mp4"))
    #expect(
      found.map(\.identifier.rawValue) == ["gpmf/DVNM", "gpmf/FMWR", "gpmf/CASN", "gpmf/MINF"])
    #expect(
      found.map { $0[extra: .name]?.stringValue } == [
        "DeviceName", "FirmwareVersion", "CameraSerialNumber", "Model",
      ])
    #expect(found.last?.value == "HERO6 Black")
  }

  @Test func numbersAndNestedValuesAreRead() {
    let values = GoProSettings.values(of: ByteSlice(Self.payload))
    #expect(values.map(\.key.description) == ["MINF", "CASN", "MUID", "RATE"])
    #expect(
      values.map(\.value) == ["HERO9", "C123", .list([.integer(7), .integer(9)]), "4_1"])
  }

  @Test(arguments: ["U", "L", "c"])
  func emptyStructuresHaveNoValues(type: Character) {
    var entry = Self.entry("MINF", type, 1, [])
    entry[5] = 0
    (entry[6], entry[7]) = (0xFF, 0xFF)
    let many = [[UInt8]](repeating: entry, count: 1024).flatMap(\.self)
    #expect(GoProSettings.values(of: ByteSlice(many)) == [])
  }

  @Test func itemWithTheBytesIsUnchanged() throws {
    let document = try Inspector.inspect(DataSource(Repository.bytes(of: "action-camera.mp4")))
    let whole = try #require(document.items.first { $0.identifier.rawValue == "udta/GPMF" })
    #expect(whole.dataType == .raw && whole.value.dataValue?.count == whole.location.size - 8)
  }

  @Test func editOfAnotherFieldKeepsTheBytes() throws {
    let file = try Repository.bytes(of: "action-camera.mp4")
    let new = try #require(
      try EditHarness.edited(file, LayoutConstraints(movement: .free), .set(.title, "New")))
    #expect(try items(new).map(\.value) == items(file).map(\.value))
  }

  /// An edit that leaves these items of the atom.
  private func edit(
    _ harness: EditHarness, keeping isKept: (MetadataItem) -> Bool
  ) throws -> DocumentEdit {
    let whole = try #require(
      harness.document.items.first { $0.identifier.rawValue == "udta/GPMF" })
    let all = harness.document.items.filter { $0.location == whole.location }
    var edit = DocumentEdit()
    edit.changes = [.replace(whole.location, .init(all.filter(isKept)))]
    return edit
  }

  @Test func oneValueIsRemovedFromItsBytes() throws {
    let harness = try EditHarness(Repository.bytes(of: "action-camera.mp4"))
    let plan = try harness.result(
      edit(harness) { $0.key != "CASN" }, LayoutConstraints(movement: .none))
    let left = plan.document.items.filter { $0.keySpace == .goPro }.map(\.key.description)
    #expect(left == ["DVNM", "FMWR", "MINF"])
    let bytes = plan.bytes
    #expect(!bytes.indices.contains { bytes[$0...].starts(with: "C3221324545448".utf8) })
    #expect(bytes.count == harness.old.count)
  }

  /// The sample with an invalid serial number, twice.
  private static func withoutNumbers() throws -> [UInt8] {
    var file = try Repository.bytes(of: "action-camera.mp4")
    let start = try #require(file.firstRange(of: Array("CASN".utf8))).lowerBound
    let numbers: [UInt8] = [0x7F, 0xC0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0x80, 0, 0, 0, 0, 0, 0]
    file.replaceSubrange(start..<(start + 24), with: entry("CASN", "f", 4, numbers))
    return file
  }

  @Test(arguments: ["CASN", "MINF"]) func nonNumericValuesAreKeptOrRemoved(key: String) throws {
    let harness = try EditHarness(Self.withoutNumbers())
    let all = harness.document.items.filter { $0.keySpace == .goPro }
    #expect(all.contains { $0.key == "CASN" && $0.value.realValue == nil })
    let wanted = try edit(harness) { $0.key != .text(key) }
    let left = try harness.result(wanted, LayoutConstraints(movement: .none)).document.items
    #expect(
      left.filter { $0.keySpace == .goPro }.map(\.value)
        == all.filter { $0.key != .text(key) }.map(\.value))
  }

  @Test func valuesAreNotChanged() throws {
    let harness = try EditHarness(Repository.bytes(of: "action-camera.mp4"))
    var edit = try edit(harness) { _ in true }
    guard case .replace(let location, var entry) = edit.changes[0] else {
      Issue.record("no entry is replaced")
      return
    }
    entry.items[entry.items.count - 1].value = "Another"
    edit.changes = [.replace(location, entry)]
    #expect(throws: ParseError.self) { try harness.outcome(edit) }
  }

  @Test func atomIsRemovedWithItsItem() throws {
    let harness = try EditHarness(Repository.bytes(of: "action-camera.mp4"))
    let outcome = try harness.outcome(edit(harness) { $0.keySpace == .goPro })
    #expect(outcome?.document.items.contains { $0.location.container == "moov/udta" } == false)
  }

  @Test func serialNumberIsPrivateAndNotShared() throws {
    let found = try items(Repository.bytes(of: "action-camera.mp4"))
    let serial = try #require(found.first { $0.key == "CASN" })
    #expect(PrivateTable.kind(of: serial) == .serial)
    #expect(found.allSatisfy { PrivateTable.kind(of: $0) != nil })
    #expect(MetadataItem.metadataItems(from: found, filteredBy: .forSharing).isEmpty)
    let scene = try PrivateScene(Repository.bytes(of: "action-camera.mp4"))
    try scene.clear(secrets: ["C3221324545448", "HERO6 Black"])
  }

  @Test func everyPrefixIsRead() {
    let payload = Self.payload
    for length in payload.indices {
      _ = GoProSettings.values(of: ByteSlice(Array(payload[..<length])))
    }
  }

  @Test(arguments: [0, 1, 0x7F, 0xFF] as [UInt8]) func anyByteMayChange(_ byte: UInt8) {
    let payload = Self.payload
    for index in payload.indices {
      var damaged = payload
      damaged[index] = byte
      let values = GoProSettings.values(of: ByteSlice(damaged, origin: 4096))
      #expect(values.allSatisfy { $0.range.upperBound <= damaged.count })
      _ = try? GoProSettings.payload([], changing: ByteSlice(damaged, origin: 4096))
    }
  }
}
