import TestSupport
import Testing

@testable import MetaCore

@Suite("Format descriptions")
struct FormatDescriptionTests {
  private func description(of sample: String) throws -> FormatDescription {
    let tracks = try Inspector.inspect(DataSource(try Repository.bytes(of: sample))).tracks
    return try #require(tracks.lazy.compactMap(FormatDescription.init).first)
  }

  @Test func audioHasItsConfiguration() throws {
    let aac = try description(of: "plain.m4a")
    #expect(aac.mediaSubType == FourCC("aac "))
    #expect(aac.extensionAtoms.map(\.type.description).contains("esds"))
    let configuration = try #require(aac.codecConfiguration)
    // Object type 2 in the first five bits.
    #expect(configuration.bytes.first.map { $0 >> 3 } == 2)
    #expect(aac == (try description(of: "plain.m4a")))
    #expect(aac.presentationDimensions() == nil)
    let flac = try description(of: "plain.flac")
    #expect(flac.codecConfiguration?.count == 34)
    #expect(flac.extensionAtoms == [])
    #expect(try description(of: "plain.mp3").mediaSubType == FourCC(".mp3"))
    #expect(try description(of: "plain.wav").mediaSubType == FourCC("lpcm"))
    #expect(try description(of: "plain.wav").codecConfiguration == nil)
  }

  @Test func dimensionsFollowApertureAndPixels() throws {
    var track = TrackDescription(id: 1, mediaType: .video)
    track.codec = "avc1"
    var video = VideoDescription(width: 720, height: 576)
    video.pixelAspect = [16, 11]
    video.cleanAperture = [702, 574, 0, 0]
    track.video = video
    let format = try #require(FormatDescription(track))
    #expect(format.mediaSubType == FourCC("avc1"))
    func size(_ aspect: Bool, _ aperture: Bool) -> [Double] {
      let size = format.presentationDimensions(
        usePixelAspectRatio: aspect, useCleanAperture: aperture)
      return size.map { [($0.width * 100).rounded() / 100, $0.height] } ?? []
    }
    #expect(size(false, false) == [720, 576])
    #expect(size(false, true) == [702, 574])
    #expect(size(true, false) == [1047.27, 576])
    #expect(size(true, true) == [1021.09, 574])
    track.video?.pixelAspect = [0, 11]
    track.video?.cleanAperture = [-1, .nan]
    #expect(
      FormatDescription(track)?.presentationDimensions().map { [$0.width, $0.height] } == [
        720, 576,
      ])
    track.codec = nil
    #expect(FormatDescription(track) == nil)
  }

  private static let namedLayouts: [(extensions: [UInt8], name: String?)] = [
    // kAudioChannelLayoutTag_MPEG_5_1_A, the bitmap of a quad, and a tag that has no name here.
    (atom("chan", [0, 0, 0, 0, 0, 121, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0]), "5.1"),
    (atom("chan", [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0x33, 0, 0, 0, 0]), "quad"),
    (atom("chan", [0, 0, 0, 0, 0, 200, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0]), nil),
    (atom("chan", [0, 0]), nil),
    (atom("wave", atom("chan", [0, 0, 0, 0, 0, 113, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0])), "3.0"),
    (atom("chnl", [0, 0, 0, 0, 1, 6]), "5.1"), (atom("chnl", [0, 0, 0, 0, 2]), nil),
    // A position for each channel, and labels with surrounds at the sides and at the rear.
    (atom("chnl", [0, 0, 0, 0, 1, 0, 0, 1, 2, 3, 4, 5]), "5.1(side)"),
    (atom("chan", labels([1, 2, 3, 4, 5, 6, 33, 34])), "7.1"),
    (atom("chan", labels([1, 2, 5, 6])), "quad"), (atom("chan", labels([1, 2, 99])), nil),
    // AC-3 with all channels, Enhanced AC-3 with L R S, and with a dependent stream of Lrs and Rrs.
    (atom("dac3", bytes("10 3D E0")), "5.1(side)"),
    (atom("dec3", [0x0C, 0, 0x20, 0x08, 0]), "3.0(back)"),
    (atom("dec3", [0x0C, 0, 0x20, 0x0F, 0x02, 0x02]), "7.1"), (atom("dac3", []), nil),
    // Version 1 of `chnl`: a layout, and four positions with something after them.
    (atom("chnl", [1, 0, 0, 0, 0x10, 8, 12, 0]), "7.1"),
    (atom("chnl", [1, 0, 0, 0, 0x10, 4, 0, 4, 0, 1, 2, 10, 99]), "4.0"),
    // Layouts without omitted channels, and with one.
    (atom("chnl", [0, 0, 0, 0, 1, 6, 0, 0, 0, 0, 0, 0, 0, 0]), "5.1"),
    (atom("chnl", [0, 0, 0, 0, 1, 6, 0, 0, 0, 0, 0, 0, 0, 32]), nil),
    (atom("chnl", [1, 0, 0, 0, 0x10, 7, 12, 1, 0, 0, 0, 0, 0, 0, 0, 1]), nil),
    (atom("chnl", [1, 0, 0, 0, 0x10, 4, 0, 9, 0]), nil), (atom("chnl", [2, 0, 0, 0, 0x10]), nil),
    // TrueHD and DTS-HD with eight channels, DTS with a wide pair that has no bit, TrueHD with six.
    (atom("dmlp", bytes("0017804F 186A 00000000")), "7.1"),
    (atom("dmlp", bytes("00078000 0000 00000000")), "5.1(side)"),
    (atom("ddts", bytes("0000BB80 00000000 00000000 18 01234567 004F 00")), "7.1"),
    (atom("ddts", bytes("0000BB80 00000000 00000000 18 01234567 0403 00")), nil),
  ]

  private static func labels(_ labels: [UInt8]) -> [UInt8] {
    let head: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(labels.count)]
    return head + labels.flatMap { [0, 0, 0, $0] + [UInt8](repeating: 0, count: 16) }
  }

  @Test(arguments: [
    ("flac", 4, "quad"), ("opus", 7, "6.1"), ("vorbis", 8, "7.1"), ("alac", 4, "4.0"),
    ("alac", 8, "7.1(wide)"), ("aac", 8, "7.1(wide)"), ("aac", 6, "5.1"), ("mp3", 1, "mono"),
    ("pcm", 6, nil), ("flac", 9, nil),
  ])
  func codecsWithFixedSpeakers(codec: String, channels: Int, name: String?) {
    var track = TrackDescription(id: 1, mediaType: .audio)
    (track.codec, track.audio) = (codec, AudioDescription())
    track.audio?.channels = channels
    #expect(track.channelLayout == name)
  }

  @Test(arguments: namedLayouts)
  func layouts(extensions: [UInt8], name: String?) {
    var track = TrackDescription(id: 1, mediaType: .audio)
    track.codec = "lpcm"
    var audio = AudioDescription()
    audio.channels = 6
    track.audio = audio
    track.formatExtensions = ByteSlice(extensions)
    #expect(FormatDescription(track)?.channelLayout == name)
    track.formatExtensions = .empty
    #expect(FormatDescription(track)?.channelLayout == nil)
    track.speakers = 0x60F
    #expect(FormatDescription(track)?.channelLayout == "5.1(side)")
    track.speakers = nil
    track.audio?.channels = 2
    #expect(FormatDescription(track)?.channelLayout == "stereo")
  }
}
