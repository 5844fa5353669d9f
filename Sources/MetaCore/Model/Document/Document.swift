/// The result of reading a file, as a value: its container, tracks, metadata items, chapters,
/// pictures and findings.
///
/// ``ReadOptions`` can leave out tracks, items or chapters. Samples, including those of timed
/// metadata, are not included.
public struct Document: Sendable, Codable {
  /// The uniform type identifier, such as `com.apple.m4a-audio` or `public.mp3`.
  public var fileType: String
  /// The container: its kind, such as `mp4`, `mp3` or `wav`, and other details.
  public var container: ContainerDescription
  /// The size of the file in bytes.
  public var size: Int64
  /// The duration of the media; nil when the file does not give one.
  public var duration: MediaTime?
  /// Whether the duration was estimated from a part of the file.
  public var isDurationEstimated = false
  /// The tracks, in file order.
  public var tracks: [TrackDescription] = []
  /// Every item in every key space, in file order.
  public var items: [MetadataItem] = []
  /// The key spaces by priority: if two of them contain the same field, the first takes precedence.
  package var precedence: [KeySpace]
  /// The chapters, in chronological order.
  public var chapters: [Chapter] = []
  /// The pictures; those of the container with the highest priority come first.
  public var artwork: [Artwork] = []
  /// The findings from reading the file.
  public var diagnostics: [Diagnostic] = []
  /// The identity of the bytes from which the document was read; nil until reading has finished.
  package var source: SourceIdentity?
  /// The bytes of entries that are not stored contiguously, keyed by the offset at which they
  /// begin.
  ///
  /// Comments in Ogg files are stored in this way when their packet continues on another page.
  var scattered: [Int64: ByteSlice] = [:]

  /// Creates an empty document.
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
  /// Returns the bytes of the entry at the given location, in memory or in the file.
  package func storedEntry(at location: ItemLocation) -> DataValue {
    scattered[location.offset].map(DataValue.bytes)
      ?? .file(
        FileLocation(
          offset: location.offset, count: location.size, in: source ?? SourceIdentity()))
  }
}

/// The options for reading a file: which parts to read (tracks, items, chapters), how thoroughly,
/// in which text encoding, and within which limits.
///
/// An ``Asset`` ignores ``tracks``, ``items`` and ``chapters``, because it reads the parts that a
/// property needs. The options apply only to formats that MetaCore itself supports.
public struct ReadOptions: Sendable {
  /// The limits for hostile input.
  public var limits = Limits.standard
  /// Whether to scan the whole file for an exact duration when its tables have none.
  public var exactDuration = false
  /// Whether to read the tracks and the duration.
  public var tracks = true
  /// Whether to read items.
  public var items = true
  /// The encoding to assume for text that a file declares as Latin-1 or whose encoding it does not
  /// declare; a nil encoding means that the file is trusted.
  ///
  /// A guess is reported as a finding (``Diagnostic/Code/guessedEncoding``,
  /// ``Diagnostic/Code/unclearEncoding``).
  public var sourceEncoding: SourceEncoding?
  /// Whether to read chapters.
  public var chapters = true

  /// Creates options that read everything, within the standard limits.
  public init() {}
}

extension Document {
  /// The IDs of the tracks to which other tracks refer as their chapter tracks.
  package var chapterTracks: Set<UInt32> {
    Set(tracks.flatMap(\.references).filter { $0.type == "chap" }.flatMap(\.trackIDs))
  }
}
