internal import MetaCore

/// Reads media from arbitrary bytes, without libraries, and reports broken guarantees.
package enum FuzzedMedia {
  /// How many buffers of one output are read at most.
  private static let maxBuffers = 2048

  // MARK: Samples

  /// Checks the stored samples of every track, decoded audio, and a waveform, for the whole file
  /// and for a part of it.
  package static func samples(_ bytes: [UInt8]) -> [String] {
    let asset = Asset(source: DataSource(bytes))
    let part = MediaTimeRange(
      start: MediaTime(value: 1, timescale: 30) ?? .zero,
      end: MediaTime(value: 1, timescale: 2) ?? .positiveInfinity)
    var broken: [String] = []
    let tracks = (try? Inspector.inspect(DataSource(bytes)))?.tracks.map(\.id) ?? []
    for range in [MediaTimeRange.all, part] {
      for track in Set(tracks.prefix(4)) {
        broken += read(StoredTrackOutput(track: track), of: asset, in: range, length: bytes.count)
      }
      for settings in [ReadSettings.decoded, .pcm(.int16)] {
        let output = FirstTrackOutput(.audio, track: nil, settings: settings)
        broken += read(output, of: asset, in: range, length: bytes.count)
      }
      broken += waveform(of: asset, in: range)
    }
    return broken
  }

  private static func read(
    _ output: some AssetReaderOutput, of asset: Asset, in range: MediaTimeRange, length: Int
  ) -> [String] {
    let reader = AssetReader(asset: asset)
    guard (try? reader.setTimeRange(range)) != nil,
      let provider = try? reader.outputProvider(for: output), (try? reader.start()) != nil
    else { return [] }
    var broken: [String] = []
    for _ in 0..<maxBuffers {
      guard let found = try? provider.copyNextSampleBuffer() else { break }
      if let bytes = found.stored, let reference = found.reference {
        if reference.size != Int64(bytes.count) { broken.append("a sample of another size") }
        if reference.offset < 0 || reference.offset + reference.size > Int64(length) {
          broken.append("a sample outside of the file")
        }
      }
      if let audio = found.audio, audio.frameCount != found.sampleCount {
        broken.append("a number of samples that the buffer does not have")
      }
    }
    let isOver = [.reading, .completed, .failed].contains(reader.status)
    if !isOver { broken.append("a reader that is \(reader.status)") }
    return broken
  }

  private static func waveform(of asset: Asset, in range: MediaTimeRange) -> [String] {
    // The reader has no limit, because it does not keep what it reads.
    let isSmall = FirstTrackOutput(.audio, track: nil, settings: .decoded)
    guard soundIsShort(isSmall, of: asset, in: range),
      let reader = try? WaveformReader(
        asset: asset, track: nil, resolution: .bins(50), splitsChannels: true, timeRange: range,
        codecs: .standard)
    else { return [] }
    let parts = (0..<reader.segments).compactMap { try? reader.read(segment: $0) }
    let waveform = reader.joined(parts)
    return Set(waveform.channels.map(\.count)).count > 1 ? ["channels of several lengths"] : []
  }

  /// Whether the audio ends within the limit on buffers.
  private static func soundIsShort(
    _ output: FirstTrackOutput, of asset: Asset, in range: MediaTimeRange
  ) -> Bool {
    let reader = AssetReader(asset: asset)
    guard (try? reader.setTimeRange(range)) != nil,
      let provider = try? reader.outputProvider(for: output), (try? reader.start()) != nil
    else { return false }
    for _ in 0..<maxBuffers where (try? provider.copyNextSampleBuffer()) == nil { return true }
    return false
  }

  // MARK: Waveforms

  /// A file of a waveform: read, drawn in every form, made smaller, and written again.
  package static func waveform(_ bytes: [UInt8]) -> [String] {
    guard let waveform = try? WaveformFile.read(bytes) else { return [] }
    var broken: [String] = []
    for bits in [8, 16] {
      let data = try? WaveformFile.read(WaveformFile.data(of: waveform, bits: bits))
      let text = try? WaveformFile.read(Array(WaveformFile.json(of: waveform, bits: bits).utf8))
      if data != text { broken.append("another waveform in JSON than in .dat") }
      if bits == 16, data != waveform { broken.append("another waveform when it is read again") }
    }
    var drawing = WaveformDrawing()
    (drawing.width, drawing.height, drawing.marks) = (120, 40, [0, 0.5])
    for statistic in WaveformDrawing.Statistic.allCases {
      drawing.statistic = statistic
      _ = drawing.svg(of: waveform)
      _ = drawing.text(of: waveform)
      if (try? drawing.png(of: waveform)) == nil { broken.append("no drawing") }
    }
    for size in [waveform.samplesPerPixel, waveform.samplesPerPixel * 3 + 1, Int(Int32.max)] {
      guard let smaller = try? waveform.resampled(to: size) else { continue }
      if smaller.length > waveform.length { broken.append("more bins than before") }
    }
    return broken
  }

  // MARK: Images

  /// The header of an image, and its orientation.
  package static func image(_ bytes: [UInt8]) -> [String] {
    let orientation = ImageOrientation.of(bytes)
    let turn = PictureTurn(exifOrientation: orientation)
    let info = ImageInfo.probe(ByteSlice(bytes))
    var broken = (1...8).contains(orientation) ? [] : ["the orientation \(orientation)"]
    if info == nil, turn != .none { broken.append("an orientation of no image") }
    return broken
  }
}
