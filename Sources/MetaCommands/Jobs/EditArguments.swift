internal import MetaCore
internal import SystemPackage

/// The arguments of a verb that edits: paths, and `FIELD=VALUE`, `FIELD+=VALUE` and `FIELD-=VALUE` among them.
///
/// An argument is an edit when what stands before its first `=` (less the sign) is a field, and a path otherwise. One with `=` that is neither
/// a field nor a file that is there is wrong usage, so that a mistyped field is not taken for a file.
struct EditArguments: Sendable {
  /// The edits, in the order given.
  var edits: [MetadataEdit] = []
  /// The files, in the order given.
  var paths: [InputPath] = []

  /// Reads arguments.
  ///
  /// Those `behind` a `--` are all paths. With `track`, fields are those of one track.
  ///
  /// - Throws: ``Failure`` with `usage`, or what is wrong with the file of a `FIELD=@file`.
  init(
    _ arguments: some Sequence<String>, behind: some Sequence<String> = [], track: UInt32? = nil,
    in environment: Environment
  ) throws(Failure) {
    for argument in arguments {
      guard let assignment = Assignment(argument, in: environment) else {
        paths.append(InputPath(text: argument))
        continue
      }
      if let edit = try EditArguments.edit(assignment, track) {
        edits.append(edit)
      } else if EditArguments.exists(argument) {
        paths.append(InputPath(text: argument))
      } else {
        throw Failure(
          .usage, "usage",
          FieldSelector.complaint(about: PlainText.display(assignment.name))
            + " (and no file \(PlainText.display(argument)))")
      }
    }
    paths += behind.map { InputPath(text: $0) }
  }

  /// The edit that an assignment asks for; nil when it is about no field.
  private static func edit(
    _ assignment: Assignment, _ track: UInt32?
  ) throws(Failure) -> MetadataEdit? {
    if let track, let edit = try TrackAssignment.edit(assignment, track) { return .track(edit) }
    guard EditTarget(assignment.name) != nil else { return nil }
    let name = try PlainText.read(assignment.name, for: "the field")
    guard let target = EditTarget(name) else { return nil }
    let edit = try assignment.edit(target)
    return track.map { .onTrack($0, edit) } ?? edit
  }

  private static func exists(_ argument: String) -> Bool {
    (try? InputPath(text: argument).path.stat()) != nil
  }
}

/// A name, what is to be done, and the value that stands behind the sign.
struct Assignment: Sendable {
  enum Operation: Sendable, Hashable {
    case set, add, remove
  }

  let name: String
  let operation: Operation
  let text: String
  /// Opens the file of `@file`.
  private let environment: Environment

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
    Failure(.usage, "usage", "\(name) is \(wanted), not “\(PlainText.display(text))”")
  }

  // MARK: Values

  /// What stands behind the sign: text, or the content of a file.
  enum Given {
    case text(String)
    case file(ByteSlice)
  }

  /// The value: `@file` is the content of a file, `@@` a literal `@`.
  func given() throws(Failure) -> Given {
    guard text.utf8.first == Assignment.sign else {
      return .text(try PlainText.read(text, for: PlainText.display(name)))
    }
    let rest = String(text.unicodeScalars.dropFirst())
    if rest.utf8.first == Assignment.sign {
      return .text(try PlainText.read(rest, for: PlainText.display(name)))
    }
    let path = InputPath(text: rest)
    do throws(Failure) {
      return .file(ByteSlice(try SourceOpener.readAll(path, in: environment)))
    } catch {
      throw Failure(error.status, error.code, "\(path.display): \(error.message)")
    }
  }

  private static let sign = UInt8(ascii: "@")

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

// MARK: - Edits

extension Assignment {
  /// The edit of a field or of items.
  func edit(_ target: EditTarget) throws(Failure) -> MetadataEdit {
    switch target {
    case .items: return make(target, try items())
    case .field(let field):
      switch field.kind {
      case .artwork: return try artwork()
      case .chapters: return try chapters()
      case .date where operation != .set:
        if let seconds = TimeShift.seconds(text) {
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
    guard text.isEmpty, operation != .set else { return }
    throw Failure(.usage, "usage", "\(name): there is no value behind the sign")
  }

  private func values(of field: Field) throws(Failure) -> [MetadataValue] {
    try checkValue()
    let text = try givenText()
    if text.isEmpty { return [] }
    guard let value = field.value(of: text) else {
      let isShift = field.kind == .date && operation != .set
      throw failure(field.wantedValue + (isShift ? ", or a time to move by (1h, 2d, 1:30)" : ""))
    }
    return [value]
  }

  private func items() throws(Failure) -> [MetadataValue] {
    try checkValue()
    switch try given() {
    case .text(let text): return text.isEmpty ? [] : [.string(text)]
    case .file(let bytes): return [.data(.bytes(bytes))]
    }
  }

  private func artwork() throws(Failure) -> MetadataEdit {
    try checkValue()
    if operation == .remove {
      let places = text.split(separator: ",").map { Int($0) }
      guard !places.isEmpty, !places.contains(nil) else {
        throw failure("removed by its number in the list of pictures")
      }
      return .removeArtwork(places.compactMap(\.self))
    }
    if text.isEmpty { return .setArtwork([]) }
    guard case .file(let bytes) = try given() else {
      throw failure("a picture from a file (artwork=@cover.jpg)")
    }
    guard let picture = Artwork([UInt8](bytes.bytes)) else {
      throw failure("a picture of a known kind")
    }
    return operation == .add ? .addArtwork([picture]) : .setArtwork([picture])
  }

  private func chapters() throws(Failure) -> MetadataEdit {
    guard operation == .set, text.isEmpty else {
      throw failure("set by “metatool chapters import”")
    }
    return .setChapters([])
  }
}

/// The names that mean the headers of a track with `--track`.
enum TrackAssignment {
  /// What becomes of the headers; nil when the name is none of theirs.
  static func edit(_ assignment: Assignment, _ track: UInt32) throws(Failure) -> TrackEdit? {
    let name = assignment.name.lowercased()
    guard ["language", "name", "enabled", "rotation"].contains(name) else { return nil }
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
