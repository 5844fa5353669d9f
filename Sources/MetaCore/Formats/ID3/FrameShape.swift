/// What the content of a frame is made of: a row of fields that are read and written one after the other.
///
/// Adding a frame whose shape is known is one row in ``ID3FrameTable``; adding a shape is one row there, too, as long as its
/// fields are among ``FrameField/Kind``.
struct FrameShape: Sendable, Hashable {
  /// The name by which frames refer to it.
  let name: String
  /// How the value of such a frame is stored.
  let storage: FrameStorage
  /// The fields in front, read in order.
  let fields: [FrameField]
  /// What the bytes behind the fields are.
  let tail: FrameTail

  /// Whether the frame begins with the byte that names its text encoding.
  let hasEncoding: Bool
  /// Whether the frame declares a language.
  let hasLanguage: Bool
  /// Whether the frame is nothing but texts.
  let isPlainText: Bool

  init(name: String, storage: FrameStorage, fields: [FrameField], tail: FrameTail) {
    self.name = name
    self.storage = storage
    self.fields = fields
    self.tail = tail
    hasEncoding = fields.first?.kind == .encoding
    hasLanguage = fields.contains { $0.kind == .language }
    isPlainText = name == "text"
  }
}

/// How the value of a frame is stored; what an item's data type is made of.
enum FrameStorage: String, Sendable, Hashable {
  /// Text in the encoding that the frame declares.
  case text
  /// Text in Latin-1, whatever the frame declares.
  case latin1
  /// Bytes.
  case raw
  /// A picture of a declared type.
  case image
  /// A whole number of as many bytes as there are.
  case uint
  /// Several parts.
  case record
}

/// What stands behind the last field of a frame.
enum FrameTail: Sendable, Hashable {
  /// Nothing.
  case none
  /// Bytes, which are left in the file when they are many.
  case binary(FrameField.Place)
  /// Frames.
  case frames
}

/// One field of a frame.
struct FrameField: Sendable, Hashable {
  /// The form of the bytes.
  enum Kind: Sendable, Hashable {
    /// The byte that names the encoding of all text fields (ID3v2.4 §4).
    case encoding
    /// Three letters of ISO 639-2.
    case language
    /// Latin-1, ended by a zero or by the frame.
    case latin1
    /// Latin-1 texts to the end of the frame, with zeros between.
    case latin1List
    /// A URL: Latin-1 up to a zero or to the end of the frame.
    case url
    /// Latin-1 of fixed length.
    case characters(Int)
    /// Text in the declared encoding, ended by its zero or by the frame.
    case text
    /// Texts in the declared encoding to the end of the frame, with zeros between.
    case textList
    /// The three letters that stand for a picture's MIME type in 2.2.
    case imageFormat
    /// A number of fixed width.
    case integer(Int)
    /// A number that takes the rest of the frame.
    case counter
    /// A 32-bit floating-point number.
    case float
    /// Roles and names.
    case people
    /// Texts, each with a time.
    case timedTexts
    /// Adjustments of channels (RVA2).
    case channels
    /// Adjustments and peaks of speakers (RVAD, RVA).
    case speakers
    /// Frequencies and adjustments (EQU2).
    case points
    /// Frequencies and adjustments (EQUA, EQU).
    case bands
    /// Kinds and times of events (ETCO).
    case events
    /// Tempos and times (SYTC).
    case tempos
    /// Fractions of the sound (ASPI).
    case seekPoints
    /// Name, originator and amount of a gain (RGAD).
    case gain
    /// The two flags of a table of contents.
    case contentsFlags
    /// A count and that many ids, each ended by a zero.
    case ids
  }

  /// Where in an item the field goes.
  enum Place: Sendable, Hashable {
    /// It governs other fields.
    case none
    /// It is the value.
    case value
    /// It is a part of the value.
    case part(String)
    /// It is an extra attribute.
    case extra(ExtraAttribute.Name)
  }

  let kind: Kind
  let place: Place
  /// Whether the frame may end before it.
  let isOptional: Bool
}

extension FrameShape {
  /// Makes a shape of a row: name, storage, and fields `kind:place` with blanks between.
  ///
  /// A place is `=` (the value), `@name` (an extra attribute) or the name of a part; `?` behind the kind makes a field
  /// optional. Nil when a word is unknown.
  init?(row: Substring) {
    var words = row.split(separator: " ")[...]
    guard let name = words.popFirst(), let storage = words.popFirst(),
      let kind = FrameStorage(rawValue: String(storage))
    else { return nil }
    var fields: [FrameField] = []
    var tail = FrameTail.none
    for word in words {
      let (form, isOptional, place) = FrameShape.split(word)
      switch form {
      case "binary": tail = .binary(place)
      case "frames": tail = .frames
      default:
        guard let kind = FrameField.Kind(form) else { return nil }
        fields.append(FrameField(kind: kind, place: place, isOptional: isOptional))
      }
    }
    self.init(name: String(name), storage: kind, fields: fields, tail: tail)
  }

  private static func split(_ word: Substring) -> (Substring, Bool, FrameField.Place) {
    let halves = word.split(separator: ":", maxSplits: 1)
    let form = halves.first ?? ""
    let isOptional = form.last == "?"
    let target = halves.count > 1 ? halves[1] : ""
    let place: FrameField.Place =
      switch target.first {
      case nil: .none
      case "=": .value
      case "@": .extra(ExtraAttribute.Name(rawValue: String(target.dropFirst())))
      default: .part(String(target))
      }
    return (isOptional ? form.dropLast() : form, isOptional, place)
  }
}

extension FrameField.Kind {
  /// The kind of a name in a row, or nil.
  init?(_ name: Substring) {
    guard let kind = FrameField.Kind.names[String(name)] else { return nil }
    self = kind
  }

  private static let names: [String: FrameField.Kind] = [
    "encoding": .encoding, "language": .language, "latin1": .latin1, "latin1List": .latin1List,
    "url": .url, "chars3": .characters(3), "chars4": .characters(4), "chars8": .characters(8),
    "text": .text, "textList": .textList, "imageFormat": .imageFormat, "u8": .integer(1),
    "u16": .integer(2), "u24": .integer(3), "u32": .integer(4), "counter": .counter,
    "float": .float, "people": .people, "timedTexts": .timedTexts, "channels": .channels,
    "speakers": .speakers, "points": .points, "bands": .bands, "events": .events,
    "tempos": .tempos, "seekPoints": .seekPoints, "gain": .gain,
    "contentsFlags": .contentsFlags, "ids": .ids,
  ]
}
