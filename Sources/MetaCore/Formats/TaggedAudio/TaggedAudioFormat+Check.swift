extension TaggedAudioFormat {
  /// Checks the stream between the tags to the extent that its kind allows.
  func check(
    _ window: SourceWindow, limits: Limits, _ report: inout IntegrityReport
  ) throws(ParseError) {
    let stream = try StreamTags.find(in: window).payload
    do throws(ParseError) {
      try kind.check(window, stream, &report)
    } catch {
      // A truncated file is checked up to the point where it ends.
      guard error.code == .truncated || error.code == .malformed else { throw error }
      report.add(error.inside(kind.name))
    }
  }
}

extension MonkeysAudio {
  /// Checks the MD5 that the descriptor contains since version 3.98.
  ///
  /// It covers the header and trailer of the original file, the frames, the header and the table
  /// (`APEInfo.cpp`).
  static func check(
    _ window: SourceWindow, _ stream: Range<Int64>, _ report: inout IntegrityReport
  ) throws(ParseError) {
    var reader = ByteReader(try window.bytes(at: stream.lowerBound, upTo: 52, in: stream))
    try reader.skip(4)
    guard try reader.littleU16() >= 3980 else { return report.addGap(.monkeys) }
    try reader.skip(2)
    var sizes: [Int64] = []
    for _ in 0..<4 { sizes.append(Int64(try reader.littleU32())) }
    let low = UInt64(try reader.littleU32())
    let frames = Int64(clamping: UInt64(try reader.littleU32()) << 32 | low)
    let ending = Int64(try reader.littleU32())
    let stored = Array(try reader.bytes(16).bytes)
    let head = stream.lowerBound + sizes[0]
    let data = head + sizes[1] + sizes[2]
    let (end, overflow) = (data + sizes[3] + ending).addingReportingOverflow(frames)
    let path = StructurePath(["Monkey's Audio"])
    guard !overflow, end <= stream.upperBound else {
      return report.fail(
        .monkeysMD5, .truncated, path, at: stream.lowerBound,
        "the file declares data up to byte \(overflow ? .max : end), but ends at \(stream.upperBound)"
      )
    }
    // Some writers omit it.
    guard stored.contains(where: { $0 != 0 }) else { return report.addGap(.monkeys) }
    var sum = MD5()
    var forward = ForwardReader(window.source, data..<end)
    try forward.forEach(data..<end) { sum.append($0) }
    var front = ForwardReader(window.source, head..<data)
    try front.forEach(head..<data) { sum.append($0) }
    let isValid = sum.finish() == stored
    report.addResult(
      .monkeysMD5, path, at: stream.lowerBound, isValid ? nil : "the MD5 does not match the file")
  }
}

extension TrueAudio {
  /// Checks the CRC-32 checksums: the header and the table are followed by theirs, and each frame
  /// ends with the checksum of its other bytes.
  static func check(
    _ window: SourceWindow, _ stream: Range<Int64>, _ report: inout IntegrityReport
  ) throws(ParseError) {
    let path = StructurePath(["True Audio"])
    // Only the tags of TTA2 are supported.
    guard let properties = try properties(in: window, stream) else { return report.addGap(.codec) }
    let start = stream.lowerBound
    guard let count = frameCount(of: properties) else {
      return report.fail(.trueAudioTables, path, at: start, "the header has no sample rate")
    }
    let table = start + headerSize
    guard count * 4 + 4 <= stream.upperBound - table else {
      return report.fail(
        .trueAudioTables, .truncated, path, at: table, "the table of \(count) frames is incomplete")
    }
    var reader = ForwardReader(window.source, stream)
    try checkSum(start..<table, .trueAudioTables, "header", path, &reader, &report)
    try checkSum(table..<(table + count * 4 + 4), .trueAudioTables, "table", path, &reader, &report)
    var position = table + count * 4 + 4
    for frame in 0..<count {
      var entry = ByteReader(try window.bytes(at: table + frame * 4, count: 4))
      let size = Int64(try entry.littleU32())
      guard size >= 4, size <= stream.upperBound - position else {
        return report.fail(
          .trueAudioFrames, .truncated, path, at: position,
          "frame \(frame) is \(size) bytes long, but only \(stream.upperBound - position) remain")
      }
      try checkSum(
        position..<(position + size), .trueAudioFrames, "frame \(frame)", path, &reader, &report)
      position += size
    }
  }

