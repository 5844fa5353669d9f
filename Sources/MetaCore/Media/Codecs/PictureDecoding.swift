/// Decodes the pictures of one track, on the thread that asks for them.
package protocol PictureDecoder: AnyObject {
  /// The next picture, in the order in which they are presented; nil at the end.
  ///
  /// - Throws: ``ParseError`` when decoding cannot go on; what does not decode is reported with the
  ///   next picture.
  func next() throws(ParseError) -> DecodedPicture?

  /// Continues at the last sync sample at or before a time of the media, or earlier.
  ///
  /// With `isSingle`, one picture is wanted: pictures that end before the time may be left out.
  func seek(to time: MediaTime, isSingle: Bool) throws(ParseError)

  /// Whether a seek to a time of the media leads past what was read, as a sync sample is between;
  /// nil when that is not known.
  func seekAdvances(to time: MediaTime) -> Bool?

  /// One picture is wanted, that of a time of the media: pictures that end before it may be left
  /// out from here on.
  func omitUnneeded(before time: MediaTime)

  /// The latest presentation time of a picture that was left out since the last seek; nil if no
  /// picture was.
  var lastOmitted: MediaTime? { get }

  /// How many packets did not decode so far.
  var failedPackets: Int64 { get }
}

/// A decoded picture.
package struct DecodedPicture {
  /// The picture, in the decoder's own format; nil where the media end with pictures that do not
  /// decode.
  package var pixels: PixelBuffer?
  /// When it is presented, in times of the media.
  package var time: MediaTime
  /// How long; nil when it is not known.
  package var duration: MediaTime?
  /// Whether it was decoded without others.
  package var isSync: Bool
  /// What was wrong with it, or with what should have been before it.
  package var damage: Diagnostic?

  /// Makes one.
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

/// What pictures are converted to; nil for what they are.
package struct PictureTarget: Sendable, Hashable {
  /// The layout of pixels.
  package var format: PixelFormat
  /// The width in pixels.
  package var width: Int?
  /// The height in pixels.
  package var height: Int?

  /// Makes a target.
  package init(_ format: PixelFormat, width: Int? = nil, height: Int? = nil) {
    self.format = format
    self.width = width
    self.height = height
  }
}

/// Converts pictures, whose layout and size may change on the way.
package protocol PictureConverting: AnyObject {
  /// The converted picture.
  func convert(_ picture: PixelBuffer) throws(ParseError) -> PixelBuffer
}
