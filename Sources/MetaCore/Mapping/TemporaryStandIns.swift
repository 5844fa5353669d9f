// Stands in until the field table lands; deleted by it.
public struct Field: Sendable {
  public var name: String { "" }
  public var jsonType: String { "" }
  public var aliases: [String] { [] }
  public var commonKey: CommonKey? { nil }
  public var keys: [(space: KeySpace, keys: [String])] { [] }
  public static let all: [Field] = []
  public static func named(_ text: String) -> Field? { nil }
}
public struct MetadataView: Sendable {
  public struct Entry: Sendable {
    public let field: Field
    public let value: MetadataValue
  }
  public let entries: [Entry] = []
  public init(_ document: Document) {}
}
public struct Artwork: Sendable {
  public struct Kind: Sendable { public let rawValue: String }
  public var index: Int
  public var kind: Kind
  public var mime: String?
  public var declaredMime: String?
  public var width: Int?
  public var height: Int?
  public var description: String?
  public var data: DataValue
}
extension Document { public var artwork: [Artwork] { [] } }
extension MetadataItem { public var commonKey: CommonKey? { nil } }
extension MetadataDate: CustomStringConvertible { public var description: String { "" } }
public struct KnownIdentifier: Sendable {
  public let constant: String
  public let identifier: String
  public let keySpace: String
}
extension MetadataIdentifier { public static let known: [KnownIdentifier] = [] }
