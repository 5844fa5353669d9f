extension MPEGAudioFormat {
  func check(
    _ window: SourceWindow, limits: Limits, _ report: inout IntegrityReport
  ) throws(ParseError) {
    let tags = try StreamTags.find(in: window)
    guard var stream = try MPEGStream.find(from: tags.start, in: window),
      stream.first.offset < tags.end
    else {
      if tags.payload.isEmpty { return report.addGap(.onlyTags) }
      return report.fail(
        .mpegFrames, StructurePath(), at: tags.start,
        "no MPEG audio frame in \(tags.payload.count) bytes")
    }
    stream.end = tags.end
    report.addGap(.mpegSound)
    var check = MPEGStreamCheck(window.source, stream, start: tags.start)
    try check.run(in: window, &report)
  }
}

/// Checks the frames of one MPEG audio stream for an integrity report: their sequence, their
/// checksums, and the table in the first frame.
private struct MPEGStreamCheck {
  private let stream: MPEGStream
  private let start: Int64
  private var reader: ForwardReader
  private var search: MPEGFrameSearch
  /// The number of audio frames found so far.
  private var frameCount: Int64 = 0
  /// The number of main data bytes before the next frame to which it may refer.
  private var reservoir = 0
  private let path: StructurePath

  init(_ source: any ByteSource, _ stream: MPEGStream, start: Int64) {
    self.stream = stream
    self.start = start
    reader = ForwardReader(source, stream.first.offset..<stream.end)
    search = MPEGFrameSearch(SourceWindow(source), end: stream.end)
    path = StructurePath([stream.first.header.codec])
  }

  private var hasTable: Bool { stream.xing != nil || stream.vbri != nil }

  mutating func run(in window: SourceWindow, _ report: inout IntegrityReport) throws(ParseError) {
    if stream.first.offset > start {
      try noteJunk(start..<stream.first.offset, "before the first frame", window, &report)
    }
    let header = stream.first.header
    var position = stream.first.offset
    while position < stream.end {
      // The last frame may lack its padding byte, so its computed end may be one byte too late.
      if let frame = try search.frame(at: position, like: header), frame.end <= stream.end + 1 {
        try check(frame, &report)
        position = frame.end
        continue
      }
      let next = try search.next(after: position, like: header)
      let junk = position..<(next?.offset ?? stream.end)
      reservoir = 0
      guard let next else {
        try noteEnd(junk, window, &report)
        break
      }
      report.fail(
        .mpegFrames, path, at: position,
        "\(junk.count) bytes of unrecognised data between frames")
      position = next.offset
    }
    try checkTable(&report)
  }

  /// Reports bytes outside frames that do not count as damage.
  private func noteJunk(
    _ range: Range<Int64>, _ place: String, _ window: SourceWindow, _ report: inout IntegrityReport
  ) throws(ParseError) {
    let head = try window.bytes(at: range.lowerBound, upTo: Int(min(4096, Int64(range.count))))
    let kind = head.bytes.allSatisfy { $0 == 0 } ? "zero bytes" : "bytes of unrecognised data"
    report.remark(path, at: range.lowerBound, "\(range.count) \(kind) \(place)")
  }

  /// Reports the bytes after the last complete frame: an incomplete frame, or other data.
  private mutating func noteEnd(
    _ junk: Range<Int64>, _ window: SourceWindow, _ report: inout IntegrityReport
  ) throws(ParseError) {
    if let frame = try search.frame(at: junk.lowerBound, like: stream.first.header) {
      return report.fail(
        .mpegFrames, .truncated, path, at: frame.offset,
        "the frame is \(frame.size) bytes long, but only \(junk.count) remain")
    }
    try noteJunk(junk, "after the last frame", window, &report)
  }

  // MARK: Frames

  private mutating func check(
    _ frame: MPEGFrame, _ report: inout IntegrityReport
  ) throws(ParseError) {
    report.count(.mpegFrames)
    if frame.offset == stream.first.offset, hasTable { return }
    frameCount += 1
    let bytes = try reader.slice(frame.size, at: frame.offset)
    if frame.header.hasChecksum { checkSum(frame, bytes, &report) }
    guard frame.header.layer == 3 else { return }
    checkSide(frame, bytes, &report)
  }

  /// Checks the 16-bit checksum after the header, which covers the header's last two bytes and the
  /// side information (layer III) or the allocations (layer I); layer II is reported as a gap.
  private func checkSum(
    _ frame: MPEGFrame, _ bytes: ByteSlice, _ report: inout IntegrityReport
  ) {
    guard let size = frame.header.protectedSize else { return report.addGap(.mpegLayer2) }
    let covered = bytes.clamped(from: 6, count: size)
    guard covered.count == size, let stored = bytes.bigEndian(at: 4, width: 2) else { return }
    let head = CyclicChecksum.polynomial8005.of(
      bytes.clamped(from: 2, count: 2).bytes, after: 0xFFFF)
    let isValid = CyclicChecksum.polynomial8005.of(covered.bytes, after: head) == stored
    report.addResult(
      .mpegChecksums, path, at: frame.offset,
      isValid ? nil : "the checksum of the frame does not match its header and side information")
  }

