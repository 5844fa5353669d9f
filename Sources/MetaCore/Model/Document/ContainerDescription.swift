/// The container format of a file, such as `mp4` or `wav`, with details for display, such as
/// brands, tag versions and dates.
public struct ContainerDescription: Sendable, Hashable, Codable {
  /// The kind of container, such as `mp4`, `mov`, `3gp`, `mp3`, `aac`, `aiff`, `wav`, `dsf`, `id3`
  /// or `heif`.
  public var kind: String
  /// Other details, such as brands, `fragmented` and tag versions, in the order in which they
  /// appear in JSON.
  ///
  /// For display only; edits and exports do not depend on them.
  public var details: [MetadataValue.Part]
  /// The facts that edits and exports depend on.
  package var facts = ContainerFacts()

  /// Creates a description.
  package init(kind: String, details: [MetadataValue.Part] = []) {
    self.kind = kind
    self.details = details
  }

  /// Sets the names of the tags, and inserts the detail that shows them at `index`.
  mutating func setTags(_ names: [String], at index: Int) {
    facts.tags = names
    details.insert(MetadataValue.Part("tags", .list(names.map { .string($0) })), at: index)
  }

  /// Sets the header dates, and appends the details that show them.
  mutating func setDates(creation: MetadataDate?, modification: MetadataDate? = nil) {
    (facts.creationDate, facts.modificationDate) = (creation, modification)
    for (name, date) in [("creationDate", creation), ("modificationDate", modification)] {
      if let date { details.append(MetadataValue.Part(name, .string(date.description))) }
    }
  }
}

/// Facts about the container of a file as typed values, on which edits and exports depend.
package struct ContainerFacts: Sendable, Hashable, Codable {
  /// The names of the tags, in file order.
  package var tags: [String] = []
  /// The creation date in the header.
  package var creationDate: MetadataDate?
  /// The modification date in the header.
  package var modificationDate: MetadataDate?
  /// Whether the file contains a movie with editable metadata.
  package var hasEditableMovie = false
  /// Whether the file contains movie fragments without their movie.
  package var isSegment = false
  /// Whether the file is a QuickTime movie rather than a file in one of the ISO formats.
  package var isQuickTime = false
  /// Whether the audio is a sequence of ADTS frames.
  package var isADTS = false

  /// A description of a file that has only fragments (ISO/IEC 23000-19 §7.3), for messages.
  package static let segment =
    "a media segment (CMAF, DASH): movie fragments without the movie that holds their metadata"
}
