internal import MetaCore

/// A kind of file that ``ForeignExporter`` writes with libavformat, as a row of a table by file
/// extension: the muxer, the codecs, and the kinds of data that it can store besides streams.
struct OutputKind: Sendable, Hashable {
  /// The kinds of data that a container can store besides the samples of one stream; data of any
  /// other kind is lost, and the export is refused unless losses are allowed.
  struct Capabilities: OptionSet, Sendable, Hashable {
    let rawValue: Int
    /// Metadata of the whole file.
    static let tags = Capabilities(rawValue: 1)
    /// Chapters.
    static let chapters = Capabilities(rawValue: 2)
    /// Attached files of any kind.
    static let attachments = Capabilities(rawValue: 4)
    /// Attached pictures.
    static let pictures = Capabilities(rawValue: 8)
    /// The languages of streams.
    static let languages = Capabilities(rawValue: 16)
    /// The names of streams.
    static let titles = Capabilities(rawValue: 32)
    /// More than one stream.
    static let severalStreams = Capabilities(rawValue: 64)

    fileprivate static let letters: [Character: Capabilities] = [
      "t": .tags, "c": .chapters, "a": .attachments, "p": .pictures, "l": .languages,
      "n": .titles, "s": .severalStreams,
    ]
  }

  /// The name of libavformat's muxer.
  let muxer: String
  /// The container's name for display.
  let name: String
  /// The kinds of data that the container can store.
  let capabilities: Capabilities
  /// The codecs that the container supports, by libavformat's names; nil where libavformat's own
  /// table is complete.
  let codecs: Set<String>?
  /// The uniform type identifier of the files.
  let fileType: FileType
  /// The key space of the metadata, if MetaCore reads the container with libavformat; nil for other
  /// containers, and for those without metadata.
  let keySpace: KeySpace?

  /// Whether the container belongs to the QuickTime/MP4 family.
  var isMovie: Bool { OutputKind.movies.contains(muxer) }
  /// Whether MetaCore can edit the metadata after the file was written.
  var isEditable: Bool { isMovie || OutputKind.edited.contains(muxer) }
  /// Whether the remux copies all packets because ``ForeignExportJob`` cuts the movie to the exact
  /// time afterwards, with MetaCore.
  var isCutAfterRemux: Bool { isMovie }

  /// Whether the container can mark audio at the beginning and end as not to be played (RFC 9559
  /// §5.1.4.1.25, `CodecDelay`, and `DiscardPadding`).
  var hidesPreroll: Bool { ["matroska", "webm"].contains(muxer) }

  /// The name of libavformat's demuxer for the container.
  var demuxer: String {
    switch muxer {
    case "webm": "matroska"
    case "vob": "mpeg"
    case "adts": "aac"
    case "mp4", "ipod", "3gp": "mov"
    case "ogv", "opus", "spx": "ogg"
    default: muxer
    }
  }

  /// The muxers of the QuickTime/MP4 family.
  private static let movies: Set = ["mp4", "ipod", "mov", "3gp"]
  /// The muxers of other formats that MetaCore edits.
  private static let edited: Set = [
    "mp3", "adts", "wav", "aiff", "flac", "ogg", "ogv", "opus", "spx", "wv", "tta", "asf",
  ]

  /// Returns the kind for a file extension, ignoring case; nil if it is not supported for writing.
  static func named(_ fileExtension: String) -> OutputKind? {
    kinds[fileExtension.lowercased()]
  }

  /// Returns the kind for a file extension, which has to agree with `type`.
  ///
  /// - Throws: ``ParseError`` with `unsupported` if the extension is not supported for writing, or
  ///   means another type.
  static func named(
    _ name: String, as type: FileType?
  ) throws(ParseError) -> OutputKind {
    guard let kind = named(name) else {
      throw ParseError(.unsupported, at: 0, "writing .\(name) files is not supported")
    }
    // Types without an extension here are those of the row itself, such as WebM, or unknown.
    let isMeant = type?.pathExtension.map { named($0) == kind } ?? true
    guard isMeant else {
      throw ParseError(
        .unsupported, at: 0,
        "the extension .\(name) means \(kind.name), not \(type?.name ?? "another type")")
    }
    return kind
  }

  /// All supported extensions, sorted, for messages.
  static var extensions: [String] { kinds.keys.sorted() }

  /// The file types that can be written.
  static let exportedFileTypes: [FileType] = {
    let types = Set(kinds.values.map(\.fileType)).filter { $0.pathExtension != nil }
    return types.sorted { $0.rawValue < $1.rawValue }
  }()

  private static let kinds: [String: OutputKind] = {
    var kinds: [String: OutputKind] = [:]
    for line in table.split(separator: "\n") {
      let columns = line.split(separator: "|", omittingEmptySubsequences: false)
      guard columns.count == 5 else { continue }
      let capabilities = Capabilities(columns[3].compactMap { Capabilities.letters[$0] })
      let codecs = columns[4].split(separator: " ").map(String.init)
      for name in columns[0].split(separator: " ").map(String.init) {
        let read = ContainerKind.all.first { $0.extensions.contains(name) }
        let type = FileType(pathExtension: name) ?? read.map { FileType(rawValue: $0.fileType) }
        kinds[name] = OutputKind(
          muxer: String(columns[1]), name: String(columns[2]), capabilities: capabilities,
          codecs: codecs.isEmpty ? nil : Set(codecs),
          fileType: type ?? FileType(rawValue: "public.data"),
          keySpace: capabilities.contains(.tags) ? read?.keySpace : nil)
      }
    }
    return kinds
  }()

  /// The columns are extensions, muxer, name, ``Capabilities`` as letters, and codecs.
  ///
  /// Codecs are listed where `avformat_query_codec` returns "unknown".
  private static let table = """
    mkv mka mks mk3d|matroska|Matroska|tcalns|
    webm|webm|WebM|tclns|
    mp4 m4v|mp4|MP4|tcplns|
    m4a m4b|ipod|MPEG-4 audio|tcplns|
    mov|mov|QuickTime|tcplns|
    3gp|3gp|3GP|tls|
    avi|avi|AVI|tns|
    ts m2ts mts|mpegts|MPEG-TS|ls|h264 hevc mpeg1video mpeg2video mpeg4 vc1 aac aac_latm mp1 mp2 mp3 ac3 eac3 dts truehd opus dvb_subtitle dvb_teletext
    mpg mpeg|mpeg|MPEG-PS|s|mpeg1video mpeg2video h264 hevc mp2 mp3 ac3 dts pcm_s16be dvd_subtitle
    vob|vob|VOB|s|mpeg1video mpeg2video h264 hevc mp2 mp3 ac3 dts pcm_s16be dvd_subtitle
    flv|flv|Flash video|ts|
    ogg oga|ogg|Ogg|tcs|vorbis opus flac speex theora vp8
    ogv|ogv|Ogg|tcs|vorbis opus flac speex theora vp8
    opus|opus|Opus|tc|opus
    spx|spx|Speex|tc|speex
    flac|flac|FLAC|tp|flac
    mp3|mp3|MP3|tp|mp3
    aac|adts|AAC||aac
    ac3|ac3|AC-3||ac3
    eac3 ec3|eac3|E-AC-3||eac3
    wav|wav|WAV|t|
    w64|w64|Wave64||
    aiff aif aifc|aiff|AIFF|t|
    caf|caf|Core Audio Format|t|
    au|au|AU||
    wma wmv asf|asf|ASF|tcls|
    wv|wv|WavPack|t|wavpack
    tta|tta|True Audio|t|tta
    """
}
