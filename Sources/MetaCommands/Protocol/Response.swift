internal import MetaCore

/// One line of what comes back for a request.
struct Response: Sendable, Hashable {
  enum Content: Sendable, Hashable {
    /// A value, or a piece of text, that the command line would print.
    case result(JSONNode)
    /// How much of the work is done.
    case progress(done: Int, total: Int)
    /// What the command line would say besides.
    case warning(String)
    case error(Problem)
    /// The last line, with the exit code that the command line would end with.
    case done(status: Int32)
  }

  /// Why a file, or the whole request, could not be done.
  struct Problem: Sendable, Hashable {
    let code: String
    let message: String
    /// The file that it is about, where it is about one.
    var path: String?
  }

  /// Nil for a line that could not be understood.
  let id: RequestID?
  let content: Content
}

// MARK: - Reading

extension Response {
  /// Reads a line.
  ///
  /// - Throws: ``TextError`` when it is no response.
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
      throw TextError(1, "no response has these members")
    }
  }
}

// MARK: - Writing

extension JSONWriter {
  /// A line of an answer, of which `body` writes the value.
  mutating func response(
    _ id: RequestID?, _ name: StaticString, _ body: (inout JSONWriter) -> Void
  ) {
    beginResponse(id, name)
    body(&self)
    endObject()
    raw("\n")
  }

  /// The start of a line of an answer, up to the value.
  mutating func beginResponse(_ id: RequestID?, _ name: StaticString) {
    begin(depth: 0)
    beginObject()
    key("id")
    self.id(id)
    key(name)
  }

  /// The last line of an answer.
  mutating func done(_ id: RequestID, _ status: Int32) {
    response(id, "done") { json in
      json.beginObject()
      json.member("status", status)
      json.endObject()
    }
  }

  /// A line with what went wrong.
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
