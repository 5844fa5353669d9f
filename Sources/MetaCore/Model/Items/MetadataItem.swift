/// A metadata value in the form in which a file stores it, with its key and data type, such as the
/// value of an iTunes atom, an ID3 frame or a Vorbis comment; the counterpart of AVFoundation's
/// `AVMetadataItem`.
///
/// Items are read from files (``Document/items``), or created for edits
/// (``MetadataEdit/setItem(_:)``). An item has the key and data type of its format, unlike the
/// fields of ``MetadataView``.
public struct MetadataItem: Sendable, Hashable, Codable {
  /// The key space of the key.
  public var keySpace: KeySpace
  /// The key in its key space.
  public var key: MetadataKey
  /// The decoded value.
  public var value: MetadataValue
  /// The data type with which the value is stored.
  public var dataType: DataType
  /// The container and the range of the entry in the file.
  public var location: ItemLocation
  private var rarities: AnnotationStorage

  /// Creates an item.
  public init(
    keySpace: KeySpace, key: MetadataKey, value: MetadataValue, dataType: DataType,
    language: LanguageTag? = nil, extraAttributes: [ExtraAttribute] = [],
    location: ItemLocation = ItemLocation()
  ) {
    self.keySpace = keySpace
    self.key = key
    self.value = value
    self.dataType = dataType
    self.location = location
    rarities =
      language == nil && extraAttributes.isEmpty
      ? .none : .some(Annotations(language: language, extraAttributes: extraAttributes))
  }

  /// The key space and key as one string.
  public var identifier: MetadataIdentifier { MetadataIdentifier(keySpace: keySpace, key: key) }

  /// The path of the container and the key, for findings.
  var path: StructurePath {
    let components = location.container.rawValue.split(separator: "/").map(String.init)
    return StructurePath(components + [key.description])
  }

  /// The value of the extra attribute with the given name, or nil.
  public subscript(extra name: ExtraAttribute.Name) -> MetadataValue? {
    rare?.extraAttributes.first { $0.name == name }?.value
  }
}

extension MetadataItem {
  /// Returns the same item with its bytes in memory, for use in another file.
  ///
  /// - Throws: ``ParseError``, as ``DataValue/load(from:limit:)`` does.
  package func loaded(from source: any ByteSource) throws(ParseError) -> MetadataItem {
    var item = self
    item.value = try value.loaded(from: source)
    return item
  }
}

/// Storage of the properties that most items lack, which is indirect so that copying an item is
/// cheap.
extension MetadataItem {
  /// The properties that most items lack: language, attributes, time range, track.
  private struct Annotations: Sendable, Hashable, Codable {
    var language: LanguageTag?
    var extraAttributes: [ExtraAttribute] = []
    var timeRange: MediaTimeRange?
    var trackID: UInt32?
  }

  /// The annotations of an item, or nothing; stored indirectly, so that an item without them is
  /// small and cheap to copy.
  private enum AnnotationStorage: Sendable, Hashable, Codable {
    case none
    indirect case some(Annotations)

    // The synthesised conformance needs a type of coding keys for each case, and each of these
    // types costs a search through all conformances in the program.
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      self = container.decodeNil() ? .none : .some(try container.decode(Annotations.self))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if case .some(let rare) = self {
        try container.encode(rare)
      } else {
        try container.encodeNil()
      }
    }
  }

  private var rare: Annotations? {
    guard case .some(let rare) = rarities else { return nil }
    return rare
  }

  /// Sets both properties with one allocation.
  mutating func annotate(language: LanguageTag?, extraAttributes: [ExtraAttribute]) {
    change {
      $0.language = language
      $0.extraAttributes = extraAttributes
    }
  }

  /// Appends the given extra attributes, if there are any.
  mutating func addExtraAttributes(_ extras: [ExtraAttribute]) {
    if case .none = rarities {
      if !extras.isEmpty { rarities = .some(Annotations(extraAttributes: extras)) }
    } else {
      extraAttributes += extras
    }
  }

  /// Changes the annotations; removes them if they are empty.
  private mutating func change(_ body: (inout Annotations) -> Void) {
    var changed = rare ?? Annotations()
    body(&changed)
    rarities = changed == Annotations() ? .none : .some(changed)
  }

  /// The annotations except for the time range; nil for most items.
  fileprivate var annotations: MetadataAnnotations? {
    guard case .some(let rare) = rarities else { return nil }
    return MetadataAnnotations(
      language: rare.language, extraAttributes: rare.extraAttributes, trackID: rare.trackID)
  }

  /// Whether the item describes the whole file rather than a track or a moment.
  var isOfWholeFile: Bool {
    guard let rare else { return true }
    return rare.trackID == nil && rare.timeRange == nil
  }

  /// The declared language of the value; nil when none is declared.
  public var language: LanguageTag? {
    get { rare?.language }
    set { change { $0.language = newValue } }
  }

  /// Additional attributes of the entry, such as description, owner, picture type, mean and name;
  /// often empty.
  public var extraAttributes: [ExtraAttribute] {
    get { rare?.extraAttributes ?? [] }
    set { change { $0.extraAttributes = newValue } }
  }

  /// The time range to which the item applies, for timed metadata.
  public var timeRange: MediaTimeRange? {
    get { rare?.timeRange }
    set { change { $0.timeRange = newValue } }
  }

  /// The track that the item belongs to, or nil for the whole file.
  public var trackID: UInt32? {
    get { rare?.trackID }
    set { change { $0.trackID = newValue } }
  }
}

