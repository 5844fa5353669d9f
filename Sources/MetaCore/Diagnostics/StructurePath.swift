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

  /// What happened there, as a sentence; `damage` names what is wrong with the bytes, whose offset is then always given.
  func sentence(_ reason: String, damage: String?, at offset: Int64?) -> String {
    let place = components.isEmpty ? "" : "\(self): "
    if let damage {
      return place + damage + (offset.map { " at byte \($0)" } ?? "") + " (\(reason))"
    }
    // At the beginning of a file the offset says nothing.
    return place + reason + (offset.flatMap { $0 > 0 ? " (at byte \($0))" : nil } ?? "")
  }
}
