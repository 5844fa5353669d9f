/// Why a value, or a part of it, cannot be kept under the keys of a key space.
public struct ConversionLoss: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of loss it is.
  @nonexhaustive
  public enum Reason: String, Sendable, Hashable {
    /// The key space has no key for the field.
    case noKey
    /// The key holds values of another type.
    case wrongType
    /// The key holds one value, and there are more.
    case oneValueOnly
    /// The value is outside what the key can hold.
    case outOfRange
    /// The key holds the value less precisely.
    case lessPrecise
    /// The key is a part of a larger value that cannot be made of the field alone.
    case partOfAnother
  }

  /// The field whose value it is; nil when it is that of a key which no field has.
  public let field: Field?
  /// The key space that cannot hold it.
  public let keySpace: KeySpace
  /// What kind of loss it is.
  public let reason: Reason
  /// The loss in a sentence.
  public let description: String
  /// Whether no other key may take the value instead: a number that its key cannot hold is an error.
  var isFinal = false

  init(_ reason: Reason, _ field: Field?, _ keySpace: KeySpace, _ description: String) {
    self.field = field
    self.keySpace = keySpace
    self.reason = reason
    self.description = description
  }
}

/// Items that were made of a value, and what of it they do not hold.
public struct Conversion: Sendable {
  /// The items; none when the key space cannot hold the value at all.
  public var items: [MetadataItem] = []
  /// What is lost; nothing when the items hold all of the value.
  public var losses: [ConversionLoss] = []
}

extension Diagnostic.Code {
  /// The code of a loss that is allowed, and only reported.
  init(_ reason: ConversionLoss.Reason) { self.init(rawValue: reason.rawValue) }
}
