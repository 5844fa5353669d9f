/// The layout of an ID3v2 frame's content: a list of fields that are read and written in sequence,
/// followed by a ``FrameTail``.
///
/// Many frames have the same shape; ``ID3FrameTable`` has the shape of each frame.
///
/// A new frame with a known shape requires one row in ``ID3FrameTable``; a new shape also requires
/// one row there, if its fields are of existing kinds (``FrameField/Kind``).
struct FrameShape: Sendable, Hashable {
  /// The name by which frames refer to the shape.
  let name: String
  /// The form in which the value is stored.
  let storage: FrameStorage
  /// The fields before the tail, in order.
  let fields: [FrameField]
  /// The bytes after the fields.
  let tail: FrameTail

  /// Whether the frame begins with a text encoding byte.
  let hasEncoding: Bool
  /// Whether the frame declares a language.
  let hasLanguage: Bool
  /// Whether this is the shape `text`: an encoding and a list of strings.
  let isPlainText: Bool

  init(
    _ name: String, _ storage: FrameStorage, _ fields: [FrameField] = [], tail: FrameTail = .none
  ) {
    self.name = name
    self.storage = storage
    self.fields = fields
    self.tail = tail
    hasEncoding = fields.first?.kind == .encoding
    hasLanguage = fields.contains { $0.kind == .language }
    isPlainText = name == "text"
  }
}

/// The form in which an ID3v2 frame stores its value, from which the data type of its item is
/// derived.
enum FrameStorage: Sendable, Hashable {
  /// Text in the encoding declared by the frame.
  case text
  /// Text in Latin-1, whatever encoding the frame declares.
  case latin1
  /// Bytes.
  case raw
  /// An image of a declared type.
  case image
  /// An integer in all remaining bytes.
  case uint
  /// Several parts.
  case record
}

/// The content after the last field of an ID3v2 frame: nothing, bytes such as a picture, or nested
/// frames.
enum FrameTail: Sendable, Hashable {
  /// No content.
  case none
  /// Bytes, which stay in the file if there are many.
  case binary(FrameField.ItemComponent)
  /// Nested frames.
  case frames
}

/// One field in the layout of an ID3v2 frame: the form of its bytes, and the part of the item that
/// contains its value.
struct FrameField: Sendable, Hashable {
  /// The form in which the bytes of an ID3v2 field encode its value, such as text, an integer or a
  /// list of times.
  enum Kind: Sendable, Hashable {
    /// The encoding byte of all text fields (ID3v2.4 §4).
    case encoding
    /// A three-letter code of ISO 639-2.
    case language
    /// Latin-1 text, terminated by a zero or the end of the frame.
    case latin1
    /// Latin-1 strings up to the end of the frame, separated by zeros.
    case latin1List
    /// A URL: Latin-1 up to a zero or the end of the frame.
    case url
    /// Latin-1 text of fixed length.
    case characters(Int)
    /// Text in the declared encoding, terminated by its zero or the end of the frame.
    case text
    /// Strings in the declared encoding up to the end of the frame, separated by zeros.
    case textList
    /// The three-letter image format in 2.2.
    case imageFormat
    /// A number of fixed width.
    case integer(Int)
    /// A number in all remaining bytes.
    case counter
    /// A 32-bit floating-point number.
    case float
    /// Roles and names.
    case people
    /// Strings, each with a time.
    case timedTexts
    /// Channel adjustments (RVA2).
    case channels
    /// Speaker adjustments and peaks (RVAD, RVA).
    case speakers
    /// Frequencies and adjustments (EQU2).
    case points
    /// Frequencies and adjustments (EQUA, EQU).
    case bands
    /// Kinds and times of events (ETCO).
    case events
    /// Tempos and times (SYTC).
    case tempos
    /// Positions as fractions of the audio (ASPI).
    case seekPoints
    /// The name, originator and amount of a gain (RGAD).
    case gain
    /// The two flags of a table of contents.
    case contentsFlags
    /// A count, and that number of zero-terminated IDs.
    case ids
  }

  /// The part of a metadata item in which the value of an ID3v2 field is stored and from which the
  /// field is written.
  enum ItemComponent: Sendable, Hashable {
    /// No part of the item: the field affects other fields.
    case none
    /// The value.
    case value
    /// A part of the value.
    case part(String)
    /// An extra attribute.
    case extra(ExtraAttribute.Name)
  }

  let kind: Kind
  let place: ItemComponent
  /// Whether the frame may end before the field.
  let isOptional: Bool

  init(_ kind: Kind, _ place: ItemComponent, isOptional: Bool = false) {
    self.kind = kind
    self.place = place
    self.isOptional = isOptional
  }
}

// Short names for the rows in ``ID3FrameTable``.
extension FrameField {
  /// Returns a field that affects other fields.
  static func governing(_ kind: Kind) -> FrameField { FrameField(kind, .none) }
  /// Returns a field that is the value.
  static func value(_ kind: Kind) -> FrameField { FrameField(kind, .value) }
  /// Returns a field that is a part of the value.
  static func part(_ kind: Kind, _ name: String) -> FrameField { FrameField(kind, .part(name)) }
  /// Returns a field that is an extra attribute.
  static func extra(_ kind: Kind, _ name: ExtraAttribute.Name) -> FrameField {
    FrameField(kind, .extra(name))
  }

  /// The same field, but optional: the frame may end before it.
  var optional: FrameField { FrameField(kind, place, isOptional: true) }
}
