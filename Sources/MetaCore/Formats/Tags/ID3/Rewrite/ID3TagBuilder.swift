/// A new ID3v2 tag that is being assembled from retained ranges of the old tag and new frames.
///
/// It builds the pieces of the tag for any amount of padding, and later verifies the tag in the
/// planned file.
struct ID3TagBuilder {
  var version: ID3Version
  var revision: UInt8
  var flags: ID3TagHeader.Flags
  let window: SourceWindow
  var extendedHeader: ID3ExtendedHeader?
  /// The bytes after the frames of the old tag, if they are not just padding; other readers may
  /// find frames in them, so they follow the frames directly.
  var rest: Range<Int64>?
  private var frames: [FileLayout.Piece] = []
  private var framesSize: Int64 = 0
  /// The items that must be read back from the tag, with their ranges relative to the first frame.
  private var expected: [(key: MetadataKey, place: Range<Int64>)] = []
  /// The last byte, if it is newly written.
  private var lastByte: UInt8?

  init(version: ID3Version, revision: UInt8, flags: ID3TagHeader.Flags, window: SourceWindow) {
    self.version = version
    self.revision = revision
    self.flags = flags
    self.window = window
  }

  /// Whether the whole tag is unsynchronised.
  private var isUnsynchronised: Bool { version != .v24 && flags.contains(.unsynchronised) }

  /// Whether the tag supports padding.
  var takesPadding: Bool { !(version == .v24 && flags.contains(.footer)) }

  // MARK: Building

  /// Appends stored bytes; `item` is the item that they contain.
  mutating func append(_ pieces: [FileLayout.Piece], item: MetadataItem?) {
    separate(from: pieces.first)
    let start = framesSize
    frames += pieces
    framesSize += pieces.reduce(0) { $0 + $1.count }
    lastByte = nil
    if case .write(let bytes)? = pieces.last { lastByte = bytes.last }
    if let item { expected.append((item.key, start..<framesSize)) }
  }

  /// Appends a frame.
  mutating func append(frame: [UInt8], item: MetadataItem) {
    guard isUnsynchronised else { return append([.write(frame)], item: item) }
    let stored = Unsynchronisation.encode(frame)
    append([.write(frame.last == 0xFF ? stored.dropLast() : stored)], item: item)
  }

  /// Adds a zero after FF at the end of a frame if the next byte would form a sync pattern with it,
  /// would be removed, or is not known here.
  private mutating func separate(from next: FileLayout.Piece?) {
    guard isUnsynchronised, lastByte == 0xFF else { return }
    if case .write(let bytes)? = next, let first = bytes.first, (1..<0xE0).contains(first) {
      return
    }
    let end = framesSize
    frames.append(.write([0]))
    framesSize += 1
    if let last = expected.last, last.place.upperBound == end {
      expected[expected.count - 1].place = last.place.lowerBound..<framesSize
    }
  }

  /// Ends the frames; FF at the end of an unsynchronised tag needs a zero after it.
  mutating func close() {
    separate(from: nil)
    lastByte = nil
  }

  // MARK: Bytes

  private var extendedBytes: [UInt8] {
    guard let bytes = extendedHeader?.encode(version: version) else { return [] }
    return isUnsynchronised ? Unsynchronisation.encode(bytes) : bytes
  }

  private var restSize: Int64 { rest.map { $0.upperBound - $0.lowerBound } ?? 0 }

  /// The size of the tag without padding.
  var leastSize: Int64 {
    Int64(ID3TagHeader.size) * (takesPadding ? 1 : 2) + Int64(extendedBytes.count) + framesSize
      + restSize
  }

  /// Returns the pieces of the tag with `padding` bytes of padding.
  ///
  /// - Throws: `notRepresentable` when the tag is too long for its size field; read errors.
  func pieces(padding: Int64) throws(ParseError) -> [FileLayout.Piece] {
    var image = self
    try image.updateExtendedHeader(padding: padding)
    let bodySize = image.leastSize + padding - Int64(ID3TagHeader.size) * (takesPadding ? 1 : 2)
    guard let count = Int(exactly: bodySize),
      let size = ID3FrameHeader.storedSize(of: count, version: .v24)
    else {
      throw ParseError(
        .notRepresentable, at: 0, "\(bodySize) bytes exceed the maximum size of a tag")
    }
    let header = ID3TagHeader(
      version: version, revision: revision, flags: flags, storedSize: size)
    var pieces: [FileLayout.Piece] = [.write(header.encode() + image.extendedBytes)]
    pieces += frames
    if let rest { pieces.append(.keep(rest)) }
    pieces.append(.fill(padding))
    if !takesPadding { pieces.append(.write(header.encode(isFooter: true))) }
    return pieces
  }

  /// Stores the padding size and the checksum in the extended header.
  private mutating func updateExtendedHeader(padding: Int64) throws(ParseError) {
    guard var header = extendedHeader else { return }
    defer { extendedHeader = header }
    header.size = header.encode(version: version).count
    if version == .v23 { header.paddingSize = UInt32(clamping: padding + restSize) }
    guard header.crc != nil else { return }
    var bytes: [UInt8] = []
    for piece in frames { bytes += try ID3TagBuilder.bytes(of: piece, in: window) }
    if isUnsynchronised {
      bytes = Unsynchronisation.decode(ByteSlice(bytes))?.bytes ?? bytes
    }
    var checksum = Checksum()
    checksum.append(bytes[...])
    // The checksum in 2.3 covers only the frames; in 2.4, it includes the padding (§3.2 of both).
    if version == .v24 {
      if let rest { checksum.append(try FileLayout.load(rest, in: window).bytes) }
      checksum.appendZeros(padding)
    }
    header.crc = checksum.value
  }

  /// Returns the bytes of a piece.
  private static func bytes(
    of piece: FileLayout.Piece, in window: SourceWindow
  ) throws(ParseError) -> [UInt8] {
    switch piece {
    case .media(let range), .keep(let range):
      return Array(try FileLayout.load(range, in: window).bytes)
    case .write(let bytes): return bytes
    case .fill(let count): return [UInt8](repeating: 0, count: Int(clamping: count))
    }
  }

  // MARK: Proof

  /// Reads the tag at `offset` of the new file, and checks that its frames are where they were
  /// written.
  ///
  /// - Throws: `unsupported` when they are not: such a tag is read differently once other frames
  ///   are added.
  func prove(
    at offset: Int64, upTo limit: Int64? = nil, in source: any ByteSource
  ) throws(ParseError) {
    let new = SourceWindow(source)
    var log = DiagnosticLog()
    let tag = try ID3Tag.parse(at: offset, upTo: limit, in: new, log: &log)
    let start = tag?.framesOffset ?? 0
    let found = tag?.items.map { item in
      let place = item.location.offset - start
      return (item.key, place..<(place + item.location.size))
    }
    guard let found, found.count == expected.count,
      zip(found, expected).allSatisfy({ $0.0 == $1.key && $0.1 == $1.place })
    else {
      throw ParseError(
        .unsupported, at: offset,
        "the frames of this tag could not be read back: their sizes are stored in a non-standard form"
      )
    }
  }
}