  /// Checks that the last four bytes of a range are the CRC-32 of its other bytes.
  private static func checkSum(
    _ range: Range<Int64>, _ check: IntegrityCheck, _ name: String, _ path: StructurePath,
    _ reader: inout ForwardReader, _ report: inout IntegrityReport
  ) throws(ParseError) {
    var sum = Checksum()
    try reader.forEach(range.lowerBound..<(range.upperBound - 4)) { sum.append($0) }
    var end = ByteReader(try reader.slice(4, at: range.upperBound - 4))
    let isValid = try end.littleU32() == sum.value
    report.addResult(
      check, path, at: range.lowerBound,
      isValid ? nil : "the checksum of the \(name) does not match its bytes")
  }
}

extension Musepack {
  /// Checks that the packets of stream 8 follow each other up to "SE", and the CRC-32 of its
  /// header.
  static func check(
    _ window: SourceWindow, _ stream: Range<Int64>, _ report: inout IntegrityReport
  ) throws(ParseError) {
    report.addGap(.musepack)
    let magic = try window.bytes(at: stream.lowerBound, upTo: 4, in: stream)
    guard magic.starts(with: "MPCK".utf8) else { return }
    let path = StructurePath(["Musepack"])
    var position = stream.lowerBound + 4
    while position < stream.upperBound {
      var reader = ByteReader(try window.bytes(at: position, upTo: 12, in: stream))
      guard let key = try? reader.bytes(2), key.bytes.allSatisfy({ (0x41...0x5A).contains($0) }),
        let size = try? number(&reader), size >= 3
      else {
        return report.fail(.musepackPackets, path, at: position, "not a Musepack packet")
      }
      guard size <= stream.upperBound - position else {
        return report.fail(
          .musepackPackets, .truncated, path, at: position,
          "the packet is \(size) bytes long, but only \(stream.upperBound - position) remain")
      }
      report.count(.musepackPackets)
      if key.starts(with: "SH".utf8) {
        try checkHeader(reader.fileOffset..<(position + size), window, path, &report)
      }
      position += size
      if key.starts(with: "SE".utf8) { return }
    }
    report.fail(
      .musepackPackets, .truncated, path, at: stream.upperBound, "the stream is not terminated")
  }

  /// Checks the CRC-32 at the start of a stream header (SH), which covers the rest of the packet.
  private static func checkHeader(
    _ range: Range<Int64>, _ window: SourceWindow, _ path: StructurePath,
    _ report: inout IntegrityReport
  ) throws(ParseError) {
    guard range.count >= 4, range.count < 256 else { return }
    let bytes = try window.bytes(at: range.lowerBound, count: range.count)
    // Some writers omit it.
    guard bytes.bigEndian(at: 0) != 0 else { return }
    let isValid = bytes.bigEndian(at: 0) == Checksum.of(bytes.clamped(from: 4).bytes)
    report.addResult(
      .musepackHeader, path, at: range.lowerBound,
      isValid ? nil : "the checksum of the header does not match its bytes")
  }
}

extension OptimFROG {
  /// Checks the sequence of blocks, each of which begins with four letters and the remaining size.
  static func check(
    _ window: SourceWindow, _ stream: Range<Int64>, _ report: inout IntegrityReport
  ) throws(ParseError) {
    report.addGap(.optimFROG)
    let path = StructurePath(["OptimFROG"])
    var position = stream.lowerBound
    while position < stream.upperBound {
      var reader = ByteReader(try window.bytes(at: position, upTo: 8, in: stream))
      guard let id = try? reader.bytes(4), id.bytes.allSatisfy({ (0x20..<0x7F).contains($0) }),
        let size = try? reader.littleU32()
      else {
        return report.fail(.optimFROGBlocks, path, at: position, "not an OptimFROG block")
      }
      let blockSize = Int64(size) + 8
      guard blockSize <= stream.upperBound - position else {
        return report.fail(
          .optimFROGBlocks, .truncated, path, at: position,
          "the block is \(blockSize) bytes long, but only \(stream.upperBound - position) remain")
      }
      report.count(.optimFROGBlocks)
      position += blockSize
    }
  }
}
