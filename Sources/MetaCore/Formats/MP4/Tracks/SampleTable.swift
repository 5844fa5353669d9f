/// The sample table (`stbl`) of one track as a single view: decoding time, duration, composition
/// offset, file offset and size of each sample.
///
/// Tables are read on demand, one page at a time. Sync samples (`stss`) are not included.
struct SampleTable {
  let atom: Atom
  let window: SourceWindow

  init(_ atom: Atom, in window: SourceWindow) {
    self.atom = atom
    self.window = window
  }

  /// One sample of the track, with its times in the media timescale and its location in the file.
  struct Sample: Sendable, Hashable {
    /// The decoding time in the media timescale.
    var time: Int64
    var duration: UInt32
    /// The offset of the presentation time from the decoding time.
    var compositionOffset: Int32
    /// The offset in the file.
    var offset: Int64
    var size: Int64
    /// The index of its chunk, from 0.
    var chunk: Int
    /// The number of its description, from 1.
    var description: UInt32
  }

  /// The atom of the sizes: `stsz` or `stz2`.
  var sizeAtom: Atom? { atom.child(.stsz) ?? atom.child(.stz2) }

  /// Reads the fields before the size table; nil if there is no size table.
  func sizeHeader() throws(ParseError) -> SampleSizeAtom? {
    guard let sizes = sizeAtom else { return nil }
    let head = try window.bytes(
      at: sizes.payloadOffset, upTo: Int(min(Int64(SampleSizeAtom.headerSize), sizes.payloadSize)))
    var reader = ByteReader(head)
    return try SampleSizeAtom.parseHeader(&reader, type: sizes.type)
  }

  /// Returns the number of samples that are declared and have a size; nil without a size table.
  func sampleCount() throws(ParseError) -> Int64? {
    try sizeHeader().flatMap(sampleCount)
  }

  /// Returns the number of samples, given a header that has already been read.
  func sampleCount(_ header: SampleSizeAtom) -> Int64? {
    guard let sizes = sizeAtom else { return nil }
    guard header.entryBits > 0 else { return Int64(header.count) }
    let bits = (sizes.payloadSize - Int64(SampleSizeAtom.headerSize)) * 8
    return min(Int64(header.count), max(0, bits) / Int64(header.entryBits))
  }

  /// Returns an upper bound for the sample sizes.
  func largestSize() throws(ParseError) -> UInt32 {
    guard let header = try sizeHeader(), let sizes = sizeAtom else { return 0 }
    switch header.entryBits {
    case 0: return header.uniformSize
    // Compact sizes are not read, because their width limits them.
    case 1..<32: return UInt32(1) << UInt32(header.entryBits) - 1
    default: break
    }
    let pages = NumberPages(
      start: sizes.payloadOffset + Int64(SampleSizeAtom.headerSize),
      count: Int(try sampleCount() ?? 0), width: 4)
    return UInt32(truncatingIfNeeded: try pages.largest(in: window))
  }

  /// Returns an iterator over all samples.
  func samples() throws(ParseError) -> SampleCursor { try SampleCursor(self) }
}

/// Iterates over the samples of one track in decoding order, by reading its tables in parallel.
struct SampleCursor {
  private var durations: SampleRunCursor
  private var compositions: SampleRunCursor
  private var sizes: SampleSizeCursor
  private var chunks: ChunkCursor
  private var time: Int64 = 0

  init(_ table: SampleTable) throws(ParseError) {
    durations = try SampleRunCursor(table.atom.child(.stts), in: table.window)
    compositions = try SampleRunCursor(table.atom.child(.ctts), in: table.window)
    sizes = try SampleSizeCursor(table)
    chunks = try ChunkCursor(table, packet: sizes.packet)
  }

  /// Returns the next sample; nil after the last.
  mutating func next() throws(ParseError) -> SampleTable.Sample? {
    guard let size = try sizes.next(), let place = try chunks.nextLocation(of: size) else {
      return nil
    }
    let duration = try durations.next()
    defer { time = time.addingReportingOverflow(Int64(duration)).partialValue }
    return SampleTable.Sample(
      time: time, duration: duration, compositionOffset: Int32(bitPattern: try compositions.next()),
      offset: place.offset, size: Int64(place.size), chunk: place.chunk,
      description: place.description)
  }
}

/// Iterates over the value of each sample in `stts` or `ctts`, reading the table one page at a
/// time; values after the last run are zero.
private struct SampleRunCursor {
  private var pages: TablePages?
  private var run: (remaining: UInt32, value: UInt32) = (0, 0)

  init(_ atom: Atom?, in window: SourceWindow) throws(ParseError) {
    if let atom { pages = try TablePages(atom, TableLayout.runs, in: window) }
  }

  mutating func next() throws(ParseError) -> UInt32 {
    while run.remaining == 0 {
      guard try pages?.advance() == true, let count = try pages?.reader.u32(),
        let value = try pages?.reader.u32()
      else { return 0 }
      run = (count, value)
    }
    run.remaining -= 1
    return run.value
  }
}

