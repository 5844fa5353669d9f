/// Pictures of chapters: a track of still pictures, referred to like the tracks of titles (QTFF "Chapter Lists").
extension EntrySplicer {
  /// Gives the chapters their pictures: leaves the track alone that shows them already, and else puts a new one in its place.
  ///
  /// Where none has a picture, old ones stay with their times: a track of pictures is media of its own.
  ///
  /// - Returns: The numbers of the tracks that come and go.
  mutating func changePictures(
    of chapters: [Chapter], _ document: Document, _ movie: Atom, number: Int
  ) throws(ParseError) -> (added: [UInt32], removed: Set<UInt32>) {
    let old = pictureTracks(document, movie)
    let isSame = chapters.allSatisfy { chapter in
      document.chapters.first { abs($0.start.seconds - chapter.start.seconds) < 0.0005 }?.image
        == chapter.image
    }
    let hasPictures = chapters.contains { $0.image != nil }
    if !hasPictures || isSame && !old.isEmpty { return ([], []) }
    for track in old { remove(track.trak, from: movie) }
    let removed = Set(old.map(\.id))
    guard let list = try ChapterPictures(chapters, tree.window.source) else { return ([], removed) }
    let samples = try ChapterSamples(
      list.chapters, list.samples, timescale: 1000, movieEnd: document.duration?.seconds ?? 0)
    let id = try addTrack(samples, picture: list.info, document, movie, number: number)
    return ([id], removed)
  }

  /// The tracks of pictures that others refer to as chapters; one that is played by itself is a film, whoever refers to it.
  private func pictureTracks(_ document: Document, _ movie: Atom) -> [(id: UInt32, trak: Atom)] {
    let wanted = document.chapterTracks
    let stills = document.tracks.filter {
      wanted.contains($0.id) && $0.mediaType == .video && $0.isEnabled != true
    }
    return movie.children(.trak).compactMap { trak in
      guard let id = tree.trackID(of: trak), stills.contains(where: { $0.id == id }) else {
        return nil
      }
      return (id, trak)
    }
  }
}

/// The pictures of chapters as samples of one kind; a chapter without one has an empty sample.
private struct ChapterPictures {
  let chapters: [Chapter]
  private(set) var samples: [[UInt8]] = []
  let info: ImageInfo

  /// Nil when there are no pictures of a kind that tracks hold.
  init?(_ all: [Chapter], _ source: any ByteSource) throws(ParseError) {
    // Of chapters that begin together, in several languages, one has the picture.
    var images: [(chapter: Chapter, bytes: ByteSlice?)] = []
    for chapter in all {
      let bytes = try chapter.image.map { (image) throws(ParseError) in try image.load(from: source)
      }
      if let last = images.last, last.chapter.start.seconds == chapter.start.seconds {
        if last.bytes == nil { images[images.count - 1].bytes = bytes }
      } else if bytes != nil || !images.isEmpty {
        images.append((chapter, bytes))
      }
    }
    let known = ["image/jpeg", "image/png"]
    let infos = images.lazy.compactMap { $0.bytes.flatMap(ImageInfo.probe) }
    guard let info = infos.first(where: { known.contains($0.mime) }) else { return nil }
    self.info = info
    chapters = images.map(\.chapter)
    samples = images.map { image in
      guard let bytes = image.bytes, ImageInfo.probe(bytes)?.mime == info.mime else { return [] }
      return Array(bytes.bytes)
    }
  }
}
