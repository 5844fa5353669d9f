/// A namespace for types that describe private data, which is about a person, a place or a device
/// rather than about the work.
///
/// ``MetadataEdit/clearPrivate`` and the filter ``MetadataFilter/forSharing`` remove it, except for
/// data in media or with an unknown meaning, which is only reported.
public enum PrivateData {
  /// The kinds of private data: a place, a device, a serial number, a person, a purchase,
  /// program-specific data.
  @nonexhaustive
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Where the recording was made, or the movement of the camera.
    case location
    /// The device, its lens and its software version.
    case device
    /// A number that identifies a device, a copy of a file, or a state of its production.
    case serial
    /// The owner or creator, and their accounts.
    case account
    /// A purchase: item, place, price, and store numbers.
    case purchase
    /// Data that only the program that wrote it understands, under that program's own key.
    case program
  }

  /// A piece of private data in a file: its kind and its location.
  public struct Finding: Sendable, Hashable {
    /// The kind of data; nil when it is unknown.
    public var kind: Kind?
    /// The structure path at which the data is stored.
    public var place: String
    /// An identifier, or a description in words.
    public var name: String

    /// Creates a finding.
    package init(_ kind: Kind?, _ place: String, _ name: String) {
      self.kind = kind
      self.place = place
      self.name = name
    }
  }

  /// The private data in a file that an edit or export removes, and the data that remains and may
  /// be private.
  ///
  /// ``PlannedEdit/privacy`` and ``ExportDraft/privacy`` return it.
  public struct Report: Sendable, Hashable {
    /// The removed data.
    public var removed: [Finding] = []
    /// The data that remains: for example, because it is media, because its meaning is unknown, or
    /// because it cannot be inspected.
    public var left: [Finding] = []

    /// Creates an empty report.
    package init() {}

    /// Combines two reports.
    static func + (one: Report, other: Report) -> Report {
      var sum = one
      sum.removed += other.removed
      sum.left += other.left
      return sum
    }

    /// Combines two reports without duplicates.
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
