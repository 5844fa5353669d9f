/// Determines the edits that add the metadata to the new file of an export.
///
/// ``FileExporter`` applies them to the planned new file, just as to any other file.
///
/// The plan may already contain all metadata of the source file (``RemuxPlan/keepsMetadata``);
/// otherwise the items are converted via the fields that they represent.
struct ExportEdits {
  let options: ExportOptions
  /// The metadata of the source file.
  let old: Document
  /// The metadata of the new file before these edits.
  let new: Document
  /// The bytes of the source file.
  let source: any ByteSource
  let remux: RemuxPlan
  /// Whether the new file has newly encoded audio, and needs gapless playback information.
  var addsGapless = false

  /// Returns all edits in the order in which they are applied; the requested ones come last.
  func all() throws(ParseError) -> [MetadataEdit] {
    var edits = filtered
    if let items = options.metadata {
      edits += try replacementEdits(items)
    } else if !remux.keepsMetadata {
      edits += try carried().movingEdits() + placed
    }
    if let range = options.timeRange {
      edits += cutFrames(range).edits
      if !old.chapters.isEmpty, !ID3CutEdits.holdChapters(new.items) {
        edits.append(.setChapters(try old.chapters.part(range).loaded(from: source)))
      }
    }
    return edits + gapless + options.edits
  }

  /// Returns the edits for the items that replace those in the source file.
  private func replacementEdits(_ items: [MetadataItem]) throws(ParseError) -> [MetadataEdit] {
    var edits: [MetadataEdit] = [.clear(keeping: [])]
    for item in items where options.filter?.passes(item) ?? true {
      edits.append(.addItem(try item.loaded(from: source)))
    }
    return edits
  }

  private func carried() throws(ParseError) -> MetadataTransfer {
    try MetadataTransfer(
      filteredDocument, in: source, isForSharing: options.filter?.isForSharing ?? false)
  }

  /// Returns the private data in the source file that is not in the new one; nil if the filter is
  /// not for sharing.
  func privacy() throws(ParseError) -> PrivateData.Report? {
    guard options.filter?.isForSharing == true else { return nil }
    let withheld = PrivateData.Report(withheldOf: old.items)
    return remux.keepsMetadata ? withheld : withheld + (try carried().privacy)
  }

  /// The losses of metadata whose times cannot be adjusted to the time range.
  var losses: [Diagnostic] { options.timeRange.map { cutFrames($0).losses } ?? [] }

  private func cutFrames(_ range: MediaTimeRange) -> ID3CutEdits {
    let items = new.items.filter { options.filter?.passes($0) ?? true }
    return ID3CutEdits(items, range: range, length: playedMilliseconds)
  }

  /// The playing time of the new file, in milliseconds; nil if unknown.
  private var playedMilliseconds: Int64? {
    guard let gaplessInfo = remux.gapless, let scale = new.tracks.first?.timescale else {
      return new.duration.map { ExactTime($0).units(1000, .nearest) }
    }
    return ExactTime(gaplessInfo.count, scale).units(1000, .nearest)
  }

  /// The edits that move the location in MP4 files from the item list to the user data, where
  /// phones and players look for it.
  private var placed: [MetadataEdit] {
    guard new.container.kind == "mp4", let field = Field.named("location"),
      let place = MetadataView(filteredDocument)[field]
    else { return [] }
    let target = EditTarget.items(MetadataIdentifier(rawValue: "udta/%A9xyz"), [])
    return [.set(.field(field), []), .set(target, [place])]
  }

  // MARK: Filter

  /// The source file's document with only those items that pass the filter.
  private var filteredDocument: Document { filtered(of: old) }

  private func filtered(of document: Document) -> Document {
    var document = document
    document.items.removeAll { item in !(options.filter?.passes(item) ?? true) }
    return document
  }

  /// The edits that remove what the filter excludes from the new file.
  private var filtered: [MetadataEdit] {
    guard let filter = options.filter else { return [] }
    var seen: Set<EditTarget> = []
    var edits: [MetadataEdit] = filter.isForSharing ? [.clearPrivate] : []
    for item in new.items where item.isOfWholeFile && !filter.passes(item) {
      let target = EditTarget.items(item.identifier, [])
      if seen.insert(target).inserted { edits.append(.set(target, [])) }
    }
    return edits
  }

  // MARK: Gapless playback

  /// The edit that sets the counts of samples before and after the audio, as iTunes does, adjusted
  /// to a cut or new encoding.
  ///
  /// Only files that have these counts, and files with newly encoded audio that begins with such
  /// samples, get them.
  private var gapless: [MetadataEdit] {
    guard let gaplessInfo = remux.gapless, let field = Field.named("gaplessInfo") else { return [] }
    let hasGaplessInfo = [new, old].contains { MetadataView(filtered(of: $0))[field] != nil }
    guard hasGaplessInfo || addsGapless && gaplessInfo.before > 0 else { return [] }
    return [.set(.field(field), [.string(gaplessInfo.itunesText)])]
  }
}

extension [Chapter] {
  /// Returns the chapters within a part of the media, with times relative to its start.
  func part(_ range: MediaTimeRange) -> [Chapter] {
    compactMap { chapter in
      let start = Swift.max(chapter.start.seconds, range.start.seconds)
      let end = Swift.min(chapter.end?.seconds ?? .infinity, range.end.seconds)
      guard start < end else { return nil }
      var part = chapter
      part.start = chapter.start.moved(back: range.start, from: start)
      part.end = chapter.end.map { $0.moved(back: range.start, from: end) }
      return part
    }
  }
}

extension MediaTime {
  /// Returns a time in seconds relative to `origin`, in the units of this time.
  fileprivate func moved(back origin: MediaTime, from seconds: Double) -> MediaTime {
    var time = self
    let units = (seconds - origin.seconds) * Double(timescale)
    time.value = Int64(Swift.min(Swift.max(0, units), 0x1p62).rounded())
    return time
  }
}
