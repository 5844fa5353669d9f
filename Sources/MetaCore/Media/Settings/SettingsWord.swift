/// Settings written as words with values, such as `codec=h264,width=1280` on the command line or
/// `{"codec":"h264","width":1280}` in JSON.
protocol WordedSettings: Sendable {
  /// The words in the order of output, with the codec first.
  static var words: [SettingsWord<Self>] { get }
  /// The media type of the settings, used in messages, such as `video`.
  static var subject: String { get }
  /// Creates settings with a placeholder codec.
  init(anyCodec: Void)
}

/// One word of the settings, such as `bitrate`: its name, how its value is parsed and set, and how
/// it is returned for output.
struct SettingsWord<Settings: Sendable>: Sendable {
  /// The word.
  let name: String
  /// A description of valid values, for messages.
  let expected: String
  /// The valid values if they are words, for messages.
  var choices: [String] = []
  /// Sets the value; returns false if it is invalid.
  let set: @Sendable (inout Settings, String) -> Bool
  /// Returns the value; nil if it is not set.
  let get: @Sendable (Settings) -> SettingsValue?
}

/// The value of a settings word, with the type that it has in JSON.
enum SettingsValue {
  case whole(Int)
  case number(Double)
  case flag(Bool)
  case text(String)

  /// The value as written on the command line.
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

  /// Returns a word for an integer within a range; the suffixes `k` and `M` mean thousands and
  /// millions.
  static func whole(_ name: String, _ path: Path<Int?>, _ range: ClosedRange<Int>) -> SettingsWord {
    SettingsWord(
      name: name, expected: "an integer from \(range.lowerBound) to \(range.upperBound)",
      set: { settings, text in
        guard let value = SettingsText.whole(text), range.contains(value) else { return false }
        settings[keyPath: path] = value
        return true
      }, get: { $0[keyPath: path].map { .whole($0) } })
  }

  /// Returns a word for a decimal number within a range.
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

  /// Returns a word for one of several choices, ignoring case; `others` contains aliases.
  static func choice<Value: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: Path<Value>, others: [String: Value] = [:]
  ) -> SettingsWord where Value.RawValue == String {
    let words = Value.allCases.map(\.rawValue)
    return SettingsWord(
      name: name, expected: words.joined(separator: ", "), choices: words,
      set: { settings, text in
        let lowercased = text.lowercased()
        let match = Value.allCases.first { $0.rawValue.lowercased() == lowercased }
        guard let value = match ?? others[lowercased] else { return false }
        settings[keyPath: path] = value
        return true
      }, get: { .text($0[keyPath: path].rawValue) })
  }

  /// Returns a word for a non-empty string without commas.
  static func word(_ name: String, _ path: Path<String?>) -> SettingsWord {
    SettingsWord(
      name: name, expected: "a word",
      set: { settings, text in
        // A comma would end the word in the text form.
        guard !text.isEmpty, !text.contains(",") else { return false }
        settings[keyPath: path] = text
        return true
      }, get: { $0[keyPath: path].map { .text($0) } })
  }

  /// Returns a word for true or false.
  static func flag(_ name: String, _ path: Path<Bool?>) -> SettingsWord {
    SettingsWord(
      name: name, expected: "true or false", choices: ["true", "false"],
      set: { settings, text in
        guard let value = Bool(text.lowercased()) else { return false }
        settings[keyPath: path] = value
        return true
      }, get: { $0[keyPath: path].map { .flag($0) } })
  }

  /// Returns a word for a value with its own text format.
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

/// Parses the numbers in settings on the command line, such as `5M`, `0.5` or `1888x1062`.
enum SettingsText {
  /// Parses an unsigned decimal number; the suffixes `k` or `K` and `M` mean thousands and
  /// millions.
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

  /// Parses a number without a fraction.
  static func whole(_ text: String) -> Int? {
    guard let value = number(text) else { return nil }
    // 1.1M is not exactly an integer in binary floating point.
    let rounded = value.rounded()
    return abs(value - rounded) < 1e-6 ? Int(exactly: rounded) : nil
  }

