internal import MetaCore

/// The differences between the metadata of two files, for `diff`: either of their fields, pictures
/// and chapters, or of their items as stored.
///
/// The comparison of lists of named values is also used for the changes of an edit
/// (``EditReport``).
struct DocumentDiff {
  /// The name of a field or the identifier of an item, and one of its values as text.
  typealias NamedValue = (name: String, value: String)

  /// A field or item with all its values in the first and in the second file; either list may be
  /// empty.
  struct Difference: Sendable, Hashable {
    let name: String
    let left: [String]
    let right: [String]

    /// The difference as lines of text: the old values after `-`, then the new values after `+`.
    var text: String {
      let lines = left.map { "- \(name): \($0)\n" } + right.map { "+ \(name): \($0)\n" }
      return lines.map { TerminalText.printable(String($0.dropLast())) + "\n" }.joined()
    }
  }

  let differences: [Difference]

  /// Compares two files by their fields, or, with `comparesItems`, by the items that they store.
  init(_ left: InspectedFile, _ right: InspectedFile, comparesItems: Bool) {
    let names = comparesItems ? DocumentDiff.items : DocumentDiff.fields
    differences = DocumentDiff.differences(names(left), names(right))
  }

  /// Returns the names whose values differ, with these values, in order of appearance.
  static func differences(_ before: [NamedValue], _ after: [NamedValue]) -> [Difference] {
    let old = Dictionary(grouping: before, by: \.name)
    let new = Dictionary(grouping: after, by: \.name)
    var seen: Set<String> = []
    return (before + after).map(\.name).filter { seen.insert($0).inserted }.compactMap { name in
      let (left, right) = ((old[name] ?? []).map(\.value), (new[name] ?? []).map(\.value))
      return left.hasSameBytes(as: right) ? nil : Difference(name: name, left: left, right: right)
    }
  }

  /// Writes the differences as a JSON array.
  static func write(_ differences: [Difference], to json: inout JSONWriter) {
    json.array(differences) { json, difference in
      json.beginObject()
      json.member("name", difference.name)
      json.array("a", difference.left) { $0.string($1) }
      json.array("b", difference.right) { $0.string($1) }
      json.endObject()
    }
  }

  // MARK: Compared values

  /// Returns the fields, pictures and chapters of a file as text; a picture is compared by its
  /// kind, type and digest.
  private static func fields(_ reading: InspectedFile) -> [NamedValue] {
    let document = reading.document
    var values = MetadataView(document).entries.flatMap { entry in
      ValueText.lines(entry.value).map { (name: entry.field.name, value: $0) }
    }
    values += document.artwork.map { artwork in
      let digest = (try? artwork.data.sha256(from: reading.source)) ?? "unreadable"
      return ("artwork", "\(artwork.kind.rawValue) \(artwork.mime ?? "unknown") sha256 \(digest)")
    }
    let chapters = ChapterForm.list.text(document.chapters, duration: document.duration)
    values += chapters.split(separator: "\n").map { ("chapter", String($0)) }
    return values
  }

  /// Returns the items of a file as text, with language and extra attributes; binary values are
  /// compared by size and digest.
  private static func items(_ reading: InspectedFile) -> [NamedValue] {
    reading.document.items.map { item in
      var name = item.identifier.rawValue
      if let track = item.trackID { name = "track \(track) " + name }
      let extra = item.extraAttributes.map { "\($0.name.rawValue)=\(ValueText.line($0.value))" }
      var value = ValueText.line(item.value)
      if let data = item.value.dataValue {
        value =
          "\(data.count) bytes, sha256 \((try? data.sha256(from: reading.source)) ?? "unreadable")"
      }
      return (
        name, ([value, item.language?.code].compactMap(\.self) + extra).joined(separator: "  ")
      )
    }
  }
}
