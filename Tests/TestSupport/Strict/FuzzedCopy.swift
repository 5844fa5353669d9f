import Foundation
import MetaCore

/// Two files in one input, as created by a fuzzer: the metadata of the first is copied to the
/// second.
///
///     0..2  size of the first file      3  how to treat existing metadata; losses
public struct FuzzedCopy {
  private let source: DataSource
  private let target: DataSource
  private let targetBytes: [UInt8]
  private let choice: UInt8

  /// How many bytes precede the files.
  public static let headSize = 4

  /// Parses an input; nil when it is too short.
  public init?(_ input: [UInt8]) {
    guard input.count > FuzzedCopy.headSize else { return nil }
    let size = input[..<3].reduce(0) { $0 << 8 | Int($1) }
    let files = input.dropFirst(FuzzedCopy.headSize)
    self.init(Array(files.prefix(size)), into: Array(files.dropFirst(size)), choice: input[3])
  }

  /// A copy of the metadata of one file into another; bit 2 of `choice` allows losses.
  public init(_ source: [UInt8], into target: [UInt8], choice: UInt8 = 4) {
    self.source = DataSource(source)
    self.target = DataSource(target)
    targetBytes = target
    self.choice = choice
  }

  private var mode: MetadataTransfer.Mode {
    switch choice & 3 {
    case 1: .merge
    case 2: .replace
    default: .set
    }
  }

  private var allowsLoss: Bool { choice & 4 != 0 }

  /// The outcome of a copy.
  public enum Outcome: Equatable {
    /// It was made, and these guarantees are broken.
    case done(broken: [String])
    /// One of the files is not read, or the copy is refused.
    case refused
  }

  /// Plans the copy, applies it in memory, and compares the new file with both.
  public func outcome() -> Outcome {
    guard let from = try? Inspector.inspect(source), let into = try? Inspector.inspect(target),
      from.items.count < 4000, into.items.count < 4000,
      let insertionPoints = try? Inspector.insertionPoints(of: into, in: target),
      let carried = try? MetadataTransfer(from, in: source)
    else { return .refused }
    var options = EditResolver.Options()
    options.source = target
    options.allowsLoss = allowsLoss
    var shape = LayoutConstraints(movement: .free)
    shape.allowsLoss = allowsLoss
    guard
      var resolved = try? EditResolver.resolve(
        carried.edits(of: into, mode), for: into, insertionPoints: insertionPoints, options: options
      ),
      let plan = try? Inspector.plan(resolved.edit, of: into, in: target, shape: shape)
    else { return .refused }
    do {
      try resolved.checkPromise(
        plan.rewrite, of: target, into, values: target, allowingLoss: allowsLoss)
    } catch is EditRefusal {
      return .refused
    } catch {
      return .done(broken: ["what was promised is not read: \(error)"])
    }
    return .done(broken: broken(plan.rewrite, from, into, resolved.losses))
  }

  private func broken(
    _ plan: RewritePlan, _ from: Document, _ into: Document, _ losses: [ConversionLoss]
  ) -> [String] {
    let bytes = plan.applied(to: targetBytes)
    let new = DataSource(bytes)
    guard let document = try? Inspector.inspect(new) else { return ["the new file is not read"] }
    var broken: [String] = []
    let found = FuzzedCopy.pictures(of: document, new)
    let known = Set(FuzzedCopy.pictures(of: from, source) + FuzzedCopy.pictures(of: into, target))
    if !Set(found).isSubset(of: known) { broken.append("a picture is of neither file") }
    let isWhole = !losses.contains { $0.field == .artwork } && !from.artwork.isEmpty
    if isWhole, mode != .merge || into.artwork.isEmpty {
      let wanted = from.artwork.compactMap { FuzzedCopy.bytes($0.data, source) }
      let covers = document.artwork.compactMap { FuzzedCopy.bytes($0.data, new) }
      if wanted.sorted(by: FuzzedCopy.isBefore) != covers.sorted(by: FuzzedCopy.isBefore) {
        broken.append("the covers are not those that were copied, and nothing is lost")
      }
    }
    return broken
  }

  private static func isBefore(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.lexicographicallyPrecedes(other)
  }

  /// Covers, and pictures of chapters.
  private static func pictures(of document: Document, _ source: DataSource) -> [[UInt8]] {
    (document.artwork.map(\.data) + document.chapters.compactMap(\.image))
      .compactMap { bytes($0, source) }
  }

  private static func bytes(_ data: DataValue, _ source: DataSource) -> [UInt8]? {
    (try? data.load(from: source)).map { Array($0.bytes) }
  }
}
