/// The media of one track, and its edit list: what an export has to preserve.
package struct TrackMedia: Sendable, Hashable {
  /// Samples on end that are kept to play a part of the media.
  package struct Stretch: Sendable, Hashable {
    /// When the samples are decoded, in units of the media.
    package var decoded: Range<Int64>
    /// What of the media is played, in units of the media.
    package var played: Range<Int64>
    /// When it is played, in units of the media.
    package var start: Int64
    /// How many samples are kept.
    package var samples: Int
    /// How many bytes these have.
    package var bytes: Int64
    /// How long samples before the part are decoded, because decoding begins with them, in media
    /// time.
    package var lead: Int64
    /// How long samples are shown after the part, because others need them, in units of the media.
    package var tail: Int64
  }

  /// The number of the track.
  package var id: UInt32
  /// Whether it is audio.
  package var isSound: Bool
  /// The units per second of its times.
  package var timescale: UInt32
  /// How many samples it has.
  package var samples: Int
  /// How many of them, from the first, the file has to their end.
  package var samplesInFile: Int
  /// How many bytes the samples have.
  package var bytes: Int64
  /// How much later than it is decoded the first sample is shown, in units of the media.
  package var firstShift: Int64
  /// How long all of its media are, in units of the media.
  package var duration: Int64
  /// How long it plays, in seconds.
  package var playedSeconds: Double
  /// What is kept to play it, in the order of the media.
  package var stretches: [Stretch]
  /// The reason why its parts cannot be played in sequence without an edit list; the whole media
  /// are one range then.
  package var obstacle: String?
}

/// The expected properties of a track in a new file, which are compared with the planned file.
package struct PromisedTrack: Sendable, Hashable {
  /// The number of the track.
  package var id: UInt32
  /// How many samples it has.
  package var samples: Int
  /// How many bytes these have.
  package var bytes: Int64
  /// How long it plays, in seconds.
  package var seconds: Double
}

extension PromisedTrack {
  /// Compares the tracks of a file with the expected ones.
  ///
  /// - Throws: ``ParseError`` with `malformed`, which names the first track that has less or plays
  ///   differently.
  static func check(_ promised: [PromisedTrack], against found: [TrackMedia]) throws(ParseError) {
    for track in promised {
      guard let new = found.first(where: { $0.id == track.id }) else {
        throw broken("track \(track.id) is not in the new file")
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

  /// Half a unit of the coarsest time scales of movies, in seconds.
  private static let tolerance = 0.05

  private static func broken(_ what: String) -> ParseError {
    ParseError(.malformed, at: 0, "the new file would not be what it should: \(what)")
  }
}
