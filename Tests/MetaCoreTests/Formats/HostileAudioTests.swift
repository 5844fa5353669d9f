import Testing

@testable import MetaCore

/// Damaged audio files give a document or an error, quickly.
@Suite struct HostileAudioTests {
  private static var files: [[UInt8]] {
    let ape = APETag.encode([
      APEItem(key: "Title", flags: 0, value: .bytes(ByteSlice(Array("Ape".utf8))))
    ])
    let info = InfoChunk.encode([InfoChunk(id: FourCC("I", "N", "A", "M"), text: "Blue")])
    let comm = AudioBuilder.aiff(
      "COMM", [0, 2, 0, 0, 3, 32, 0, 16, 64, 11, 250] + AudioBuilder.zeros(7))
    let mark = AudioBuilder.aiff("MARK", [0, 1, 0, 1, 0, 0, 0, 1, 3, 65, 66, 67])
    return [
      AudioBuilder.id3(title: "A") + AudioBuilder.xing(frames: 5, bytes: 5)
        + AudioBuilder.mp3(frames: 2) + ape + AudioBuilder.id3v1(title: "B"),
      AudioBuilder.adts(frames: 3, size: 50),
      AudioBuilder.wav(dataSize: 64, info + AudioBuilder.riff("bext", AudioBuilder.zeros(610))),
      AudioBuilder.aiff("FORM", Array("AIFF".utf8) + comm + mark),
    ]
  }

  private func read(_ bytes: [UInt8]) {
    _ = try? Inspector.inspect(DataSource(bytes))
    _ = try? Inspector.structure(of: DataSource(bytes))
  }

  @Test(arguments: files) func everyPrefixIsReadOrRefused(file: [UInt8]) {
    for length in 0..<file.count { read(Array(file[..<length])) }
  }

  @Test(arguments: files) func anyByteMayBeAllOnes(file: [UInt8]) {
    for index in file.indices {
      var damaged = file
      damaged[index] = 0xFF
      read(damaged)
    }
  }

  /// The cost for bytes that look like frames everywhere is linear.
  @Test(arguments: [
    [0xFF, 0xFB, 0x90, 0x64], [0xFF, 0xFB, 0x00, 0x64], [0xFF, 0xF1, 0x50, 0x80],
  ])
  func falseFramesAreBounded(pattern: [UInt8]) {
    let bytes = (0..<40_000).flatMap { _ in pattern }
    let clock = ContinuousClock()
    var options = ReadOptions()
    options.exactDuration = true
    let time = clock.measure { _ = try? Inspector.inspect(DataSource(bytes), options: options) }
    #expect(time < .seconds(20))
  }

  @Test func manyTagsAreLinear() {
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0]
    let bytes = (0..<20_000).flatMap { _ in tag }
    let time = ContinuousClock().measure { read(bytes) }
    #expect(time < .seconds(20))
  }

  @Test func manyChunksAreLinear() throws {
    let chunk = AudioBuilder.riff("LIST", Array("INFO".utf8) + AudioBuilder.riff("INAM", [65, 0]))
    let bytes = AudioBuilder.wav(dataSize: 0, (0..<50_000).flatMap { _ in chunk })
    #expect(try AudioBuilder.document(bytes).items.count == 50_000)
  }
}
