internal import MetaCore
internal import SystemPackage

/// The arguments of a verb that edits: paths, mixed with edits such as `FIELD=VALUE`,
/// `FIELD+=VALUE`, `FIELD-=VALUE` and `FIELD/old/new/`.
///
/// An argument is an edit if the text before its operator is a field or a key, and a path
/// otherwise; `FIELD/old/new/` is a path if such a file exists. An argument with `=` that is
/// neither an edit nor an existing file is an error, so that a mistyped field is not mistaken for a
/// file.
struct EditArguments: Sendable {
  /// The edits, in the order given.
  var fileEdits: FileEdits
  /// The files, in the order given.
  var paths: [InputPath] = []
  /// Hints about values that may have been mistyped.
  var remarks: [String] = []

  /// Parses arguments.
  ///
  /// The arguments in `last`, which follow `--`, are all paths. With `track`, fields refer to that
  /// track. From index `literalsStart` on, values are used literally.
  ///
  /// - Throws: ``Failure`` with `usage`, or the error of the file in `FIELD=@file`.
  init(
    _ arguments: some Sequence<String>, following last: some Sequence<String> = [],
    track: UInt32? = nil, literalsStart: Int = .max, in environment: Environment
  ) throws(Failure) {
    fileEdits = FileEdits(track: track)
    for (index, argument) in arguments.enumerated() {
      let isLiteral = index >= literalsStart || environment.takesValuesLiterally
      if let edit = try edit(argument, isLiteral: isLiteral, environment) {
        fileEdits.all.append(edit)
      } else {
        paths.append(InputPath(text: argument))
      }
    }
    paths += last.map { InputPath(text: $0) }
  }

  /// The edits if they are the same for every file; otherwise, empty.
  var edits: [MetadataEdit] { fileEdits.fixed ?? [] }

  /// Returns the edit that an argument specifies, or nil for a path.
  ///
  /// An ambiguous argument has the first possible meaning: an assignment to a known field, a
  /// replacement (`FIELD/old/new/`), or an existing file; any other argument with `=` is an error.
  private mutating func edit(
    _ argument: String, isLiteral: Bool, _ environment: Environment
  ) throws(Failure) -> FileEdit? {
    guard var assignment = Assignment(argument, in: environment) else {
      return try replacement(argument, isLiteral: isLiteral)
    }
    let word = assignment.fieldWord
    let isHeader = fileEdits.track != nil && TrackAssignment.isHeader(assignment.name)
    if word == nil, !isHeader {
      if let edit = try replacement(argument, isLiteral: isLiteral) { return edit }
      if EditArguments.exists(argument) { return nil }
      throw Failure(
        .usage, "usage",
        FieldWord.complaint(about: PlainText.display(assignment.name))
          + " (and there is no file \(PlainText.display(argument)))")
    }
    _ = try PlainText.read(assignment.name, for: "the field")
    if !isLiteral { remarks += try assignment.findPlaces(word) }
    if let track = fileEdits.track, isHeader {
      guard assignment.template == nil else { return .trackHeader(assignment) }
      if let edit = try TrackAssignment.edit(assignment, track) { return .fixed(.track(edit)) }
    }
    guard let word else { return nil }
    return try edit(assignment, word)
  }

  /// Returns the edit for an assignment: a fixed edit if it is the same for every file.
  ///
  /// Setting the year keeps the precision of the file's date, and keys may have several targets, so
  /// these edits depend on the file.
  private func edit(
    _ assignment: Assignment, _ word: FieldWord
  ) throws(Failure) -> FileEdit {
    if case .keys(let keys) = word, let field = keys.claimedField {
      throw Failure(
        .usage, "usage", "\(keys.name) is a key of the field \(field.name); use the field instead")
    }
    guard assignment.template == nil, !assignment.isYear, let target = word.onlyTarget else {
      if assignment.template == nil { try assignment.check() }
      return .assignment(assignment, word)
    }
    let edit = try assignment.edit(target)
    return .fixed(fileEdits.track.map { .onTrack($0, edit) } ?? edit)
  }

  /// Returns the edit for an argument of the form `FIELD/old/new/`, or nil; an existing file with
  /// this name is a path.
  private func replacement(
    _ argument: String, isLiteral: Bool
  ) throws(Failure) -> FileEdit? {
    guard argument.utf8.contains(UInt8(ascii: "/")), !EditArguments.exists(argument),
      let replacement = try TextReplacement(argument, isLiteral: isLiteral)
    else { return nil }
    guard fileEdits.track == nil else {
      throw Failure(.usage, "usage", "\(argument): --track requires FIELD=VALUE")
    }
    return .replacement(replacement)
  }

  /// Returns whether an argument that is not invalid is an edit to a file; its value is not read.
  static func isEdit(_ argument: String, in environment: Environment) -> Bool {
    if Assignment(argument, in: environment)?.fieldWord != nil { return true }
    guard argument.utf8.contains(UInt8(ascii: "/")), !exists(argument) else { return false }
    return ((try? TextReplacement(argument, isLiteral: true)) ?? nil) != nil
  }

  /// Returns whether an argument is the path of an existing file.
  private static func exists(_ argument: String) -> Bool {
    (try? InputPath(text: argument).path.stat()) != nil
  }
}

extension Assignment {
  /// The field or key before the operator, or nil if there is no such field; as in tables, `year`
  /// refers to the date.
  fileprivate var fieldWord: FieldWord? {
    FieldWord(isYear ? "date" : FileNameEncoding.utf8Text(of: name) ?? name)
  }
}

extension FieldWord {
  /// The target of the word, if it is the same for every file.
  fileprivate var onlyTarget: EditTarget? {
    switch self {
    case .field(let field): .field(field)
    case .keys(let keys): keys.targets.count == 1 ? keys.targets[0] : nil
    }
  }
}
