/// Encodes groups of frames that show one image, each with a separate encoder: a group begins with
/// a key frame and refers to nothing before it, so it can follow any other group, and itself.
///
/// This is valid because an IDR picture in H.264 (8.2.5.1) or HEVC (8.3.2) invalidates all
/// reference pictures and restarts picture numbering, and a shown key frame in AV1 (5.9.2) or VP9
/// (7.2) refreshes all reference frames and resets all probabilities. In AV1 and VP9, hidden frames
/// are in the same sample as the next shown frame. ``isValidGroup(_:_:)`` verifies the output of an
/// encoder.
struct StillImageGroups {
  /// The encoder settings.
  let settings: VideoOutputSettings
  /// The duration of a frame.
  let frameDuration: MediaTime
  /// The encoders.
  let codecs: MediaCodecs

  /// A coded frame in a group.
  struct Sample {
    let bytes: ByteSlice
    /// The index of the frame in the group, in presentation order.
    let frame: Int
    let isSync: Bool
  }

  /// A coded group of frames, in decode order, which can be stored any number of times.
  struct Group {
    let samples: [Sample]
    /// The format of the samples.
    let format: FormatDescription
    /// The number of frames by which presentation must be delayed after decoding, so that no frame
    /// is presented before it is decoded.
    var delay: Int {
      samples.enumerated().reduce(0) { max($0, $1.offset - $1.element.frame) }
    }
  }

  /// Encodes a group; returns nil if it cannot be stored repeatedly.
  ///
  /// - Throws: ``MetaError`` from the encoder; `cancelled` if the task is cancelled.
  func group(of picture: PixelBuffer, frames: Int) throws(MetaError) -> Group? {
    let encoder: any MediaEncoder
    do throws(ParseError) {
      encoder = try codecs.encoder(
        for: EncoderRequest(.video(settings), timescale: frameDuration.timescale))
    } catch { throw MetaError(error) }
    var coded: [SampleBuffer] = []
    for frame in 0..<frames {
      guard !Task.isCancelled else { throw .cancelled(nil) }
      coded += try encoder.encode(
        SampleBuffer(.pixels(picture), at: frameDuration * frame, duration: frameDuration))
    }
    coded += try encoder.finish()
    guard let format = coded.first?.formatDescription,
      coded.allSatisfy({ $0.formatDescription == format })
    else { return nil }
    let samples = coded.compactMap(sample)
    guard samples.count == coded.count, isValidGroup(samples, frames) else { return nil }
    return Group(samples: samples, format: format)
  }

  /// Returns a coded frame with its index; nil if its time is not the time of a frame.
  private func sample(_ coded: SampleBuffer) -> Sample? {
    let units = coded.presentationTime.converted(toTimescale: frameDuration.timescale).value
    guard let bytes = coded.stored, frameDuration.value > 0, units % frameDuration.value == 0
    else { return nil }
    return Sample(
      bytes: bytes, frame: Int(clamping: units / frameDuration.value), isSync: coded.isSync)
  }

  /// Returns whether a group begins with a key frame that is presented first, has one sample per
  /// frame, and can be followed by a key frame.
  private func isValidGroup(_ samples: [Sample], _ frames: Int) -> Bool {
    guard let first = samples.first, let last = samples.last, first.isSync, first.frame == 0,
      Set(samples.map(\.frame)) == Set(0..<frames), samples.count == frames
    else { return false }
    // The next group begins with an IDR picture, which in H.264 must not follow another IDR picture
    // (``VideoOutputSettings/Codec/shortestGroup``).
    return settings.codec != .h264 || !last.isSync
  }
}
