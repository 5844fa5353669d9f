internal import ArgumentParser

/// How what a command prints becomes results.
enum ResultForm: Sendable {
  /// Pieces of text, one behind the other.
  case text
  /// Each JSON value is one.
  case values
  /// JSON about files, one by one: the elements of lists, and what stands on lines of its own.
  case files

  /// The form of a command with the options that it was given.
  init(of command: any ParsableCommand) {
    let (form, isJSON): (ResultForm, Bool) =
      switch command {
      case let verb as Dump: (.files, verb.format == .json || verb.format == .ndjson)
      case let verb as ArtList: (.files, verb.format == .json)
      case let verb as ArtExtract: (.files, verb.manifest)
      case let verb as Undo: (.files, verb.json)
      case let verb as Rename: (.files, verb.json)
      case let verb as Recover: (.files, verb.json)
      case let verb as ChaptersList: (.values, verb.format == .json)
      case let verb as ChaptersExport: (.values, verb.format == .json)
      case let verb as Diff: (.values, verb.format == .json)
      case let verb as Tree: (.values, verb.format == .json)
      case let verb as Fields: (.values, verb.format == .json)
      case let verb as Verify: (.files, verb.format == .json)
      case let verb as Export: (.values, verb.json)
      default: (.files, ResultForm.write(of: command)?.json ?? false)
      }
    self = isJSON ? form : .text
  }

  /// What a verb that writes was asked for.
  private static func write(of command: any ParsableCommand) -> WriteOptions? {
    switch command {
    case let verb as SetFields: verb.write
    case let verb as Clear: verb.write
    case let verb as Copy: verb.write
    case let verb as Apply: verb.write
    case let verb as ArtSet: verb.pictures.write
    case let verb as ArtAdd: verb.pictures.write
    case let verb as ArtRemove: verb.write
    case let verb as ChaptersImport: verb.write
    case let verb as ChaptersClear: verb.write
    default: nil
    }
  }
}

/// Takes JSON that was written here apart into values of one line each; it may come in pieces.
struct JSONValues {
  /// Whether the elements of a list are values of their own.
  var takesListsApart = false
  private var value: [UInt8] = []
  private var depth = 0
  private var isInText = false
  private var isEscaped = false

  init(takesListsApart: Bool = false) { self.takesListsApart = takesListsApart }

  /// Reads more; `body` is told of each value that is complete.
  mutating func read(_ bytes: [UInt8], _ body: ([UInt8]) -> Void) {
    for byte in bytes {
      if isInText {
        value.append(byte)
        passText(byte)
      } else if isStructure(byte) {
        value.append(byte)
      }
      if depth == 0, !isInText, !value.isEmpty {
        body(value)
        value.removeAll(keepingCapacity: true)
      }
    }
  }

  private mutating func passText(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInText = false
    }
  }

  /// Whether a byte outside of texts is a part of the value.
  private mutating func isStructure(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x0A, 0x0D, 0x09: return false
    case UInt8(ascii: "\""): isInText = true
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      if depth == 0, takesListsApart, byte == UInt8(ascii: "[") { return false }
      depth += 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      if depth == 0 { return false }
      depth -= 1
    case UInt8(ascii: ","): return depth > 0
    default: break
    }
    return true
  }
}
