internal import MetaCore

/// The output of `fields`: the table of all fields with their keys in each key space, single
/// fields, and the identifier constants of AVFoundation, as text and JSON.
enum FieldReport {
  /// Returns all fields as text: name, type in JSON and aliases, then the keys in each key space.
  static func text() -> String {
    Field.all.map { field in
      var line = field.name + "  (" + field.jsonType + ")"
      if !field.aliases.isEmpty { line += "  also: " + field.aliases.joined(separator: ", ") }
      line += "\n"
      for (space, keys) in field.keys {
        line += "    \(space.rawValue): \(keys.joined(separator: ", "))\n"
      }
      return line
    }.joined()
  }

  /// Writes all fields as JSON.
  static func write(to json: inout JSONWriter) {
    write(Field.all, withExamples: false, to: &json)
  }

  /// Writes fields, optionally with summaries and examples.
  static func write(_ fields: [Field], withExamples: Bool, to json: inout JSONWriter) {
    json.array(fields) { json, field in
      json.beginObject()
      json.member("name", field.name)
      json.member("type", field.jsonType)
      json.member("commonKey", field.commonKey?.rawValue)
      if !field.aliases.isEmpty { json.array("aliases", field.aliases) { $0.string($1) } }
      json.object("keys") { json in
        for (space, keys) in field.keys {
          json.key(ours: space.rawValue)
          json.array(keys) { $0.string($1) }
        }
      }
      if withExamples {
        json.member("summary", field.summary)
        json.member("example", example(of: field))
      }
      json.endObject()
    }
  }

  // MARK: One field

  /// Returns the field for a name, an alias, or a key that stores it.
  static func field(_ name: String) throws(Failure) -> Field {
    switch FieldWord(name) {
    case .field(let field)?: return field
    case .keys(let keys)?:
      guard let field = keys.field else {
        throw Failure(.usage, "usage", "\(name) is not a key of any field")
      }
      return field
    case nil: throw Failure(.usage, "usage", FieldWord.complaint(about: name))
    }
  }

  /// Returns the full description of a field as text.
  static func page(_ field: Field) -> String {
    var lines = [field.name + (field.summary.isEmpty ? "" : ": " + field.summary)]
    if !field.aliases.isEmpty { lines.append("  also: " + field.aliases.joined(separator: ", ")) }
    lines.append("  in JSON: " + field.jsonType)
    lines.append("  example: " + example(of: field))
    for (space, keys) in field.keys {
      lines.append("  \(space.rawValue): \(keys.joined(separator: ", "))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns an example of `set` for a field.
  private static func example(of field: Field) -> String {
    let value =
      switch field.kind {
      case .text: words(of: field) ?? "Text"
      case .integer: field.value(of: "80") == nil ? "1" : "80"
      case .number: "120.5"
      case .boolean: "true"
      case .pair: "3/12"
      case .date: "1999-04-01"
      case .location: "+37.5-122.25/"
      case .artwork: "@cover.jpg"
      case .chapters, .timedText: ""
      }
    if value.isEmpty {
      return field.kind == .chapters ? "metatool chapters import FILE" : "(cannot be set)"
    }
    let quotes = value.contains(" ") ? "'" : ""
    return "metatool set FILE \(field.name)=\(quotes)\(value)\(quotes)"
  }

  /// Returns the first word that a field accepts, or nil if it accepts any text.
  private static func words(of field: Field) -> String? {
    guard field.value(of: "Text") == nil else { return nil }
    let list = field.wantedValue.split(separator: ",").first?.replacing("one of ", with: "")
    return list.map { String($0) }
  }

  /// Returns the known identifiers as text, each with its AVFoundation constant.
  static func identifierText() -> String {
    MetadataIdentifier.known.map { "\($0.identifier)  \($0.constant)\n" }.joined()
  }

  /// Writes the known identifiers as JSON, each with its AVFoundation constant.
  static func writeIdentifiers(to json: inout JSONWriter) {
    json.array(MetadataIdentifier.known) { json, known in
      json.beginObject()
      json.member("constant", known.constant)
      json.member("identifier", known.identifier)
      json.member("keySpace", known.keySpace)
      json.endObject()
    }
  }
}
