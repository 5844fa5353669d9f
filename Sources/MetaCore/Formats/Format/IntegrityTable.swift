// The checks for each format, and the properties that cannot be checked. `docs/verify.md` is
// generated from this list.

extension IntegrityCheck {
  // MARK: FLAC

  static let flacFrames = IntegrityCheck(
    "flacFrames", "FLAC frames", "checksums match", "RFC 9639 §9.1.8, §9.3")
  static let flacOrder = IntegrityCheck(
    "flacOrder", "FLAC frame numbers", "are consecutive", "RFC 9639 §9.1.5")
  static let flacLength = IntegrityCheck(
    "flacLength", "FLAC sample counts", "agree with STREAMINFO", "RFC 9639 §8.2")

  // MARK: Ogg

  static let oggPages = IntegrityCheck(
    "oggPages", "Ogg pages", "checksums match", "RFC 3533 §6 (field 7)")
  static let oggOrder = IntegrityCheck(
    "oggOrder", "Ogg page numbers and positions", "are consecutive", "RFC 3533 §6 (fields 4, 6)")
  static let oggPackets = IntegrityCheck(
    "oggPackets", "Ogg packets", "are complete", "RFC 3533 §5, §6 (fields 3, 8)")

  // MARK: MPEG audio and ADTS

  static let mpegFrames = IntegrityCheck(
    "mpegFrames", "MPEG audio frames", "are contiguous",
    "ISO/IEC 11172-3 §2.4.1.3, 13818-3")
  static let mpegChecksums = IntegrityCheck(
    "mpegChecksums", "MPEG audio frames with a checksum", "checksums match",
    "ISO/IEC 11172-3 §2.4.3.1")
  static let mpegSide = IntegrityCheck(
    "mpegSide", "layer III frames", "are large enough for their side information",
    "ISO/IEC 11172-3 §2.4.1.7")
  static let mpegTable = IntegrityCheck(
    "mpegTable", "Xing and VBRI frame counts", "agree with the frames", "Xing; Fraunhofer VBRI")
  static let lameTag = IntegrityCheck(
    "lameTag", "LAME tags", "checksums match", "Mp3 Info Tag rev 1")
  static let lameMusic = IntegrityCheck(
    "lameMusic", "audio as written by LAME", "checksums match", "Mp3 Info Tag rev 1")
  static let adtsFrames = IntegrityCheck(
    "adtsFrames", "ADTS frames", "are contiguous", "ISO/IEC 14496-3 §1.A.2.2")

  // MARK: Dolby

  package static let dolbyFrames = IntegrityCheck(
    "dolbyFrames", "AC-3 and E-AC-3 frames", "checksums match",
    "ETSI TS 102 366 §4.4.1.1, §4.4.5.2, E.1.2.5")

  // MARK: Other lossless and tagged audio

  static let wavPackBlocks = IntegrityCheck(
    "wavPackBlocks", "WavPack blocks", "are contiguous and match their headers",
    "WavPack 4 & 5 block format")
  static let wavPackChecksums = IntegrityCheck(
    "wavPackChecksums", "WavPack blocks with a checksum", "checksums match",
    "WavPack 5, metadata 2F")
  static let trueAudioTables = IntegrityCheck(
    "trueAudioTables", "True Audio header and table", "checksums match", "TTA1 format")
  static let trueAudioFrames = IntegrityCheck(
    "trueAudioFrames", "True Audio frames", "checksums match", "TTA1 format")
  static let monkeysMD5 = IntegrityCheck(
    "monkeysMD5", "Monkey's Audio files", "MD5 sums match", "MACLib APE_DESCRIPTOR, from 3.98")
  static let musepackPackets = IntegrityCheck(
    "musepackPackets", "Musepack packets", "are contiguous", "Musepack stream 8")
  static let musepackHeader = IntegrityCheck(
    "musepackHeader", "Musepack headers", "checksums match", "Musepack stream 8, SH")
  static let optimFROGBlocks = IntegrityCheck(
    "optimFROGBlocks", "OptimFROG blocks", "are contiguous", "OptimFROG SDK")
  static let takBlocks = IntegrityCheck(
    "takBlocks", "TAK metadata blocks", "checksums match", "TAK stream format")
  static let takFrames = IntegrityCheck(
    "takFrames", "TAK frames", "checksums match", "TAK stream format")

  // MARK: Chunks and packets

  static let chunks = IntegrityCheck(
    "chunks", "chunks", "have their declared sizes",
    "RIFF; AIFF-C; EBU Tech 3306; DSDIFF 1.5; DSF 1.01")
  static let soundSizes = IntegrityCheck(
    "soundSizes", "audio sizes", "agree with the format",
    "RIFF fmt and fact; AIFF COMM; DSF fmt")
  static let asfPackets = IntegrityCheck(
    "asfPackets", "ASF packets", "contain their declared payloads", "ASF 01.20.03 §5.2")

