internal import MetaCore

/// The field table and the identifier constants, as text and JSON.
enum FieldReport {
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

  static func write(to json: inout JSONWriter) {
    json.array(Field.all) { json, field in
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
      json.endObject()
    }
  }

  static func identifierText() -> String {
    MetadataIdentifier.known.map { "\($0.identifier)  \($0.constant)\n" }.joined()
  }

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
