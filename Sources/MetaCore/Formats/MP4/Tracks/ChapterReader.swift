/// Reads the chapters of a movie from its chapter tracks, to which other tracks refer by `chap`
/// (QTFF "Chapter Lists").
///
/// A text or subtitle track contains titles and links, and a video track contains images. Titles
/// and links are read; images stay in the file. Samples in fragments are not read.
struct ChapterReader {
  /// The window with the sample tables.
  let tables: SourceWindow
  /// The window with the samples.
  let samples: SourceWindow

  /// The number of samples that may still be read, in all chapter tracks together.
  private var samplesLeft = Limits.standard.chapters
  /// The number of bytes of titles that may still be read.
  private var bytesLeft: Int64 = 8 << 20
  /// The maximum number of bytes that are read from a sample; the rest of a longer one is ignored.
  private static let longestSample = 1 << 17

  init(tables: SourceWindow, samples: SourceWindow) {
    self.tables = tables
    self.samples = samples
  }

  /// Reads the chapters of the referenced tracks, in order of time and with their images; also
  /// returns all images, in order of their tracks.
  mutating func read(
    _ tracks: [MovieTrack], log: inout DiagnosticLog
  ) -> (chapters: [Chapter], images: [ChapterImage]) {
    var titles: [[Chapter]] = []
    var images: [ChapterImage] = []
    for track in chapterTracks(tracks) {
      do {
        if track.description.mediaType == .video {
          try readImages(track, into: &images)
        } else {
          var chapters: [Chapter] = []
          defer { titles.append(chapters) }
          try readTitles(track, into: &chapters, &log)
        }
      } catch { log.add(error.insideSampleTable(.stsd)) }
    }
    return (ChapterReader.joined(ChapterReader.linked(titles), images), images)
  }

  /// Returns the chapters of all text tracks; in podcasts, whose links are in a separate track,
  /// each chapter gets its link.
  static func linked(_ tracks: [[Chapter]]) -> [Chapter] {
    let links = tracks.filter { track in track.contains { $0.url != nil } }
    guard !links.isEmpty, links.count < tracks.filter({ !$0.isEmpty }).count else {
      return tracks.flatMap(\.self)
    }
    var chapters = tracks.filter { track in !track.contains { $0.url != nil } }.flatMap(\.self)
    for link in links.flatMap(\.self) {
      guard let url = link.url else { continue }
      let start = link.start.seconds
      let place =
        chapters.firstIndex { abs($0.start.seconds - start) < ChapterReader.rounding }
        ?? chapters.lastIndex { $0.start.seconds <= start && $0.url == nil }
      if let place, chapters[place].url == nil { chapters[place].url = url }
    }
    return chapters
  }

  /// Half a millisecond, the tolerance for rounding between timescales.
  private static let rounding = 0.0005

  /// Returns the referenced text, subtitle and video tracks, each once.
  private func chapterTracks(_ tracks: [MovieTrack]) -> [MovieTrack] {
    var chapterIDs: Set<UInt32> = []
    for track in tracks {
      for reference in track.description.references where reference.type == "chap" {
        chapterIDs.formUnion(reference.trackIDs)
      }
    }
    guard !chapterIDs.isEmpty else { return [] }
    return tracks.filter {
      chapterIDs.contains($0.description.id) && ChapterReader.mayHold($0.description.mediaType)
    }
  }

  private static func mayHold(_ type: MediaType) -> Bool {
    type == .text || type == .subtitle || type == .video
  }

  /// Returns the chapters in order of time, each with the image at its start.
  static func joined(_ chapters: [Chapter], _ images: [ChapterImage]) -> [Chapter] {
    var joined = chapters
    if !isSorted(joined) { joined.sort { $0.start.seconds < $1.start.seconds } }
    guard !images.isEmpty else { return joined }
    let sorted = images.sorted { $0.start.seconds < $1.start.seconds }
    var next = 0
    for index in joined.indices {
      let start = joined[index].start.seconds + rounding
      while next + 1 < sorted.count, sorted[next + 1].start.seconds <= start { next += 1 }
      let image = sorted[next]
      if image.start.seconds <= start, start < image.end.seconds {
        joined[index].image = image.image
      }
    }
    return joined
  }