  // MARK: MP4 and QuickTime

  static let tables = IntegrityCheck(
    "tables", "sample tables", "contain the declared number of entries",
    "ISO/IEC 14496-12 §8.5 to §8.9")
  static let tableCounts = IntegrityCheck(
    "tableCounts", "sample tables", "have consistent sample counts",
    "ISO/IEC 14496-12 §8.6, §8.7")
  static let samples = IntegrityCheck(
    "samples", "samples", "are within the file's media data", "ISO/IEC 14496-12 §8.1.1, §8.7.5"
  )
  static let chunksApart = IntegrityCheck(
    "chunksApart", "sample chunks", "do not overlap", "ISO/IEC 14496-12 §8.7.5")
  static let tracks = IntegrityCheck(
    "tracks", "tracks", "have unique IDs", "ISO/IEC 14496-12 §8.3.2")
  static let edits = IntegrityCheck(
    "edits", "edit list entries", "are within the media", "ISO/IEC 14496-12 §8.6.6")
  static let references = IntegrityCheck(
    "references", "data references", "point to this file", "ISO/IEC 14496-12 §8.7.2")
  static let fragments = IntegrityCheck(
    "fragments", "fragments", "are numbered and complete, and belong to known tracks",
    "ISO/IEC 14496-12 §8.8")
  static let indexes = IntegrityCheck(
    "indexes", "index entries", "point to fragments", "ISO/IEC 14496-12 §8.8.10, §8.16.3")
  static let encryption = IntegrityCheck(
    "encryption", "samples with encryption data", "have the declared sizes",
    "ISO/IEC 14496-12 §8.7.8; 23001-7 §7.2")
  static let nalUnits = IntegrityCheck(
    "nalUnits", "AVC, HEVC and VVC samples",
    "consist of complete NAL units without forbidden byte sequences",
    "ISO/IEC 14496-15 §4.3.3; 14496-10 §7.4.1; 23008-2 §7.4.2")
  static let openBitstreamUnits = IntegrityCheck(
    "openBitstreamUnits", "AV1 samples", "consist of complete OBUs", "AV1 §5.3, AV1 in ISOBMFF §2.4"
  )
  static let proResFrames = IntegrityCheck(
    "proResFrames", "ProRes frames", "have their declared sizes", "SMPTE RDD 36 §5.1")
  static let items = IntegrityCheck(
    "items", "extents of items", "are within the file", "ISO/IEC 14496-12 §8.11.3")

  // MARK: Decoding

  package static let decodedFrames = IntegrityCheck(
    "decodedFrames", "decoded frames", "decode without errors", "--decode, by libavcodec")
  package static let decodedMD5 = IntegrityCheck(
    "decodedMD5", "MD5 sums of the decoded audio", "match", "--decode; RFC 9639 §8.2")

  // MARK: Others

  package static let matroskaElements = IntegrityCheck(
    "matroskaElements", "Matroska elements", "are properly nested", "RFC 8794 §6")
  package static let matroskaChecksums = IntegrityCheck(
    "matroskaChecksums", "Matroska elements with a checksum", "checksums match",
    "RFC 8794 §11.3.1")
}

extension IntegrityGap {
  static let flacMD5 = IntegrityGap(
    "flacMD5", "the MD5 in FLAC covers the decoded audio; --decode verifies it")
  static let oggCodec = IntegrityGap(
    "oggCodec", "Vorbis, Opus, Speex and Theora packets can only be checked by decoding")
  static let mpegSound = IntegrityGap(
    "mpegSound", "MPEG audio has no checksums; --decode checks it by decoding")
  static let mpegLayer2 = IntegrityGap(
    "mpegLayer2", "only a decoder can determine what layer II checksums cover")
  static let aac = IntegrityGap("aac", "AAC has no checksums; --decode checks it by decoding")
  static let adtsChecksums = IntegrityGap(
    "adtsChecksums", "only a decoder can determine what ADTS checksums cover")
  static let wavPack = IntegrityGap(
    "wavPack", "WavPack blocks without their own checksum contain a checksum of the decoded audio")
  static let monkeys = IntegrityGap(
    "monkeys", "Monkey's Audio before 3.98 has only checksums of the decoded audio")
  static let musepack = IntegrityGap("musepack", "Musepack has no checksums of the audio")
  static let optimFROG = IntegrityGap("optimFROG", "the OptimFROG checksums are not documented")
  static let uncompressed = IntegrityGap(
    "uncompressed", "uncompressed audio has no checksums, and any bytes are valid audio")
  static let asf = IntegrityGap(
    "asf", "ASF streams have no checksums; --decode checks them by decoding")
  static let tracker = IntegrityGap("tracker", "tracker modules have no checksums")
  static let onlyTags = IntegrityGap("onlyTags", "the file has tags but no media")
  static let pictures = IntegrityGap(
    "pictures", "AVC, HEVC, VVC and AV1 slices have no checksums; --decode checks them by decoding")
  static let codec = IntegrityGap(
    "codec", "a codec in this file has no known checksums; --decode checks it by decoding")
  static let encrypted = IntegrityGap("encrypted", "encrypted data is not checked")
  static let noMovie = IntegrityGap(
    "noMovie", "without a movie atom, the contents of the media are not checked")
  static let outside = IntegrityGap("outside", "media in other files is not read")
  package static let noDecoder = IntegrityGap(
    "noDecoder", "this libavcodec has no decoder for the codec of a stream")
  package static let matroska = IntegrityGap(
    "matroska", "Matroska blocks have no checksums; --decode checks them by decoding")
  package static let foreign = IntegrityGap(
    "foreign",
    "the structure of this container is not checked; --decode checks its streams by decoding")
}