  /// Checks that the frame's main data fits in the available space, unless it begins in bytes that
  /// are missing.
  private mutating func checkSide(
    _ frame: MPEGFrame, _ bytes: ByteSlice, _ report: inout IntegrityReport
  ) {
    let start = MPEGFrameHeader.size + (frame.header.hasChecksum ? 2 : 0)
    let size = frame.header.sideInformationSize
    let mainDataSize = max(0, bytes.count - start - size)
    defer { reservoir = min(511, reservoir + mainDataSize) }
    guard let side = try? LayerIIISide(bytes.clamped(from: start, count: size), frame.header) else {
      return
    }
    // The first frames of a stream that was cut refer to missing bytes.
    guard side.mainDataBegin <= reservoir else { return }
    let availableBits = (side.mainDataBegin + mainDataSize) * 8
    let isValid = side.mainDataBits <= availableBits && side.isPlausible
    report.addResult(
      .mpegSide, path, at: frame.offset,
      isValid
        ? nil
        : "the frame declares \(side.mainDataBits) bits of main data, but has space for \(availableBits)"
    )
  }

  // MARK: The table

  /// Compares the frame count of the Xing or VBRI table with the actual number of frames, and
  /// checks the LAME tag.
  private mutating func checkTable(_ report: inout IntegrityReport) throws(ParseError) {
    if let count = stream.xing?.frameCount ?? stream.vbri?.frameCount, count > 0 {
      // Some writers include the frame with the table.
      let claimed = Int64(count)
      if frameCount >= claimed - 1 {
        report.count(.mpegTable)
        if frameCount > claimed + 1 {
          report.remark(
            path, at: stream.first.offset,
            "the header declares \(claimed) frames, but the file has \(frameCount)")
        }
      } else {
        report.fail(
          .mpegTable, .truncated, path, at: stream.end,
          "only \(frameCount) of \(claimed) frames are present")
      }
    }
    guard let xing = stream.xing, xing.lame != nil else { return }
    try checkLAME(xing, &report)
  }

  /// Checks the checksum of a LAME tag and, if it matches and the tag declares the actual size, the
  /// checksum of the audio.
  private mutating func checkLAME(
    _ xing: XingHeader, _ report: inout IntegrityReport
  ) throws(ParseError) {
    let first = stream.first
    let frame = try reader.slice(first.size, at: first.offset)
    let tag = frame.clamped(from: xing.tagPlace, count: 36)
    guard tag.count == 36, let size = tag.bigEndian(at: 28, width: 4),
      let musicChecksum = tag.bigEndian(at: 32, width: 2),
      let tagChecksum = tag.bigEndian(at: 34, width: 2)
    else { return }
    // Other encoders write LAME's name with zeros instead of these values.
    guard tagChecksum != 0 || musicChecksum != 0 else { return }
    var sum = LAMEChecksum()
    sum.append(frame.clamped(from: 0, count: xing.tagPlace + 34).bytes)
    guard UInt32(sum.value) == tagChecksum else {
      // Programs that change the gain in the tag do not update its checksum.
      return report.remark(
        path, at: first.offset, "the checksum of the LAME tag does not match its bytes")
    }
    report.count(.lameTag)
    let end = first.offset + Int64(size)
    guard musicChecksum != 0, end == stream.end, end > first.end else { return }
    let computed = try reader.sum(first.end..<end, by: .lame)
    report.addResult(
      .lameMusic, path, at: first.end,
      computed == musicChecksum ? nil : "the checksum stored by LAME does not match the audio")
  }
}

extension MPEGFrameHeader {
  /// The number of bytes covered by the checksum that follow it; nil when it depends on decoded
  /// values.
  fileprivate var protectedSize: Int? {
    switch layer {
    case 3: sideInformationSize
    case 1:
      // Allocations of four bits: for each of 32 bands and each channel, shared above a bound in
      // joint stereo.
      channels == 1 ? 16 : channelMode == 1 ? (32 + 4 * (Int(rawValue >> 4 & 3) + 1)) / 2 : 32
    default: nil
    }
  }
}

/// The location and size of the main data of one layer III frame, from its side information
/// (ISO/IEC 11172-3 §2.4.1.7, 13818-3 §2.4.1.7).
private struct LayerIIISide {
  /// The distance from the frame back to the start of its main data, in bytes.
  var mainDataBegin: Int
  /// The total number of bits of all granules and channels.
  var mainDataBits = 0
  /// Whether no granule has more than 288 pairs of large values, which fill its 576 lines.
  var isPlausible = true

  init(_ bytes: ByteSlice, _ header: MPEGFrameHeader) throws(ParseError) {
    var bits = BitReader(bytes)
    let isFirst = header.version == .mpeg1
    mainDataBegin = Int(try bits.bits(isFirst ? 9 : 8))
    let privateBits = isFirst ? (header.channels == 1 ? 5 : 3) : header.channels
    _ = try bits.bits(privateBits)
    if isFirst { _ = try bits.bits(4 * header.channels) }
    for _ in 0..<((isFirst ? 2 : 1) * header.channels) {
      mainDataBits += Int(try bits.bits(12))
      if try bits.bits(9) > 288 { isPlausible = false }
      // These bits are the gain, scale factors, tables and flags.
      _ = try bits.bits(isFirst ? 12 : 17)
      _ = try bits.bits(isFirst ? 26 : 25)
    }
  }
}