  private static func isSorted(_ chapters: [Chapter]) -> Bool {
    zip(chapters, chapters.dropFirst()).allSatisfy { $0.start.seconds <= $1.start.seconds }
  }

  /// Appends one chapter per sample of a text track; a damaged sample is reported as a finding.
  private mutating func readTitles(
    _ track: MovieTrack, into chapters: inout [Chapter], _ log: inout DiagnosticLog
  ) throws(ParseError) {
    guard let stbl = track.sampleTable, let timescale = track.description.timescale else { return }
    var samples = try SampleTable(stbl, in: tables).samples()
    let shift = shift(of: track, timescale)
    while let sample = try samples.next() {
      let size = min(sample.size, Int64(ChapterReader.longestSample))
      try count(sample, bytes: size)
      guard let range = range(of: sample, shift, timescale) else { continue }
      do {
        let data = try self.samples.bytes(at: sample.offset, count: Int(size))
        chapters.append(chapter(try TextSample.parse(data), range, track))
      } catch { log.add(error.inside(.trak).inside(.moov)) }
    }
  }

  private func chapter(
    _ sample: TextSample, _ range: MediaTimeRange, _ track: MovieTrack
  ) -> Chapter {
    var chapter = Chapter(
      start: range.start, end: range.end,
      title: TextEncoding.decodeQuickTime(sample.text, languageCode: track.languageCode),
      language: track.description.language, source: "chapterTrack")
    chapter.url = sample.url
    return chapter
  }

  /// Appends the location of each non-empty sample of a chapter image track.
  private mutating func readImages(
    _ track: MovieTrack, into images: inout [ChapterImage]
  ) throws(ParseError) {
    guard let stbl = track.sampleTable, let timescale = track.description.timescale else { return }
    var samples = try SampleTable(stbl, in: tables).samples()
    let shift = shift(of: track, timescale)
    while let sample = try samples.next() {
      try count(sample, bytes: 0)
      guard sample.size > 0, let range = range(of: sample, shift, timescale) else { continue }
      images.append(
        ChapterImage(
          start: range.start, end: range.end,
          image: .file(self.samples.location(at: sample.offset, count: sample.size))))
    }
  }

  /// Counts a sample against the limits.
  ///
  /// - Throws: `limitExceeded` when there are too many samples or bytes.
  private mutating func count(
    _ sample: SampleTable.Sample, bytes: Int64
  ) throws(ParseError) {
    samplesLeft -= 1
    bytesLeft -= bytes
    guard samplesLeft >= 0, bytesLeft >= 0 else {
      throw ParseError(.limitExceeded, at: sample.offset, "too many chapters")
    }
  }

  /// Returns the time range in which a sample is presented, without the part before time zero; nil
  /// if a time overflows.
  private func range(
    of sample: SampleTable.Sample, _ shift: Int64, _ timescale: UInt32
  ) -> MediaTimeRange? {
    let (start, overflow) = sample.time.addingReportingOverflow(shift)
    let (end, overflow2) = start.addingReportingOverflow(Int64(sample.duration))
    guard !overflow, !overflow2,
      let from = MediaTime(value: max(0, start), timescale: timescale),
      let to = MediaTime(value: max(0, end), timescale: timescale)
    else { return nil }
    return MediaTimeRange(start: from, end: to)
  }

  /// Returns the offset from the decoding times of a track's samples to their presentation, in the
  /// media timescale: empty edits at the start delay them, and the first other edit may skip part
  /// of the media.
  private func shift(of track: MovieTrack, _ timescale: UInt32) -> Int64 {
    var empty = 0.0
    for edit in track.description.edits {
      guard let start = edit.mediaStart else {
        empty += edit.duration.seconds
        continue
      }
      let shift = (empty * Double(timescale)).rounded() - Double(start.value)
      return abs(shift) < 0x1p62 ? Int64(shift) : 0
    }
    return 0
  }
}
