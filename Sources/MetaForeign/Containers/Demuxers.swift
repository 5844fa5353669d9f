internal import MetaCore

/// Finds the libavformat demuxer for a kind of container, as MetaCore names kinds: one that
/// MetaCore reads itself, whose media is decoded or copied, or a ``ContainerKind``.
enum Demuxers {
  /// The demuxers for WebM and for the kinds that MetaCore reads itself, except Musepack; the other
  /// kinds are rows of ``ContainerKind``.
  private static let coreDemuxers: [String: String] = [
    "aac": "aac", "aiff": "aiff", "ape": "ape", "asf": "asf", "dsdiff": "iff", "dsf": "dsf",
    "flac": "flac", "mp1": "mp3", "mp2": "mp3", "mp3": "mp3", "ogg": "ogg", "tak": "tak",
    "tta": "tta", "wav": "wav", "wavpack": "wv", "webm": "matroska",
    "it": "libopenmpt", "mod": "libopenmpt", "s3m": "libopenmpt", "xm": "libopenmpt",
    "3g2": "mov", "3gp": "mov", "avif": "mov", "cr3": "mov", "heif": "mov", "jp2": "j2k_pipe",
    "mov": "mov", "mp4": "mov",
  ]

  /// Returns the demuxer for a kind of container; nil if libavformat has none or cannot read the
  /// file correctly.
  ///
  /// Musepack has two demuxers; the first bytes of the file determine which one is needed.
  static func name(of kind: String, _ source: any ByteSource) throws(ParseError) -> String? {
    if kind == "musepack" {
      let head = try source.read(at: try tagSize(of: source), count: 4)
      return head == Array("MPCK".utf8) ? "mpc8" : "mpc"
    }
    if kind == "wav", try isBigEndian(source) { return nil }
    return coreDemuxers[kind] ?? ContainerKind.all.first { $0.kind == kind }?.demuxer
  }

  /// Returns the demuxer for a kind of container.
  ///
  /// - Throws: ``ParseError`` with `unsupported` if libavformat has none or cannot read the file
  ///   correctly, or an error from reading the file.
  static func name(for kind: String, _ source: any ByteSource) throws(ParseError) -> String {
    if let name = try name(of: kind, source) { return name }
    if kind == "wav" {
      throw ParseError(
        .unsupported, at: 0, "libavformat reads big-endian audio (RIFX) as little-endian")
    }
    throw ParseError(.unsupported, at: 0, "decoding \(kind) files is not supported")
  }

  /// Returns whether a WAV file is RIFX; libavformat 59 reads its headers correctly but not its
  /// samples.
  private static func isBigEndian(_ source: any ByteSource) throws(ParseError) -> Bool {
    try source.read(at: 0, count: 4) == Array("RIFX".utf8)
  }

  /// Returns the size, in bytes, of an ID3v2 tag before the media, which libavformat skips itself.
  private static func tagSize(of source: any ByteSource) throws(ParseError) -> Int64 {
    let head = try source.read(at: 0, count: 10)
    guard head.count == 10, head.starts(with: Array("ID3".utf8)) else { return 0 }
    return 10 + head[6...9].reduce(0) { $0 << 7 | Int64($1 & 0x7F) }
  }
}
