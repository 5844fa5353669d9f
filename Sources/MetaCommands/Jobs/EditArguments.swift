internal import MetaCore
internal import SystemPackage

/// The arguments of a verb that edits: paths, and `FIELD=VALUE`, `FIELD+=VALUE`, `FIELD-=VALUE` and `FIELD/old/new/` among them.
///
/// An argument is an edit when what precedes its first `=` (less the sign) is a field, and a path otherwise. One with `=` that is neither
/// a field nor a file that exists is wrong usage, so that a mistyped field is not taken for a file.
struct EditArguments: Sendable {
  /// The edits, in the order given.
  var wanted: FileEdits
  /// The files, in the order given.
  var paths: [InputPath] = []
  /// What may be mistyped in values.
  var remarks: [String] = []

  /// Reads arguments.
  ///
  /// Those in `last`, which follow a `--`, are all paths. With `track`, fields are those of one track. Values from the argument number
  /// `literalsStart` on are used as they are given.
  ///
  /// - Throws: ``Failure`` with `usage`, or what is wrong with the file of a `FIELD=@file`.
  init(
    _ arguments: some Sequence<String>, behind last: some Sequence<String> = [],
    track: UInt32? = nil, literalsStart: Int = .max, in environment: Environment
  ) throws(Failure) {
    wanted = FileEdits(track: track)
    for (index, argument) in arguments.enumerated() {
      let isLiteral = index >= literalsStart || environment.takesValuesLiterally
      if let edit = try edit(argument, isLiteral: isLiteral, environment) {
        wanted.all.append(edit)
      } else {
        paths.append(InputPath(text: argument))
      }
    }
    paths += last.map { InputPath(text: $0) }
  }

  /// The edits, where they are the same for every file; else nothing.
  var edits: [MetadataEdit] { wanted.fixed ?? [] }

  /// The edit that an argument is; nil for a path.
  private mutating func edit(
    _ argument: String, isLiteral: Bool, _ environment: Environment
  ) throws(Failure) -> FileEdit? {
    guard var assignment = Assignment(argument, in: environment) else {
      return try replacement(argument, isLiteral: isLiteral)
    }
    let word = FieldWord(RawArguments.utf8Text(of: assignment.name) ?? assignment.name)
    let isHeader = wanted.track != nil && TrackAssignment.isHeader(assignment.name)
    if word == nil, !isHeader {
      if let edit = try replacement(argument, isLiteral: isLiteral) { return edit }
      if EditArguments.exists(argument) { return nil }
      throw Failure(
        .usage, "usage",
        FieldWord.complaint(about: PlainText.display(assignment.name))
          + " (and no file \(PlainText.display(argument)))")
    }
    _ = try PlainText.read(assignment.name, for: "the field")
    if !isLiteral { remarks += try assignment.findPlaces(word) }
    if let track = wanted.track, isHeader {
      guard assignment.template == nil else { return .trackHeader(assignment) }
      if let edit = try TrackAssignment.edit(assignment, track) { return .fixed(.track(edit)) }
    }
    guard let word else { return nil }
    return try edit(assignment, word)
  }

  private func edit(
    _ assignment: Assignment, _ word: FieldWord
  ) throws(Failure) -> FileEdit {
    if case .keys(let keys) = word, let field = keys.claimedField {
      throw Failure(
        .usage, "usage", "\(keys.name) is a key of the field \(field.name); name the field instead")
    }
    guard assignment.template == nil, let target = word.onlyTarget else {
      if assignment.template == nil { try assignment.check() }
      return .assignment(assignment, word)
    }
    let edit = try assignment.edit(target)
    return .fixed(wanted.track.map { .onTrack($0, edit) } ?? edit)
  }

  private func replacement(
    _ argument: String, isLiteral: Bool
  ) throws(Failure) -> FileEdit? {
    guard argument.utf8.contains(UInt8(ascii: "/")), !EditArguments.exists(argument),
      let replacement = try TextReplacement(argument, isLiteral: isLiteral)
    else { return nil }
    guard wanted.track == nil else {
      throw Failure(.usage, "usage", "\(argument): --track takes FIELD=VALUE")
    }
    return .replacement(replacement)
  }

  private static func exists(_ argument: String) -> Bool {
    (try? InputPath(text: argument).path.stat()) != nil
  }
}

extension FieldWord {
  /// What the word is about, where that is the same in every file.
  fileprivate var onlyTarget: EditTarget? {
    switch self {
    case .field(let field): .field(field)
    case .keys(let keys): keys.targets.count == 1 ? keys.targets[0] : nil
    }
  }
}

