/// Changes to chapter images, which form a track of still images that is referenced like the title
/// tracks (QTFF "Chapter Lists").
extension AtomEditPlanner {
  /// Changes the chapter images: keeps a track that already contains them, or replaces it.
  ///
  /// If no chapter has an image, existing images and their times are kept, because an image track
  /// is independent media.
  ///
  /// - Returns: The IDs of the added and removed tracks.
  mutating func changePictures(
    of chapters: [Chapter], _ document: Document, _ movie: Atom, number: Int
  ) throws(ParseError) -> (added: [UInt32], removed: Set<UInt32>) {
    let old = pictureTracks(document, movie)
    // The tolerance is half a millisecond, because the tracks written here use milliseconds.
    let isSame = chapters.allSatisfy { chapter in
      document.chapters.first { abs($0.start.seconds - chapter.start.seconds) < 0.0005 }?.image
        == chapter.image
    }
    let hasPictures = chapters.contains { $0.image != nil }
    if !hasPictures || isSame && !old.isEmpty { return ([], []) }
    for track in old { remove(track.trak, from: movie) }
    let removed = Set(old.map(\.id))
    guard let list = try ChapterPictures(chapters, tree.window.source) else { return ([], removed) }
    // With a timescale of 1000, chapter times are in milliseconds.
    let samples = try ChapterSamples(
      list.chapters, list.samples, timescale: 1000, movieEnd: document.duration?.seconds ?? 0)
    let id = try addTrack(samples, picture: list.info, document, movie, number: number)
    return ([id], removed)
  }

  /// Returns the video tracks that other tracks reference as chapters, except for enabled tracks,
  /// which are regular video.
  private func pictureTracks(_ document: Document, _ movie: Atom) -> [(id: UInt32, trak: Atom)] {
    let chapterIDs = document.chapterTracks
    let stills = document.tracks.filter {
      chapterIDs.contains($0.id) && $0.mediaType == .video && $0.isEnabled != true
    }
    return movie.children(.trak).compactMap { trak in
      guard let id = tree.trackID(of: trak), stills.contains(where: { $0.id == id }) else {
        return nil
      }
      return (id, trak)
    }
  }
}

/// Chapter images as the samples of a new video track.
///
/// Converts the chapters of an edit to sample bytes. A track has a single sample description, so
/// the first JPEG or PNG image determines the format (``info``); images in other formats and
/// chapters without an image become empty samples.
private struct ChapterPictures {
  /// The chapters, each with one sample; the first chapter has an image.
  let chapters: [Chapter]
  /// The bytes of the samples, in the order of ``chapters``.
  private(set) var samples: [[UInt8]] = []
  /// The format and size of the first image, for the sample description.
  let info: ImageInfo

  /// Creates the samples; returns nil if no image has a type that tracks support.
  init?(_ all: [Chapter], _ source: any ByteSource) throws(ParseError) {
    // If chapters in several languages have the same start, only one of them has the image.
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
