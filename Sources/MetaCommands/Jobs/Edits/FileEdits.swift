internal import MetaCore

/// One edit from the command line; unless it is `fixed`, the ``MetadataEdit`` that results from it
/// is known only when the file has been read.
enum FileEdit: Sendable {
  /// The same edit for every file.
  case fixed(MetadataEdit)
  /// A value with placeholders, or keys that depend on the format.
  case assignment(Assignment, FieldWord)
  /// A track header set to a value with placeholders.
  case trackHeader(Assignment)
  /// A text replacement in a field's values.
  case replacement(TextReplacement)
}

/// All edits on a command line (``EditArguments``), which return the list of ``MetadataEdit`` for
/// each file.
///
/// The edits are applied in the order given: placeholders refer to the file before all edits, and
/// replacements refer to its values after the preceding edits.
struct FileEdits: Sendable {
  var all: [FileEdit] = []
  /// The track whose fields are edited, or nil for the file.
  var track: UInt32?

  /// The edits if they are the same for every file; otherwise, nil.
  var fixed: [MetadataEdit]? {
    var fixed: [MetadataEdit] = []
    for edit in all {
      guard case .fixed(let edit) = edit else { return nil }
      fixed.append(edit)
    }
    return fixed
  }

  /// Whether an edit depends on the position of the file in the command.
  var needsNumber: Bool {
    all.contains { edit in
      switch edit {
      case .fixed: false
      case .assignment(let assignment, _), .trackHeader(let assignment): assignment.needsNumber
      case .replacement(let replacement): replacement.needsNumber
      }
    }
  }

  /// Returns the `earlier` edits and those for one file; `input` is the file before all edits.
  ///
  /// - Throws: ``MetaError`` if the file lacks a field, or a value is invalid for its field.
  func edits(
    for input: ConditionInput, insertionPoints: [InsertionPoint], after earlier: [MetadataEdit] = []
  ) throws(MetaError) -> [MetadataEdit] {
    if let fixed { return earlier + fixed }
    var resolution = FileEditResolution(
      input: input, insertionPoints: insertionPoints, track: track)
    resolution.edits = earlier
    for edit in all {
      do throws(Failure) {
        try resolution.add(edit)
      } catch {
        throw MetaError(.refused, reason: error.message, underlying: error)
      }
    }
    return resolution.edits
  }
}

/// Converts the edits on a command line, one after another, into the edits to one file, and tracks
/// the values of fields after each edit.
private struct FileEditResolution {
  let input: ConditionInput
  let insertionPoints: [InsertionPoint]
  let track: UInt32?
  var edits: [MetadataEdit] = []

  /// Appends the edits to this file that result from an edit on the command line: no edits, one
  /// edit, or one edit per target.
  mutating func add(_ edit: FileEdit) throws(Failure) {
    switch edit {
    case .fixed(let edit): edits.append(edit)
    case .trackHeader(let assignment):
      guard let track else { return }
      let expanded = try assignment.expanded(for: input, word: nil)
      if let edit = try TrackAssignment.edit(expanded, track) { edits.append(.track(edit)) }
    case .assignment(let assignment, let word):
      let expanded = try assignment.expanded(for: input, word: word)
      // An empty value adds and removes nothing.
      guard !expanded.isEmpty || assignment.operation == .set else { return }
      let isRemoval = expanded.isEmpty || assignment.operation == .remove
      for target in try targets(of: word, isRemoval: isRemoval) {
        let edit = try expanded.edit(target)
        if assignment.isYear, isPresentYear(edit, of: target) { continue }
        edits.append(track.map { .onTrack($0, edit) } ?? edit)
      }
    case .replacement(let replacement):
      for target in try targets(of: replacement.word, isRemoval: true) {
        let old = values(of: target)
        if let new = try replacement.values(old, of: target, input) {
          edits.append(.set(target, new))
        }
      }
    }
  }

  /// Returns whether an edit sets a date to the year it already has.
  private func isPresentYear(_ edit: MetadataEdit, of target: EditTarget) -> Bool {
    guard case .set(_, let new) = edit.change, new.count == 1, let year = new[0].dateValue?.year
    else { return false }
    return values(of: target).first?.dateValue?.year == year
  }

  /// Returns the targets of a word in this file.
  private func targets(
    of word: FieldWord, isRemoval: Bool
  ) throws(Failure) -> [EditTarget] {
    switch word {
    case .field(let field): return [.field(field)]
    case .keys(let keys):
      return try keys.targets(
        in: input, insertionPoints: insertionPoints, track: track, isRemoval: isRemoval)
    }
  }

  // MARK: Values

  /// Returns the values after the edits so far.
  private func values(of target: EditTarget) -> [MetadataValue] {
    var values = present(target)
    for edit in edits {
      switch edit.change {
      case .set(target, let new): values = new
      case .add(target, let new): values += new.filter { !values.contains($0) }
      case .remove(target, let old): values.removeAll(where: old.contains)
      case .shift(let field, let seconds) where target == .field(field):
        values = values.map { $0.shifted(by: seconds) }
      case .clear: values = []
      default: break
      }
    }
    return values
  }

  /// Returns the values of a target in the file, before all edits.
  private func present(_ target: EditTarget) -> [MetadataValue] {
    guard let document = input.document else { return [] }
    switch target {
    case .field(let field):
      let all = document.values(of: field)
      guard all.isEmpty else { return all }
      return (input.values(of: .field(field, .whole)) ?? []).flatMap(ValueText.singles)
    case .items:
      return document.items.filter { $0.trackID == nil && target.matches($0) }
        .flatMap { ValueText.singles($0.value) }
    }
  }
}

extension MetadataValue {
  /// Returns the value moved by a number of seconds if it is a date that can be moved; otherwise,
  /// the value itself.
  fileprivate func shifted(by seconds: Int64) -> MetadataValue {
    dateValue?.shifted(by: seconds).map { .date($0) } ?? self
  }
}

extension ItemKeys {
  /// Returns the targets in a file: the existing items, or else, unless items are removed, the
  /// first target that the format supports.
  ///
  /// - Throws: ``Failure`` if there are several targets and the format supports none of them.
  func targets(
    in file: ConditionInput, insertionPoints: [InsertionPoint], track: UInt32? = nil,
    isRemoval: Bool
  ) throws(Failure) -> [EditTarget] {
    let items = (file.document?.items ?? []).lazy.filter { $0.trackID == track }
    let concerned = EditTarget.concerned(
      of: targets, items: items, insertionPoints: insertionPoints.filter { $0.trackID == track },
      isRemoval: isRemoval)
    if !concerned.isEmpty || isRemoval { return concerned }
    if targets.count == 1 { return targets }
    throw Failure(.refused, "refused", "this kind of file cannot store \(name)")
  }
}
