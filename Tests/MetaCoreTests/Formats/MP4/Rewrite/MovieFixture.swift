import TestSupport

@testable import MetaCore

/// Makes small movies of any structure, whose samples all differ.
struct MovieFixture {
  /// A piece of the top level.
  enum Part {
    case raw([UInt8])
    case moov
    /// Chunks of all tracks, in an atom with a 32-bit size, a 64-bit one, or none.
    case mdat(Form)
    case free(Int)
    /// A fragment and its media.
    case fragment
    /// The index of the fragments after it.
    case sidx
    case mfra
    /// A `meta` atom with two items in the first `mdat`.
    case items
  }

  enum Form { case short, long, toEnd }

  /// How a fragment locates its media.
  enum Base { case explicit, zero, fragment, implicit }

  var parts: [Part] = [.raw(atom("ftyp", Array("isom".utf8), [0, 0, 2, 0])), .moov, .mdat(.short)]
  var brand = "isom"
  var usesWideTables = false
  /// The bytes in `moov` after the tracks.
  var movieEnd: [UInt8] = []
  var movieStart: [UInt8] = []
  var base = Base.fragment
  var hasAuxiliary = false
  /// The flags of the only data reference.
  var referenceFlags: UInt8 = 1
  var chunksPerMedia = 3
  /// The bytes in a sample description after its fixed part.
  var descriptionEnd: [UInt8] = []
  /// The names of the handlers of media.
  var handlerName: [UInt8] = [0]

  private static let trackCount = 2
  private static let samplesPerChunk = 2

  /// Offsets of one pass, which the next one writes.
  private struct Places {
    var chunks: [[UInt64]] = [[], []]
    var moofs: [UInt64] = []
    var pieces: [UInt32] = []
    var sidxEnd: UInt64 = 0
    var firstMedia: UInt64 = 0
  }

  /// The file.
  func bytes() -> [UInt8] {
    var places = Places()
    var file: [UInt8] = []
    // Sizes do not depend on offsets, so the third pass has all of them right.
    for _ in 0..<3 { (file, places) = pass(places) }
    return file
  }

  private func pass(_ old: Places) -> ([UInt8], Places) {
    var random = SeededGenerator(seed: 7)
    var file: [UInt8] = []
    var places = Places()
    for part in parts {
      switch part {
      case .raw(let bytes): file += bytes
      case .free(let size): file += atom("free", [UInt8](repeating: 0, count: size - 8))
      case .moov: file += movie(old)
      case .mdat(let form):
        if places.firstMedia == 0 { places.firstMedia = UInt64(file.count) }
        appendMedia(form, to: &file, &places, &random)
      case .fragment: appendFragment(to: &file, &places, &random)
      case .sidx:
        file += index(old)
        places.sidxEnd = UInt64(file.count)
      case .mfra: file += randomAccess(old)
      case .items: file += itemMeta(old)
      }
    }
    return (file, places)
  }

  // MARK: Movie

  private var isFragmented: Bool {
    parts.contains { if case .fragment = $0 { true } else { false } }
  }

  private func movie(_ places: Places) -> [UInt8] {
    let header = fullAtom(
      "mvhd", words([0, 0, 1000, 1000]), [UInt8](repeating: 0, count: 80))
    var body = movieStart + header
    for track in 0..<MovieFixture.trackCount { body += trak(track, places) }
    if isFragmented {
      body += atom(
        "mvex",
        (1...MovieFixture.trackCount).flatMap {
          fullAtom("trex", words([UInt32($0), 1, 10, 0, 0]))
        })
    }
    return atom("moov", body, movieEnd)
  }

  private func trak(_ track: Int, _ places: Places) -> [UInt8] {
    let chunks = places.chunks[track]
    let samples = chunks.count * MovieFixture.samplesPerChunk
    let description = atom(
      "mp4a", [UInt8](repeating: 0, count: 6), [0, 1], [UInt8](repeating: 0, count: 20),
      descriptionEnd)
    var table = ChunkOffsetAtom(offsets: chunks, isWide: usesWideTables)
    table.header = FullAtomHeader()
    var chunkBytes = ByteWriter()
    table.encode(into: &chunkBytes)
    let stbl = atom(
      "stbl", fullAtom("stsd", words([1]), description),
      fullAtom("stts", words([1, UInt32(samples), 10])),
      fullAtom("stsc", words([1, 1, UInt32(MovieFixture.samplesPerChunk), 1])),
      fullAtom(
        "stsz", words([0, UInt32(samples)] + (0..<samples).map { size(track, $0) })),
      atom(usesWideTables ? "co64" : "stco", chunkBytes.bytes))
    let dref = fullAtom(
      "dref", words([1]), atom("url ", [0, 0, 0, referenceFlags], [0x66, 0]))
    let minf = atom("minf", fullAtom("smhd", [0, 0, 0, 0]), atom("dinf", dref), stbl)
    let hdlr = fullAtom(
      "hdlr", words([0]), Array("soun".utf8), [UInt8](repeating: 0, count: 12), handlerName)
    let mdia = atom(
      "mdia", fullAtom("mdhd", words([0, 0, 1000, 1000, 0x55C4_0000])), hdlr, minf)
    let tkhd = atom(
      "tkhd", [0, 0, 0, 7], words([0, 0, UInt32(track + 1), 0, 1000]),
      [UInt8](repeating: 0, count: 60))
    return atom("trak", tkhd, mdia)
  }

