internal import MetaCore

/// A parser for the expression of `--where`.
///
///     either     = both { ("or" | "||") both }
///     both       = inverse { ("and" | "&&") inverse }
///     inverse    = ("not" | "!") inverse | "(" either ")" | test
///     test       = name [ relation value ]
///     relation   = "==" | "!=" | "<" | "<=" | ">" | ">=" | "contains" | "matches"
struct ConditionParser {
  private var scanner: ConditionScanner
  private var depth = 0
  private var patterns: [String] = []

  /// The maximum nesting, so that hostile expressions cannot exhaust the stack.
  private static let maxLevels = 64

  /// Parses a whole expression.
  static func read(_ text: String) throws(TextError) -> Condition {
    var parser = ConditionParser(scanner: ConditionScanner(text))
    let root = try parser.either()
    if let rest = parser.scanner.next {
      throw TextError(column: rest.column, "unexpected “\(rest.text)”; expected “and” or “or”")
    }
    return Condition(root: root, patterns: parser.patterns)
  }

  private init(scanner: ConditionScanner) { self.scanner = scanner }

  /// Parses alternatives: the rule `either` of the grammar.
  private mutating func either() throws(TextError) -> Condition.Node {
    var nodes = [try both()]
    while scanner.consume("or") || scanner.consume("||") { nodes.append(try both()) }
    return nodes.count == 1 ? nodes[0] : .any(nodes)
  }

  /// Parses conditions that must all hold: the rule `both`.
  private mutating func both() throws(TextError) -> Condition.Node {
    var nodes = [try inverse()]
    while scanner.consume("and") || scanner.consume("&&") { nodes.append(try inverse()) }
    return nodes.count == 1 ? nodes[0] : .all(nodes)
  }

  /// Parses a negation, an expression in parentheses, or a test: the rule `inverse`.
  private mutating func inverse() throws(TextError) -> Condition.Node {
    depth += 1
    defer { depth -= 1 }
    guard depth <= ConditionParser.maxLevels else {
      throw TextError(column: scanner.column, "“not” and parentheses are nested too deeply")
    }
    if scanner.consume("not") || scanner.consume("!") { return .not(try inverse()) }
    guard scanner.consume("(") else { return try test() }
    let node = try either()
    guard scanner.consume(")") else {
      throw TextError(column: scanner.column, "unclosed parenthesis")
    }
    return node
  }

  /// Parses a name, and the comparison after it, if any: the rule `test`.
  private mutating func test() throws(TextError) -> Condition.Node {
    let name = try scanner.name()
    guard let operand = Operand(name.text) else {
      throw TextError(column: name.column, Operand.complaint(about: name.text))
    }
    if case .fact(let fact) = operand, fact.isNumbering {
      throw TextError(
        column: name.column, "\(fact.rawValue) is not available in conditions")
    }
    guard let relation = try scanner.relation() else { return .exists(operand) }
    let value = try scanner.value()
    return .compare(
      Comparison(
        operand: operand, relation: relation, expected: try expectedValue(value, relation, operand))
    )
  }

  // MARK: Values

  /// Converts the text after an operator to a value of the operand's kind.
  private mutating func expectedValue(
    _ value: ConditionScanner.Token, _ relation: Comparison.Relation, _ operand: Operand
  ) throws(TextError) -> Comparison.ExpectedValue {
    switch relation {
    case .contains: return .text(value.text.lowercased(), nil)
    case .matches:
      guard (try? Regex(value.text)) != nil else {
        throw TextError(column: value.column, "“\(value.text)” is not a regular expression")
      }
      patterns.append(value.text)
      return .pattern(patterns.count - 1)
    default:
      guard let expected = Comparison.ExpectedValue(value.text, operand.kind) else {
        throw TextError(
          column: value.column,
          "“\(value.text)” is not a \(Comparison.ExpectedValue.name(of: operand.kind))")
      }
      return expected
    }
  }
}

extension Condition {
  /// Parses an expression.
  init(_ text: String) throws(TextError) { self = try ConditionParser.read(text) }
}

extension Comparison.ExpectedValue {
  /// Parses a value; returns nil if it is not of the given kind.
  init?(_ text: String, _ kind: Operand.Kind) {
    switch kind {
    case .text: self = .text(text.lowercased(), nil)
    case .any: self = .text(text.lowercased(), Double(text))
    case .number, .count:
      guard let number = Double(text) else { return nil }
      self = .number(number)
    case .boolean:
      guard let flag = Comparison.ExpectedValue.flags[text.lowercased()] else { return nil }
      self = .boolean(flag)
    case .date:
      guard let date = MetadataDate(iso8601: text) else { return nil }
      self = .date(date)
    case .pair:
      guard case .pair(let pair)? = Field.named("track")?.value(of: text) else { return nil }
      self = .pair(pair)
    case .time:
      let clock = MediaTime(clock: text).map(\.seconds)
      guard let seconds = clock ?? TimeShift.seconds(text).map(Double.init) else { return nil }
      self = .number(seconds)
    case .bytes:
      guard let bytes = Comparison.ExpectedValue.bytes(text) else { return nil }
      self = .number(bytes)
    }
  }

  private static let flags = [
    "true": true, "yes": true, "1": true, "false": false, "no": false, "0": false,
  ]

  private static let units: [Character: Double] = [
    "k": 0x1p10, "m": 0x1p20, "g": 0x1p30, "t": 0x1p40,
  ]

  /// Parses a size in bytes, such as `3000`, `500k` or `1.5G`; units are powers of 1024.
  private static func bytes(_ text: String) -> Double? {
    guard let unit = text.lowercased().last.flatMap({ units[$0] }) else { return Double(text) }
    return Double(text.dropLast()).map { $0 * unit }
  }

  /// Returns the name of a kind for error messages.
  static func name(of kind: Operand.Kind) -> String {
    switch kind {
    case .text, .any: "text"
    case .number, .count: "number"
    case .boolean: "flag (true or false)"
    case .date: "date (1999, 1999-04-01, 2018-08-05T15:39:27+02:00)"
    case .pair: "number, optionally with a count (8/10)"
    case .time: "time (90, 3:20, 1h30m)"
    case .bytes: "number of bytes (3000, 500k, 1.5M)"
    }
  }
}