/// Iterates over the size in bytes of each sample in `stsz` or `stz2`, reading the table one page
/// at a time; can also skip or add up sizes.
///
/// In old QuickTime audio, a sample is one audio frame whose listed size is meaningless; only the
/// sum for a chunk is then the actual size.
struct SampleSizeCursor {
  /// The packet size of old QuickTime audio, which overrides the table.
  let packet: QuickTimeAudioPacket?
  private let uniform: UInt32
  private let entryBits: Int
  private var remaining: UInt32
  private var pages: TablePages
  private var half: UInt8?

  init(_ table: SampleTable) throws(ParseError) {
    let header = try table.sizeHeader()
    packet = try QuickTimeAudioPacket(table.atom, in: table.window)
    uniform = header?.uniformSize ?? 0
    remaining = header?.count ?? 0
    entryBits = header?.entryBits ?? 0
    guard let sizes = table.sizeAtom, entryBits > 0 else {
      pages = TablePages(in: table.window)
      return
    }
    // Two four-bit sizes share a byte.
    let entries = entryBits == 4 ? remaining / 2 + remaining % 2 : remaining
    pages = TablePages(
      sizes, entrySize: max(1, entryBits / 8), from: SampleSizeAtom.headerSize, claimed: entries,
      in: table.window)
  }

  mutating func next() throws(ParseError) -> UInt32? {
    guard remaining > 0 else { return nil }
    remaining -= 1
    guard entryBits > 0 else { return uniform }
    if let low = half {
      half = nil
      return UInt32(low)
    }
    guard try pages.advance() else { return nil }
    if entryBits == 32 { return try pages.reader.u32() }
    guard entryBits == 4 else {
      return UInt32(truncatingIfNeeded: try pages.reader.unsigned(width: entryBits / 8))
    }
    let byte = try pages.reader.u8()
    half = byte & 0xF
    return UInt32(byte >> 4)
  }

  /// Skips samples.
  mutating func skip(_ count: UInt64) throws(ParseError) {
    guard entryBits != 4 else {
      _ = try sum(count)
      return
    }
    let count = UInt32(clamping: min(count, UInt64(remaining)))
    remaining -= count
    try pages.skip(Int(count))
  }

  /// Returns the total size of the next `count` samples, the first of which begins a packet.
  mutating func sum(_ count: UInt64) throws(ParseError) -> Int64 {
    var count = UInt32(clamping: min(count, UInt64(remaining)))
    guard entryBits > 0 else {
      remaining -= count
      return packet?.size(of: Int(count)) ?? Int64(clamping: UInt64(uniform) * UInt64(count))
    }
    var sum: Int64 = 0
    while count > 0, let size = try next() {
      sum += Int64(size)
      count -= 1
    }
    return sum
  }
}

/// Iterates over the chunks of one track, or over the file offsets of their samples, reading `stsc`
/// and `stco` or `co64` one page at a time.
struct ChunkCursor {
  /// One chunk: consecutive samples in the file with one description.
  struct Chunk: Sendable, Hashable {
    /// The offset in the file.
    var offset: Int64
    var sampleCount: UInt32
    /// The description number of its samples, from 1.
    var description: UInt32
  }

  private var offsets: TablePages
  private let offsetSize: Int
  private var runs: ChunkRuns
  private var number = -1
  private var chunk = Chunk(offset: 0, sampleCount: 0, description: 1)
  private var position: Int64 = 0
  /// The number of samples of the chunk before the next one.
  private var index: UInt32 = 0
  private let packet: QuickTimeAudioPacket?

  /// Creates a cursor; a packet size overrides the sizes in the table.
  init(_ table: SampleTable, packet: QuickTimeAudioPacket? = nil) throws(ParseError) {
    let stbl = table.atom
    self.packet = packet
    let places = stbl.child(.stco) ?? stbl.child(.co64)
    offsetSize = places?.type == .co64 ? 8 : 4
    offsets =
      try places.map { (atom) throws(ParseError) in
        try TablePages(atom, ChunkOffsetAtom.layout(of: atom.type), in: table.window)
      } ?? TablePages(in: table.window)
    runs = try ChunkRuns(stbl, in: table.window)
  }

  /// Returns the location of the next sample, which has `size` bytes according to the table: its
  /// offset, its actual size, the index of its chunk and its description number; nil after the last
  /// chunk.
  mutating func nextLocation(
    of size: UInt32
  ) throws(ParseError) -> (offset: Int64, size: UInt32, chunk: Int, description: UInt32)? {
    while chunk.sampleCount == 0 {
      guard let next = try next() else { return nil }
      chunk = next
      position = next.offset
      index = 0
    }
    chunk.sampleCount -= 1
    let size = packet?.size(ofSample: index) ?? size
    index += 1
    defer { position = position.addingReportingOverflow(Int64(size)).partialValue }
    return (position, size, number, chunk.description)
  }

  /// Returns the next chunk; nil after the last.
  mutating func next() throws(ParseError) -> Chunk? {
    guard try offsets.advance() else { return nil }
    let offset = try offsets.reader.unsigned(width: offsetSize)
    number += 1
    try runs.move(to: number)
    return Chunk(
      offset: Int64(clamping: offset), sampleCount: runs.current?.samplesPerChunk ?? 0,
      description: runs.current?.description ?? 1)
  }
}
