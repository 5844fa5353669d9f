/// Reads and collects the metadata items and Nero chapters of one QuickTime or MP4 file, in file
/// order; each extension adds the reading of one kind of atom.
///
/// It is created with the window that contains the atoms; ``AtomFile`` then calls `readMovie` and
/// `readTop`, after which `items`, `chapters` and `log` contain the result. A compressed movie atom
/// has its own instance, and ``EntryEncoder`` uses one to reread an item that it replaces.
struct ItemReader {
  let window: SourceWindow
  let limits: Limits
  /// Whether the bytes come from a compressed movie rather than directly from the file, so that
  /// values have to be loaded.
  let isDetached: Bool
  /// Whether the file is a QuickTime movie rather than one of the formats that ISO derived from it.
  var isQuickTime = false
  /// The items read so far, in file order.
  var items: [MetadataItem] = []
  /// The chapters of the Nero list.
  var chapters: [Chapter] = []
  var log: DiagnosticLog
  /// The track whose atoms are being read; nil for atoms of the whole file.
  var trackID: UInt32?
  /// The number of ID3 tags read so far.
  var tagCount = 0
  private var hasNotedLimit = false

  init(_ window: SourceWindow, limits: Limits, isDetached: Bool = false, log: DiagnosticLog) {
    self.window = window
    self.limits = limits
    self.isDetached = isDetached
    self.log = log
  }

  /// The maximum size, in bytes, of binary values that are loaded; larger values stay in the file
  /// unless the movie was compressed.
  static let smallValue: Int64 = 256

  /// Returns a binary value; a small value, and any value in a compressed movie, is loaded into
  /// separate memory, so that it does not keep the window alive.
  ///
  /// All values in a compressed movie together are at most as large as the inflated movie, whose
  /// size is limited.
  func binary(at offset: Int64, count: Int64) throws(ParseError) -> MetadataValue {
    guard count <= ItemReader.smallValue || isDetached else {
      return .data(.file(window.location(at: offset, count: count)))
    }
    let bytes = try window.bytes(at: offset, upTo: Int(clamping: count))
    return .data(.bytes(ByteSlice(Array(bytes.bytes), origin: offset)))
  }

  /// Returns the payload of an atom as an undecoded value.
  func raw(_ atom: Atom) throws(ParseError) -> MetadataValue {
    try binary(at: atom.payloadOffset, count: atom.payloadSize)
  }

  /// Returns UTF-8 text without trailing zeros, which some writers add; nil if it is not valid
  /// UTF-8.
  static func text(_ bytes: ByteSlice) -> String? { bytes.withoutTrailingZeros.utf8Text }

  /// Reports text that is not valid UTF-8.
  mutating func noteNotUTF8(_ bytes: ByteSlice, _ path: StructurePath) {
    log.note(.malformed, path, at: bytes.fileOffset, "the text is not UTF-8")
  }

  /// Returns whether the maximum number of items has been reached; the first excess item is
  /// reported.
  mutating func isFull(at offset: Int64) -> Bool {
    guard items.count >= limits.items else { return false }
    if !hasNotedLimit {
      hasNotedLimit = true
      log.note(
        .limitExceeded, StructurePath(), at: offset, "more than \(limits.items) metadata items")
    }
    return true
  }

  /// Adds an item that is stored in `atom`.
  mutating func add(
    _ keySpace: KeySpace, _ key: MetadataKey, _ value: TypedValue, in atom: Atom,
    _ container: MetadataContainer
  ) {
    guard !isFull(at: atom.offset) else { return }
    items.append(
      MetadataItem(
        keySpace: keySpace, key: key, value: value.value, dataType: value.dataType,
        language: value.language, extraAttributes: value.extras,
        location: ItemLocation(container: container, offset: atom.offset, size: atom.size)))
    if trackID != nil { items[items.count - 1].trackID = trackID }
  }

  /// Adds the payload of an atom as an undecoded item.
  mutating func addRaw(
    _ keySpace: KeySpace, _ atom: Atom, _ container: MetadataContainer
  ) throws(ParseError) {
    let value = TypedValue(try raw(atom), .raw)
    add(keySpace, .code(atom.type), value, in: atom, container)
  }
}

/// A decoded metadata value together with the properties of its item except the key: storage type,
/// language and extra attributes.
struct TypedValue {
  var value: MetadataValue
  var dataType: DataType
  var language: LanguageTag?
  var extras: [ExtraAttribute] = []

  init(_ value: MetadataValue, _ dataType: DataType, language: LanguageTag? = nil) {
    self.value = value
    self.dataType = dataType
    self.language = language
  }
}
