@testable import MetaCore

/// A movie with one track of old QuickTime audio at 44.1 kHz with two channels: in its tables, each
/// audio frame is a sample of one byte, and only the description has the actual size.
struct OldAudioMovie {
  var format = "twos"
  /// The fields of a description of version 1; nil for version 0.
  var packets: AudioSampleDescription.Packets?
  /// The number of audio frames and of bytes in a packet of all channels.
  var packet = (samples: 1, bytes: 4)
  /// The number of audio frames in each chunk.
  var chunks = [20, 20, 7]
  /// The type of the atom that contains the media.
  var container = "mdat"

  /// Audio of IMA 4:1 with packets of 64 frames.
  static let compressed: OldAudioMovie = {
    var movie = OldAudioMovie(format: "ima4", chunks: [640, 640, 128])
    movie.packets = .init(
      samplesPerPacket: 64, bytesPerPacket: 34, bytesPerFrame: 68, bytesPerSample: 2)
    movie.packet = (64, 68)
    return movie
  }()

  private static let type = atom("ftyp", Array("qt  ".utf8), words(0))

  /// The number of audio frames.
  var count: Int { chunks.reduce(0, +) }

  /// The media, in which the packets differ.
  var media: [UInt8] {
    let size: Int = count / packet.samples * packet.bytes
    return (0..<size).map { (index: Int) -> UInt8 in
      let number = index / 4 * 7 + index
      return UInt8(number % 251 + 1)
    }
  }

  /// The range of the media in the file.
  var range: Range<Int> {
    let start = OldAudioMovie.type.count + 8
    return start..<(start + media.count)
  }

  var bytes: [UInt8] {
    let zeros = [UInt8](repeating: 0, count: 60)
    let movie = payload {
      MovieHeaderAtom(timescale: 44100, duration: UInt64(count)).encode(into: &$0)
    }
    let header = words(7, 0, 0, 1, 0, UInt32(count)) + zeros
    let media = payload {
      MediaHeaderAtom(timescale: 44100, duration: UInt64(count)).encode(into: &$0)
    }
    let kind = payload { MediaHandlerAtom(handler: .soun).encode(into: &$0) }
    let information = atom("minf", fullAtom("smhd", words(0)), atom("dinf", references), tables)
    let track = atom(
      "trak", atom("tkhd", header),
      atom("mdia", atom("mdhd", media), atom("hdlr", kind), information))
    return OldAudioMovie.type + atom(container, self.media)
      + atom("moov", atom("mvhd", movie), track)
  }

  private var references: [UInt8] {
    fullAtom("dref", words(1), atom("url ", [0, 0, 0, 1]))
  }

  private var tables: [UInt8] {
    var audio = AudioSampleDescription(channels: 2, bits: 16, rate: 44100 << 16)
    audio.packets = packets
    audio.version = packets == nil ? 0 : 1
    let description = payload { audio.encode(into: &$0) }
    var offsets: [UInt32] = []
    var offset = range.lowerBound
    for count in chunks {
      offsets.append(UInt32(offset))
      offset += count / packet.samples * packet.bytes
    }
    var runs = [UInt32(chunks.count)]
    for (index, count) in chunks.enumerated() { runs += [UInt32(index + 1), UInt32(count), 1] }
    return atom(
      "stbl",
      fullAtom("stsd", words(1), atom(format, [0, 0, 0, 0, 0, 0, 0, 1], description)),
      fullAtom("stts", words(1, UInt32(count), 1)),
      fullAtom("stsc", words(runs)),
      fullAtom("stsz", words(1, UInt32(count))),
      fullAtom("stco", words([UInt32(chunks.count)] + offsets)))
  }
}
