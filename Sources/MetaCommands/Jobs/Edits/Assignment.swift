internal import MetaCore

/// An argument `NAME=VALUE`, `NAME+=VALUE` or `NAME-=VALUE` of a verb that edits, which becomes an
/// edit to a field or to items.
///
/// The value may contain placeholders for fields of the edited file, or be the contents of a file
/// (`@PATH`). It is resolved in three steps: ``findPlaces(_:)`` once, ``expanded(for:word:)`` for
/// each file, then ``edit(_:)``.
struct Assignment: Sendable {
  /// The operator: `=` replaces all values, `+=` adds a value, and `-=` removes a value; for dates,
  /// `+=` and `-=` can also move the date by a duration.
  enum Operation: Sendable, Hashable {
    case set, add, remove
  }

  /// The text before the operator, as spelled.
  let name: String
  let operation: Operation
  /// The text after the operator, as spelled, except that ``findPlaces(_:)`` replaces escaped
  /// braces.
  private(set) var text: String
  /// The text, or the path of `@file`, if it contains placeholders.
  private(set) var template: Template?
  /// The value with the file's fields filled in; nil if it has no placeholders, and before
  /// ``expanded(for:word:)``.
  private var expansion: Expansion?
  /// The environment that opens `@file`.
  private let environment: Environment

  /// Whether the assignment sets only the year of a date.
  ///
  /// A date with the same year keeps its precision.
  var isYear: Bool { Operand.isYear(name) }

  /// A value with its placeholders filled in: strings, or the path of the file that contains the
  /// value.
  private enum Expansion: Sendable {
    case texts([String])
    case file(InputPath)
  }

  /// Splits an argument at its first `=`; returns nil without `=`, or if there is nothing before
  /// it.
  init?(_ argument: String, in environment: Environment) {
    self.environment = environment
    guard let sign = argument.firstIndex(of: "=") else { return nil }
    text = String(argument[argument.index(after: sign)...])
    var name = argument[..<sign]
    switch name.last {
    case "+": operation = .add
    case "-": operation = .remove
    default: operation = .set
    }
    if operation != .set { name = name.dropLast() }
    guard !name.isEmpty else { return nil }
    self.name = String(name)
  }

  /// Returns the error for an invalid value; `expected` describes valid values.
  func failure(_ expected: String) -> Failure {
    let isOfFile = expansion != nil
    return Failure(
      isOfFile ? .refused : .usage, isOfFile ? "refused" : "usage",
      "\(name) must be \(expected), not “\(shown)”")
  }

  // MARK: Values

  /// The value after the operator: text, or the contents of the file that `@PATH` names.
  enum AssignedValue {
    case text(String)
    case file(ByteSlice)
  }

  /// Returns the value; `@file` is the contents of a file, `@@` a literal `@`.
  func operand() throws(Failure) -> AssignedValue {
    switch expansion {
    case .texts(let texts)?: return .text(texts.joined(separator: ", "))
    case .file(let path)?: return try content(of: path)
    case nil: break
    }
    guard text.utf8.first == Assignment.sign else {
      return .text(try PlainText.read(text, for: PlainText.display(name)))
    }
    let rest = String(text.unicodeScalars.dropFirst())
    if rest.utf8.first == Assignment.sign {
      return .text(try PlainText.read(rest, for: PlainText.display(name)))
    }
    return try content(of: InputPath(text: rest))
  }

  /// Reads the file that `@PATH` names.
  private func content(of path: InputPath) throws(Failure) -> AssignedValue {
    do throws(Failure) {
      return .file(ByteSlice(try SourceOpener.readAll(path, in: environment)))
    } catch {
      throw Failure(error.status, error.code, "\(path.display): \(error.message)")
    }
  }

  /// The character before the path of a file that contains the value.
  private static let sign = UInt8(ascii: "@")

