/// What says something about a person, a place or a device instead of the work, and goes when private data are cleared.
public enum PrivateData {
  /// What they are about.
  @nonexhaustive
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Where it was recorded, and how the camera moved.
    case location
    /// With which kind of device, lens and version of its software.
    case device
    /// The number of one device, one copy of a file, or one state of its making.
    case serial
    /// Who owns it or made the file, and whose account it is.
    case account
    /// What was bought, where, for how much, and under which numbers of a store.
    case purchase
    /// What only the program that wrote it understands, put there under its own name.
    case program
  }

  /// One thing in a file.
  public struct Finding: Sendable, Hashable {
    /// What it is about; nil when nobody can know.
    public var kind: Kind?
    /// Where it stands: a path of the structure.
    public var place: String
    /// What it is: an identifier, or words.
    public var name: String

    /// Makes a finding.
    package init(_ kind: Kind?, _ place: String, _ name: String) {
      self.kind = kind
      self.place = place
      self.name = name
    }
  }

  /// What was found in a file.
  public struct Report: Sendable, Hashable {
    /// What goes.
    public var removed: [Finding] = []
    /// What stays, because it is media or not understood.
    public var left: [Finding] = []

    /// An empty report.
    package init() {}

    /// Both reports together.
    static func + (one: Report, other: Report) -> Report {
      var sum = one
      sum.removed += other.removed
      sum.left += other.left
      return sum
    }

    /// Both reports, with what both say said once.
    package func joined(with other: Report) -> Report {
      var sum = self
      for finding in other.removed where !sum.removed.contains(finding) {
        sum.removed.append(finding)
      }
      for finding in other.left where !sum.left.contains(finding) { sum.left.append(finding) }
      return sum
    }
  }
}
