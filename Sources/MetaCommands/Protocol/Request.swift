internal import MetaCore

/// A line that a client of `serve` sends: a request or a cancellation; docs/serve.md describes the
/// JSON.
///
/// `metatool` also sends these lines to its helper programs.
enum Message: Sendable, Hashable {
  case request(Request)
  /// Cancels the request with this id.
  case cancel(RequestID)
}

/// A `serve` request: a verb of the command line with its arguments, and the id for its answers.
struct Request: Sendable, Hashable {
  let id: RequestID
  let verb: String
  /// The arguments after the verb, in the encoding of ``FileNameEncoding``.
  let arguments: [String]
  /// Whether to report progress.
  var wantsProgress = false

  /// The equivalent command line, without the program name.
  var words: [String] { [verb] + arguments }
}

/// The id that the client assigned to a request, a string or a number; answers contain it in its
/// original spelling.
enum RequestID: Sendable, Hashable {
  case string(String)
  case number(String)

  init?(_ node: JSONNode) {
    switch node.value {
    case .string(let text): self = .string(text)
    case .number(let digits): self = .number(digits)
    default: return nil
    }
  }
}

// MARK: - Reading

extension Message {
  /// Parses a line.
  ///
  /// - Throws: ``TextError`` if it is not a valid message.
  init(line: [UInt8]) throws(TextError) {
    let node = try JSONReader.read(line)
    guard case .object(let members) = node.value else { throw TextError(1, "expected an object") }
    var parts = Parts()
    for member in members { try parts.read(member) }
    self = try parts.message()
  }

  /// The members of a message, which may be in any order, while they are read.
  private struct Parts {
    var id: RequestID?
    var cancelled: RequestID?
    var verb: String?
    var arguments: [String] = []
    var wantsProgress = false

    /// Reads one member; unknown members are errors, so that a mistyped option is not ignored.
    mutating func read(_ member: JSONNode.Member) throws(TextError) {
      switch member.name {
      case "id": id = try Parts.id(member)
      case "cancel": cancelled = try Parts.id(member)
      case "verb":
        guard let text = member.node.string else { throw TextError(1, "“verb” must be a string") }
        verb = text
      case "arguments":
        guard let nodes = member.node.array else {
          throw TextError(1, "“arguments” must be an array")
        }
        for node in nodes { arguments.append(try Parts.argument(node)) }
      case "progress":
        guard case .boolean(let flag) = member.node.value else {
          throw TextError(1, "“progress” must be true or false")
        }
        wantsProgress = flag
      default: throw TextError(1, "unknown key “\(member.name)” in a request")
      }
    }

    /// Returns the message, or throws if members are missing or contradict each other.
    func message() throws(TextError) -> Message {
      if let cancelled {
        guard id == nil, verb == nil else {
          throw TextError(1, "“cancel” cannot be combined with “id” or “verb”")
        }
        return .cancel(cancelled)
      }
      guard let id else { throw TextError(1, "the request has no “id”") }
      guard let verb else { throw TextError(1, "the request has no “verb”") }
      return .request(
        Request(id: id, verb: verb, arguments: arguments, wantsProgress: wantsProgress))
    }

    private static func id(_ member: JSONNode.Member) throws(TextError) -> RequestID {
      guard let id = RequestID(member.node) else {
        throw TextError(1, "“\(member.name)” must be a string or a number")
      }
      return id
    }

    /// Parses a string, or any bytes as `{"base64": "..."}`, because file names need not be text.
    private static func argument(_ node: JSONNode) throws(TextError) -> String {
      let bytes: [UInt8]
      if let text = node.string {
        if FileNameEncoding.isPlain(text), !text.utf8.contains(0) { return text }
        bytes = Array(text.utf8)
      } else if let decoded = node["base64"]?.string.flatMap(Base64.decode) {
        bytes = decoded
      } else {
        throw TextError(1, "an argument must be a string or {\"base64\": ...}")
      }
      guard !bytes.contains(0) else { throw TextError(1, "an argument contains a null byte") }
      return FileNameEncoding.text(of: bytes)
    }
  }
}

// MARK: - Writing

extension JSONWriter {
  /// Writes the id of a request, or null.
  mutating func id(_ id: RequestID?) {
    switch id {
    case .string(let text)?: string(text)
    case .number(let digits)?: raw(digits)
    case nil: null()
    }
  }

  /// Writes a message as a line.
  mutating func message(_ message: Message) {
    begin(depth: 0)
    beginObject()
    switch message {
    case .cancel(let id):
      key("cancel")
      self.id(id)
    case .request(let request):
      key("id")
      id(request.id)
      member("verb", request.verb)
      array("arguments", request.arguments) { json, argument in
        if FileNameEncoding.isPlain(argument) {
          json.string(argument)
        } else {
          json.beginObject()
          json.key("base64")
          json.base64(FileNameEncoding.bytes(of: argument)[...])
          json.endObject()
        }
      }
      if request.wantsProgress { member("progress", true) }
    }
    endObject()
    raw("\n")
  }
}
