extension OggFormat {
  /// Finds the private data in the header packets and the tags around the pages, and corrects the
  /// checksums of the pages in which bytes are removed.
  func traces(
    of document: Document, in window: SourceWindow
  ) throws(ParseError) -> PrivateTraces {
    var traces = try StreamTags.traces(in: window)
    var log = DiagnosticLog(limit: 0)
    let head = try OggHead(window, limits: .standard, log: &log)
    for stream in head.streams {
      try traces.add(stream)
      if stream.codec.kind == .other {
        traces.leave("stream \(stream.number)", "a stream of a kind that is not inspected")
      }
    }
    traces.reportVideo(document)
    // The new checksums are computed from the pages after removal.
    let masked = SourceWindow(MaskedSource(source: window.source, mask: traces.mask))
    for page in head.streams.flatMap(\.pages)
    where !traces.mask.replacements(in: page.content).isEmpty {
      traces.mask.replace(try page.correctChecksum(in: masked), at: page.checksumOffset)
    }
    return traces
  }
}

extension PrivateTraces {
  /// Removes private data from the headers of a stream.
  fileprivate mutating func add(_ stream: OggHead.Stream) throws(ParseError) {
    guard let packet = stream.comments else { return }
    var log = DiagnosticLog(limit: 0)
    var traces = PrivateTraces()
    do throws(ParseError) {
      if let list = try stream.list(.standard, log: &log) {
        try traces.addFields(list.comments.fields)
        // Vorbis has one bit after the fields.
        if list.comments.rest.withoutTrailingZeros.count > 1 {
          traces.leave("comments", "bytes after the last field that are not inspected")
        }
      }
    } catch {
      guard error.code != .io else { throw error }
      traces.leave("comments", "damaged comments that are not inspected")
    }
    add(traces, in: packet)
    guard stream.codec.kind == .flac else { return }
    for packet in stream.packets.dropFirst(2) {
      var traces = PrivateTraces()
      try traces.addBlock(packet)
      add(traces, in: packet)
    }
  }

  /// Removes private data from a FLAC metadata block, located by its ranges in the packet.
  private mutating func addBlock(_ packet: OggPacket) throws(ParseError) {
    let header = FLACBlock.headerSize
    switch FLACBlock.Kind(packet.bytes) {
    case .padding: mask.cover(Int64(min(header, packet.count))..<Int64(packet.count))
    case .picture where packet.isPicture:
      guard let range = PictureText.picture(in: packet.bytes.clamped(from: header)) else {
        return leave("PICTURE", "a damaged picture that is not inspected")
      }
      let start = range.lowerBound + Int64(header)
      add(
        try PictureTraces.find(
          in: start..<(start + Int64(range.count)), of: SourceWindow(DataSource(packet.storage)),
          place: "comments PICTURE", isPicture: true))
    case .application, nil:
      leave("Ogg", "a block of \(packet.count) bytes that is not inspected")
    default: break
    }
  }

  /// Merges findings whose ranges are in a packet.
  private mutating func add(_ other: PrivateTraces, in packet: OggPacket) {
    report = report + other.report
    for stretch in other.mask.stretches {
      let range = Int(stretch.range.lowerBound)..<Int(stretch.range.upperBound)
      for (part, offset) in packet.locations(of: range) {
        mask.replace(
          stretch.bytes(Int64(part.lowerBound)..<Int64(part.upperBound)), at: offset)
      }
    }
  }
}
