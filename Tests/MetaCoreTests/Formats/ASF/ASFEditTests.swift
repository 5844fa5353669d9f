import TestSupport
import Testing

@testable import MetaCore

@Suite("Editing Windows Media") struct ASFEditTests {
  private let free = LayoutConstraints(movement: .free)

  /// Name, list and value of the attributes of these names.
  private func attributes(_ file: [UInt8], _ names: String...) throws -> [String] {
    try Inspector.inspect(DataSource(file)).items.compactMap { item in
      guard names.contains(item.key.description) else { return nil }
      let list = ASFAttribute.list(of: item).rawValue
      return "\(item.key) \(list) \(item.dataType) \(item.value.stringValue ?? "…")"
    }
  }

  private func edited(_ name: String, _ edits: MetadataEdit...) throws -> [UInt8] {
    var file = try Repository.bytes(of: name)
    let old = file
    for edit in edits { file = try #require(try EditHarness.edited(file, free, edit)) }
    try EditHarness.check(file, against: old, name)
    return file
  }

  @Test("The first value is one of the five texts, the second goes to the library")
  func values() throws {
    let file = try edited(
      "plain.wma", .set(.field(.artist), [.string("A"), .string("B")]),
      .set(.field(.album), [.string("C")]))
    #expect(
      try attributes(file, "Author", "WM/AlbumTitle") == [
        "Author ContentDescription utf16 A", "WM/AlbumTitle ExtendedContentDescription utf16 C",
        "Author MetadataLibrary utf16 B",
      ])
  }

