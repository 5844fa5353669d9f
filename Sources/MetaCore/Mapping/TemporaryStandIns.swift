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
