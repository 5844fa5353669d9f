/// Statistics from the sample table of a track: number of samples, frame rate, bit rate.
extension TrackReader {
  /// The maximum size in bytes of a size table to add up: declared bit rates are often wrong, but
  /// adding up a larger table is too expensive.
  private static let largestSum: Int64 = 1 << 18
  /// The same limit for a single track, whose media data can be counted instead of a larger table.
  private static let largestSumOfOnlyTrack: Int64 = 1 << 13

  /// Sets the number of samples, the frame rate and the bit rate of a track.
  func readSamples(of track: inout MovieTrack, _ log: inout DiagnosticLog) {
    guard let stbl = track.sampleTable else { return }
    let table = SampleTable(stbl, in: window)
    do {
      let header = try table.sizeHeader()
      let count = header.flatMap(table.sampleCount)
      if let atom = table.sizeAtom, let count, let claimed = header?.count, count < claimed {
        let reason = "only \(count) of \(claimed) sizes are present"
        log.add(ParseError(.truncated, at: atom.offset, reason).insideSampleTable(atom.type))
      }
      track.description.sampleCount = count
      if let count, count > 0 {
        if track.description.video != nil {
          let rate = try frameRate(track, table, count)
          track.description.video?.frameRate = rate
        }
        if header?.entryBits == 0, track.description.audio != nil {
          // Audio frames have equal durations, so equal sizes mean a constant bit rate.
          track.description.bitRateMode = .constant
        }
        // AC-3 declares its rate, which is constant (ETSI TS 102 366 §F.4).
        guard track.format?.codec != .ac3 || track.description.bitRate == nil else {
          track.isRateCounted = true
          return
        }
        let limit = isOnlyTrack ? TrackReader.largestSumOfOnlyTrack : TrackReader.largestSum
        let counted = try bitRate(track, table, count, upTo: limit)
        track.isRateCounted = counted != nil
        track.description.bitRate = counted ?? track.description.bitRate
      }
    } catch { log.add(error.insideSampleTable(.stsz)) }
  }

  /// Returns the frame rate, which is exact if all frames except the last have the same duration,
  /// and otherwise an average.
  private func frameRate(
    _ track: MovieTrack, _ table: SampleTable, _ count: Int64
  ) throws(ParseError) -> Double? {
    guard let timescale = track.description.timescale, let stts = table.atom.child(.stts) else {
      return nil
    }
    var pages = try TablePages(stts, TableLayout.runs, in: window)
    let entries = pages.remaining
    if entries > 0, entries <= 2, try pages.advance() {
      let first = try pages.reader.u32()
      let duration = try pages.reader.u32()
      if duration > 0, entries == 1 || Int64(first) >= count - 1 {
        return Double(timescale) / Double(duration)
      }
    }
    guard track.mediaDuration > 0 else { return nil }
    return Double(count) * Double(timescale) / Double(track.mediaDuration)
  }

  /// Returns the bit rate computed from the sample sizes, if that is cheap.
  private func bitRate(
    _ track: MovieTrack, _ table: SampleTable, _ count: Int64, upTo limit: Int64
  ) throws(ParseError) -> Int64? {
    guard let timescale = track.description.timescale, track.mediaDuration > 0,
      let header = try table.sizeHeader(),
      let total = try payloadSize(table, header, count, upTo: limit)
    else { return nil }
    let rate = total * 8 * Double(timescale) / Double(track.mediaDuration)
    return Int64(exactly: rate.rounded())
  }

  /// Returns the total size of the samples in bytes; nil if the size table is larger than `limit`.
  private func payloadSize(
    _ table: SampleTable, _ header: SampleSizeAtom, _ count: Int64, upTo limit: Int64
  ) throws(ParseError) -> Double? {
    if header.entryBits == 0 {
      let packet = try? QuickTimeAudioPacket(table.atom, in: window)
      return packet.map { Double($0.size(of: Int(clamping: count))) }
        ?? Double(header.uniformSize) * Double(count)
    }
    guard let sizes = table.sizeAtom, sizes.payloadSize <= limit else { return nil }
    let payload = try sizes.payload(in: window)
    guard header.entryBits == 32 else {
      let atom = try SampleSizeAtom.parse(payload, type: sizes.type)
      return atom.sizes.reduce(0) { $0 + Double($1) }
    }
    let bytes = Int(clamping: min(count, .max / 4) * 4)
    return Double(payload.clamped(from: 12, count: bytes).sum)
  }
}

extension FourCC {
  fileprivate static let ac3 = FourCC("a", "c", "-", "3")
}
