import TestSupport
import Testing

@testable import MetaCore

@Suite("Sample descriptions in both forms")
struct DescriptionFormTests {
  private func atom(_ type: String, _ body: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.atom(FourCC(rawValue: type.utf8.reduce(0) { $0 << 8 | UInt32($1) })) { $0.append(body) }
    return writer.bytes
  }

  private func table(_ format: FourCC, _ description: AudioSampleDescription)
    -> SampleDescriptionAtom
  {
    var writer = ByteWriter()
    description.encode(into: &writer)
    return SampleDescriptionAtom([.init(format: format, fields: ByteSlice(writer.bytes))])
  }

  private func sound(_ table: SampleDescriptionAtom) throws -> (FourCC, AudioSampleDescription) {
    let entry = try #require(table.entries.first)
    return (entry.format, try AudioSampleDescription.parse(entry.fields))
  }

  private func types(_ extensions: ByteSlice) -> [String] {
    var (list, types): (SliceAtoms, [String]) = (SliceAtoms(extensions), [])
    while let atom = list.next() { types.append(atom.type.description) }
    return types
  }

  @Test("AAC is moved into `wave` and out again")
  func aac() throws {
    var old = AudioSampleDescription(channels: 2, bits: 16, rate: 44100 << 16)
    old.extensions = ByteSlice(atom("esds", [0, 0, 0, 0, 3, 0]) + atom("btrt", [1]))
    let form = DescriptionForm(isQuickTime: true, handler: .soun)
    let (format, movie) = try sound(try form.converted(table(.mp4a, old)))
    #expect(format == .mp4a)
    #expect(movie.version == 1)
    #expect(movie.packets?.samplesPerPacket == 1024)
    #expect(types(movie.extensions) == ["wave", "btrt"])
    var inside = SliceAtoms(movie.extensions)
    let wave = inside.next()
    #expect(types(wave?.payload ?? .empty).prefix(3) == ["frma", "mp4a", "esds"])
    let back = DescriptionForm(isQuickTime: false, handler: .soun)
    let (_, again) = try sound(try back.converted(table(.mp4a, movie)))
    #expect(again == old)
  }

  @Test(
    "Uncompressed audio keeps its parameters",
    arguments: [
      (FourCC("t", "w", "o", "s"), UInt16(16), "ipcm", UInt8(0)),
      (FourCC("s", "o", "w", "t"), 16, "ipcm", 1), (FourCC("i", "n", "2", "4"), 16, "ipcm", 0),
      (FourCC("f", "l", "3", "2"), 16, "fpcm", 0),
    ])
  func plain(format: FourCC, bits: UInt16, name: String, flags: UInt8) throws {
    let old = AudioSampleDescription(channels: 2, bits: bits, rate: 48000 << 16)
    let form = DescriptionForm(isQuickTime: false, handler: .soun)
    let (new, description) = try sound(try form.converted(table(format, old)))
    #expect(new.description == name)
    var list = SliceAtoms(description.extensions)
    let first = list.next()
    #expect(first?.payload[4] == flags)
    let plain = try #require(LinearPCMFormat(mp4: new, description))
    #expect(plain == LinearPCMFormat(quickTime: format, old))
    let (_, movie) = plain.quickTime
    #expect(LinearPCMFormat(quickTime: FourCC("l", "p", "c", "m"), movie) == plain)
  }

  @Test("A rate of 65,536 Hz or more is stored in `srat`", arguments: [96000.0, 192_000])
  func highRates(rate: Double) throws {
    var old = AudioSampleDescription(channels: 3, bits: 16, rate: 0x10000)
    old.version = 2
    old.linear = .init(
      rate: rate, channels: 2, bits: 24, flags: 4, bytesPerPacket: 6, framesPerPacket: 1)
    let form = DescriptionForm(isQuickTime: false, handler: .soun)
    let new = try form.converted(table(FourCC("l", "p", "c", "m"), old))
    #expect(new.header.version == 1)
    let fields = try #require(new.entries.first?.fields)
    let audio = try AudioSampleDescription.parse(fields, tableVersion: 1)
    #expect(audio.version == 1)
    #expect(types(audio.extensions).first == "srat")
    var log = DiagnosticLog()
    #expect(SampleFormat.read(new, handler: .soun, log: &log)?.audio?.sampleRate == rate)
    #expect(try form.converted(new) == new)
    let back = try DescriptionForm(isQuickTime: true, handler: .soun).converted(new)
    #expect(back.header.version == 0)
    #expect(try sound(back).1.linear?.rate == rate)
  }

  @Test("Formats that MP4 does not support are refused by name")
  func unknown() {
    let form = DescriptionForm(isQuickTime: false, handler: .soun)
    let old = AudioSampleDescription(channels: 1, bits: 8, rate: 8000 << 16)
    #expect(throws: ParseError.self) {
      try form.converted(table(FourCC("Q", "D", "M", "2"), old))
    }
    #expect(throws: ParseError.self) {
      try form.converted(table(FourCC("r", "a", "w", " "), old))
    }
  }

  @Test("Colour information changes its form, unless the range would be lost")
  func colours() throws {
    func converted(_ color: [UInt8], toQuickTime: Bool) throws -> [UInt8] {
      var picture = VisualDescription(width: 16, height: 16)
      // Four zeros may end the list in QuickTime.
      picture.extensions = ByteSlice(atom("colr", color) + [0, 0, 0, 0])
      var writer = ByteWriter()
      picture.encode(into: &writer)
      let table = SampleDescriptionAtom([
        .init(format: FourCC("a", "v", "c", "1"), fields: ByteSlice(writer.bytes))
      ])
      let form = DescriptionForm(isQuickTime: toQuickTime, handler: .vide)
      let entry = try #require(try form.converted(table).entries.first)
      return Array(try VisualDescription.parse(entry.fields).extensions.bytes)
    }
    let numbers: [UInt8] = [0, 1, 0, 1, 0, 1]
    let (nclc, nclx) = (Array("nclc".utf8) + numbers, Array("nclx".utf8) + numbers)
    #expect(try converted(nclc, toQuickTime: false) == atom("colr", nclx + [0]))
    #expect(try converted(nclx + [0], toQuickTime: true) == atom("colr", nclc))
    #expect(try converted(nclx + [0x80], toQuickTime: true) == atom("colr", nclx + [0x80]))
  }
}
