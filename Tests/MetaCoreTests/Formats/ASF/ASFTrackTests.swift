import TestSupport
import Testing

@testable import MetaCore

@Suite("Tracks of Windows Media") struct ASFTrackTests {
  /// A sample with one more object at the beginning of its header.
  private func file(_ id: ASFIdentifier?, _ content: [UInt8] = []) throws -> [UInt8] {
    var file = try Repository.bytes(of: "film.wmv")
    guard let id else { return file }
    let object = ASFObject.header(id, contentSize: Int64(content.count)) + content
    let size = file[16..<24].reversed().reduce(0) { $0 << 8 | UInt64($1) } + UInt64(object.count)
    for index in 0..<8 { file[16 + index] = UInt8(truncatingIfNeeded: size >> UInt64(index * 8)) }
    file[24] += 1
    file.insert(contentsOf: object, at: 30)
    return file
  }

  /// Where the properties of a stream begin, by its place among them.
  private func properties(in file: [UInt8], stream index: Int = 0) throws -> Int {
    var writer = ByteWriter()
    ASFIdentifier.streamProperties.encode(into: &writer)
    let places = file.indices.filter { file[$0...].starts(with: writer.bytes) }
    return try #require(places.dropFirst(index).first) + ASFObject.headerSize
  }

  /// The same with the flag of encryption in the properties of a stream.
  private func flagged(_ file: [UInt8], stream index: Int) throws -> [UInt8] {
    var file = file
    file[try properties(in: file, stream: index) + 49] |= 0x80
    return file
  }

  private func schemes(_ file: [UInt8]) throws -> [String?] {
    try AudioBuilder.document(file).tracks.map(\.encryptionScheme)
  }

  private let drm: [UInt8] =
    [2, 0, 0, 0, 1, 2, 4, 0, 0, 0] + Array("DRM".utf8) + [0, 1, 0, 0, 0, 0, 0, 0, 0, 0]

  /// A sample with one more object in the extension of its header (§3.4), as newer files have it.
  private func extended(_ id: ASFIdentifier, _ content: [UInt8]) throws -> [UInt8] {
    var file = try file(nil)
    var writer = ByteWriter()
    ASFIdentifier.headerExtension.encode(into: &writer)
    let place = try #require(file.firstRange(of: writer.bytes)).lowerBound
    let object = ASFObject.header(id, contentSize: Int64(content.count)) + content
    for (place, width) in [(16, 8), (place + 16, 8), (place + 42, 4)] {
      let old = file[place..<(place + width)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
      let new = old + UInt64(object.count)
      for index in 0..<width {
        file[place + index] = UInt8(truncatingIfNeeded: new >> UInt64(index * 8))
      }
    }
    file.insert(contentsOf: object, at: place + 46)
    return file
  }

  @Test(
    "The time per frame in the extended stream properties gives the frame rate",
    arguments: [(666_667, 15.0), (333_667, 29.97), (400_000, 25), (0, nil)])
  func frameRate(time: UInt64, rate: Double?) throws {
    let plain = try #require(
      try AudioBuilder.document(file(nil)).tracks.first { $0.video != nil })
    #expect(plain.video?.frameRate == nil)
    var writer = ByteWriter()
    writer.append(AudioBuilder.zeros(48))
    writer.append([UInt8(plain.id), 0, 0, 0])
    for index in 0..<8 { writer.append([UInt8(truncatingIfNeeded: time >> UInt64(index * 8))]) }
    writer.append([0, 0, 0, 0])
    for file in [
      try file(.extendedStreamProperties, writer.bytes),
      try extended(.extendedStreamProperties, writer.bytes),
    ] {
      let document = try AudioBuilder.document(file)
      #expect(document.diagnostics == [] && document.tracks.count == 2)
      let found = document.tracks.compactMap { $0.video?.frameRate }
      #expect(found.map { ($0 * 1000).rounded() / 1000 } == (rate.map { [$0] } ?? []))
    }
  }

  @Test(
    "A content encryption object gives the encryption scheme of the streams")
  func schemes() throws {
    #expect(try schemes(file(nil)) == [nil, nil])
    #expect(try schemes(file(.contentEncryption, drm)) == ["DRM", "DRM"])
    #expect(
      try schemes(file(.extendedContentEncryption, [0, 0, 0, 0])) == ["WRMHEADER", "WRMHEADER"])
    #expect(try schemes(file(.advancedContentEncryption, [0, 0])) == ["DRM", "DRM"])
  }

  @Test("If streams are flagged, only these are encrypted")
  func flags() throws {
    let one = try schemes(flagged(file(.extendedContentEncryption, [0, 0, 0, 0]), stream: 1))
    #expect(one.count(where: { $0 == "WRMHEADER" }) == 1 && one.count(where: { $0 == nil }) == 1)
    let alone = try schemes(flagged(file(nil), stream: 0))
    #expect(alone.count(where: { $0 == "DRM" }) == 1, "the flag counts without an object")
  }

  @Test("A damaged encryption object is a finding, not a failure")
  func damage() throws {
    for length in 0..<drm.count {
      #expect(try schemes(file(.contentEncryption, Array(drm.prefix(length)))).count == 2)
    }
    let large: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3, 4]
    #expect(try schemes(file(.contentEncryption, large)) == ["DRM", "DRM"])
  }
}
