internal import CYAML

/// A node of a YAML document read by libyaml, such as the text that `metatool edit` reads back: a
/// string, list or mapping, with the number of the line on which it begins, for error messages.
///
/// Every scalar is a string, whether quoted or not: `1999` and `yes` are kept as written.
package struct YAMLNode: Sendable, Hashable {
  /// The content of the node.
  package enum Value: Sendable, Hashable {
    case text(String)
    case list([YAMLNode])
    case mapping([Member])
  }

  /// A key in a mapping and its value.
  package struct Member: Sendable, Hashable {
    package let name: String
    package let node: YAMLNode
  }

  /// The reason why a document cannot be read, and the line number.
  package struct Failure: Error, Hashable {
    package let line: Int
    package let reason: String
  }

  /// The content of the node.
  package let value: Value
  /// The number of the line on which the node begins, counted from 1.
  package let line: Int

  /// Reads a document; returns nil if it is empty.
  ///
  /// - Throws: `Failure` if it is not valid YAML, has aliases, repeated keys or keys that are not
  ///   strings, contains several documents, or is nested deeper than 16 levels, including strings.
  package static func read(_ bytes: [UInt8]) throws(Failure) -> YAMLNode? {
    try unsafe bytes.withUnsafeBufferPointer { (input) throws(Failure) in
      let reader = try unsafe YAMLReader(input)
      return try reader.document()
    }
  }
}

/// Reads one YAML document: owns libyaml's parser, and builds nodes from its events.
@safe private struct YAMLReader: ~Copyable {
  /// A parser event, reduced to the information needed.
  private enum Event {
    case text(String)
    case listBegins, listEnds
    case mappingBegins, mappingEnds
    case documentBegins, documentEnds
    case streamBegins, streamEnds
  }

  /// The maximum nesting depth of nodes, including strings; lists and mappings are read
  /// recursively.
  private static let deepest = 16

  private let parser: UnsafeMutablePointer<yaml_parser_t>

  /// Creates a reader; the input must outlive it.
  init(_ input: UnsafeBufferPointer<UInt8>) throws(YAMLNode.Failure) {
    // Do not use the property yet: an error thrown after it is set runs `deinit`, which would free
    // the parser a second time.
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      unsafe parser.deallocate()
      throw YAMLNode.Failure(line: 1, reason: "libyaml failed to initialise")
    }
    unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    unsafe self.parser = parser
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
  }

  /// Reads the only document in the input; returns nil for an empty input.
  func document() throws(YAMLNode.Failure) -> YAMLNode? {
    var node: YAMLNode?
    while true {
      let (event, line) = try next()
      switch event {
      case .streamBegins, .documentEnds: continue
      case .documentBegins:
        guard node == nil else {
          throw YAMLNode.Failure(line: line, reason: "more than one document")
        }
        let (event, line) = try next()
        node = try self.node(event, line, depth: 0)
      case .streamEnds: return node
      default: throw YAMLNode.Failure(line: line, reason: "the document is incomplete")
      }
    }
  }

  /// Returns the node that begins with an event.
  private func node(
    _ event: Event, _ line: Int, depth: Int
  ) throws(YAMLNode.Failure) -> YAMLNode {
    guard depth < YAMLReader.deepest else {
      throw YAMLNode.Failure(line: line, reason: "nested too deeply")
    }
    switch event {
    case .text(let text): return YAMLNode(value: .text(text), line: line)
    case .listBegins:
      return YAMLNode(value: .list(try list(depth: depth + 1)), line: line)
    case .mappingBegins:
      return YAMLNode(value: .mapping(try mapping(depth: depth + 1)), line: line)
    default: throw YAMLNode.Failure(line: line, reason: "a value is missing")
    }
  }

  private func list(depth: Int) throws(YAMLNode.Failure) -> [YAMLNode] {
    var nodes: [YAMLNode] = []
    while true {
      let (event, line) = try next()
      if case .listEnds = event { return nodes }
      nodes.append(try node(event, line, depth: depth))
    }
  }

  /// Returns the members of a mapping up to its end; each key must be a string and must not be
  /// repeated.
  private func mapping(depth: Int) throws(YAMLNode.Failure) -> [YAMLNode.Member] {
    var members: [YAMLNode.Member] = []
    while true {
      let (event, line) = try next()
      if case .mappingEnds = event { return members }
      guard case .text(let name) = event else {
        throw YAMLNode.Failure(line: line, reason: "a key is not a string")
      }
      guard !members.contains(where: { $0.name == name }) else {
        throw YAMLNode.Failure(line: line, reason: "duplicate key “\(name)”")
      }
      let (value, valueLine) = try next()
      members.append(.init(name: name, node: try node(value, valueLine, depth: depth)))
    }
  }

  /// Returns the next event and its line number.
  private func next() throws(YAMLNode.Failure) -> (Event, line: Int) {
    while true {
      var event = unsafe yaml_event_t()
      guard unsafe yaml_parser_parse(parser, &event) == 1 else {
        throw unsafe YAMLNode.Failure(
          line: Int(clamping: parser.pointee.problem_mark.line) + 1,
          reason: parser.pointee.problem.map { unsafe String(cString: $0) } ?? "out of memory")
      }
      defer { unsafe yaml_event_delete(&event) }
      let line = unsafe Int(clamping: event.start_mark.line) + 1
      if let known = try unsafe YAMLReader.event(event, line) { return (known, line) }
    }
  }

  /// Returns the reduced event; nil for an event that is irrelevant here.
  private static func event(
    _ event: yaml_event_t, _ line: Int
  ) throws(YAMLNode.Failure) -> Event? {
    switch unsafe event.type {
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let text = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return unsafe .text(String(decoding: text, as: UTF8.self))
    case YAML_SEQUENCE_START_EVENT: return .listBegins
    case YAML_SEQUENCE_END_EVENT: return .listEnds
    case YAML_MAPPING_START_EVENT: return .mappingBegins
    case YAML_MAPPING_END_EVENT: return .mappingEnds
    case YAML_DOCUMENT_START_EVENT: return .documentBegins
    case YAML_DOCUMENT_END_EVENT: return .documentEnds
    case YAML_STREAM_START_EVENT: return .streamBegins
    case YAML_STREAM_END_EVENT: return .streamEnds
    case YAML_ALIAS_EVENT:
      throw YAMLNode.Failure(line: line, reason: "aliases are not supported")
    default: return nil
    }
  }
}
