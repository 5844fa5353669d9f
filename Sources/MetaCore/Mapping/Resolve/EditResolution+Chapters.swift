// Edits to chapters, which are replaced as a list.

extension EditResolution {
  /// How far beyond the end of a file a chapter may start, in seconds, because tables use different
  /// units from chapters.
  private static let slack = 0.1

  /// Replaces all chapters; chapters whose times no format can store, and those after the end of
  /// the file, are reported as losses.
  mutating func setChapters(_ chapters: [Chapter]) {
    guard chapters != document.chapters else {
      edit.chapters = nil
      return
    }
    var countable: [Chapter] = []
    for (index, chapter) in chapters.enumerated()
    where isRestoring || isPlausible(chapter, number: index + 1) {
      countable.append(chapter)
    }
    let reachableChapters = reachable(countable).map(withOldPicture)
    edit.chapters = reachableChapters == document.chapters ? nil : reachableChapters
    if !reachableChapters.isEmpty { noteReplaced(by: reachableChapters) }
  }

  /// Whether formats can store the times of a chapter; if not, the chapter is lost.
  ///
  /// Formats have additional limits, which their writers check.
  private mutating func isPlausible(_ chapter: Chapter, number: Int) -> Bool {
    for (name, time) in [("starts", chapter.start), ("ends", chapter.end ?? chapter.start)]
    where !(0...EditResolution.latestChapter).contains(time.seconds) {
      let range = "0 to \(UInt32.max) seconds"
      addLoss(
        .outOfRange, Field.named("chapters"), .common,
        "chapter \(number) \(name) at \(time.seconds) seconds; the allowed range is \(range)")
      return false
    }
    return true
  }

  /// The maximum time of a chapter in seconds, about 136 years.
  private static let latestChapter = Double(UInt32.max)

  /// Returns the chapters that start within the file; all others are lost, unless the file already
  /// has them.
  ///
  /// If the duration is estimated, they are kept with a note.
  private mutating func reachable(_ chapters: [Chapter]) -> [Chapter] {
    guard let duration = document.duration, !isRestoring else { return chapters }
    let (end, present) = (duration.seconds, document.chapters)
    return chapters.filter { chapter in
      let start = chapter.start.seconds
      guard start > end + EditResolution.slack,
        !present.contains(where: { $0.begins(with: chapter) })
      else { return true }
      let text =
        "the chapter “\(chapter.title ?? "")” begins at \(start) s, but the file ends at \(end) s"
      if document.isDurationEstimated {
        note(
          Diagnostic.Code(ConversionLoss.Reason.outOfRange), .none,
          text + " (estimated)")
        return true
      }
      addLoss(.outOfRange, .chapters, .common, text)
      return false
    }
  }

  /// Returns the chapter with its stored picture, if the picture is unchanged.
  private func withOldPicture(_ chapter: Chapter) -> Chapter {
    guard let image = chapter.image,
      let old = document.chapters.first(where: { $0.begins(with: chapter) })?.image,
      isSame(old, image)
    else { return chapter }
    var chapter = chapter
    chapter.image = old
    return chapter
  }

  /// Reports links and pictures of the old chapters that are missing from the new ones: text
  /// formats such as mp4chaps do not include them, so importing such a file removes existing links
  /// and pictures.
  private mutating func noteReplaced(by chapters: [Chapter]) {
    let (links, pictures) = (Set(chapters.map(\.url)), chapters.count { $0.image != nil })
    let lostLinks = document.chapters.count { $0.url != nil && !links.contains($0.url) }
    if lostLinks > 0 {
      note(.replaced, .none, "\(lostLinks) links of the old chapters are not in the new chapters")
    }
    let oldPictures = document.chapters.count { $0.image != nil }
    if oldPictures > pictures {
      note(
        .replaced, .none,
        "the old chapters have \(oldPictures) pictures, but the new ones have \(pictures)"
      )
    }
  }
}

extension Chapter {
  /// Whether the chapter starts at the same time as another one, within the precision of all
  /// formats.
  fileprivate func begins(with other: Chapter) -> Bool {
    abs(start.seconds - other.start.seconds) < 0.005
  }
}
