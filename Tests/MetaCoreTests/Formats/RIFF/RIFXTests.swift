import TestSupport
import Testing

@testable import MetaCore

/// RIFX is WAV whose numbers are big-endian; the reader and the rewriter of RIFF support both byte
/// orders.
@Suite struct RIFXTests {
  // MARK: Files

  private static func chunk(_ id: String, _ form: ChunkForm, _ body: [UInt8]) -> [UInt8] {
    Chunk.encode(FourCC(id) ?? ChunkID.riff, body: body, form: form)
  }

  private static func numbers(_ form: ChunkForm, _ values: UInt32...) -> [UInt8] {
    var writer = ByteWriter()
    for value in values { writer.u32(value, form.order) }
    return writer.bytes
  }

  private static func format(_ form: ChunkForm) -> [UInt8] {
    var writer = ByteWriter()
    for value in [1, 2] as [UInt16] { writer.u16(value, form.order) }
    for value in [8000, 32_000] as [UInt32] { writer.u32(value, form.order) }
    for value in [4, 16] as [UInt16] { writer.u16(value, form.order) }
    return chunk("fmt ", form, writer.bytes)
  }

  private static func list(_ type: String, _ form: ChunkForm, _ chunks: [UInt8]) -> [UInt8] {
    chunk("LIST", form, Array(type.utf8) + chunks)
  }

  private static var broadcast: BroadcastExtension {
    func item(_ key: String, _ value: MetadataValue) -> MetadataItem {
      MetadataItem(keySpace: .riff, key: .text(key), value: value, dataType: .utf8)
    }
    return BroadcastExtension([
      item("bext/Description", "Blue"), item("bext/TimeReference", .integer(0x0102_0304_0506)),
      item("bext/LoudnessValue", .real(-23.01)),
    ])
  }