/// The language, extra attributes and track of an item, for code that writes many items and reads
/// these properties in place, because copying an item costs as much as writing it.
package struct MetadataAnnotations {
  /// The language of the value.
  package let language: LanguageTag?
  /// Additional attributes of the entry.
  package let extraAttributes: [ExtraAttribute]
  /// The track that the item belongs to.
  package let trackID: UInt32?
}

extension [MetadataItem] {
  /// Returns the language, extra attributes and track of the item at the given index; nil for most
  /// items.
  package func annotations(at index: Int) -> MetadataAnnotations? {
    self[index].annotations
  }
}

/// An attribute of a metadata item in addition to its value, such as the description of a comment
/// or the type of a picture; the counterpart of AVFoundation's `extraAttributes`.
public struct ExtraAttribute: Sendable, Hashable, Codable {
  /// The name of an extra attribute, which is also its key in JSON.
  public struct Name: Sendable, Hashable, Codable, RawRepresentable {
    /// The name.
    public let rawValue: String
    /// Creates a name from its string.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A description (`COMM`, `TXXX`, `APIC`, `GEOB`); the counterpart of AVFoundation's `info`.
    public static let info = Name(rawValue: "info")
    /// The language declared by the entry itself, as the stored three letters or as a packed
    /// number.
    public static let language = Name(rawValue: "language")
    /// The country of an iTunes or QuickTime value.
    public static let country = Name(rawValue: "country")
    /// The type of an attached picture, as in the APIC table.
    public static let pictureType = Name(rawValue: "pictureType")
    /// The declared MIME type.
    public static let mime = Name(rawValue: "mime")
    /// The owner of a private frame or a unique file identifier frame.
    public static let owner = Name(rawValue: "owner")
    /// The domain of a freeform item.
    public static let mean = Name(rawValue: "mean")
    /// The name of a freeform item, or the name atom of another item.
    public static let name = Name(rawValue: "name")
    /// The file name inside an encapsulated object.
    public static let fileName = Name(rawValue: "fileName")
    /// The e-mail address of a popularimeter.
    public static let email = Name(rawValue: "email")
    /// Frame flags that are set, as text.
    public static let flags = Name(rawValue: "flags")
    /// The unit of a measurement.
    public static let unit = Name(rawValue: "unit")
    /// The device that made a measurement.
    public static let device = Name(rawValue: "device")
    /// The text encoding of a frame.
    public static let encoding = Name(rawValue: "encoding")
  }

  /// The name.
  public let name: Name
  /// The value.
  public let value: MetadataValue

  /// Creates an attribute.
  public init(_ name: Name, _ value: MetadataValue) {
    self.name = name
    self.value = value
  }
}

/// The location of a stored item: its container, and the range of its whole entry in the file.
public struct ItemLocation: Sendable, Hashable, Codable {
  /// The structure that contains the entry; ``MetadataContainer`` identifies it by its path.
  public var container: MetadataContainer
  /// The file offset of the whole entry, including its header.
  public var offset: Int64
  /// The size of the whole entry in bytes.
  public var size: Int64

  /// Creates the location of an item that is not in a file.
  public init() { self.init(container: .none) }

  /// Creates a location.
  package init(container: MetadataContainer, offset: Int64 = 0, size: Int64 = 0) {
    self.container = container
    self.offset = offset
    self.size = size
  }
}

/// A structure in a file that contains metadata items, identified by its path, such as
/// `moov/udta/meta/ilst` or `ID3v2.4`.
public struct MetadataContainer: Sendable, Hashable, Codable, RawRepresentable {
  /// The index of a standard path, or the number of an interned path.
  private let number: UInt32

  /// Creates a container from its path.
  public init(rawValue: String) {
    let index = MetadataContainer.names.firstIndex(of: rawValue)
    number = index.map { UInt32(clamping: $0) } ?? InternedName(rawValue).number
  }

  /// The structure path as text.
  public var rawValue: String {
    let index = Int(number)
    return MetadataContainer.names.indices.contains(index)
      ? MetadataContainer.names[index] : InternedName(number: number).text
  }

  /// Whether two containers have the same path; compares their numbers, which correspond one-to-one
  /// to paths.
  public static func == (left: MetadataContainer, right: MetadataContainer) -> Bool {
    left.number == right.number
  }

  /// Hashes the number.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }

  /// The container of an item that was created in memory.
  package static let none = MetadataContainer()

  private init() { number = 0 }

  // Standard paths have fixed numbers, which need neither a lock nor a place among interned names.
  private static let names = [
    "", "moov/udta/meta/ilst", "moov/udta", "ID3v2.3", "ID3v2.4", "ID3v2.2", "ID3v1", "APEv2",
    "LIST/INFO", "FORM", "moov/meta/ilst", "moov/trak/udta",
  ]
}

extension MetadataItem: CustomStringConvertible {
  /// The identifier, the language in parentheses if there is one, and the value, as in
  /// `itsk/%A9nam: Blue`; a binary value is represented by its size.
  public var description: String {
    let language = language.map { " (\($0))" } ?? ""
    return "\(identifier)\(language): \(value)"
  }
}
