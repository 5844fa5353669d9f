/// The ``MediaFormat`` for modules of music trackers (MOD, S3M, IT, XM), of which only strings are
/// read: the title, and the names of the instruments or samples, which often serve as comments.
///
/// The modules cannot be edited.
struct TrackerFormat: MediaFormat {
  let kind: TrackerKind

  /// The formats of all kinds.
  static let all: [any MediaFormat] = TrackerKind.all.map { TrackerFormat(kind: $0) }

  var descriptor: FormatDescriptor {
    FormatDescriptor(name: kind.name, extensions: [kind.kind], keySpaces: [.tracker])
  }

  func match(_ head: FormatHead, _ window: SourceWindow) -> FormatMatch {
    let mark = head.bytes.clamped(from: kind.markOffset, count: 32)
    return kind.marks.contains { mark.starts(with: $0.utf8) } ? .yes : .no
  }

  func inspect(_ window: SourceWindow, options: ReadOptions) throws(ParseError) -> Document {
    var log = DiagnosticLog(limit: options.limits.diagnostics)
    var document = Document(
      fileType: kind.fileType, container: ContainerDescription(kind: kind.kind),
      size: window.length, precedence: [.tracker])
    var texts = TrackerTexts(window, limits: options.limits)
    do throws(ParseError) { try kind.read(&texts) } catch {
      if error.code == .io { throw error }
      log.add(error)
    }
    if options.items { document.items = texts.items }
    if options.tracks {
      var track = TrackDescription(id: 1, mediaType: .audio)
      track.codec = kind.kind
      document.tracks = [track]
    }
    document.diagnostics = log.diagnostics
    return document
  }

  func structure(
    _ window: SourceWindow, options: ReadOptions
  ) throws(ParseError) -> [StructureNode] {
    [
      StructureNode(
        name: kind.kind, offset: 0, size: window.length, headerSize: 0, summary: kind.name)
    ]
  }

  func visitMedia(
    _ window: SourceWindow, limits: Limits, _ visit: MediaVisitor
  ) throws(ParseError) {
    try visitStream(0..<window.length, visit)
  }
}

/// Reads and collects the strings of one tracker module, and converts them to metadata items.
struct TrackerTexts {
  let window: SourceWindow
  private let limits: Limits
  private var title: MetadataItem?
  private var names: [String] = []
  private var type = DataType.utf8
  private static let container = MetadataContainer(rawValue: "module")

  init(_ window: SourceWindow, limits: Limits) {
    self.window = window
    self.limits = limits
  }

  /// The title, and the names as one string, with one name per line.
  var items: [MetadataItem] {
    var lines = names[...]
    while lines.last?.isEmpty == true { lines.removeLast() }
    var items = title.map { [$0] } ?? []
    if !lines.isEmpty {
      items.append(
        MetadataItem(
          keySpace: .tracker, key: "comment", value: .string(lines.joined(separator: "\n")),
          dataType: type, location: ItemLocation(container: TrackerTexts.container)))
    }
    return items
  }

  /// Reads the title of the module; an empty one is omitted.
  mutating func readTitle(at offset: Int64, count: Int) throws(ParseError) {
    let (text, type) = try text(at: offset, count: count)
    guard !text.isEmpty else { return }
    title = MetadataItem(
      keySpace: .tracker, key: "title", value: .string(text), dataType: type,
      location: ItemLocation(
        container: TrackerTexts.container, offset: offset, size: Int64(count)))
  }

  /// Reads the name of an instrument or sample; empty ones are kept, since the names are the lines
  /// of one string.
  mutating func readName(at offset: Int64, count: Int) throws(ParseError) {
    guard names.count < limits.items else { return }
    names.append(try text(at: offset, count: count).0)
  }

  /// Reads the text up to the first zero, without trailing spaces.
  private func text(at offset: Int64, count: Int) throws(ParseError) -> (String, DataType) {
    var bytes = try window.bytes(at: offset, count: count)
    if let end = bytes.firstIndex(of: 0) { bytes = bytes.clamped(from: 0, count: end) }
    while let last = bytes[bytes.count - 1], last == UInt8(ascii: " ") {
      bytes = bytes.clamped(from: 0, count: bytes.count - 1)
    }
    return StoredText.decode(bytes, otherwise: .latin1)
  }

  /// Reads a little-endian number of two or four bytes.
  func number(at offset: Int64, width: Int) throws(ParseError) -> Int64 {
    var reader = ByteReader(try window.bytes(at: offset, count: width))
    return width == 2 ? Int64(try reader.littleU16()) : Int64(try reader.littleU32())
  }
}

extension TrackerFormat {
  func check(
    _ window: SourceWindow, limits: Limits, _ report: inout IntegrityReport
  ) throws(ParseError) { report.addGap(.tracker) }
}