/// One row of the table of integrity checks in the documentation: a kind of file, its checks, and
/// the properties that are not checked.
package struct IntegrityKind: Sendable {
  /// The name of the kind, such as "FLAC".
  package let name: String
  /// The checks.
  package let checks: [IntegrityCheck]
  /// The properties that cannot be checked.
  package let gaps: [IntegrityGap]

  /// All kinds.
  package static let all = [
    IntegrityKind(
      name: "FLAC", checks: [.flacFrames, .flacOrder, .flacLength], gaps: [.flacMD5]),
    IntegrityKind(
      name: "Ogg with Vorbis, Opus, Speex, Theora",
      checks: [.oggPages, .oggOrder, .oggPackets], gaps: [.oggCodec]),
    IntegrityKind(
      name: "Ogg with FLAC",
      checks: [.oggPages, .oggOrder, .oggPackets, .flacFrames, .flacOrder],
      gaps: [.flacMD5]),
    IntegrityKind(
      name: "MP3, MP2, MP1",
      checks: [
        .mpegFrames, .mpegChecksums, .mpegSide, .mpegTable, .lameTag, .lameMusic,
      ], gaps: [.mpegSound, .mpegLayer2]),
    IntegrityKind(name: "AAC (ADTS)", checks: [.adtsFrames], gaps: [.aac, .adtsChecksums]),
    IntegrityKind(
      name: "WavPack", checks: [.wavPackBlocks, .wavPackChecksums], gaps: [.wavPack]),
    IntegrityKind(name: "True Audio", checks: [.trueAudioTables, .trueAudioFrames], gaps: []),
    IntegrityKind(name: "Monkey's Audio", checks: [.monkeysMD5], gaps: [.monkeys]),
    IntegrityKind(
      name: "Musepack", checks: [.musepackPackets, .musepackHeader], gaps: [.musepack]),
    IntegrityKind(name: "OptimFROG", checks: [.optimFROGBlocks], gaps: [.optimFROG]),
    IntegrityKind(name: "TAK", checks: [.takBlocks, .takFrames], gaps: []),
    IntegrityKind(
      name: "WAV, AIFF, DSF, DSDIFF", checks: [.chunks, .soundSizes],
      gaps: [.uncompressed]),
    IntegrityKind(name: "Windows Media (ASF)", checks: [.asfPackets], gaps: [.asf]),
    IntegrityKind(name: "Tracker modules", checks: [], gaps: [.tracker]),
    IntegrityKind(name: "Tags only", checks: [], gaps: [.onlyTags]),
    IntegrityKind(
      name: "MP4, QuickTime",
      checks: [
        .tables, .tableCounts, .samples, .chunksApart, .tracks, .edits, .references,
        .fragments, .indexes, .encryption, .items,
      ], gaps: [.encrypted, .noMovie, .outside]),
    IntegrityKind(
      name: "AVC, HEVC, VVC, AV1 in MP4", checks: [.nalUnits, .openBitstreamUnits],
      gaps: [.pictures]),
    IntegrityKind(
      name: "FLAC, AC-3, E-AC-3, MP3, ProRes in MP4",
      checks: [.flacFrames, .dolbyFrames, .mpegFrames, .proResFrames], gaps: []),
    IntegrityKind(
      name: "AAC, ALAC, Opus, PCM and others in MP4", checks: [], gaps: [.aac, .codec]),
    IntegrityKind(name: "AC-3, E-AC-3", checks: [.dolbyFrames], gaps: []),
    IntegrityKind(
      name: "Matroska, WebM", checks: [.matroskaElements, .matroskaChecksums], gaps: [.matroska]),
    IntegrityKind(name: "Other containers of metatool-foreign", checks: [], gaps: [.foreign]),
    IntegrityKind(
      name: "Any, with --decode", checks: [.decodedFrames, .decodedMD5], gaps: [.noDecoder]),
  ]
}
