/// Where in the structure of a file something stands: `moov/udta/meta/ilst/©nam`, `ID3v2.4/APIC#2`.
public struct StructurePath: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The names from the outermost to the innermost.
  public private(set) var components: [String]

  /// Makes a path of its names, outermost first.
  public init(_ components: [String] = []) { self.components = components }

  /// The same place, seen from one level further out.
  public func inside(_ name: String) -> StructurePath { StructurePath([name] + components) }

  /// A place one level further in.
  public func appending(_ name: String) -> StructurePath { StructurePath(components + [name]) }

  /// The names joined by `/`.
  public var description: String { components.joined(separator: "/") }
}
