/// What one file holds, as a value: the outcome of reading it.
public struct Document: Sendable, Codable {
  /// The uniform type identifier: `com.apple.m4a-audio`, `public.mp3`.
  public var fileType: String
  /// The container: its kind (`mp4`, `mp3`, `wav`) and what else is worth knowing about it.
  public var container: ContainerDescription
  /// The size of the file in bytes.
  public var size: Int64
  /// How long it plays; nil when nothing says so.
  public var duration: MediaTime?
  /// Whether the duration was estimated from a part of the file.
  public var isDurationEstimated = false
  /// The tracks, in file order.
  public var tracks: [TrackDescription] = []
  /// Every item of every key space, in file order.
  public var items: [MetadataItem] = []
  /// The key spaces in the order in which they are believed when two hold the same field.
  package var precedence: [KeySpace]
  /// The chapters, in order of time.
  public var chapters: [Chapter] = []
  /// The pictures, from the place that is believed first.
  public var artwork: [Artwork] = []
  /// The findings of the reading.
  public var diagnostics: [Diagnostic] = []
  /// Which bytes it was read from; nil before the reading is done.
  package var source: SourceIdentity?
  /// The bytes of entries that do not stand in one piece, by the places where they begin.
  var scattered: [Int64: ByteSlice] = [:]

  /// Makes a document without content.
  package init(
    fileType: String, container: ContainerDescription, size: Int64, precedence: [KeySpace]
  ) {
    self.fileType = fileType
    self.container = container
    self.size = size
    self.precedence = precedence
  }
}

extension Document {
  /// The bytes of the entry that stands at a place, in memory or in the file.
  package func storedEntry(at location: ItemLocation) -> DataValue {
    scattered[location.offset].map(DataValue.bytes)
      ?? .file(
        FileLocation(
          offset: location.offset, count: location.size, in: source ?? SourceIdentity()))
  }
}

/// What to read of a file, and how far to go for it.
public struct ReadOptions: Sendable {
  /// The limits that hostile input runs into.
  public var limits = Limits.standard
  /// Whether to scan the whole file for an exact duration where its tables give none.
  public var exactDuration = false
  /// Whether to read tracks, and how long the file plays.
  public var tracks = true
  /// Whether to read items.
  public var items = true
  /// The encoding in which to read text that a file calls Latin-1, or whose encoding nothing tells; nil to believe the file.
  ///
  /// A guess is a finding of the document (``Diagnostic/Code/guessedEncoding``, ``Diagnostic/Code/unclearEncoding``).
  public var sourceEncoding: SourceEncoding?
  /// Whether to read chapters.
  public var chapters = true

  /// Everything, within the standard limits.
  public init() {}
}

extension Document {
  /// The tracks that other tracks name as those of their chapters.
  package var chapterTracks: Set<UInt32> {
    Set(tracks.flatMap(\.references).filter { $0.type == "chap" }.flatMap(\.trackIDs))
  }
}
