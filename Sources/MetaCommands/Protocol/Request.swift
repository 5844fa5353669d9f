internal import MetaCore

/// What a line that comes in asks for.
enum Message: Sendable, Hashable {
  case request(Request)
  /// The request of this id is to stop.
  case cancel(RequestID)
}

/// Work to do: a verb of the command line, with its arguments.
struct Request: Sendable, Hashable {
  let id: RequestID
  let verb: String
  /// The arguments after the verb, in the encoding of ``RawArguments``.
  let arguments: [String]
  /// Whether long work is to say how far it has come.
  var wantsProgress = false

  /// What the whole command line would be.
  var words: [String] { [verb] + arguments }
}

/// The name that the asker gave a request: a text or a number, which comes back as it was spelled.
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
  /// Reads a line.
  ///
  /// - Throws: ``TextError`` when it is no message.
  init(line: [UInt8]) throws(TextError) {
    let node = try JSONReader.read(line)
    guard case .object(let members) = node.value else { throw TextError(1, "an object is wanted") }
    var parts = Parts()
    for member in members { try parts.take(member) }
    self = try parts.message()
  }

  /// The members of a message, in whatever order they come.
  private struct Parts {
    var id: RequestID?
    var cancelled: RequestID?
    var verb: String?
    var arguments: [String] = []
    var wantsProgress = false

    mutating func take(_ member: JSONNode.Member) throws(TextError) {
      switch member.name {
      case "id": id = try Parts.id(member)
      case "cancel": cancelled = try Parts.id(member)
      case "verb":
        guard let text = member.node.string else { throw TextError(1, "“verb” is no text") }
        verb = text
      case "arguments":
        guard let nodes = member.node.array else { throw TextError(1, "“arguments” is no array") }
        for node in nodes { arguments.append(try Parts.argument(node)) }
      case "progress":
        guard case .boolean(let flag) = member.node.value else {
          throw TextError(1, "“progress” is neither true nor false")
        }
        wantsProgress = flag
      default: throw TextError(1, "a request has no “\(member.name)”")
      }
    }

    func message() throws(TextError) -> Message {
      if let cancelled {
        guard id == nil, verb == nil else { throw TextError(1, "“cancel” stands alone") }
        return .cancel(cancelled)
      }
      guard let id else { throw TextError(1, "the request has no “id”") }
      guard let verb else { throw TextError(1, "the request has no “verb”") }
      return .request(
        Request(id: id, verb: verb, arguments: arguments, wantsProgress: wantsProgress))
    }

    private static func id(_ member: JSONNode.Member) throws(TextError) -> RequestID {
      guard let id = RequestID(member.node) else {
        throw TextError(1, "“\(member.name)” is neither text nor number")
      }
      return id
    }

    /// A text, or any bytes as `{"base64": "..."}`: names of files need not be text.
    private static func argument(_ node: JSONNode) throws(TextError) -> String {
      let bytes: [UInt8]
      if let text = node.string {
        if RawArguments.isPlain(text), !text.utf8.contains(0) { return text }
        bytes = Array(text.utf8)
      } else if let decoded = node["base64"]?.string.flatMap(Base64.decode) {
        bytes = decoded
      } else {
        throw TextError(1, "an argument is neither text nor {\"base64\": ...}")
      }
      guard !bytes.contains(0) else { throw TextError(1, "an argument holds a zero byte") }
      return RawArguments.text(of: bytes)
    }
  }
}

// MARK: - Writing

extension JSONWriter {
  /// The id of a request; null where there is none.
  mutating func id(_ id: RequestID?) {
    switch id {
    case .string(let text)?: string(text)
    case .number(let digits)?: raw(digits)
    case nil: null()
    }
  }

  /// A message as a line.
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
        if RawArguments.isPlain(argument) {
          json.string(argument)
        } else {
          json.beginObject()
          json.key("base64")
          json.base64(RawArguments.bytes(of: argument)[...])
          json.endObject()
        }
      }
      if request.wantsProgress { member("progress", true) }
    }
    endObject()
    raw("\n")
  }
}
