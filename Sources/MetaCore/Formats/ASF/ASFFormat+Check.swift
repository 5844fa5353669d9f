extension ASFFormat {
  /// Checks the packets, whose number is unknown in a live stream.
  func check(
    _ window: SourceWindow, limits: Limits, _ report: inout IntegrityReport
  ) throws(ParseError) {
    // Reading the file reports these findings, so they are not kept here.
    var log = DiagnosticLog(limit: 0)
    let layout = try ASFLayout(window, limits: limits, log: &log)
    let properties = try ASFProperties(layout, in: window, log: &log)
    report.addGap(.asf)
    guard let size = properties.packetSize, size <= 1 << 24,
      let data = layout.others.first(where: { $0.id == .data })
    else { return }
    // These fields precede the packets: file ID (16 bytes), number of packets (8), reserved (2).
    var reader = ByteReader(try window.bytes(at: data.contentOffset, upTo: 26))
    try reader.skip(16)
    let claimed = Int64(clamping: try reader.littleU64())
    var check = ASFPacketCheck(
      window.source, (data.contentOffset + 26)..<max(data.contentOffset + 26, data.end), size: size,
      streams: Set(properties.tracks.map(\.id)))
    try check.run(claimed: properties.isBroadcast ? nil : claimed, &report)
  }
}

/// Checks the packets of an ASF data object: their headers, and that their payloads fit and belong
/// to existing streams (ASF 01.20.03 §5.2).
///
/// The leading numbers are sizes in bytes.
///
///     error correction   1 byte: bit 7 present, bits 0-3 number of bytes that follow
///     1 flags: bit 0 several payloads, bits 1-2 size of the sequence, 3-4 of the padding, 5-6 of the packet length
///     1 sizes in payloads: bits 0-1 replicated data, 2-3 offset, 4-5 object number, 6-7 stream number
///     length, sequence, padding length, 4 send time, 2 duration; then payloads
private struct ASFPacketCheck {
  private var reader: ForwardReader
  private let range: Range<Int64>
  private let size: Int64
  private let streams: Set<UInt32>
  private let path = StructurePath(["Data"])

  init(_ source: any ByteSource, _ range: Range<Int64>, size: Int64, streams: Set<UInt32>) {
    reader = ForwardReader(source, range)
    self.range = range
    self.size = size
    self.streams = streams
  }

  mutating func run(claimed: Int64?, _ report: inout IntegrityReport) throws(ParseError) {
    var position = range.lowerBound
    var count: Int64 = 0
    while range.upperBound - position >= size {
      let packet = try reader.slice(Int(size), at: position)
      guard Int64(packet.count) == size else { break }
      report.addResult(.asfPackets, path, at: position, problem(of: packet))
      position += size
      count += 1
    }
    guard let claimed, count < claimed else { return }
    report.fail(
      .asfPackets, .truncated, path, at: position, "only \(count) of \(claimed) packets are present"
    )
  }

  private func problem(of packet: ByteSlice) -> String? {
    do throws(ParseError) {
      return try payloadProblem(packet)
    } catch {
      return "the packet is too short for its fields (\(error.reason))"
    }
  }

  /// Returns the error in a packet; nil if it is valid.
  private func payloadProblem(_ packet: ByteSlice) throws(ParseError) -> String? {
    var reader = ByteReader(packet)
    var flags = try reader.u8()
    if flags & 0x80 != 0 {
      guard flags & 0x60 == 0 else { return "unknown error correction format" }
      try reader.skip(Int(flags & 0x0F))
      flags = try reader.u8()
    }
    let widths = try reader.u8()
    guard widths >> 6 == 1 else { return "invalid size of stream numbers" }
    let length = try number(&reader, flags >> 5) ?? UInt64(packet.count)
    _ = try number(&reader, flags >> 1)
    let padding = try number(&reader, flags >> 3) ?? 0
    try reader.skip(6)
    guard length <= packet.count, padding <= UInt64(reader.remaining) else {
      return "\(padding) bytes of padding do not fit in the packet"
    }
    // A packet shorter than the fixed size is padded.
    let unused = max(Int(clamping: padding), packet.count - Int(clamping: length))
    return flags & 1 == 0
      ? try single(&reader, widths, unused) : try several(&reader, widths, unused)
  }

  private func single(
    _ reader: inout ByteReader, _ widths: UInt8, _ padding: Int
  ) throws(ParseError) -> String? {
    try skipHeader(&reader, widths)
      ?? (reader.remaining < padding ? "the padding does not fit in the packet" : nil)
  }

  /// Returns the error in a packet with several payloads; nil if all fit.
  private func several(
    _ reader: inout ByteReader, _ widths: UInt8, _ padding: Int
  ) throws(ParseError) -> String? {
    let flags = try reader.u8()
    for _ in 0..<(flags & 0x3F) {
      if let problem = try skipHeader(&reader, widths) { return problem }
      guard let size = try number(&reader, flags >> 6), size + UInt64(padding) <= reader.remaining
      else { return "the payloads do not fit in the packet" }
      try reader.skip(Int(size))
    }
    return nil
  }

  /// Skips a payload header: stream number, object number, offset and replicated data; returns the
  /// error if the stream does not exist.
  private func skipHeader(
    _ reader: inout ByteReader, _ widths: UInt8
  ) throws(ParseError) -> String? {
    let stream = UInt32(try reader.u8() & 0x7F)
    guard streams.contains(stream) else {
      return "a payload belongs to stream \(stream), which does not exist"
    }
    _ = try number(&reader, widths >> 4)
    _ = try number(&reader, widths >> 2)
    try reader.skip(Int(clamping: try number(&reader, widths) ?? 0))
    return nil
  }

  /// Reads a number with a two-bit size code: 0, 1, 2 or 4 bytes; nil for 0 bytes.
  private func number(_ reader: inout ByteReader, _ width: UInt8) throws(ParseError) -> UInt64? {
    switch width & 3 {
    case 1: UInt64(try reader.u8())
    case 2: UInt64(try reader.littleU16())
    case 3: UInt64(try reader.littleU32())
    default: nil
    }
  }
}
