/// A reader that turns the chunks of one RIFF, AIFF or DSDIFF file into a ``Document``, in one
/// pass.
///
/// A format implements the reading of one chunk; the extension implements the parts that all three
/// formats share: the loop over the chunks, limits, and ID3 tags.
protocol ChunkFileReader {
  var window: SourceWindow { get }
  var options: ReadOptions { get }
  var log: DiagnosticLog { get set }
  var document: Document { get set }
  /// The tags found so far.
  var tags: ChunkTagList { get set }
  /// Reads one chunk.
  mutating func read(_ chunk: Chunk) throws(ParseError)
}

/// The display names of the tags in the chunks read so far, and the chapters of the ID3 tags among
/// them, for a document.
struct ChunkTagList {
  /// The display names.
  var names: [String] = []
  /// The chapters of the first ID3 tag that has any.
  var chapters: [Chapter] = []
  /// The number of ID3 chunks.
  fileprivate var id3Count = 0
}

extension ChunkFileReader {
  /// Reads the chunks until the maximum number of items is reached; errors in a chunk are logged,
  /// except read errors, which are thrown.
  mutating func read(_ walker: ChunkWalker) throws(ParseError) {
    var walker = walker
    while let chunk = try walker.next(log: &log), !isFull(at: chunk) {
      do throws(ParseError) {
        try read(chunk)
      } catch {
        if error.code == .io { throw error }
        log.add(error.inside(chunk.id))
      }
    }
  }

  /// Returns whether the maximum number of items has been reached, in which case it is logged and
  /// reading ends before `chunk`.
  mutating func isFull(at chunk: Chunk) -> Bool {
    guard document.items.count >= options.limits.items else { return false }
    log.note(
      .limitExceeded, StructurePath(), at: chunk.offset,
      "more than \(options.limits.items) metadata items")
    return true
  }

  /// Returns the body of a chunk, or its first `limit` bytes; throws `limitExceeded` when the
  /// result would exceed the size limit for values.
  func body(of chunk: Chunk, upTo limit: Int64 = .max) throws(ParseError) -> ByteSlice {
    let size = min(chunk.bodySize, limit)
    guard size <= Int64(options.limits.value) else {
      throw ParseError(.limitExceeded, at: chunk.offset, "the chunk is \(size) bytes long")
    }
    return try window.bytes(at: chunk.bodyOffset, count: Int(size))
  }

  func location(of chunk: Chunk, in container: String) -> ItemLocation {
    ItemLocation(
      container: MetadataContainer(rawValue: container), offset: chunk.offset, size: chunk.size)
  }

  /// Reads the ID3 tag in a chunk.
  mutating func readID3(_ chunk: Chunk) throws(ParseError) {
    tags.id3Count += 1
    guard
      let tag = try ID3Tag.parse(
        at: chunk.bodyOffset, upTo: chunk.bodyEnd, number: tags.id3Count, in: window,
        options: options, log: &log)
    else { return }
    tags.names.append(tag.name)
    document.items += tag.items
    if tags.chapters.isEmpty { tags.chapters = tag.chapters }
  }
}
