/// Computes the edits that adjust ID3 frames that contain times when the audio of a file is cut
/// (ID3v2.4 §4.5 to §4.9, §4.21, §4.29, §4.30, chapter addendum).
///
/// The input consists of the items of the planned new file, which are still the same as in the
/// source file, and the remaining time range; the output consists of the edits, and the frames that
/// cannot be adjusted and are lost.
struct ID3CutEdits {
  /// How the times in one kind of frame are adjusted.
  private enum Treatment {
    /// A list of points in time; if each entry applies until the next one, the last entry before
    /// the cut is kept as well.
    case moments(String, continues: Bool)
    /// Start and end times.
    case chapter
    /// A list of chapter names.
    case contents
    /// The total duration.
    case length
    /// Offsets or a position in the file, which are no longer valid.
    case place
  }

  private static let treatments: [String: Treatment] = [
    "SYLT": .moments("texts", continues: true), "SLT": .moments("texts", continues: true),
    "SYTC": .moments("tempos", continues: true), "STC": .moments("tempos", continues: true),
    "ETCO": .moments("events", continues: false), "ETC": .moments("events", continues: false),
    "CHAP": .chapter, "CTOC": .contents, "TLEN": .length, "TLE": .length,
    "MLLT": .place, "MLL": .place, "ASPI": .place, "SEEK": .place, "POSS": .place,
  ]

  /// The code for times in milliseconds; 1 would mean MPEG frames, whose numbers change with the
  /// cut.
  private static let milliseconds: Int64 = 2
  /// The value for an unspecified byte offset in `CHAP`, with which readers use the time instead.
  private static let noOffset = MetadataValue.integer(0xFFFF_FFFF)

  /// The start and end of the remaining time range, in milliseconds.
  private let start: Int64
  private let end: Int64
  private(set) var edits: [MetadataEdit] = []
  /// The frames that cannot be adjusted.
  private(set) var losses: [Diagnostic] = []

  /// Adjusts the frames among `items` to a file that is cut to `range`; `length` is the resulting
  /// duration in milliseconds.
  init(_ items: [MetadataItem], range: MediaTimeRange, length: Int64?) {
    start = ExactTime(range.start).units(1000, .nearest)
    end = ExactTime(range.end).units(1000, .nearest)
    var groups: [(target: EditTarget, items: [MetadataItem])] = []
    let holdsChapters = ID3CutEdits.holdChapters(items)
    for item in items where ID3CutEdits.treatment(of: item) != nil {
      guard holdsChapters || !ID3CutEdits.isOfChapters(item) else { continue }
      let names: [ExtraAttribute.Name] = [.info, .language]
      let target = EditTarget.items(
        item.identifier, item.extraAttributes.filter { names.contains($0.name) })
      if let index = groups.firstIndex(where: { $0.target == target }) {
        // If a frame occurs in several tags, its values are taken from the first and written to
        // every tag.
        let isOfFirst = groups[index].items[0].location.container == item.location.container
        if isOfFirst { groups[index].items.append(item) }
      } else {
        groups.append((target, [item]))
      }
    }
    let chapters = chapters(in: items)
    for group in groups { cut(group.items, group.target, chapters: chapters, length: length) }
  }

  /// Whether chapters are adjusted as frames, which requires that there are chapter frames and that
  /// a single tag contains all of them.
  static func holdChapters(_ items: [MetadataItem]) -> Bool {
    Set(items.filter(isOfChapters).map(\.location.container)).count == 1
  }

  private static func isOfChapters(_ item: MetadataItem) -> Bool {
    switch treatment(of: item) {
    case .chapter?, .contents?: true
    default: false
    }
  }

  private static func treatment(of item: MetadataItem) -> Treatment? {
    guard item.keySpace == .id3, item.isOfWholeFile,
      item.location.container.rawValue.hasPrefix("ID3v2.")
    else { return nil }
    return treatments[item.key.description]
  }