  /// The text to quote in messages.
  private var shown: String {
    switch expansion {
    case .texts(let texts)?: texts.joined(separator: ", ")
    case .file(let path)?: "@" + path.display
    case nil: PlainText.display(text)
    }
  }

  /// Returns the value as text; the byte order mark and a final line break of a file are omitted.
  func valueText() throws(Failure) -> String {
    switch try operand() {
    case .text(let text): return text
    case .file(let bytes):
      guard var text = String(validating: bytes.bytes, as: UTF8.self) else {
        throw Failure(
          .usage, "usage",
          "\(name) must be text, but \(PlainText.display(String(text.dropFirst()))) is not UTF-8; \(PlainText.hint)"
        )
      }
      if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
      if text.last?.isNewline == true { text.removeLast() }
      return text
    }
  }
}

// MARK: - Placeholders

extension Assignment {
  /// Finds placeholders in the value; returns hints about possible typing errors.
  ///
  /// - Throws: ``Failure`` with `usage` if a placeholder is invalid.
  mutating func findPlaces(_ word: FieldWord?) throws(Failure) -> [String] {
    if let numbering = numbering(word) {
      template = numbering
      return []
    }
    guard text.utf8.contains(UInt8(ascii: "{")) else { return [] }
    let isSigned = text.utf8.first == Assignment.sign
    var body = isSigned ? String(text.unicodeScalars.dropFirst()) : text
    if !isFile { body = try PlainText.read(body, for: PlainText.display(name)) }
    let parsed: Template
    do throws(TextError) {
      parsed = try Template(body, .value)
    } catch {
      throw Failure(.usage, "usage", "\(name): \(error)")
    }
    if let plain = parsed.plainText {
      text = (isSigned ? "@" : "") + (isFile ? plain : FileNameEncoding.spelling(of: plain))
    } else {
      template = parsed
    }
    return parsed.remarks.map { "\(name): \($0)" }
  }

  /// Whether the value is the contents of a file.
  private var isFile: Bool { text.hasPrefix("@") && !text.hasPrefix("@@") }

  /// Returns the template for `track=#`, the position of the file in the command, and for `#/#`,
  /// which adds the number of files.
  private func numbering(_ word: FieldWord?) -> Template? {
    guard case .field(let field)? = word else { return nil }
    switch (text, field.kind) {
    case ("#", .pair), ("#", .integer): return try? Template("{fileNumber}", .value)
    case ("#/#", .pair): return try? Template("{fileNumber}/{fileCount}", .value)
    default: return nil
    }
  }

  /// Whether the value depends on the position of the file in the command.
  var needsNumber: Bool { template?.needsNumber ?? false }

  /// Whether the value is empty.
  var isEmpty: Bool {
    if case .texts(let texts)? = expansion { texts.allSatisfy(\.isEmpty) } else { text.isEmpty }
  }

  /// Returns the assignment with the fields of a file filled in.
  ///
  /// - Throws: ``Failure`` if the file lacks a field, or if a field is binary.
  func expanded(
    for input: ConditionInput, word: FieldWord?
  ) throws(Failure) -> Assignment {
    guard let template else { return self }
    var copy = self
    copy.template = nil
    do throws(Failure) {
      copy.expansion =
        isFile
        ? .file(InputPath(text: try template.path(of: input)))
        : .texts(try texts(template, input, word))
    } catch {
      guard error.code == Template.missingField else {
        throw Failure(error.status, error.code, "\(name): \(error.message)")
      }
      throw Failure(
        error.status, error.code,
        "\(name): \(error.message); use {field|'text'} for a default")
    }
    return copy
  }