/// A name, what is to be done, and the value that stands behind the sign.
struct Assignment: Sendable {
  enum Operation: Sendable, Hashable {
    case set, add, remove
  }

  let name: String
  let operation: Operation
  private(set) var text: String
  /// The text, or the path of `@file`, where it has places for fields.
  private(set) var template: Template?
  /// What the fields of a file made of the text.
  private var expansion: Expansion?
  /// Opens the file of `@file`.
  private let environment: Environment

  private enum Expansion: Sendable {
    case texts([String])
    case file(InputPath)
  }

  /// Takes an argument apart at its first `=`; nil when there is none, or nothing before it.
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

  /// The error of a value that the field cannot have.
  func failure(_ wanted: String) -> Failure {
    let isOfFile = expansion != nil
    return Failure(
      isOfFile ? .refused : .usage, isOfFile ? "refused" : "usage",
      "\(name) is \(wanted), not “\(shown)”")
  }

  // MARK: Values

  /// What stands behind the sign: text, or the content of a file.
  enum Given {
    case text(String)
    case file(ByteSlice)
  }

  /// The value: `@file` is the content of a file, `@@` a literal `@`.
  func given() throws(Failure) -> Given {
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

  private func content(of path: InputPath) throws(Failure) -> Given {
    do throws(Failure) {
      return .file(ByteSlice(try SourceOpener.readAll(path, in: environment)))
    } catch {
      throw Failure(error.status, error.code, "\(path.display): \(error.message)")
    }
  }

  private static let sign = UInt8(ascii: "@")

  /// What is between quotes in messages.
  private var shown: String {
    switch expansion {
    case .texts(let texts)?: texts.joined(separator: ", ")
    case .file(let path)?: "@" + path.display
    case nil: PlainText.display(text)
    }
  }

  /// The value as text; a line break that ends a file is no part of it.
  func givenText() throws(Failure) -> String {
    switch try given() {
    case .text(let text): return text
    case .file(let bytes):
      guard var text = String(validating: bytes.bytes, as: UTF8.self) else {
        throw Failure(
          .usage, "usage",
          "\(name) is text, and \(PlainText.display(String(text.dropFirst()))) is not UTF-8; \(PlainText.hint)"
        )
      }
      if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
      if text.last?.isNewline == true { text.removeLast() }
      return text
    }
  }
}

// MARK: - Places for fields

extension Assignment {
  /// Finds the places for fields in the value; returns what may be mistyped in it.
  ///
  /// - Throws: ``Failure`` with `usage` when a place is wrong.
  fileprivate mutating func findPlaces(_ word: FieldWord?) throws(Failure) -> [String] {
    if let numbering = numbering(word) {
      template = numbering
      return []
    }
    guard text.utf8.contains(UInt8(ascii: "{")) else { return [] }
    let isSigned = text.utf8.first == Assignment.sign
    var body = isSigned ? String(text.unicodeScalars.dropFirst()) : text
    if !isFile { body = try PlainText.read(body, for: PlainText.display(name)) }
    let found: Template
    do throws(TextError) {
      found = try Template(body, .value)
    } catch {
      throw Failure(.usage, "usage", "\(name): \(error)")
    }
    if let plain = found.plainText {
      text = (isSigned ? "@" : "") + (isFile ? plain : RawArguments.spelling(of: plain))
    } else {
      template = found
    }
    return found.remarks.map { "\(name): \($0)" }
  }

  /// Whether the value is the content of a file.
  private var isFile: Bool { text.hasPrefix("@") && !text.hasPrefix("@@") }

  /// `track=#`, and `#/#` with the count: the place of the file among the others.
  private func numbering(_ word: FieldWord?) -> Template? {
    guard case .field(let field)? = word else { return nil }
    switch (text, field.kind) {
    case ("#", .pair), ("#", .integer): return try? Template("{fileNumber}", .value)
    case ("#/#", .pair): return try? Template("{fileNumber}/{fileCount}", .value)
    default: return nil
    }
  }

  /// Whether it depends on the place of the file among the others.
  var wantsNumber: Bool { template?.wantsNumber ?? false }

  /// Whether there is no value.
  var isEmpty: Bool {
    if case .texts(let texts)? = expansion { texts.allSatisfy(\.isEmpty) } else { text.isEmpty }
  }

