/// Decodes one video track of a file, synchronously, and returns uncompressed frames with their
/// media times, before an edit list is applied.
package protocol VideoDecoder: AnyObject {
  /// Returns the next frame in presentation order; nil at the end.
  ///
  /// - Throws: ``ParseError`` if decoding cannot continue; undecodable data is reported with the
  ///   frame that follows.
  func next() throws(ParseError) -> DecodedFrame?

  /// Seeks to the last sync sample at or before the given media time, or to an earlier one; some
  /// demuxers land after it, which callers must check.
  ///
  /// If `isSingle` is true, only one frame is needed: frames that end before the time may be
  /// omitted.
  func seek(to time: MediaTime, isSingle: Bool) throws(ParseError)

  /// Returns whether seeking to the given media time skips ahead of the current position because
  /// there is a sync sample between them; nil if unknown.
  func seekAdvances(to time: MediaTime) -> Bool?

  /// Declares that only the frame at the given media time is needed; from here on, frames that end
  /// before it may be omitted.
  func omitUnneeded(before time: MediaTime)

  /// The latest presentation time of a frame omitted since the last seek; nil if no frames were
  /// omitted.
  var lastOmitted: MediaTime? { get }

  /// The number of packets that have failed to decode so far.
  var failedPackets: Int64 { get }
}

/// A frame from a ``VideoDecoder`` with its time in the media.
package struct DecodedFrame {
  /// The frame, in the decoder's native format; nil if the media ends with undecodable frames.
  package var pixels: PixelBuffer?
  /// The presentation time in the media.
  package var time: MediaTime
  /// The duration; nil if unknown.
  package var duration: MediaTime?
  /// Whether the frame was decoded independently of other frames.
  package var isSync: Bool
  /// The damage found in the frame, or in data that should have preceded it.
  package var damage: Diagnostic?

  /// Creates a decoded frame.
  package init(
    _ pixels: PixelBuffer?, at time: MediaTime, duration: MediaTime?, isSync: Bool,
    damage: Diagnostic? = nil
  ) {
    self.pixels = pixels
    self.time = time
    self.duration = duration
    self.isSync = isSync
    self.damage = damage
  }
}

/// The pixel format and size into which a ``VideoConverting`` converts frames; nil means that a
/// value is unchanged.
package struct VideoTarget: Sendable, Hashable {
  /// The pixel format.
  package var format: PixelFormat
  /// The width in pixels.
  package var width: Int?
  /// The height in pixels.
  package var height: Int?

  /// Creates a target.
  package init(_ format: PixelFormat, width: Int? = nil, height: Int? = nil) {
    self.format = format
    self.width = width
    self.height = height
  }
}

/// Converts the pixel format and size of video frames, one by one; both may change within a stream.
package protocol VideoConverting: AnyObject {
  /// Returns the converted frame.
  func convert(_ picture: PixelBuffer) throws(ParseError) -> PixelBuffer
}
