/// Settings that are written as words with values: `codec=h264,width=1280` on a command line,
/// `{"codec":"h264","width":1280}` in JSON.
protocol WordedSettings: Sendable {
  /// Its words, in the order in which they are written; the codec comes first.
  static var words: [SettingsWord<Self>] { get }
  /// What they are settings of, for messages: `video`.
  static var subject: String { get }
  /// Settings with nothing but a codec.
  init(anyCodec: Void)
}

/// One word of settings.
struct SettingsWord<Settings: Sendable>: Sendable {
  /// The word.
  let name: String
  /// What its value has to be, for messages.
  let expected: String
  /// The values that are words, for messages.
  var choices: [String] = []
  /// Takes a value; false for a wrong one.
  let set: @Sendable (inout Settings, String) -> Bool
  /// The value; nil where nothing is set.
  let get: @Sendable (Settings) -> SettingsValue?
}

/// A value in JSON.
enum SettingsValue {
  case whole(Int)
  case number(Double)
  case flag(Bool)
  case text(String)

  /// As a word of a command line has it.
  var text: String {
    switch self {
    case .whole(let value): "\(value)"
    case .number(let value):
      value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    case .flag(let value): "\(value)"
    case .text(let value): value
    }
  }
}

// MARK: - Kinds of values

extension SettingsWord {
  typealias Path<Value> = any WritableKeyPath<Settings, Value> & Sendable

  /// A whole number in a range; `k` means thousands, `M` millions.
  static func whole(_ name: String, _ path: Path<Int?>, _ range: ClosedRange<Int>) -> SettingsWord {
    SettingsWord(
      name: name, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      set: { settings, text in
        guard let value = SettingsText.whole(text), range.contains(value) else { return false }
        settings[keyPath: path] = value
        return true
      }, get: { $0[keyPath: path].map { .whole($0) } })
  }

  /// A number in a range, with a fraction.
  static func number(
    _ name: String, _ path: Path<Double?>, _ range: ClosedRange<Double>
  ) -> SettingsWord {
    SettingsWord(
      name: name,
      expected: "a number from \(SettingsValue.number(range.lowerBound).text) to "
        + SettingsValue.number(range.upperBound).text,
      set: { settings, text in
        guard let value = SettingsText.number(text), range.contains(value) else { return false }
        settings[keyPath: path] = value
        return true
      }, get: { $0[keyPath: path].map { .number($0) } })
  }

  /// One of some words, upper and lower case ignored; `others` are further words for them.
  static func choice<Value: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: Path<Value>, others: [String: Value] = [:]
  ) -> SettingsWord where Value.RawValue == String {
    let words = Value.allCases.map(\.rawValue)
    return SettingsWord(
      name: name, expected: words.joined(separator: ", "), choices: words,
      set: { settings, text in
        let wanted = text.lowercased()
        let found = Value.allCases.first { $0.rawValue.lowercased() == wanted }
        guard let value = found ?? others[wanted] else { return false }
        settings[keyPath: path] = value
        return true
      }, get: { .text($0[keyPath: path].rawValue) })
  }

  /// Any text that is not empty.
  static func word(_ name: String, _ path: Path<String?>) -> SettingsWord {
    SettingsWord(
      name: name, expected: "a word",
      set: { settings, text in
        guard !text.isEmpty, !text.contains(",") else { return false }
        settings[keyPath: path] = text
        return true
      }, get: { $0[keyPath: path].map { .text($0) } })
  }

  /// Yes or no.
  static func flag(_ name: String, _ path: Path<Bool?>) -> SettingsWord {
    SettingsWord(
      name: name, expected: "true or false", choices: ["true", "false"],
      set: { settings, text in
        guard let value = Bool(text.lowercased()) else { return false }
        settings[keyPath: path] = value
        return true
      }, get: { $0[keyPath: path].map { .flag($0) } })
  }

  /// A value with a text form of its own.
  static func form<Value: Sendable>(
    _ name: String, _ path: Path<Value?>, _ expected: String,
    _ parse: @escaping @Sendable (String) -> Value?, _ write: @escaping @Sendable (Value) -> String
  ) -> SettingsWord {
    SettingsWord(
      name: name, expected: expected,
      set: { settings, text in
        guard let value = parse(text) else { return false }
        settings[keyPath: path] = value
        return true
      }, get: { $0[keyPath: path].map { .text(write($0)) } })
  }
}

/// Numbers of a command line.
enum SettingsText {
  /// A number in digits, with a fraction or without; `k` means thousands, `M` millions.
  static func number(_ text: String) -> Double? {
    var digits = Substring(text)
    var factor = 1.0
    if let last = digits.last, let unit = ["k": 1e3, "K": 1e3, "M": 1e6][last] {
      factor = unit
      digits.removeLast()
    }
    guard let first = digits.utf8.first, (0x30...0x39).contains(first),
      digits.allSatisfy({ "0123456789.e-".contains($0) }), let value = Double(digits)
    else { return nil }
    return value * factor
  }

