/// The converted view of a file's items: one entry per field, the same for every format.
///
/// The value of a field comes from the first container in the key space with the highest priority
/// that has the field. Items of tracks and of timed metadata are not included, nor are pictures,
/// chapters and synchronised lyrics. ``Document/fields`` returns the view; it is read-only, and
/// ``MetadataEdit`` changes fields.
public struct MetadataView: Sendable {
  /// One field that the file has, with its converted value and the item that the value came from.
  public struct Entry: Sendable {
    /// The field.
    public let field: Field
    /// The value, of the field's type, or text if a date cannot be parsed; a list if the field is a
    /// list field.
    public let value: MetadataValue
    /// The index of the first item that it was read from.
    public let item: Int
  }

  /// The fields that the file has, in the order of the field table.
  public private(set) var entries: [Entry] = []
  /// The inconsistencies: several values for a single-valued field (`severalValues`), or sources
  /// that disagree (`conflictingValues`).
  public private(set) var findings: [Diagnostic] = []
  /// The sources that disagree, one entry per `conflictingValues` finding.
  package private(set) var conflicts: [Conflict] = []

  /// Two containers of a file with different values for one field, and the value that is shown.
  package struct Conflict: Sendable, Hashable {
    /// The field.
    package let field: Field
    /// The value that is shown.
    package let shown: MetadataValue
    /// The container of the shown value.
    package let place: MetadataContainer
    /// The value of the other source.
    package let other: MetadataValue
    /// The container of the other source.
    package let otherPlace: MetadataContainer
  }

  /// Creates the view of a document.
  public init(_ document: Document) {
    self.init(document.items, precedence: document.precedence)
  }

  /// Creates the view of items, with key spaces in the order of `precedence`, followed by all other
  /// key spaces.
  package init(_ items: [MetadataItem], precedence: [KeySpace]) {
    guard !items.isEmpty else { return }
    let reader = FieldReader(claims: FieldClaims(items, precedence: precedence))
    entries.reserveCapacity(24)
    reader.claims.forEachClaimed { number in
      let field = Field(number: number)
      if reader.claims.first(of: number) == reader.claims.last(of: number) {
        if let reading = reader.read(field, at: nil) { show(reading, items) }
      } else {
        weigh(field, reader.claims, reader)
      }
    }
  }

  /// The value of a field, or nil.
  public subscript(field: Field) -> MetadataValue? {
    entries.first { $0.field == field }?.value
  }

  /// Adds the reading of a field to the view.
  private mutating func show(_ reading: consuming FieldReading, _ items: [MetadataItem]) {
    noteSeveral(reading, items)
    entries.append(Entry(field: reading.field, value: reading.value, item: reading.item))
  }

  // MARK: Several claims

  /// The maximum number of sources that are compared for a field, and of keys that are tried in one
  /// source; finding each of them requires a pass through all claims to the field.
  private static let comparedSources = 8

  /// Shows the first usable source of a field, and compares the others with it.
  private mutating func weigh(_ field: Field, _ claims: FieldClaims, _ reader: FieldReader) {
    var last: UInt32?
    var chosen: FieldReading?
    for _ in 0..<MetadataView.comparedSources {
      guard let next = claims.nextSource(of: field, after: last) else { break }
      last = next
      guard let reading = read(field, from: next, claims, reader) else { continue }
      if let chosen {
        compare(chosen, reading, claims.items)
      } else {
        show(reading, claims.items)
        chosen = reading
      }
    }
  }

  /// Returns the value of a field in one source, or nil.
  private func read(
    _ field: Field, from source: UInt32, _ claims: FieldClaims, _ reader: FieldReader
  ) -> FieldReading? {
    var last: UInt32?
    // Try the keys of one source in the order of their rank, until one provides a value.
    for _ in 0..<MetadataView.comparedSources {
      guard let order = claims.nextOrder(of: field, in: source, after: last) else { return nil }
      if let reading = reader.read(field, at: order) { return reading }
      last = order
    }
    return nil
  }

  // MARK: Findings

  /// Reports a second value of a single-valued field.
  private mutating func noteSeveral(_ reading: FieldReading, _ items: [MetadataItem]) {
    guard let further = reading.further else { return }
    note(
      .severalValues, items[further],
      "\(reading.field.name) has several values here; the first is shown")
  }

  /// Reports a source whose value differs from the shown one.
  private mutating func compare(
    _ chosen: FieldReading, _ other: FieldReading, _ items: [MetadataItem]
  ) {
    let item = items[other.item]
    guard !FieldEquality.agree(chosen, other, in: item.keySpace) else { return }
    let place = items[chosen.item].location.container
    note(
      .conflictingValues, item,
      "\(chosen.field.name) differs from the value in \(place.rawValue), which is shown")
    conflicts.append(
      Conflict(
        field: chosen.field, shown: chosen.value, place: place, other: other.value,
        otherPlace: item.location.container))
  }

  private mutating func note(_ code: Diagnostic.Code, _ item: MetadataItem, _ message: String) {
    findings.append(
      Diagnostic(code: code, path: item.path, offset: item.location.offset, message: message))
  }
}

extension Document {
  /// Returns all values of a field in the source that ``MetadataView`` shows; for a single-valued
  /// field, the view shows only the first.
  public func values(of field: Field) -> [MetadataValue] {
    EditDraft(items).sources(of: field, trackID: nil, precedence: precedence)
      .first { !$0.values.isEmpty }?.values ?? []
  }

  /// Returns the findings from reading the file, followed by those of the converted view.
  public func findings(with view: MetadataView) -> [Diagnostic] {
    view.findings.isEmpty ? diagnostics : diagnostics + view.findings
  }
}

extension FieldClaims {
  /// Returns the source (key space and container) with the next lower priority after `last`, or the
  /// first one if `last` is nil; nil at the end.
  func nextSource(of field: Field, after last: UInt32?) -> UInt32? {
    var best: UInt32?
    var index = first(of: field.number)
    while index >= 0 {
      let claim = claims[index]
      if claim.source > last ?? 0 || last == nil, claim.source < best ?? .max, counts(claim) {
        best = claim.source
      }
      index = Int(claim.next)
    }
    return best
  }

  /// Returns the priority of the next key in `source` after `last`, or of the first one if `last`
  /// is nil; nil at the end.
  func nextOrder(of field: Field, in source: UInt32, after last: UInt32?) -> UInt32? {
    var best: UInt32?
    var index = first(of: field.number)
    while index >= 0 {
      let claim = claims[index]
      if claim.source == source, claim.order > last ?? 0 || last == nil,
        claim.order < best ?? .max, counts(claim)
      {
        best = claim.order
      }
      index = Int(claim.next)
    }
    return best
  }
}

extension KeySpace {
  /// Whether the key space truncates values and loses characters, because its fields have a maximum
  /// length and contain only Latin-1.
  var isLimited: Bool { self == .id3v1 || self == .lyrics3 }

  /// Whether a key holds only one string of a list.
  var holdsOneText: Bool {
    isLimited || [.riff, .aiff, .quickTimeUserData, .isoUserData].contains(self)
  }
}
