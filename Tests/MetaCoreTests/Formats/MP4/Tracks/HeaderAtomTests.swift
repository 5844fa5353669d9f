import TestSupport
import Testing

@testable import MetaCore

@Suite struct HeaderAtomTests {
  private let matrix = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000)

  @Test func movieHeaderOfThirtyTwoBits() throws {
    let atom = try roundTrip(
      words(0, 3_792_830_400, 3_792_830_401, 600, 1200) + bytes("00010000 0100")
        + Array(repeating: 0, count: 10) + matrix + Array(repeating: 0, count: 24) + words(3),
      parse: MovieHeaderAtom.parse
    ) { $0.encode(into: &$1) }
    #expect(atom.timescale == 600)
    #expect(atom.knownDuration == 1200)
    #expect(atom.created == 3_792_830_400)
    #expect(atom.nextTrackID == 3)
  }

  @Test func movieHeaderOfSixtyFourBits() throws {
    let atom = try roundTrip(
      words(0x0100_0000, 0, 1, 0, 2, 1000, 1, 0) + bytes("00010000 0100")
        + Array(repeating: 7, count: 10) + matrix + Array(repeating: 9, count: 24) + words(3),
      parse: MovieHeaderAtom.parse
    ) { $0.encode(into: &$1) }
    #expect(atom.knownDuration == 0x1_0000_0000)
  }

  @Test(arguments: [UInt8(0), 1]) func allOnesMeanUnknownDuration(version: UInt8) {
    var atom = MediaHeaderAtom(timescale: 600, duration: version == 1 ? .max : 0xFFFF_FFFF)
    atom.header.version = version
    #expect(atom.knownDuration == nil)
  }

  @Test func trackHeader() throws {
    let atom = try roundTrip(
      words(0x0000_0007, 1, 2, 5, 0, 600, 0, 0) + bytes("0001 0002 0100 0000") + matrix
        + words(0x0140_0000, 0x00F0_8000),
      parse: TrackHeaderAtom.parse
    ) { $0.encode(into: &$1) }
    #expect(atom.isEnabled)
    #expect(atom.trackID == 5)
    #expect(atom.alternateGroup == 2)
    #expect(atom.height == 0x00F0_8000)
  }

  @Test func mediaHeader() throws {
    let atom = try roundTrip(
      words(0, 1, 2, 44100, 88200) + bytes("15C7 0000"), parse: MediaHeaderAtom.parse
    ) { $0.encode(into: &$1) }
    #expect(atom.timescale == 44100)
    #expect(atom.language == 0x15C7)
  }

  @Test func extendedLanguage() throws {
    let atom = try roundTrip(
      words(0) + Array("de-CH".utf8) + [0], parse: ExtendedLanguageAtom.parse
    ) { $0.encode(into: &$1) }
    #expect(atom.language == "de-CH")
  }

  @Test func extendedLanguageWithoutItsZero() throws {
    let atom = try roundTrip(
      words(0) + Array("fr".utf8), parse: ExtendedLanguageAtom.parse
    ) { $0.encode(into: &$1) }
    #expect(atom.language == "fr")
  }

  @Test func handlerNameIsCountedInQuickTime() throws {
    let atom = try roundTrip(
      words(0) + Array("mhlrsoun".utf8) + words(0, 0, 0) + [5] + Array("Sound".utf8),
      parse: MediaHandlerAtom.parse
    ) { $0.encode(into: &$1) }
    #expect(atom.handler == .soun)
    #expect(atom.name == "Sound")
  }

  @Test func handlerNameEndsWithZeroInMP4() throws {
    let atom = try roundTrip(
      words(0, 0) + Array("vide".utf8) + words(0, 0, 0) + Array("Video\0".utf8),
      parse: MediaHandlerAtom.parse
    ) { $0.encode(into: &$1) }
    #expect(atom.name == "Video")
  }

  @Test func editList() throws {
    let atom = try roundTrip(
      words(0, 2, 600, 0xFFFF_FFFF, 0x10000, 1200, 1024, 0x10000), parse: EditListAtom.parse
    ) { $0.encode(into: &$1) }
    #expect(atom.entries.map(\.mediaTime) == [-1, 1024])
  }

  @Test func wideEditList() throws {
    let atom = try roundTrip(
      words(0x0100_0000, 1, 1, 0, 0xFFFF_FFFF, 0xFFFF_FFFF, 0x8000), parse: EditListAtom.parse
    ) { $0.encode(into: &$1) }
    #expect(atom.entries == [EditListAtom.Entry(duration: 1 << 32, mediaTime: -1, rate: 0x8000)])
  }

  @Test func editListWithExcessiveCount() throws {
    let atom = try EditListAtom.parse(ByteSlice(words(0, 0xFFFF_FFFF, 600, 0, 0x10000)))
    #expect(atom.entries.count == 1)
  }

  @Test func trackReference() throws {
    let atom = try roundTrip(words(2, 3), parse: TrackReferenceAtom.parse) {
      $0.encode(into: &$1)
    }
    #expect(atom.trackIDs == [2, 3])
  }

  @Test(
    arguments: [
      ([1, 0, 0, 1], 0, false), ([0, 1, -1, 0], 90, false), ([-1, 0, 0, -1], 180, false),
      ([0, -1, 1, 0], 270, false), ([-1, 0, 0, 1], 0, true), ([0, 1, 1, 0], 90, true),
      ([1, 0, 0, -1], 180, true), ([2, 0, 0, 3], 0, false), ([1, 1, -1, 1], nil, false),
    ] as [([Int32], Int?, Bool)])
  func matrixAsTurns(numbers: [Int32], rotation: Int?, isMirrored: Bool) {
    var matrix = TransformationMatrix.identity
    matrix.a = numbers[0] << 16
    matrix.b = numbers[1] << 16
    matrix.c = numbers[2] << 16
    matrix.d = numbers[3] << 16
    #expect(matrix.rotation == rotation)
    #expect(matrix.isMirrored == isMirrored)
  }
}
