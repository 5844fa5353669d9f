/// Whether certain codec libraries can read an output of an asset, and an estimate of the memory
/// needed, determined in advance.
///
/// The verbs use it to decide whether to run in a helper process, and how much memory that process
/// may use.
package struct DecodingNeeds: Sendable {
  /// Whether the examined libraries can read the output.
  package let areMet: Bool
  /// The estimated maximum memory that decoding needs, in bytes; at least enough for frames of
  /// common sizes.
  package let memory: UInt

  /// The minimum value of ``memory``: 2 GiB.
  private static let usualMemory: UInt = 2 << 30
  /// The number of frames that a decoder keeps: 16 reference frames (ITU-T H.264 A.3.1), and some
  /// more for its threads.
  private static let pictures = 24

  /// Creates the requirements for an asset that could not be opened.
  fileprivate init() {
    areMet = false
    memory = DecodingNeeds.usualMemory
  }

  /// Creates the requirements for tracks.
  ///
  /// The memory is 512 MiB plus twice the size of the frames that the decoder and the conversion
  /// keep, at three bytes per pixel (4:2:0 with 16 bits).
  fileprivate init(areMet: Bool, _ tracks: [TrackDescription]) {
    self.areMet = areMet
    let pixels = tracks.compactMap { track -> Int? in
      guard let video = track.video, video.width > 0, video.height > 0 else { return nil }
      let (count, overflow) = video.width.multipliedReportingOverflow(by: video.height)
      return overflow ? nil : min(count, PixelBufferAttributes.maxPixels)
    }.max()
    let needed = 512 << 20 + UInt(pixels ?? 0) * 3 * 2 * UInt(DecodingNeeds.pictures)
    memory = max(DecodingNeeds.usualMemory, needed)
  }
}

extension MediaCodecs {
  /// Returns the requirements for reading an output of an asset, and whether these libraries meet
  /// them.
  package func needs(of output: some AssetReaderOutput, from asset: Asset) -> DecodingNeeds {
    guard let media = try? AssetMedia(of: asset) else { return DecodingNeeds() }
    let engine = try? media.engine(for: output.request, in: .all, codecs: self)
    return DecodingNeeds(areMet: engine != nil, media.document.tracks)
  }
}
