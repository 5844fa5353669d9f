extension MovieRemux {
  /// Divides long chunks into shorter ones without changing the order of samples, because players
  /// expect interleaved tracks.
  func splitChunks(of tracks: inout [TrackRemux]) throws(ParseError) {
    for index in tracks.indices where !tracks[index].isStreamed {
      let timescale = tracks[index].mediaHeader.timescale
      guard let chunks = tracks[index].samples.splitChunks(timescale: timescale) else { continue }
      try tracks[index].readSampleProperties(in: tables)
      tracks[index].samples.chunks = chunks
    }
  }

  /// Returns the chunks of all tracks, each with its start in the movie in seconds.
  func timedRanges(of tracks: [TrackRemux]) -> [MediaMap.Timed] {
    var ranges: [MediaMap.Timed] = []
    for track in tracks where !track.isStreamed {
      let times = SampleTimes(track.samples)
      let clock = MovieClock(track.played(movieTimescale: header.timescale))
      for chunk in track.samples.chunks where chunk.size > 0 && chunk.offset < layout.length {
        ranges.append(
          MediaMap.Timed(range: chunk.range, time: clock.seconds(of: times.decode(chunk.first))))
      }
    }
    return ranges
  }
}

/// Converts media times of one track to movie times, according to the edit list of the track: media
/// units become the seconds at which the movie plays them.
///
/// It is used to interleave the chunks of tracks from several files.
private struct MovieClock {
  /// The start of each part in the media, in order, and the time at which it is played.
  private var starts: [(mediaTime: Int64, seconds: Double)] = []
  /// The timescale of the media, in units per second.
  private let timescale: UInt32

  init(_ parts: PlayedParts) {
    timescale = max(1, parts.mediaTimescale)
    var time = ExactTime.zero
    for part in parts.parts {
      if let mediaTime = part.mediaTime { starts.append((mediaTime, time.seconds)) }
      time = time.plus(part.duration) ?? time
    }
    starts.sort { $0.mediaTime < $1.mediaTime }
  }

  /// Returns the movie time in seconds at which a media time is played; media outside the edit list
  /// is treated as if the preceding part continued.
  func seconds(of mediaTime: Int64) -> Double {
    let next = starts.partitioningIndex { $0.mediaTime > mediaTime }
    let start = starts.isEmpty ? (mediaTime: 0, seconds: 0) : starts[max(0, next - 1)]
    return start.seconds + Double(mediaTime.minus(start.mediaTime)) / Double(timescale)
  }
}

extension TrackSamples {
  /// Returns the chunks, divided so that no chunk is longer than a second unless it is a single
  /// sample; nil if no chunk has to be divided.
  ///
  /// Longer chunks are divided into pieces of half a second, or into longer pieces in a track with
  /// a duration of several days.
  fileprivate func splitChunks(timescale: UInt32) -> [Chunk]? {
    let times = SampleTimes(self)
    // This results in at most 2^20 chunks of half the limit.
    let limit = max(Int64(timescale), duration >> 19)
    func isLong(_ chunk: Chunk) -> Bool {
      chunk.size > 0 && chunk.count > 1
        && times.decode(chunk.samples.upperBound).minus(times.decode(chunk.first)) > limit
    }
    guard chunks.contains(where: isLong) else { return nil }
    // A packet of a compressed QuickTime codec cannot be divided.
    let unit = max(1, sizes.packet?.samples ?? 1)
    var result: [Chunk] = []
    for chunk in chunks {
      guard isLong(chunk) else {
        result.append(chunk)
        continue
      }
      var rest = chunk
      while rest.count > 0 {
        let end = times.firstDecoded(notBefore: times.decode(rest.first).plus(limit / 2))
        let minCount = max(1, end - rest.first)
        var piece = rest
        piece.count = min(rest.count, (minCount + unit - 1) / unit * unit)
        piece.size = sizes.sum(piece.samples)
        result.append(piece)
        rest.first += piece.count
        rest.count -= piece.count
        rest.offset = rest.offset.plus(piece.size)
      }
    }
    return result
  }
}
