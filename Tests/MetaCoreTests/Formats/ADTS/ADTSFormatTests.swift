import Testing

@testable import MetaCore

@Suite struct ADTSFormatTests {
  @Test func shortStreamIsCounted() throws {
    let document = try AudioBuilder.document(AudioBuilder.adts(frames: 43))
    #expect(document.container.kind == "aac")
    #expect(document.fileType == "public.aac-audio")
    #expect(document.duration == MediaTime(value: 43 * 1024, timescale: 44100))
    #expect(!document.isDurationEstimated)
    let track = try #require(document.tracks.first)
    #expect(track.codecString == "mp4a.40.2")
    #expect(track.audio?.channels == 2)
    #expect(track.sampleCount == 43)
  }

  @Test func longStreamIsEstimated() throws {
    let document = try AudioBuilder.document(AudioBuilder.adts(frames: 10_000))
    let seconds = try #require(document.duration?.seconds)
    #expect(abs(seconds - 10_240_000 / 44100.0) < 1)
    #expect(document.isDurationEstimated)
    #expect(document.tracks.first?.sampleCount == nil)
  }

  @Test func exactDurationCountsAllFrames() throws {
    var options = ReadOptions()
    options.exactDuration = true
    let stream =
      AudioBuilder.adts(frames: 300) + AudioBuilder.zeros(777) + AudioBuilder.adts(frames: 10)
    let document = try AudioBuilder.document(stream, options)
    #expect(document.duration?.value == 317_440)
  }

  /// A frame may start at any offset after junk, including the end of a search of one reach.
  @Test(arguments: [16375...16390, 65520...65545].joined())
  func framesAfterLongJunkAreCounted(gap: Int) throws {
    var options = ReadOptions()
    options.exactDuration = true
    let stream =
      AudioBuilder.adts(frames: 10) + AudioBuilder.zeros(gap) + AudioBuilder.adts(frames: 10)
    #expect(try AudioBuilder.document(stream, options).duration?.value == 20 * 1024)
  }

  @Test func tagsSurroundTheAudio() throws {
    let bytes =
      AudioBuilder.id3(title: "One") + AudioBuilder.adts(frames: 10)
      + AudioBuilder.id3v1(title: "Old")
    let document = try AudioBuilder.document(bytes)
    #expect(document.container.kind == "aac")
    #expect(document.values("id3/TIT2") == ["One"])
    #expect(document.values("id3v1/title") == ["Old"])
    #expect(document.duration?.value == 10240)
  }

  @Test func adifStatesItsRate() throws {
    // No copyright id, original, home, variable; 128000 b/s; one element of two front channels at
    // 44100 Hz.
    var bits = "0" + "00" + "1" + binary(128_000, 23) + "0000"
    bits += "0000" + "01" + "0100" + "0001" + "0000" + "0000" + "00" + "000" + "0000"
    bits += "000" + "1" + "0000"
    var bytes = ADIFHeader.magic
    while !bits.isEmpty {
      let byte = String(bits.prefix(8))
      bytes.append(UInt8(byte + String(repeating: "0", count: 8 - byte.count), radix: 2) ?? 0)
      bits = String(bits.dropFirst(8))
    }
    bytes += AudioBuilder.zeros(16000 - bytes.count)
    let document = try AudioBuilder.document(bytes)
    #expect(document.duration?.seconds == 1)
    #expect(document.tracks.first?.audio?.channels == 2)
    #expect(document.tracks.first?.bitRate == 128_000)
  }

  private func binary(_ value: Int, _ width: Int) -> String {
    let digits = String(value, radix: 2)
    return String(repeating: "0", count: width - digits.count) + digits
  }
}
