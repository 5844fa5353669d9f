package import SystemPackage

/// Whether a transcode or a slideshow encodes anything, and an estimate of the memory needed,
/// determined in advance.
///
/// The verbs use it to decide whether to run in a helper process, and how much memory that process
/// may use.
package struct EncodingNeeds: Sendable {
  /// Whether anything is encoded.
  package let areAny: Bool
  /// The estimated maximum memory that decoders and encoders use, in bytes.
  package let memory: UInt
}

extension Transcoder {
  /// Returns the requirements of a transcode with the given number of processors; nil if these
  /// codecs cannot read the file format or write the file type.
  ///
  /// - Throws: The ``MetaError`` that ``run(to:progress:)`` throws before anything is encoded.
  package func needs(
    to output: FilePath, processors: Int
  ) throws(MetaError) -> EncodingNeeds? {
    let planned: Planned
    do throws(MetaError) {
      planned = try self.planned(to: output)
    } catch  where error.code == .backend {
      return nil
    }
    let asset = Asset(path: path)
    var memory: UInt = 0
    for encoded in planned.tracks.encoded {
      let output = FirstTrackOutput(
        encoded.track.mediaType, track: encoded.track.id, settings: .decoded)
      memory = max(memory, MediaCodecs.standard.needs(of: output, from: asset).memory)
    }
    for encoded in planned.tracks.encoded {
      guard case .video(let settings) = encoded.settings else { continue }
      memory += settings.encoderMemory(for: encoded.track.video, processors)
    }
    return EncodingNeeds(areAny: !planned.tracks.encoded.isEmpty, memory: memory)
  }
}

extension Slideshow {
  /// Returns the requirements of the slideshow with the given number of processors and first image.
  ///
  /// - Throws: ``MetaError`` for an invalid size, or an error from reading the image.
  package func needs(
    with first: FilePath?, processors: Int
  ) throws(MetaError) -> EncodingNeeds {
    let settings = videoSettings ?? VideoOutputSettings(codec: .h264)
    let size = try expectedSize(settings, with: first)
    let encoder = settings.encoderMemory(size.width, size.height, processors)
    return EncodingNeeds(areAny: true, memory: max(2 << 30, 512 << 20 + encoder))
  }
}

extension VideoOutputSettings {
  fileprivate func encoderMemory(for source: VideoDescription?, _ processors: Int) -> UInt {
    encoderMemory(width ?? source?.width ?? 1920, height ?? source?.height ?? 1080, processors)
  }

  /// Returns the maximum memory of an encoder, in bytes: for each codec, a number of 16-bit 4:2:0
  /// frames for look-ahead and references, plus a number of frames per processor, because encoder
  /// threads have their own frames.
  package func encoderMemory(_ width: Int, _ height: Int, _ processors: Int) -> UInt {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    let pixels = overflow || count < 0 ? 0 : min(count, PixelBufferAttributes.maxPixels)
    let threads = 6 * UInt(max(1, min(processors, 128)))
    let pictures: UInt =
      switch codec {
      case .h264, .vp9: 160 + threads
      case .hevc: 320 + threads
      case .av1: 640 + threads
      default: 32 + threads
      }
    return UInt(pixels) * 3 * pictures
  }
}
