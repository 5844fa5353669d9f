/// Measurements of the media of one track and its edit list, from its sample tables, to compare a
/// planned export with its source, and to report which samples are kept for each part.
package struct TrackMedia: Sendable, Hashable {
  /// Consecutive samples that are kept to play a part of the media.
  package struct KeptSamples: Sendable, Hashable {
    /// The decode times of the samples, in media units.
    package var decoded: Range<Int64>
    /// The played part of the media, in media units.
    package var played: Range<Int64>
    /// The time at which the part is played, in media units.
    package var start: Int64
    /// The number of samples kept.
    package var samples: Int
    /// The size of these samples in bytes.
    package var bytes: Int64
    /// The duration, in media units, of the samples before the part that must be decoded first.
    package var lead: Int64
    /// The duration, in media units, of the samples after the part that are kept because other
    /// samples depend on them.
    package var tail: Int64
  }

  /// The ID of the track.
  package var id: UInt32
  /// Whether the track is an audio track.
  package var isAudio: Bool
  /// The number of time units per second.
  package var timescale: UInt32
  /// The number of samples.
  package var samples: Int
  /// The number of leading samples that are entirely in the file.
  package var samplesInFile: Int
  /// The size of the samples in bytes.
  package var bytes: Int64
  /// The difference between the presentation time and the decode time of the first sample, in media
  /// units.
  package var firstShift: Int64
  /// The duration of all media, in media units.
  package var duration: Int64
  /// The played duration in seconds.
  package var playedSeconds: Double
  /// The stretches that are kept to play the track, in media order; empty if they were not
  /// requested.
  package var stretches: [KeptSamples]
  /// The reason why its parts cannot be played in sequence without an edit list, in which case the
  /// media is kept as a single range.
  package var obstacle: String?
}

/// The properties that one track must have in the new file of an export; the planned file is read
/// back and compared with them.
package struct PromisedTrack: Sendable, Hashable {
  /// The ID of the track.
  package var id: UInt32
  /// The number of samples.
  package var samples: Int
  /// The size of the samples in bytes.
  package var bytes: Int64
  /// The played duration in seconds.
  package var seconds: Double
}

extension PromisedTrack {
  /// Compares the tracks of a file with the expected ones.
  ///
  /// - Throws: ``ParseError`` with `malformed` for the first track that is missing or incomplete,
  ///   or that plays differently.
  static func check(_ promised: [PromisedTrack], against found: [TrackMedia]) throws(ParseError) {
    for track in promised {
      guard let new = found.first(where: { $0.id == track.id }) else {
        throw broken("track \(track.id) is missing from the new file")
      }
      guard new.samples == track.samples, new.samplesInFile == track.samples,
        new.bytes == track.bytes
      else {
        throw broken(
          "track \(track.id) has \(new.samplesInFile) of \(track.samples) samples in the new file, "
            + "\(new.bytes) of \(track.bytes) bytes")
      }
      guard abs(new.playedSeconds - track.seconds) <= tolerance else {
        throw broken(
          "track \(track.id) plays \(new.playedSeconds) s instead of \(track.seconds) s")
      }
    }
  }

  /// Half a unit of the coarsest movie time scales, in seconds.
  private static let tolerance = 0.05

  private static func broken(_ what: String) -> ParseError {
    ParseError(.malformed, at: 0, "the new file would be incorrect: \(what)")
  }
}
