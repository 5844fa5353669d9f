extension AssetMedia {
  /// Returns an engine for the stored samples of a track; the default is the first audio track, or
  /// else the first readable track.
  ///
  /// - Throws: ``MetaError`` with `notAvailable` if the asset has no such track, `noDecoder` if its
  ///   samples cannot be read.
  func stored(
    _ id: UInt32?, in range: MediaTimeRange, _ codecs: MediaCodecs
  ) throws(MetaError) -> any SampleEngine {
    let audioTracks = document.tracks.filter { $0.mediaType == .audio }
    let tracks =
      id.map { id in document.tracks.filter { $0.id == id } }
      ?? (audioTracks + document.tracks.filter { $0.mediaType != .audio })
    var first: MetaError?
    for track in tracks {
      do {
        return try stored(of: track, in: range, codecs)
      } catch {
        guard error.code == .noDecoder else { throw error }
        first = first ?? error
      }
    }
    throw first
      ?? MetaError(
        .notAvailable, file: asset.path,
        reason: id.map { "the file has no track \($0)" } ?? "the file has no tracks")
  }

  /// Returns an engine for the stored samples of a track, using MetaCore's reader if possible,
  /// otherwise a library's.
  ///
  /// - Throws: ``MetaError`` with `noDecoder` if the samples cannot be read.
  func stored(
    of track: TrackDescription, in range: MediaTimeRange, _ codecs: MediaCodecs
  ) throws(MetaError) -> any SampleEngine {
    do throws(ParseError) {
      let request = decoderRequest(for: track)
      let packets: any PacketReader
      if let packetReader = try request.packets() {
        packets = packetReader
      } else {
        packets = try codecs.packetReader(for: request)
      }
      let timeline = Timeline(packets.edits, isUsed: true, range: range)
      return StoredEngine(packets, timeline, track, fileLength: source.length, file: asset.path)
    } catch {
      throw decodingError(error)
    }
  }
}
