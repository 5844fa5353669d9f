internal import CYAML

/// Converts JSON to block-style YAML with libyaml's parser and emitter: the output of
/// `--format yaml`, and the text that `metatool edit` opens in an editor.
///
/// JSON is valid YAML; the parser's events are passed to the emitter with a different style, which
/// keeps the order of keys and needs no intermediate storage. ``StringStyle`` determines which
/// strings keep their quotes.
package enum BlockYAML {
  /// The reason why the input could not be converted.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The quoting of strings.
  package enum StringStyle: Sendable {
    /// Quoted wherever another program might read a different type, such as a number; only strings
    /// that begin with a letter can lose their quotes.
    case quoted
    /// Quoted only where YAML requires it, with multi-line strings as literal blocks, for readers
    /// that treat every scalar as text (``YAMLNode``).
    case bare
  }

  /// Converts JSON text in UTF-8.
  ///
  /// - Throws: `Failure` if libyaml cannot parse it.
  package static func text(
    ofJSON json: [UInt8], texts: StringStyle = .quoted
  ) throws(Failure) -> [UInt8] {
    var output: [UInt8] = []
    let readable = readable(json)
    let problem = unsafe readable.withUnsafeBufferPointer { input in
      unsafe withUnsafeMutablePointer(to: &output) { output in
        unsafe turn(input, into: output, texts)
      }
    }
    if let problem { throw Failure(description: problem) }
    return output
  }

  /// Escapes the characters that JSON allows but YAML forbids or treats as line breaks (YAML 1.1
  /// §4.1.1, §4.1.4): U+0080 to U+009F, U+2028, U+2029, U+FFFE, U+FFFF.
  ///
  /// U+007F is not among them, because `JSONWriter` has already escaped it.
  private static func readable(_ json: [UInt8]) -> [UInt8] {
    guard json.contains(where: { $0 == 0xC2 || $0 == 0xE2 || $0 == 0xEF }) else { return json }
    var readable: [UInt8] = []
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      if isForeign(scalar) {
        let digits = String(scalar.value, radix: 16)
        readable +=
          Array("\\u".utf8) + Array(repeating: 0x30, count: 4 - digits.count) + digits.utf8
      } else {
        readable += UTF8.encode(scalar).map(Array.init) ?? []
      }
    }
    return readable
  }

  /// Returns whether a character has to be escaped.
  private static func isForeign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x80...0x9F, 0x2028, 0x2029, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  /// Connects a parser and an emitter; returns the problem, if any.
  private static func turn(
    _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutablePointer<[UInt8]>,
    _ texts: StringStyle
  ) -> String? {
    var parser = unsafe yaml_parser_t()
    guard unsafe yaml_parser_initialize(&parser) == 1 else { return "libyaml failed to initialise" }
    defer { unsafe yaml_parser_delete(&parser) }
    unsafe yaml_parser_set_input_string(&parser, input.baseAddress, input.count)
    var emitter = unsafe yaml_emitter_t()
    guard unsafe yaml_emitter_initialize(&emitter) == 1 else {
      return "libyaml failed to initialise"
    }
    defer { unsafe yaml_emitter_delete(&emitter) }
    unsafe yaml_emitter_set_output(&emitter, { unsafe BlockYAML.append($0, $1, $2) }, output)
    // Long strings are not folded into several lines.
    unsafe yaml_emitter_set_width(&emitter, -1)
    unsafe yaml_emitter_set_unicode(&emitter, 1)
    return unsafe copy(from: &parser, to: &emitter, texts)
  }

  /// Receives output from the emitter.
  private static func append(
    _ output: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int
  ) -> Int32 {
    guard let output = unsafe output?.assumingMemoryBound(to: [UInt8].self) else { return 0 }
    unsafe output.pointee.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
    return 1
  }

  /// Passes on all events with their new style; returns the problem, if any.
  private static func copy(
    from parser: inout yaml_parser_t, to emitter: inout yaml_emitter_t, _ texts: StringStyle
  ) -> String? {
    var isLast = false
    while !isLast {
      var event = unsafe yaml_event_t()
      guard unsafe yaml_parser_parse(&parser, &event) == 1 else {
        return unsafe text(parser.problem)
      }
      isLast = unsafe event.type == YAML_STREAM_END_EVENT
      unsafe setStyle(of: &event, texts)
      // The emitter always frees the event.
      guard unsafe yaml_emitter_emit(&emitter, &event) == 1 else {
        return unsafe text(emitter.problem)
      }
    }
    return nil
  }

  private static func text(_ problem: UnsafePointer<CChar>?) -> String {
    unsafe problem.map { unsafe String(cString: $0) } ?? "out of memory"
  }

  /// Replaces the flow style and the quotes used in JSON.
  private static func setStyle(of event: inout yaml_event_t, _ texts: StringStyle) {
    switch unsafe event.type {
    case YAML_MAPPING_START_EVENT:
      unsafe event.data.mapping_start.style = YAML_BLOCK_MAPPING_STYLE
    case YAML_SEQUENCE_START_EVENT:
      unsafe event.data.sequence_start.style = YAML_BLOCK_SEQUENCE_STYLE
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let text = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      let isBare = texts == .bare
      guard unsafe isBare || isPlain(String(decoding: text, as: UTF8.self)) else { return }
      // If a style is not possible for a string, the emitter quotes it.
      let hasLines = unsafe isBare && text.contains(UInt8(ascii: "\n"))
      unsafe event.data.scalar.style =
        hasLines ? YAML_LITERAL_SCALAR_STYLE : YAML_PLAIN_SCALAR_STYLE
      unsafe event.data.scalar.plain_implicit = 1
      unsafe event.data.scalar.quoted_implicit = 1
    default: break
    }
  }

  /// Returns whether a string is certainly read as text without quotes.
  static func isPlain(_ text: String) -> Bool {
    // Numbers, dates and indicators never begin with a letter.
    text.first?.isLetter == true && !words.contains(text)
      && !text.unicodeScalars.contains(where: isForeign)
  }

  /// The words that YAML 1.1 reads as other types (yaml.org/type: bool, null).
  private static let words: Set<String> = [
    "y", "Y", "n", "N",
    "yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF",
    "true", "True", "TRUE", "false", "False", "FALSE", "null", "Null", "NULL",
  ]
}
