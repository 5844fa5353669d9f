internal import MetaCore

/// One line of the `serve` answer to a request: a result, a message, progress, an error or the end.
///
/// `metatool` parses these lines when its helper answers.
struct Response: Sendable, Hashable {
  /// The content of one line of an answer.
  enum Content: Sendable, Hashable {
    /// A value or text that the command line would print.
    case result(JSONNode)
    /// The progress of the work.
    case progress(done: Int, total: Int)
    /// A message that the command line would print to standard error.
    case warning(String)
    case error(Problem)
    /// The last line, with the exit code of the command line.
    case done(status: Int32)
  }

  /// A failure that concerns one file or the whole request, in a `serve` answer.
  struct Problem: Sendable, Hashable {
    let code: String
    let message: String
    /// The file that the failure concerns, if any.
    var path: String?
  }

  /// The id of the request, or nil for an error about an invalid line or an id that is in use.
  let id: RequestID?
  let content: Content
}

// MARK: - Reading

extension Response {
  /// Parses a line.
  ///
  /// - Throws: ``TextError`` if it is not a valid response.
  init(line: [UInt8]) throws(TextError) {
    let node = try JSONReader.read(line)
    id = node["id"].flatMap { RequestID($0) }
    if let result = node["result"] {
      content = .result(result)
    } else if let text = node["warning"]?.string {
      content = .warning(text)
    } else if let error = node["error"] {
      content = .error(
        Problem(
          code: error["code"]?.string ?? "", message: error["message"]?.string ?? "",
          path: error["path"]?.string))
    } else if let progress = node["progress"] {
      content = .progress(
        done: progress["done"]?.integer ?? 0, total: progress["total"]?.integer ?? 0)
    } else if let status = node["done"]?["status"]?.integer.flatMap({ Int32(exactly: $0) }) {
      content = .done(status: status)
    } else {
      throw TextError(1, "not a valid response")
    }
  }
}

// MARK: - Writing

extension JSONWriter {
  /// Writes a line of an answer; `body` writes the value.
  mutating func response(
    _ id: RequestID?, _ name: StaticString, _ body: (inout JSONWriter) -> Void
  ) {
    beginResponse(id, name)
    body(&self)
    endObject()
    raw("\n")
  }

  /// Writes the start of a line of an answer, up to the value.
  mutating func beginResponse(_ id: RequestID?, _ name: StaticString) {
    begin(depth: 0)
    beginObject()
    key("id")
    self.id(id)
    key(name)
  }

  /// Writes the last line of an answer.
  mutating func done(_ id: RequestID, _ status: Int32) {
    response(id, "done") { json in
      json.beginObject()
      json.member("status", status)
      json.endObject()
    }
  }

  /// Writes a line with an error.
  mutating func problem(_ id: RequestID?, _ problem: Response.Problem) {
    response(id, "error") { json in
      json.beginObject()
      json.member("code", problem.code)
      json.member("message", problem.message)
      json.member("path", problem.path)
      json.endObject()
    }
  }
}
