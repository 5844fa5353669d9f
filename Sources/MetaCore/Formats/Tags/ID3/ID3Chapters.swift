/// Collects the chapters in an ID3v2 tag while its CHAP and CTOC frames are read, and returns them
/// in the order of the table of contents or by time (ID3v2 Chapter Frame Addendum).
///
/// If a table of contents lists chapters, the chapters that it does not list are omitted.
struct ID3Chapters: Sendable {
  /// The frames nested in the CHAP or CTOC frame that is being read.
  var subFrames: [MetadataItem] = []
  private var chapters: [Element] = []
  private var contents: [Contents] = []

  /// A chapter with the element ID of its CHAP frame.
  private typealias Element = (id: String, chapter: Chapter)

  /// The content of a CTOC frame: a table of contents that lists chapters and other tables by their
  /// element IDs.
  private struct Contents {
    let id: String
    let isTopLevel: Bool
    let isOrdered: Bool
    let children: [String]
  }

  /// Adds a CHAP frame, given its value.
  mutating func addChapter(_ value: MetadataValue) {
    defer { subFrames = [] }
    guard let start = time(value[part: "start"]) else { return }
    var chapter = Chapter(
      start: start, end: time(value[part: "end"]), title: nil, source: "CHAP")
    for frame in subFrames { ID3Chapters.apply(frame, to: &chapter) }
    chapters.append((value[part: "elementID"]?.stringValue ?? "", chapter))
  }

  /// Takes the title, picture or link of a chapter from a nested frame; if there are several, the
  /// first is used.
  private static func apply(_ frame: MetadataItem, to chapter: inout Chapter) {
    switch frame.key {
    case "TIT2", "TT2": chapter.title = chapter.title ?? frame.value.stringValue
    case "APIC", "PIC": chapter.image = chapter.image ?? frame.value.dataValue
    case .text(let id) where id.utf8.first == UInt8(ascii: "W"):
      chapter.url = chapter.url ?? frame.value.stringValue
    default: break
    }
  }

  /// Converts milliseconds to a time; if all bits are set, there is no time.
  private func time(_ value: MetadataValue?) -> MediaTime? {
    guard let milliseconds = value?.integerValue, milliseconds != 0xFFFF_FFFF else { return nil }
    return MediaTime(value: milliseconds, timescale: 1000)
  }

  /// Adds a CTOC frame, given its value.
  mutating func addContents(_ value: MetadataValue) {
    subFrames = []
    guard case .list(let children)? = value[part: "children"] else { return }
    contents.append(
      Contents(
        id: value[part: "elementID"]?.stringValue ?? "",
        isTopLevel: value[part: "topLevel"] == .boolean(true),
        isOrdered: value[part: "ordered"] == .boolean(true),
        children: children.compactMap(\.stringValue)))
  }

  /// Returns the chapters in the top-level or else the first table of contents, by time unless it
  /// is ordered; without chapters in such a table, returns all chapters by time.
  func assembled() -> [Chapter] { ordered().map(\.chapter) }

  /// The element IDs of these chapters.
  var elementIDs: [String] { ordered().map(\.id) }

  private func ordered() -> [Element] {
    guard !chapters.isEmpty else { return [] }
    guard let top = contents.first(where: \.isTopLevel) ?? contents.first else {
      return ID3Chapters.byTime(chapters)
    }
    let named = chapters(of: top)
    if named.isEmpty { return ID3Chapters.byTime(chapters) }
    return top.isOrdered ? named : ID3Chapters.byTime(named)
  }

  private static func byTime(_ chapters: [Element]) -> [Element] {
    chapters.enumerated().sorted {
      ($0.element.chapter.start.value, $0.offset) < ($1.element.chapter.start.value, $1.offset)
    }.map(\.element)
  }

  /// Returns the chapters in a table of contents, each once, including those in nested tables.
  private func chapters(of top: Contents) -> [Element] {
    var chapterByID: [String: Element] = [:]
    for element in chapters where chapterByID[element.id] == nil {
      chapterByID[element.id] = element
    }
    var tableByID: [String: Contents] = [:]
    for table in contents where tableByID[table.id] == nil { tableByID[table.id] = table }
    // A table is removed when it is visited, so that tables that contain each other do not cause an
    // endless loop.
    tableByID[top.id] = nil
    var named: [Element] = []
    var waiting = Array(top.children.reversed())
    while let id = waiting.popLast() {
      if let chapter = chapterByID.removeValue(forKey: id) {
        named.append(chapter)
      } else if let table = tableByID.removeValue(forKey: id) {
        waiting.append(contentsOf: table.children.reversed())
      }
    }
    return named
  }
}
