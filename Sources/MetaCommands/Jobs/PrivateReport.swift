internal import MetaCore

extension PrivateData.Report {
  /// The report as text, one line per finding.
  var lines: [String] {
    removed.map { "removed: \($0.words)" } + left.map { "kept: \($0.words)" }
  }

  /// Writes the report as the member `private` of an object.
  func write(to json: inout JSONWriter) {
    json.object("private") { json in
      json.array("removed", removed) { $1.write(to: &$0) }
      json.array("left", left) { $1.write(to: &$0) }
    }
  }
}

extension PrivateData.Finding {
  /// The finding as text, such as `location, moov/udta: udta/%A9xyz`.
  fileprivate var words: String {
    let place = [kind?.rawValue, place.isEmpty ? nil : place].compactMap(\.self)
    return place.joined(separator: ", ") + (place.isEmpty ? "" : ": ") + name
  }

  /// Writes the finding as an object: kind of private data, location in the file, and name.
  fileprivate func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("kind", kind?.rawValue)
    json.member("path", place)
    json.member("name", name)
    json.endObject()
  }
}
