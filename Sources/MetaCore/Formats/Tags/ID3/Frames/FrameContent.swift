/// The decoded fields of an ID3v2 frame, in the form in which an item stores them: the output of
/// ``FrameReader`` and the input of ``FrameWriter``.
struct FrameContent: Sendable, Hashable {
  /// The value, if it is a single field.
  var value: MetadataValue?
  /// The named parts of the value, if it has several fields.
  var parts: [MetadataValue.Part] = []
  /// The attributes in addition to the value.
  var extras: [ExtraAttribute] = []
  /// The text encoding declared by the frame.
  var encoding = ID3TextEncoding.latin1

  /// The value, or the record of the parts.
  var wholeValue: MetadataValue { value ?? .record(parts) }

  init() {}

  /// Creates the content from an item.
  init(_ item: MetadataItem) {
    if case .record(let parts) = item.value { self.parts = parts }
    value = item.value
    extras = item.extraAttributes
    let declared = item[extra: .encoding]?.stringValue ?? item.dataType.name
    encoding = ID3TextEncoding(name: declared) ?? .latin1
  }

  /// Stores a field's value at the given place; empty strings are omitted from the extra
  /// attributes.
  mutating func store(_ value: MetadataValue, at place: FrameField.ItemComponent) {
    switch place {
    case .none: break
    case .value: self.value = value
    case .part(let name): parts.append(MetadataValue.Part(name, value))
    case .extra(let name):
      if case .string("") = value { return }
      extras.append(ExtraAttribute(name, value))
    }
  }

  /// Returns the value at the given place, or nil.
  func value(at place: FrameField.ItemComponent) -> MetadataValue? {
    switch place {
    case .none: nil
    case .value: value
    case .part(let name): parts.first { $0.name == name }?.value
    case .extra(let name): extras.first { $0.name == name }?.value
    }
  }
}

extension ExtraAttribute.Name {
  /// The image format of an ID3v2.2 `PIC` frame, if no MIME type is equivalent.
  static let format = ExtraAttribute.Name(rawValue: "format")
  /// The group of a frame.
  static let group = ExtraAttribute.Name(rawValue: "group")
  /// The encryption method of a frame.
  static let encryptionMethod = ExtraAttribute.Name(rawValue: "encryptionMethod")
  /// The size in bytes of the plain content of an encrypted frame, if the frame declares it.
  static let dataLength = ExtraAttribute.Name(rawValue: "dataLength")
}
