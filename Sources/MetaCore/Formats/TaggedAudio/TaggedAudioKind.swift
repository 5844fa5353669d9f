/// One row of the table of file kinds that ``TaggedAudioFormat`` reads: names, signatures, and the
/// functions that read and check a stream of that kind.
struct TaggedAudioKind: Sendable {
  /// The value of `container.kind` in a dump.
  let kind: String
  /// The display name of the format.
  let name: String
  let extensions: [String]
  let fileType: String
  /// The possible signatures at the start of a stream.
  let magic: [String]
  /// Whether a head without the signature may be of this kind.
  var resembles: (@Sendable (ByteSlice) -> Bool)?
  /// Whether a frame begins at an offset, for streams without a signature.
  var begins: FrameTest?
  /// The key space of the tag that players read, which is created in a file without tags.
  let nativeKeySpace: KeySpace
  /// Reads the properties from the header of the stream at the start of the range; nil when that is
  /// not possible.
  let properties: (@Sendable (SourceWindow, Range<Int64>) throws(ParseError) -> AudioProperties?)?

  /// Calls a visitor with the sizes of the contiguous pieces of a stream; nil when only a decoder
  /// can determine them.
  var pieces: (@Sendable (SourceWindow, Range<Int64>, PieceVisitor) throws(ParseError) -> Void)?

  /// Checks a stream as thoroughly as is possible without decoding.
  var check:
    @Sendable (SourceWindow, Range<Int64>, inout IntegrityReport) throws(ParseError) -> Void

  /// Receives the size of each piece.
  typealias PieceVisitor = (Int64) throws(ParseError) -> Void

  /// Recognises a frame.
  typealias FrameTest = @Sendable (SourceWindow, Int64) throws(ParseError) -> Bool

  /// All kinds.
  static let all = [
    TaggedAudioKind(
      kind: "ape", name: "Monkey's Audio", extensions: ["ape", "apl"],
      fileType: "com.monkeysaudio.ape", magic: ["MAC "], nativeKeySpace: .ape,
      properties: MonkeysAudio.properties, pieces: MonkeysAudio.pieces, check: MonkeysAudio.check),
    TaggedAudioKind(
      kind: "wavpack", name: "WavPack", extensions: ["wv", "wvc"], fileType: "com.wavpack.wv",
      magic: ["wvpk"], nativeKeySpace: .ape, properties: WavPack.properties,
      pieces: WavPack.pieces, check: WavPack.check),
    TaggedAudioKind(
      kind: "musepack", name: "Musepack", extensions: ["mpc", "mp+", "mpp"],
      fileType: "org.musepack.mpc", magic: ["MPCK", "MP+"],
      resembles: Musepack.resemblesEarly, nativeKeySpace: .ape,
      properties: Musepack.properties, pieces: Musepack.pieces, check: Musepack.check),
    TaggedAudioKind(
      kind: "tta", name: "True Audio", extensions: ["tta"], fileType: "org.tta.tta",
      magic: ["TTA1", "TTA2"], nativeKeySpace: .id3, properties: TrueAudio.properties,
      pieces: TrueAudio.pieces, check: TrueAudio.check),
    TaggedAudioKind(
      kind: "optimfrog", name: "OptimFROG", extensions: ["ofr", "ofs"],
      fileType: "org.losslessaudio.ofr", magic: ["OFR "], nativeKeySpace: .ape,
      properties: OptimFROG.properties, pieces: OptimFROG.pieces, check: OptimFROG.check),
    TaggedAudioKind(
      kind: "tak", name: "TAK", extensions: ["tak"], fileType: "com.thbeck.tak",
      magic: ["tBaK"], nativeKeySpace: .ape, properties: TAKStream.properties,
      check: TAKStream.check),
    TaggedAudioKind(
      kind: "ac3", name: "AC-3 with tags", extensions: [], fileType: "public.ac3-audio",
      magic: [],
      begins: { (window, offset) throws(ParseError) in
        try DolbyAudio.begins(at: offset, in: window, isEnhanced: false)
      }, nativeKeySpace: .id3, properties: DolbyAudio.properties, check: DolbyAudio.check),
    TaggedAudioKind(
      kind: "eac3", name: "E-AC-3 with tags", extensions: [],
      fileType: "public.enhanced-ac3-audio", magic: [],
      begins: { (window, offset) throws(ParseError) in
        try DolbyAudio.begins(at: offset, in: window, isEnhanced: true)
      }, nativeKeySpace: .id3, properties: DolbyAudio.properties, check: DolbyAudio.check),
    TaggedAudioKind(
      kind: "apev2", name: "APE tag", extensions: ["apev2"], fileType: "org.metatool.apev2",
      magic: [], resembles: StreamTags.beginWithAPE, nativeKeySpace: .ape, properties: nil,
      check: { (_, _, report) throws(ParseError) in report.addGap(.onlyTags) }),
  ]
}