  /// The assignment with what the fields of a file make of its value.
  ///
  /// - Throws: ``Failure`` where the file lacks a field.
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
        "\(name): \(error.message); a default is written as in {field|'text'}")
    }
    return copy
  }

  private func texts(
    _ template: Template, _ input: ConditionInput, _ word: FieldWord?
  ) throws(Failure) -> [String] {
    for operand in template.placeholders.flatMap(\.operands) {
      let isBytes = (input.values(of: operand) ?? []).contains { value in
        if case .data = value { true } else { false }
      }
      if isBytes { throw Failure(.refused, "refused", "bytes of a file cannot become a text") }
    }
    guard let place = template.onlyPlaceholder else { return [try template.text(of: input)] }
    if case .field(let field)? = word, field.kind == .pair, let pair = place.pair(of: input) {
      return [pair]
    }
    let values = try place.neededValues(of: input)
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
  /// Refuses what is wrong for every file.
  fileprivate func check() throws(Failure) { _ = try items() }

  /// The edit of a field or of items.
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

  private func make(_ target: EditTarget, _ values: [MetadataValue]) -> MetadataEdit {
    switch operation {
    case .set: .set(target, values)
    case .add: .add(target, values)
    case .remove: .remove(target, values)
    }
  }

  /// The error of `FIELD+=` and `FIELD-=` with nothing behind.
  private func checkValue() throws(Failure) {
    guard isEmpty, operation != .set else { return }
    throw Failure(.usage, "usage", "\(name): there is no value after the sign")
  }

  private func values(of field: Field) throws(Failure) -> [MetadataValue] {
    try checkValue()
    let texts = if case .texts(let texts)? = expansion { texts } else { [try givenText()] }
    var values: [MetadataValue] = []
    for text in texts where !text.isEmpty {
      guard let value = field.value(of: text) else {
        let isShift = field.kind == .date && operation != .set
        throw failure(field.wantedValue + (isShift ? ", or a time to move by (1h, 2d, 1:30)" : ""))
      }
      values.append(value)
    }
    return values
  }

  private func items() throws(Failure) -> [MetadataValue] {
    try checkValue()
    if case .texts(let texts)? = expansion {
      return texts.filter { !$0.isEmpty }.map { .string($0) }
    }
    switch try given() {
    case .text(let text): return text.isEmpty ? [] : [.string(text)]
    case .file(let bytes): return [.data(.bytes(bytes))]
    }
  }

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
    guard case .file(let bytes) = try given() else {
      throw failure("a picture from a file (artwork=@cover.jpg)")
    }
    guard let picture = Artwork([UInt8](bytes.bytes)) else {
      throw failure("a picture of a known kind")
    }
    return operation == .add ? .addArtwork([picture]) : .setArtwork([picture])
  }

  private func chapters() throws(Failure) -> MetadataEdit {
    guard operation == .set, isEmpty else {
      throw failure("set by “metatool chapters import”")
    }
    return .setChapters([])
  }
}

/// The names that mean the headers of a track with `--track`.
enum TrackAssignment {
  /// Whether a name is that of a header.
  static func isHeader(_ name: String) -> Bool {
    ["language", "name", "enabled", "rotation"].contains(name.lowercased())
  }

  /// What becomes of the headers; nil when the name is not one of theirs.
  static func edit(_ assignment: Assignment, _ track: UInt32) throws(Failure) -> TrackEdit? {
    let name = assignment.name.lowercased()
    guard isHeader(name) else { return nil }
    guard assignment.operation == .set else {
      throw Failure(.usage, "usage", "\(assignment.name) of a track is set by =")
    }
    var edit = TrackEdit(trackID: track)
    let text = try assignment.givenText()
    switch name {
    case "name": edit.name = text
    case "language":
      guard let language = language(text) else {
        throw assignment.failure("a language (eng, en, zh-Hant)")
      }
      edit.language = language
    case "enabled":
      guard let flag = flags[text.lowercased()] else { throw assignment.failure("true or false") }
      edit.isEnabled = flag
    default:
      guard let degrees = Int(text), [0, 90, 180, 270].contains(degrees) else {
        throw assignment.failure("0, 90, 180 or 270")
      }
      edit.rotation = degrees
    }
    return edit
  }

  private static let flags = [
    "true": true, "yes": true, "1": true, "false": false, "no": false, "0": false,
  ]

  private static func language(_ text: String) -> LanguageTag? {
    if text.isEmpty { return .undetermined }
    if let language = LanguageTag(iso639: text) { return language }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isTag = parts.allSatisfy { part in
      (1...8).contains(part.utf8.count)
        && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    return isTag && (2...3).contains(parts[0].utf8.count) ? LanguageTag(rawValue: text) : nil
  }
}