  private func size(_ track: Int, _ sample: Int) -> UInt32 { UInt32(5 + track * 3 + sample % 7) }

  private func appendMedia(
    _ form: Form, to file: inout [UInt8], _ places: inout Places,
    _ random: inout SeededGenerator
  ) {
    let start = file.count
    let headerSize = form == .long ? 16 : 8
    file += [UInt8](repeating: 0, count: headerSize)
    for _ in 0..<chunksPerMedia {
      for track in 0..<MovieFixture.trackCount {
        let first = places.chunks[track].count * MovieFixture.samplesPerChunk
        places.chunks[track].append(UInt64(file.count))
        for sample in first..<(first + MovieFixture.samplesPerChunk) {
          for _ in 0..<size(track, sample) {
            file.append(UInt8.random(in: 0...255, using: &random))
          }
        }
      }
    }
    var header = ByteWriter()
    header.u32(form == .toEnd ? 0 : form == .long ? 1 : UInt32(file.count - start))
    header.fourCC(.mdat)
    if form == .long { header.u64(UInt64(file.count - start)) }
    file.replaceSubrange(start..<(start + headerSize), with: header.bytes)
  }

  // MARK: Fragments

  private func appendFragment(
    to file: inout [UInt8], _ places: inout Places, _ random: inout SeededGenerator
  ) {
    let start = UInt64(file.count)
    let number = places.moofs.count
    places.moofs.append(start)
    // The size of the fragment does not depend on the numbers in it.
    let size = fragment(number, start: start, size: 0).count
    file += fragment(number, start: start, size: size)
    let media = (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
    file += atom("mdat", media)
    places.pieces.append(UInt32(UInt64(file.count) - start))
  }

  private func fragment(_ number: Int, start: UInt64, size: Int) -> [UInt8] {
    var trafs: [UInt8] = []
    for track in 0..<MovieFixture.trackCount {
      var header = TrackFragmentHeaderAtom(trackID: UInt32(track + 1))
      header.duration = 10
      header.size = 5
      var offset = Int32(size + 8 + track * 20)
      switch base {
      case .explicit: header.baseDataOffset = start
      case .zero:
        header.baseDataOffset = 0
        offset += Int32(start)
      case .fragment: header.otherFlags = 0x20000
      case .implicit: break
      }
      var tfhd = ByteWriter()
      header.encode(into: &tfhd)
      let isFollowing = base == .implicit && track > 0
      let run =
        isFollowing
        ? atom("trun", [0, 0, 0, 0], words([4]))
        : atom("trun", [0, 0, 0, 1], words([4, UInt32(bitPattern: offset)]))
      let saio =
        hasAuxiliary ? fullAtom("saio", words([1, UInt32(bitPattern: offset)])) : []
      trafs += atom("traf", atom("tfhd", tfhd.bytes), run, saio)
    }
    return atom("moof", fullAtom("mfhd", words([UInt32(number + 1)])), trafs)
  }

  private func index(_ places: Places) -> [UInt8] {
    var index = SegmentIndexAtom(trackID: 1, timescale: 1000)
    index.firstOffset = (places.moofs.first ?? 0) &- places.sidxEnd
    index.entries = places.pieces.map { .init(size: $0, duration: 40) }
    var writer = ByteWriter()
    writer.atom(.sidx) { index.encode(into: &$0) }
    return writer.bytes
  }

  private func randomAccess(_ places: Places) -> [UInt8] {
    var table = FragmentRandomAccessAtom(trackID: 1)
    table.entries = places.moofs.enumerated().map { .init(time: UInt64($0 * 40), offset: $1) }
    var writer = ByteWriter()
    writer.atom(.tfra) { table.encode(into: &$0) }
    let size = UInt32(writer.count + 24)
    return atom("mfra", writer.bytes, fullAtom("mfro", words([size])))
  }

  private func itemMeta(_ places: Places) -> [UInt8] {
    fullAtom(
      "meta", fullAtom("hdlr", words([0]), Array("pict".utf8), [UInt8](repeating: 0, count: 13)),
      fullAtom("iloc", ItemTable.bytes(first: UInt32(places.firstMedia) + 8)))
  }
}

/// The payload of an `iloc` of version 0 after its version: two items of ten bytes in the first
/// media.
private enum ItemTable {
  static func bytes(first: UInt32) -> [UInt8] {
    var writer = ByteWriter()
    writer.u16(0x4440)
    writer.u16(2)
    for (number, place) in [(base: first, offset: UInt32(4)), (0, first + 20)].enumerated() {
      writer.u16(UInt16(number + 1))
      writer.u16(0)
      writer.u32(place.0)
      writer.u16(1)
      writer.u32(place.1)
      writer.u32(10)
    }
    return writer.bytes
  }
}

/// Numbers of 32 bits, big-endian.
func words(_ numbers: [UInt32]) -> [UInt8] {
  var writer = ByteWriter()
  for number in numbers { writer.u32(number) }
  return writer.bytes
}
