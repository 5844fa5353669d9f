/// How much memory the decoding of an asset takes.
package enum DecodingMemory {
  /// What is enough for pictures of usual sizes, in bytes.
  package static let usual: UInt = 2 << 30

  /// Pictures that a decoder keeps: 16 that others refer to (ITU-T H.264 A.3.1), and some for its threads.
  private static let pictures = 24

  /// What the largest video track of an asset needs, in bytes; nil where the asset does not say how large its pictures are.
  ///
  /// The measure is 512 MiB, and twice the pictures that the decoder and the conversion keep, at three bytes per pixel: 4:2:0 with 16 bits.
  package static func needed(for asset: Asset) -> UInt? {
    guard let media = try? AssetMedia(of: asset) else { return nil }
    let pixels = media.document.tracks.compactMap { track -> Int? in
      guard let video = track.video, video.width > 0, video.height > 0 else { return nil }
      let (count, overflow) = video.width.multipliedReportingOverflow(by: video.height)
      return overflow ? nil : min(count, PixelBufferAttributes.mostPixels)
    }.max()
    return pixels.map { 512 << 20 + UInt($0) * 3 * 2 * UInt(pictures) }
  }
}