  /// Returns the names of the remaining chapters.
  private func chapters(in items: [MetadataItem]) -> Set<String> {
    let left = items.filter { item in
      guard case .chapter? = ID3CutEdits.treatment(of: item) else { return false }
      return chapter(item.value) != nil
    }
    return Set(left.compactMap { $0.value[part: "elementID"]?.stringValue })
  }

  /// Adds the edit that replaces all frames for one target with their adjusted values.
  private mutating func cut(
    _ items: [MetadataItem], _ target: EditTarget, chapters: Set<String>, length: Int64?
  ) {
    var values: [MetadataValue] = []
    for item in items {
      switch ID3CutEdits.treatment(of: item) {
      case .moments(let name, let continues)?:
        guard case .list(let all)? = item.value[part: name],
          item.value[part: "timestampFormat"]?.integerValue == ID3CutEdits.milliseconds
        else {
          addLoss(item)
          continue
        }
        let left = moments(all, continues: continues)
        if !left.isEmpty { values.append(item.value.with(name, .list(left))) }
      case .chapter?: if let value = chapter(item.value) { values.append(value) }
      case .contents?:
        if let value = contents(item.value, of: items, chapters) { values.append(value) }
      case .length?: if let length { values.append(.string("\(length)")) }
      case .place?: addLoss(item)
      case nil: break
      }
    }
    edits.append(.set(target, values))
  }

  private mutating func addLoss(_ item: MetadataItem) {
    losses.append(
      Diagnostic(
        code: .lost, path: item.path, offset: item.location.offset,
        message:
          "`\(item.key)` refers to times or offsets in the source file, so the new one does not contain it"
      ))
  }

  // MARK: Values

  /// Returns a time relative to the start of the cut, limited to the remaining range.
  private func moved(_ time: Int64) -> Int64 { min(max(time, start), end).minus(start) }

  /// Returns the entries of a list that are within the remaining range, with times relative to its
  /// start.
  private func moments(_ all: [MetadataValue], continues: Bool) -> [MetadataValue] {
    func time(_ moment: MetadataValue) -> Int64 { moment[part: "time"]?.integerValue ?? 0 }
    let begins = all.contains { time($0) == start }
    let before = continues && !begins ? all.last { time($0) < start } : nil
    let inside = all.filter { (start..<max(start, end)).contains(time($0)) }
    return ([before].compactMap(\.self) + inside).map {
      $0.with("time", .integer(moved(time($0))))
    }
  }

  /// Returns a `CHAP` frame limited to the remaining range; nil if the chapter is outside that
  /// range.
  ///
  /// Its byte offsets, which refer to the source file, become unspecified.
  private func chapter(_ value: MetadataValue) -> MetadataValue? {
    guard let from = value[part: "start"]?.integerValue, from < end,
      let to = value[part: "end"]?.integerValue, to > start || from >= start
    else { return nil }
    return value.with("start", .integer(moved(from))).with("end", .integer(moved(to)))
      .with("startOffset", ID3CutEdits.noOffset).with("endOffset", ID3CutEdits.noOffset)
  }

  /// Returns a table of contents without the removed chapters; nil if it becomes empty.
  private func contents(
    _ value: MetadataValue, of tables: [MetadataItem], _ chapters: Set<String>
  ) -> MetadataValue? {
    var left = chapters
    // Tables may be nested; each round finds the tables that contain an element found in the
    // previous round.
    for _ in tables {
      for table in tables where table.value.children.contains(where: left.contains) {
        if let id = table.value[part: "elementID"]?.stringValue { left.insert(id) }
      }
    }
    let children = value.children.filter(left.contains)
    guard !children.isEmpty || value.children.isEmpty else { return nil }
    return value.with("children", .list(children.map { .string($0) }))
  }
}

extension MetadataValue {
  /// Returns the record with one part replaced.
  fileprivate func with(_ name: String, _ value: MetadataValue) -> MetadataValue {
    guard case .record(let parts) = self else { return self }
    return .record(parts.map { $0.name == name ? Part(name, value) : $0 })
  }

  /// The element IDs in a table of contents.
  fileprivate var children: [String] {
    guard case .list(let ids)? = self[part: "children"] else { return [] }
    return ids.compactMap(\.stringValue)
  }
}