  /// Returns the template's values for a file; there are several only if the field or the items can
  /// have several.
  private func texts(
    _ template: Template, _ input: ConditionInput, _ word: FieldWord?
  ) throws(Failure) -> [String] {
    guard !template.operands.contains(where: input.hasBytes) else {
      throw Failure(.refused, "refused", "binary values cannot be inserted into text")
    }
    guard let place = template.onlyPlaceholder else { return [try template.text(of: input)] }
    if case .field(let field)? = word, field.kind == .pair, let pair = place.pair(of: input) {
      return [pair]
    }
    let values = try place.requiredValues(of: input)
    let isList =
      switch word {
      case .field(let field)?: field.isList
      case .keys?: true
      case nil: false
      }
    return isList ? values : [values.joined(separator: ", ")]
  }
}

// MARK: - Edits

extension Assignment {
  /// Throws if `+=` or `-=` has no value, or if `@file` cannot be read.
  func check() throws(Failure) { _ = try items() }

  /// Returns the edit to a field or to items.
  func edit(_ target: EditTarget) throws(Failure) -> MetadataEdit {
    switch target {
    case .items: return make(target, try items())
    case .field(let field):
      switch field.kind {
      case .artwork: return try artwork()
      case .chapters: return try chapters()
      case .date where operation != .set:
        if let seconds = TimeShift.seconds(shown) {
          return .shift(field, seconds: operation == .add ? seconds : -seconds)
        }
      default: break
      }
      return make(target, try values(of: field))
    }
  }

  /// Returns the edit that sets, adds or removes values.
  private func make(_ target: EditTarget, _ values: [MetadataValue]) -> MetadataEdit {
    switch operation {
    case .set: .set(target, values)
    case .add: .add(target, values)
    case .remove: .remove(target, values)
    }
  }

  /// Throws for `FIELD+=` and `FIELD-=` without a value.
  private func checkValue() throws(Failure) {
    guard isEmpty, operation != .set else { return }
    throw Failure(.usage, "usage", "\(name): there is no value after the operator")
  }

  /// Converts the strings to values of a field; empty strings are ignored.
  private func values(of field: Field) throws(Failure) -> [MetadataValue] {
    try checkValue()
    let texts = if case .texts(let texts)? = expansion { texts } else { [try valueText()] }
    var values: [MetadataValue] = []
    for text in texts where !text.isEmpty {
      guard let value = field.value(of: text) else {
        let isShift = field.kind == .date && operation != .set
        throw failure(field.wantedValue + (isShift ? ", or a time offset (1h, 2d, 1:30)" : ""))
      }
      values.append(value)
    }
    return values
  }

  /// Returns the values for items: strings, or the bytes of a file.
  private func items() throws(Failure) -> [MetadataValue] {
    try checkValue()
    if case .texts(let texts)? = expansion {
      return texts.filter { !$0.isEmpty }.map { .string($0) }
    }
    switch try operand() {
    case .text(let text): return text.isEmpty ? [] : [.string(text)]
    case .file(let bytes): return [.data(.bytes(bytes))]
    }
  }

  /// Returns the edit to pictures: `artwork=@FILE` sets, `+=@FILE` adds, `-=0,2` removes by index.
  private func artwork() throws(Failure) -> MetadataEdit {
    try checkValue()
    if operation == .remove {
      let places = shown.split(separator: ",").map { Int($0) }
      guard !places.isEmpty, !places.contains(nil) else {
        throw failure("removed by its number in the list of pictures")
      }
      return .removeArtwork(places.compactMap(\.self))
    }
    if isEmpty { return .setArtwork([]) }
    guard case .file(let bytes) = try operand() else {
      throw failure("an image from a file (artwork=@cover.jpg)")
    }
    guard let picture = Artwork([UInt8](bytes.bytes)) else {
      throw failure("an image of a supported format")
    }
    return operation == .add ? .addArtwork([picture]) : .setArtwork([picture])
  }

  /// Returns the edit for `chapters=`, which removes them; they are set by verbs such as
  /// `chapters import`.
  private func chapters() throws(Failure) -> MetadataEdit {
    guard operation == .set, isEmpty else {
      throw failure("set by “metatool chapters import”")
    }
    return .setChapters([])
  }
}
