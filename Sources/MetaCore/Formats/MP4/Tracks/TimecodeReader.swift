/// Reads the start timecode and the reel name of a timecode track into its description (QTFF
/// "Timecode Sample Data": the first sample is the number of the first frame).
struct TimecodeReader {
  /// The window with the sample tables.
  let tables: SourceWindow
  /// The window with the samples.
  let samples: SourceWindow

  func read(_ track: inout MovieTrack, log: inout DiagnosticLog) {
    guard track.format?.entry.format == .tmcd, let fields = track.format?.entry.fields,
      let stbl = track.sampleTable
    else { return }
    do {
      let description = try TimecodeDescription.parse(fields)
      var list = try SampleTable(stbl, in: tables).samples()
      guard let first = try list.next(), first.size >= 4 else { return }
      var reader = ByteReader(try samples.bytes(at: first.offset, count: 4))
      track.description.startTimecode = description.text(of: try reader.u32())
      track.description.reelName = description.reel
    } catch { log.add(error.insideSampleTable(.stsd)) }
  }
}