  @Test("A value too long for a list goes to the library")
  func long() throws {
    let text = String(repeating: "ö", count: 40_000)
    let file = try edited(
      "song.wma", .set(.field(.comment), [.string(text)]), .set(.field(.lyrics), [.string(text)]))
    #expect(
      try attributes(file, "Description", "WM/Lyrics").map { $0.prefix(30) } == [
        "Description MetadataLibrary ut", "WM/Lyrics MetadataLibrary utf1",
      ])
    let short = try #require(
      try EditHarness.edited(file, free, .set(.field(.comment), [.string("x")])))
    #expect(try attributes(short, "Description").count == 1)
  }

  @Test("A number remains a number if the new value is one")
  func numbers() throws {
    let number = try edited("song.wma", .set(.field(.track), [.string("9")]))
    #expect(
      try Inspector.inspect(DataSource(number)).items
        .first { $0.key == "WM/TrackNumber" }?.value == .integer(9))
    let pair = try edited("song.wma", .set(.field(.track), [.string("9/12")]))
    #expect(
      try attributes(pair, "WM/TrackNumber") == [
        "WM/TrackNumber ExtendedContentDescription utf16 9/12"
      ])
    let flag = try edited("song.wma", .set(.field(.compilation), [.boolean(false)]))
    #expect(
      try Inspector.inspect(DataSource(flag)).items
        .first { $0.key == "WM/IsCompilation" }?.value == .boolean(false))
  }

  @Test("The largest numbers can be stored again", arguments: [1 << 63, UInt64.max, 7])
  func largeNumbers(_ number: UInt64) throws {
    var writer = ByteWriter()
    writer.littleU64(number)
    let attribute = ASFAttribute(
      name: "WM/Number", type: ASFAttribute.Kind.quadWord.rawValue,
      value: .bytes(ByteSlice(writer.bytes)))
    let item = try attribute.metadataItem(
      of: .extendedContentDescription, at: ItemLocation(), languages: [], in: .empty)
    #expect(ASFAttribute(item, like: nil) == attribute)
  }

  @Test("A field in two lists is changed in both, or moved to one")
  func inStep() throws {
    let file = try edited("song.wma", .set(.field(.title), [.string("New")]))
    let document = try Inspector.inspect(DataSource(file))
    let titles = document.items.filter { $0.key == "Title" }.map(\.value.stringValue)
    #expect(!titles.isEmpty && titles.allSatisfy { $0 == "New" })
    #expect(document.diagnostics.isEmpty)
  }

  @Test("Chapters name the packet sent at their start")
  func chapters() throws {
    let times = [0, 500, 900]
    let chapters = try times.map { time in
      Chapter(
        start: try #require(MediaTime(value: Int64(time), timescale: 1000)), title: "at \(time)",
        source: "test")
    }
    let file = try edited("film.wmv", .setChapters(chapters))
    let document = try Inspector.inspect(DataSource(file))
    #expect(document.chapters.map(\.title) == chapters.map(\.title))
    #expect(document.chapters.map(\.start.seconds) == chapters.map(\.start.seconds))
    #expect(document.chapters.allSatisfy { $0.source == ASFMarkers.source })
  }

  @Test("A damaged marker does not affect those before it")
  func brokenMarker() throws {
    var file = try Repository.bytes(of: "film.wmv")
    let titles = try Inspector.inspect(DataSource(file)).chapters.map(\.title)
    let last = try #require(
      file.ranges(of: TextEncoding.utf16LittleEndian.encode("Two") ?? []).last)
    // Its number of letters.
    file.replaceSubrange((last.lowerBound - 4)..<last.lowerBound, with: [0, 0xFF, 0, 0])
    let document = try Inspector.inspect(DataSource(file))
    #expect(document.chapters.map(\.title) == Array(titles.dropLast()))
    #expect(document.diagnostics.map(\.code.rawValue) == ["truncated"])
  }

  @Test("The padding that Windows leaves in the extension is used")
  func paddingInExtension() throws {
    let old = try padded(Repository.bytes(of: "plain.wma"), by: 600)
    let new = try #require(
      try EditHarness.edited(
        old, LayoutConstraints(movement: .none), .set(.field(.title), [.string("In its place")])))
    try EditHarness.check(new, against: old, "padded")
    #expect(new.count == old.count)
    let layout = try self.layout(new)
    #expect(!layout.inExtension.contains { $0.id == .padding })
    #expect(layout.children.last?.id == .padding)
    #expect(try attributes(new, "Title") == ["Title ContentDescription utf16 In its place"])
  }

  private func layout(_ file: [UInt8]) throws -> ASFLayout {
    var log = DiagnosticLog()
    return try ASFLayout(SourceWindow(DataSource(file)), limits: .standard, log: &log)
  }

  /// The same file with padding at the end of the extension of its header.
  private func padded(_ file: [UInt8], by size: Int64) throws -> [UInt8] {
    let layout = try layout(file)
    let place = try #require(layout.children.first { $0.id == .headerExtension })
    let properties = try #require(layout.children.first { $0.id == .fileProperties })
    var new = file
    func grow(_ offset: Int64, width: Int) {
      let old = (0..<width).reversed().reduce(Int64(0)) { $0 << 8 | Int64(new[Int(offset) + $1]) }
      for byte in 0..<width {
        new[Int(offset) + byte] = UInt8(truncatingIfNeeded: (old + size) >> (8 * byte))
      }
    }
    grow(16, width: 8)
    grow(place.offset + 16, width: 8)
    grow(place.offset + 42, width: 4)
    grow(properties.contentOffset + 16, width: 8)
    let padding =
      ASFObject.header(.padding, contentSize: size - Int64(ASFObject.headerSize))
      + [UInt8](repeating: 0, count: Int(size) - ASFObject.headerSize)
    new.insert(contentsOf: padding, at: Int(place.end))
    return new
  }

  @Test("Signed and truncated headers are refused")
  func refusals() throws {
    let old = try Repository.bytes(of: "plain.wma")
    var log = DiagnosticLog()
    let layout = try ASFLayout(SourceWindow(DataSource(old)), limits: .standard, log: &log)
    var signed = old
    let victim = try #require(layout.children.first { $0.id.name == "CodecList" })
    var id = ByteWriter()
    ASFIdentifier.digitalSignature.encode(into: &id)
    signed.replaceSubrange(Int(victim.offset)..<Int(victim.offset + 16), with: id.bytes)
    for file in [signed, Array(old.prefix(300))] {
      let error = #expect(throws: ParseError.self) {
        try EditHarness.edited(file, free, .set(.field(.title), [.string("x")]))
      }
      #expect(error?.code == .unsupported)
    }
  }

  @Test("Identifiers have the form used by Windows")
  func identifiers() {
    #expect(ASFIdentifier.header.description == "75B22630-668E-11CF-A6D9-00AA0062CE6C")
    #expect(ASFIdentifier.header.name == "Header")
    #expect(ASFIdentifier(0, 1).name == "00000000-0000-0000-0000-000000000001")
  }
}
