internal import MetaCore

/// The demuxers of libavformat, by what documents call containers.
enum Demuxers {
  /// Kinds that MetaCore reads itself, and the demuxer that opens them; those of libavformat are
  /// rows of ``ContainerKind``.
  private static let own: [String: String] = [
    "aac": "aac", "aiff": "aiff", "ape": "ape", "asf": "asf", "dsdiff": "iff", "dsf": "dsf",
    "flac": "flac", "mp1": "mp3", "mp2": "mp3", "mp3": "mp3", "ogg": "ogg", "tak": "tak",
    "tta": "tta", "wav": "wav", "wavpack": "wv", "webm": "matroska",
    "it": "libopenmpt", "mod": "libopenmpt", "s3m": "libopenmpt", "xm": "libopenmpt",
    "3g2": "mov", "3gp": "mov", "avif": "mov", "cr3": "mov", "heif": "mov", "jp2": "j2k_pipe",
    "mov": "mov", "mp4": "mov",
  ]

  /// The demuxer for a kind of container; nil where libavformat has none that reads the file right.
  ///
  /// Musepack has two, which the first bytes tell apart.
  static func name(of kind: String, _ source: any ByteSource) throws(ParseError) -> String? {
    if kind == "musepack" {
      let head = try source.read(at: try tagSize(of: source), count: 4)
      return head == Array("MPCK".utf8) ? "mpc8" : "mpc"
    }
    if kind == "wav", try isBigEndian(source) { return nil }
    return own[kind] ?? ContainerKind.all.first { $0.kind == kind }?.demuxer
  }

  /// The demuxer for a kind of container.
  ///
  /// - Throws: ``ParseError`` with `unsupported` where libavformat has none.
  static func name(for kind: String, _ source: any ByteSource) throws(ParseError) -> String {
    if let name = try name(of: kind, source) { return name }
    if kind == "wav" {
      throw ParseError(
        .unsupported, at: 0, "libavformat takes big-endian sound (RIFX) for little-endian")
    }
    throw ParseError(.unsupported, at: 0, "files of kind \(kind) are not decoded")
  }

  /// Whether a WAV file is RIFX, of which libavformat 59 reads the headers right and the samples
  /// wrong.
  private static func isBigEndian(_ source: any ByteSource) throws(ParseError) -> Bool {
    try source.read(at: 0, count: 4) == Array("RIFX".utf8)
  }

  /// How many bytes an ID3v2 tag before the media has, which libavformat skips by itself.
  private static func tagSize(of source: any ByteSource) throws(ParseError) -> Int64 {
    let head = try source.read(at: 0, count: 10)
    guard head.count == 10, head.starts(with: Array("ID3".utf8)) else { return 0 }
    return 10 + head[6...9].reduce(0) { $0 << 7 | Int64($1 & 0x7F) }
  }
}
