/// Finds the private data outside metadata items in the chunks of a RIFF, AIFF or DSDIFF file: in
/// free space, the padding of ID3 tags, XML documents and C2PA manifests.
///
/// Unrecognised chunks are only reported.
struct ChunkTraces {
  private var traces = PrivateTraces()

  /// Chunks that contain an XML document.
  private static let documents: Set<FourCC> = [ChunkID.xmp, ChunkID.ixml, ChunkID.axml]

  /// Chunks without private data, or whose content is completely represented by items.
  private static let known: Set<FourCC> = [
    ChunkID.fmt, ChunkID.data, ChunkID.fact, ChunkID.cue, ChunkID.list, ChunkID.bext,
    ChunkID.display, ChunkID.comm, ChunkID.soundData, ChunkID.mark, ChunkID.inst, ChunkID.name,
    ChunkID.auth, ChunkID.copyright, ChunkID.anno, ChunkID.comt, FourCC("d", "s", "6", "4"),
    FourCC("F", "V", "E", "R"), FourCC("P", "E", "A", "K"), ChunkID.smpl,
    FourCC("i", "n", "s", "t"), ChunkID.plst, FourCC("c", "h", "n", "a"),
    FourCC("l", "e", "v", "l"), FourCC("C", "H", "A", "N"),
  ]

  /// Returns the private data in the chunks of `walker`.
  static func privateTraces(by walker: ChunkWalker) throws(ParseError) -> PrivateTraces {
    var walker = walker
    var log = DiagnosticLog(limit: 0)
    var search = ChunkTraces()
    while let chunk = try walker.next(log: &log) { try search.add(chunk, in: walker.window) }
    return search.traces
  }

  /// Adds the private data in a chunk to the report, and the bytes that blank it to the mask.
  private mutating func add(_ chunk: Chunk, in window: SourceWindow) throws(ParseError) {
    let body = chunk.bodyOffset..<max(chunk.bodyOffset, min(chunk.bodyEnd, window.length))
    switch chunk.id {
    case ChunkID.id3, ChunkID.id3Upper:
      _ = try traces.addTag(at: body.lowerBound, upTo: body.upperBound, in: window)
    case _ where ChunkID.free.contains(chunk.id): traces.mask.cover(body)
    case ChunkID.claims:
      // The chunk becomes a free chunk; in every form, the ID is the first field of the header.
      traces.mask.replace(Array("JUNK".utf8), at: chunk.offset)
      traces.remove(body, .account, chunk.id.description, "C2PA")
    case _ where ChunkTraces.documents.contains(chunk.id):
      try traces.addXML(body, chunk.id.description, in: window)
    case _ where !ChunkTraces.known.contains(chunk.id):
      traces.leave(chunk.id.description, "an unrecognised chunk of \(body.count) bytes")
    default: break
    }
  }
}