  /// A number that has no fraction.
  static func whole(_ text: String) -> Int? {
    guard let value = number(text) else { return nil }
    // 1.1M is not quite a whole number in binary.
    let rounded = value.rounded()
    return abs(value - rounded) < 1e-6 ? Int(exactly: rounded) : nil
  }

  /// Whole numbers with one of some characters between them, with signs.
  static func numbers(_ text: String, separatedBy separators: String) -> [Int]? {
    let parts = text.split(omittingEmptySubsequences: false) { separators.contains($0) }
    let numbers = parts.compactMap { Int($0) }
    return numbers.count == parts.count ? numbers : nil
  }
}

// MARK: - Text and JSON

extension WordedSettings {
  private static var names: [String] { words.map(\.name) }

  /// Sets one word; what is wrong with it, or nil.
  mutating func set(_ name: String, to value: String) -> String? {
    guard let word = Self.words.first(where: { $0.name == name.lowercased() }) else {
      return "settings of \(Self.subject) have no `\(name)`"
        + (NearestWord.nearest(to: name, of: Self.names).map { "; did you mean \($0)?" }
          ?? "; known are \(Self.names.joined(separator: ", "))")
    }
    guard !word.set(&self, value) else { return nil }
    return "`\(value)` is not possible for \(word.name)"
      + (NearestWord.nearest(to: value, of: word.choices).map { "; did you mean \($0)?" }
        ?? "; it is \(word.expected)")
  }

  /// Settings of a text that names the codec.
  init(words text: String) throws(MetaError) {
    self.init(anyCodec: ())
    try set(words: text, needsCodec: true)
  }

  /// Changes what a text names, or nothing when a word is wrong.
  mutating func apply(words text: String) throws(MetaError) {
    var changed = self
    try changed.set(words: text, needsCodec: false)
    self = changed
  }

  /// Sets the words of a text: `width=1280,bitrate=5M`.
  private mutating func set(words text: String, needsCodec: Bool) throws(MetaError) {
    var known: Set<String> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let place = part.firstIndex(of: "=") else {
        throw MetaError(
          .invalidAttributes, reason: "`\(part)` in settings of \(Self.subject) is not WORD=VALUE")
      }
      let name = String(part[..<place])
      if let problem = set(name, to: String(part[part.index(after: place)...])) {
        throw MetaError(.invalidAttributes, reason: problem)
      }
      guard known.insert(name.lowercased()).inserted else {
        throw MetaError(
          .invalidAttributes, reason: "settings of \(Self.subject) have `\(name)` twice")
      }
    }
    guard known.contains("codec") || !needsCodec else {
      throw MetaError(.invalidAttributes, reason: Self.missingCodec)
    }
  }

  private static var missingCodec: String { "settings of \(subject) need a codec" }

  /// The words that are set: `codec=h264,width=1280`.
  var wordsText: String {
    Self.words.compactMap { word in word.get(self).map { "\(word.name)=\($0.text)" } }
      .joined(separator: ",")
  }

  /// Settings of a JSON object.
  init(decodingWords decoder: any Decoder) throws {
    self.init(anyCodec: ())
    let container = try decoder.container(keyedBy: SettingsKey.self)
    func damaged(_ key: SettingsKey, _ reason: String) -> DecodingError {
      DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: reason)
    }
    for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      if try container.decodeNil(forKey: key) { continue }
      guard let value = SettingsValue(in: container, forKey: key) else {
        throw damaged(key, "`\(key.stringValue)` is neither a number nor text")
      }
      if let problem = set(key.stringValue, to: value.text) { throw damaged(key, problem) }
    }
    let codec = SettingsKey(stringValue: "codec")
    guard container.contains(codec) else {
      throw DecodingError.keyNotFound(
        codec, .init(codingPath: decoder.codingPath, debugDescription: Self.missingCodec))
    }
  }

  /// Writes a JSON object.
  func encodeWords(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: SettingsKey.self)
    for word in Self.words {
      guard let value = word.get(self) else { continue }
      let key = SettingsKey(stringValue: word.name)
      switch value {
      case .whole(let value): try container.encode(value, forKey: key)
      case .number(let value): try container.encode(value, forKey: key)
      case .flag(let value): try container.encode(value, forKey: key)
      case .text(let value): try container.encode(value, forKey: key)
      }
    }
  }
}

extension SettingsValue {
  /// The value of a key, where it is one of the kinds that there are.
  fileprivate init?(in container: KeyedDecodingContainer<SettingsKey>, forKey key: SettingsKey) {
    if let value = try? container.decode(Bool.self, forKey: key) {
      self = .flag(value)
    } else if let value = try? container.decode(Int.self, forKey: key) {
      self = .whole(value)
    } else if let value = try? container.decode(Double.self, forKey: key) {
      self = .number(value)
    } else if let value = try? container.decode(String.self, forKey: key) {
      self = .text(value)
    } else {
      return nil
    }
  }
}

/// Any key of a JSON object, so that one that is not known is seen.
private struct SettingsKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { nil }
}
