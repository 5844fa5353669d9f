/// The reason why a value of a field, a picture, a chapter or an item, or a part of it, cannot be
/// stored in a file or under the keys of a key space (ID3, iTunes, Vorbis comments).
public struct ConversionLoss: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason why a value is not stored completely, such as a missing key or a wrong type.
  @nonexhaustive
  public enum Reason: String, Sendable, Hashable {
    /// The key space has no key for the field.
    case noKey
    /// The key requires another type of value.
    case wrongType
    /// The key holds only one value.
    case oneValueOnly
    /// The value is out of range for the key.
    case outOfRange
    /// The key stores the value with less precision.
    case lessPrecise
    /// The key stores the value as part of a larger value, which cannot be created from this field
    /// alone.
    case partOfAnother
  }

  /// The affected field; nil if the key belongs to no field.
  public let field: Field?
  /// The key space that cannot hold the value.
  public let keySpace: KeySpace
  /// The kind of loss.
  public let reason: Reason
  /// A sentence that describes the loss.
  public let description: String
  /// Whether no other key may be used instead, because the value itself is wrong: a number that is
  /// out of range is an error.
  var isFinal = false

  init(_ reason: Reason, _ field: Field?, _ keySpace: KeySpace, _ description: String) {
    self.field = field
    self.keySpace = keySpace
    self.reason = reason
    self.description = description
  }
}

/// The result of an ``ItemConverter``, for a value of a field or for an item: the items of the
/// target key space, and the losses.
public struct Conversion: Sendable {
  /// The items; empty if the key space cannot hold the value.
  public var items: [MetadataItem] = []
  /// The losses; empty if the items hold the complete value.
  public var losses: [ConversionLoss] = []
}

extension Diagnostic.Code {
  /// Creates the code for a loss that is allowed, and only reported.
  init(_ reason: ConversionLoss.Reason) { self.init(rawValue: reason.rawValue) }
}
