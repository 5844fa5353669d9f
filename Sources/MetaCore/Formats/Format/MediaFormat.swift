/// A format of media files: how it is recognised and read.
///
/// Adding a format is one folder below `Formats` and one line in ``FormatRegistry``; other modules hand theirs to ``FormatRegistry/adding(_:)``.
package protocol MediaFormat: Sendable {
  /// What the format is called and what its files are named.
  var descriptor: FormatDescriptor { get }

  /// Whether a file that begins with `head` (`window` sees the rest) is of this format.
  func match(_ head: FormatHead, _ window: SourceWindow) -> FormatMatch

  /// The same format, where its metadata can be changed; a cast to it would search the whole program.
  var editable: (any EditableFormat)? { get }

  /// The same format, where its media can be taken into another file.
  var remuxable: (any RemuxableFormat)? { get }

  /// The same format, where MetaCore reads its samples one by one.
  var packetFormat: (any PacketFormat)? { get }

  /// Reads what the file holds.
  ///
  /// What is broken but can be passed over goes to the findings of the document.
  func inspect(_ window: SourceWindow, options: ReadOptions) throws(ParseError) -> Document

  /// Reads the tree of the file's structure, without payload.
  func structure(_ window: SourceWindow, options: ReadOptions) throws(ParseError) -> [StructureNode]

  /// Visits the samples of every track, in the order in which the file has them.
  ///
  /// - Throws: what the visitor throws, and what makes the media unreadable.
  func visitMedia(
    _ window: SourceWindow, limits: Limits, _ visit: MediaVisitor
  ) throws(ParseError)

  /// Checks everything of the media that the format lets be checked without decoding, and says what cannot be known.
  ///
  /// The file is read forward, in large pieces; what is wrong goes to the report and the check goes on.
  ///
  /// - Throws: what makes the media unreadable.
  func check(
    _ window: SourceWindow, limits: Limits, _ report: inout IntegrityReport
  ) throws(ParseError)
}

extension MediaFormat {
  package var editable: (any EditableFormat)? { nil }
  package var remuxable: (any RemuxableFormat)? { nil }
  package var packetFormat: (any PacketFormat)? { nil }
}

extension PacketFormat {
  package var packetFormat: (any PacketFormat)? { self }
}

extension RemuxableFormat {
  package var remuxable: (any RemuxableFormat)? { self }
}

extension EditableFormat {
  package var editable: (any EditableFormat)? { self }
}

/// What a format is called.
package struct FormatDescriptor: Sendable, Hashable {
  /// Its name for people: "QuickTime and MP4".
  package let name: String
  /// The extensions of its files, in lower case, without the dot.
  package let extensions: [String]
  /// The key spaces that its items come from.
  package let keySpaces: [KeySpace]

  /// Makes a description.
  package init(name: String, extensions: [String], keySpaces: [KeySpace]) {
    self.name = name
    self.extensions = extensions
    self.keySpaces = keySpaces
  }
}

/// What a format says to the head of a file.
package enum FormatMatch: Sendable, Hashable {
  /// It is mine, with certainty.
  case yes
  /// It may be mine, when nobody is certain; higher is more likely.
  case maybe(Int)
  /// It is not mine.
  case no
}

/// A format whose metadata can be changed.
package protocol EditableFormat: MediaFormat {
  /// The places for new entries of a document, in the order in which they are tried.
  func homes(of document: Document) -> [ItemHome]

  /// What the file becomes; nil when its bytes cannot be laid out in this shape.
  ///
  /// - Throws: `notRepresentable` when the format cannot hold what is asked for, `unsupported` when it cannot be done with certainty, and
  ///   whatever reading throws.
  func plan(
    _ edit: DocumentEdit, of document: Document, in window: SourceWindow, shape: PlanShape
  ) throws(ParseError) -> EditPlan?

  /// What a file holds beside its items that is private, or free for anything to be left in.
  ///
  /// - Throws: `io`, and what makes the file unreadable.
  func traces(of document: Document, in window: SourceWindow) throws(ParseError) -> PrivateTraces
}

/// What is private in a file and no item.
package struct PrivateTraces: Sendable {
  /// What becomes of the bytes.
  var mask = ByteMask()
  /// What goes, and what stays.
  var report = PrivateData.Report()

  /// Blanks a stretch and says what it was.
  mutating func remove(
    _ range: Range<Int64>, with byte: UInt8 = 0, _ kind: PrivateData.Kind, _ place: String,
    _ name: String
  ) {
    mask.cover(range, with: byte)
    report.removed.append(PrivateData.Finding(kind, place, name))
  }

  /// Says that tracks with moving pictures are not inspected.
  mutating func leaveMoving(_ document: Document) {
    for track in document.tracks where track.mediaType == .video {
      leave(
        "track \(track.id)", "samples, into which encoders may write more than sound and picture")
    }
  }

  /// Says what stays.
  mutating func leave(_ place: String, _ name: String) {
    report.left.append(PrivateData.Finding(nil, place, name))
  }
}

/// What a format makes of an edit.
package struct EditPlan: Sendable, Hashable {
  /// What the file becomes.
  package var rewrite: RewritePlan
  /// What changes beside what was asked for: a frame of another version, a checksum that is left out.
  package var notes: [Diagnostic] = []
  /// The private data that are no items, where these were to go.
  package var privacy = PrivateData.Report()

  /// Makes a plan without notes.
  package init(_ rewrite: RewritePlan) { self.rewrite = rewrite }
}
