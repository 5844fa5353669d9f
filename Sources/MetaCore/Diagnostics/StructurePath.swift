/// The location of a structure in a file, as its own name after those of the structures that
/// contain it, such as `moov/udta/meta/ilst/©nam` (MP4) or `ID3v2.4/APIC#2`.
///
/// Errors and findings have one; each level of a parser prepends its own name. It is empty for the
/// whole file.
public struct StructurePath: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The names from the outermost to the innermost.
  public private(set) var components: [String]

  /// Creates a path from its names, outermost first.
  public init(_ components: [String] = []) { self.components = components }

  /// Returns the path of the same structure, with `name` as an additional outermost level.
  public func inside(_ name: String) -> StructurePath { StructurePath([name] + components) }

  /// Returns the path of the structure `name` inside this one.
  public func appending(_ name: String) -> StructurePath { StructurePath(components + [name]) }

  /// The names joined by `/`.
  public var description: String { components.joined(separator: "/") }

  /// Returns a sentence about this structure.
  ///
  /// `damage` names the kind of damage; an offset of 0 is included only with it.
  func sentence(_ reason: String, damage: String?, at offset: Int64?) -> String {
    let place = components.isEmpty ? "" : "\(self): "
    if let damage {
      return place + damage + (offset.map { " at byte \($0)" } ?? "") + " (\(reason))"
    }
    // Without damage, the offset 0 usually means that there is no single offset.
    return place + reason + (offset.flatMap { $0 > 0 ? " (at byte \($0))" : nil } ?? "")
  }
}
