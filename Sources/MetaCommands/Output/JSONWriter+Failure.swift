internal import MetaCore

extension JSONWriter {
  /// Writes the path of a file; for a path that is not UTF-8, writes an approximation, then its
  /// bytes in base64.
  mutating func path(_ path: InputPath) {
    member("path", path.display)
    if let bytes = path.bytesBeyondText {
      key("pathBase64")
      base64(bytes[...])
    }
  }

  /// Writes a warning as an object.
  mutating func warning(_ diagnostic: Diagnostic) {
    beginObject()
    member("code", diagnostic.code.rawValue)
    member("path", diagnostic.path.description)
    member("offset", diagnostic.offset)
    member("message", diagnostic.message)
    endObject()
  }

  /// Writes the object for a file that failed.
  mutating func failure(_ failure: Failure, at path: InputPath) {
    beginObject()
    self.path(path)
    object("error") { json in
      json.member("code", failure.code)
      json.member("message", failure.message)
      json.member("path", failure.structure)
      json.member("offset", failure.offset)
    }
    endObject()
  }
}