  @Test func broadcastTimeStoresItsLowHalfFirst() throws {
    let bytes = Self.broadcast.encode(.big)
    // After the texts of 256, 32, 32, 10 and 8 bytes.
    #expect(Array(bytes[338..<346]) == [3, 4, 5, 6, 0, 0, 1, 2])
    #expect(
      try BroadcastExtension.parse(ByteSlice(bytes), .big).timeReference == 0x0102_0304_0506)
  }

  private static func cues(_ form: ChunkForm) -> [UInt8] {
    let points =
      numbers(form, 2, 5, 0, 0, 0, 0, 80) + numbers(form, 7, 0, 0, 0, 0, 400)
    let labels =
      chunk("labl", form, numbers(form, 5) + Array("One\0".utf8))
      + chunk("labl", form, numbers(form, 7) + Array("Two\0".utf8))
      + chunk("ltxt", form, numbers(form, 5, 80) + AudioBuilder.zeros(12))
    return chunk("cue ", form, points) + list("adtl", form, labels)
  }

  /// A file with everything that has numbers.
  private static func file(_ form: ChunkForm) -> [UInt8] {
    let info = InfoChunk.encode(
      [
        InfoChunk(id: FourCC("I", "N", "A", "M"), text: "Blue"),
        InfoChunk(id: FourCC("I", "A", "R", "T"), text: "Ada"),
      ], form)
    var body = Array("WAVE".utf8) + format(form)
    body += chunk("bext", form, broadcast.encode(form.order)) + info
    body += chunk("data", form, (0..<3200).map { UInt8(truncatingIfNeeded: $0) })
    body += chunk("DISP", form, numbers(form, 1) + Array("Blue\0".utf8))
    body += chunk("id3 ", form, AudioBuilder.id3(title: "Blue")) + cues(form)
    return chunk(form == .rifx ? "RIFX" : "RIFF", form, body)
  }

  // MARK: Reading

  @Test func bigEndianFileEqualsItsLittleEndianCopy() throws {
    let (little, big) = (
      try AudioBuilder.document(Self.file(.riff)), try AudioBuilder.document(Self.file(.rifx))
    )
    #expect(big.items.map(\.identifier) == little.items.map(\.identifier))
    #expect(big.items.map(\.value) == little.items.map(\.value))
    #expect(big.values("riff/INAM") == ["Blue"])
    #expect(big.chapters == little.chapters)
    #expect(big.chapters.map(\.title) == ["One", "Two"])
    #expect(big.tracks == little.tracks)
    #expect(big.duration == MediaTime(value: 800, timescale: 8000))
    #expect(big.diagnostics == [])
    #expect(big.container.details.first == MetadataValue.Part("form", "RIFX"))
  }

  @Test func structureShowsTextsInBothByteOrders() throws {
    let nodes = try Inspector.structure(of: DataSource(Self.file(.rifx)))
    #expect(nodes.first?.name == "RIFX")
    let list = try #require(nodes.first?.children.first { $0.summary == "INFO" })
    #expect(list.children.map(\.summary) == ["Blue", "Ada"])
  }

  @Test func extensibleFormatIsReadInItsOrder() throws {
    for form in [ChunkForm.riff, .rifx] {
      var writer = ByteWriter()
      for value in [0xFFFE, 2] as [UInt16] { writer.u16(value, form.order) }
      for value in [48_000, 288_000] as [UInt32] { writer.u32(value, form.order) }
      for value in [6, 24, 22, 20] as [UInt16] { writer.u16(value, form.order) }
      for value in [3, 1] as [UInt32] { writer.u32(value, form.order) }
      writer.append(AudioBuilder.zeros(12))
      let format = try WaveFormat.parse(ByteSlice(writer.bytes), form.order)
      #expect(format.tag == 1 && format.bitsPerSample == 20 && format.speakers == 3)
    }
  }

  @Test func samplesAreDecodedInTheOrderOfTheFile() throws {
    for (form, isBig) in [(ChunkForm.riff, false), (.rifx, true)] {
      let bytes = Self.file(form)
      let track = try #require(try AudioBuilder.document(bytes).tracks.first)
      let request = DecoderRequest(
        source: DataSource(bytes), kind: "wav", track: track, ordinal: 0, hasTimeline: false,
        packets: { nil })
      #expect(try PCMStream.find(for: request)?.coding == .integer(bytes: 2, isBigEndian: isBig))
    }
  }

  @Test func otherFormsOfRIFXAreNamedAndNotRead() {
    let head = Array("RIFX".utf8) + [0, 0, 0, 4] + Array("MV93".utf8)
    let error = #expect(throws: ParseError.self) { try AudioBuilder.document(head) }
    #expect(error?.code == .backend)
  }

  // MARK: Editing

  /// The form ends where the file does, every chunk where the next begins, and all sizes are
  /// big-endian.
  private func checkSizes(_ bytes: [UInt8]) throws {
    #expect(bytes.starts(with: "RIFX".utf8))
    var reader = ByteReader(ByteSlice(bytes).clamped(from: 4))
    #expect(Int(try reader.u32()) + 8 == bytes.count)
    var log = DiagnosticLog()
    let window = SourceWindow(DataSource(bytes))
    var walker = try RIFFFormat.walker(window, options: ReadOptions(), log: &log)
    while let chunk = try walker.next(log: &log) {
      #expect(!chunk.id.description.hasPrefix("FLLR"))
    }
    #expect(log.diagnostics.isEmpty && walker.position == Int64(bytes.count))
  }

  @Test(arguments: ["T", "A title, a little longer", String(repeating: "Ж", count: 3000)])
  func titleChangesEverywhereAndSizesStayBigEndian(_ text: String) throws {
    let file = try EditHarness(Self.file(.rifx))
    for shape in EditHarness.shapes {
      guard let outcome = try file.outcome(file.title(text), shape) else {
        #expect(shape.movement != .free)
        continue
      }
      #expect(EditHarness.titles(of: outcome.document) == [text, text])
      #expect(outcome.document.chapters == file.document.chapters)
      try checkSizes(outcome.bytes)
    }
  }

  @Test func everythingIsRemoved() throws {
    let file = try EditHarness(Self.file(.rifx))
    let outcome = try file.result(file.clear)
    #expect(outcome.document.items.isEmpty)
    try checkSizes(outcome.bytes)
  }

  @Test func broadcastExtensionKeepsItsOrder() throws {
    let file = try EditHarness(Self.file(.rifx))
    var items = file.document.items.filter { $0.location.container.rawValue == "bext" }
    let location = try #require(items.first?.location)
    items[0].value = "Another"
    var edit = DocumentEdit()
    edit.changes = [.replace(location, .init(items))]
    let outcome = try file.result(edit, LayoutConstraints(movement: .none))
    #expect(outcome.document.values("riff/bext%2FDescription") == ["Another"])
    let start = Int(location.offset) + 8 + 256
    #expect(outcome.bytes[start...] == file.old[start...])
  }

  @Test func entriesAreRestoredInTheFilesByteOrder() throws {
    let riff = Self.file(.riff)
    let source = try AudioBuilder.document(riff)
    let file = try EditHarness(Self.file(.rifx))
    let bare = try EditHarness(try file.result(file.clear).bytes)
    var edit = DocumentEdit()
    var seen: Set<ItemLocation> = []
    for item in source.items where seen.insert(item.location).inserted {
      let place = Int(item.location.offset)..<Int(item.location.offset + item.location.size)
      let items = source.items.filter { $0.location == item.location }
      let insertionPoint = InsertionPoint(item.location.container, [item.keySpace])
      edit.changes.append(.add(insertionPoint, .init(items, bytes: ByteSlice(Array(riff[place])))))
    }
    let outcome = try bare.result(edit)
    let (new, old) = (outcome.document.items, source.items)
    #expect(Set(new.map(\.identifier)) == Set(old.map(\.identifier)))
    for item in old {
      #expect(new.contains { $0.identifier == item.identifier && $0.value == item.value })
    }
    try checkSizes(outcome.bytes)
    let display = try #require(outcome.bytes.firstRange(of: Array("DISP".utf8))).upperBound + 4
    #expect(Array(outcome.bytes[display..<(display + 4)]) == [0, 0, 0, 1])
  }

  @Test func clipboardTextKeepsTheFilesByteOrder() throws {
    for (form, kind) in [(ChunkForm.riff, [1, 0, 0, 0]), (.rifx, [0, 0, 0, 1])] as [(_, [UInt8])] {
      let file = try EditHarness(Self.file(form))
      var item = try #require(file.document.items.first { $0.key == "DISP" })
      item.value = .data(.bytes(ByteSlice([1, 0, 0, 0] + Array("Red\0".utf8))))
      var edit = DocumentEdit()
      edit.changes = [.replace(item.location, .init([item]))]
      let outcome = try file.result(edit)
      #expect(outcome.document.items.first { $0.key == "DISP" }?.value == item.value)
      #expect(outcome.bytes.firstRange(of: kind + Array("Red\0".utf8)) != nil)
    }
  }

  // MARK: Damage

  @Test func everyPrefixIsReadOrRefused() {
    let file = Self.file(.rifx)
    for length in stride(from: 0, to: file.count, by: 7) {
      _ = try? AudioBuilder.document(Array(file[..<length]))
    }
  }

  @Test(arguments: [0, 0x80, 0xFF] as [UInt8]) func anyByteMayChange(_ byte: UInt8) throws {
    let file = Self.file(.rifx)
    let audioStart = try #require(file.indices.first { file[$0...].starts(with: "data".utf8) })
    for index in file.indices where index < audioStart + 16 || index > audioStart + 3200 {
      var damaged = file
      damaged[index] = byte
      guard let harness = try? EditHarness(damaged) else { continue }
      // Every fifth is edited, too, which costs more.
      if index % 5 == 0 { _ = try? harness.outcome(harness.clear) }
    }
  }
}
