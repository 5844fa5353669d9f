internal import MetaCore

/// What a check of a file came to.
struct VerifyReport {
  let path: InputPath
  let digest: MediaDigest
  /// What is wrong with the file.
  let problems: [String]
  /// What is odd about it and does no harm.
  let remarks: [String]

  /// Checks a file that has been read.
  ///
  /// - Throws: what makes its media unreadable.
  init(path: InputPath, _ reading: Reading) throws(ParseError) {
    self.path = path
    digest = try MediaDigest(of: reading.source)
    let findings =
      reading.document.diagnostics + (try Inspector.mediaFindings(of: reading.source))
    let missing = digest.tracks.compactMap { track in
      track.missing.map { "track \(track.id): sample \($0) reaches past the end of the file" }
    }
    problems = findings.filter(\.isDamage).map(\.description) + missing
    remarks = findings.filter { !$0.isDamage }.map(\.description)
  }

  /// The same, with the failure of a command.
  init(checking path: InputPath, _ reading: Reading) throws(Failure) {
    do throws(ParseError) {
      try self.init(path: path, reading)
    } catch {
      throw Failure(error)
    }
  }

  /// For people: a line for each track, then what there is to say; each begins with `prefix`.
  func text(differences: [String]?, prefix: String) -> [UInt8] {
    var lines = digest.tracks.map { track in
      "track \(track.id): \(track.sampleCount) samples, \(track.bytes) bytes, sha256 \(track.media)"
    }
    lines += problems.map { "damaged: " + $0 }
    lines += remarks.map { "remark: " + $0 }
    lines += (differences ?? []).map { "differs: " + $0 }
    if differences?.isEmpty == true { lines.append("the media are the same") }
    if problems.isEmpty { lines.append("the structure is sound") }
    return Array(lines.map { TreeReport.printable(prefix + $0) + "\n" }.joined().utf8)
  }

  /// The same as one object.
  func write(to json: inout JSONWriter, differences: [String]?) {
    json.beginObject()
    json.path(path)
    json.member("sound", problems.isEmpty)
    if let differences { json.member("same", differences.isEmpty) }
    json.array("tracks", digest.tracks) { json, track in
      json.beginObject()
      json.member("id", Int64(track.id))
      json.member("samples", track.sampleCount)
      json.member("bytes", track.bytes)
      json.member("sha256", track.media)
      json.member("timing", track.timing)
      json.endObject()
    }
    json.array("problems", problems) { $0.string($1) }
    json.array("remarks", remarks) { $0.string($1) }
    json.array("differences", differences ?? []) { $0.string($1) }
    json.endObject()
  }
}

extension Diagnostic {
  /// Whether the file is broken there, and not just unusual.
  fileprivate var isDamage: Bool { code == "truncated" || code == "malformed" }
}