  /// Parses signed integers between separators.
  static func numbers(_ text: String, separatedBy separators: String) -> [Int]? {
    let parts = text.split(omittingEmptySubsequences: false) { separators.contains($0) }
    let numbers = parts.compactMap { Int($0) }
    return numbers.count == parts.count ? numbers : nil
  }
}

// MARK: - Text and JSON

extension WordedSettings {
  private static var names: [String] { words.map(\.name) }

  /// Sets one word; returns the error message if it is invalid.
  mutating func set(_ name: String, to value: String) -> String? {
    guard let word = Self.words.first(where: { $0.name == name.lowercased() }) else {
      return "unknown \(Self.subject) setting `\(name)`"
        + (SpellingSuggestion.nearest(to: name, of: Self.names).map { "; did you mean \($0)?" }
          ?? "; the settings are \(Self.names.joined(separator: ", "))")
    }
    guard !word.set(&self, value) else { return nil }
    return "`\(value)` is not a valid value for `\(word.name)`"
      + (SpellingSuggestion.nearest(to: value, of: word.choices).map { "; did you mean \($0)?" }
        ?? "; expected: \(word.expected)")
  }

  /// Creates settings from text that names the codec.
  init(words text: String) throws(MetaError) {
    self.init(anyCodec: ())
    try set(words: text, needsCodec: true)
  }

  /// Applies text, or changes nothing if a word is invalid.
  mutating func apply(words text: String) throws(MetaError) {
    var changed = self
    try changed.set(words: text, needsCodec: false)
    self = changed
  }

  /// Sets the words in text such as `width=1280,bitrate=5M`.
  private mutating func set(words text: String, needsCodec: Bool) throws(MetaError) {
    var known: Set<String> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let separator = part.firstIndex(of: "=") else {
        throw MetaError(
          .invalidAttributes,
          reason: "`\(part)` in \(Self.subject) settings is not of the form WORD=VALUE")
      }
      let name = String(part[..<separator])
      if let problem = set(name, to: String(part[part.index(after: separator)...])) {
        throw MetaError(.invalidAttributes, reason: problem)
      }
      guard known.insert(name.lowercased()).inserted else {
        throw MetaError(
          .invalidAttributes, reason: "\(Self.subject) setting `\(name)` appears twice")
      }
    }
    guard known.contains("codec") || !needsCodec else {
      throw MetaError(.invalidAttributes, reason: Self.missingCodec)
    }
  }

  private static var missingCodec: String { "\(subject) settings require a codec" }

  /// The settings as text, such as `codec=h264,width=1280`.
  var wordsText: String {
    Self.words.compactMap { word in word.get(self).map { "\(word.name)=\($0.text)" } }
      .joined(separator: ",")
  }

  /// Decodes settings from a JSON object.
  init(decodingWords decoder: any Decoder) throws {
    self.init(anyCodec: ())
    let container = try decoder.container(keyedBy: SettingsKey.self)
    func damaged(_ key: SettingsKey, _ reason: String) -> DecodingError {
      DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: reason)
    }
    for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      if try container.decodeNil(forKey: key) { continue }
      guard let value = SettingsValue(in: container, forKey: key) else {
        throw damaged(key, "`\(key.stringValue)` is neither a number, a string nor a Boolean")
      }
      if let problem = set(key.stringValue, to: value.text) { throw damaged(key, problem) }
    }
    let codec = SettingsKey(stringValue: "codec")
    guard container.contains(codec) else {
      throw DecodingError.keyNotFound(
        codec, .init(codingPath: decoder.codingPath, debugDescription: Self.missingCodec))
    }
  }

  /// Encodes a JSON object.
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
  /// Decodes a value of any supported type.
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

/// Any key of a JSON object, so that unknown keys can be detected.
private struct SettingsKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { nil }
}
