/// A time as a count of units, `timescale` of which make one second; AVFoundation's `CMTime`.
public struct MediaTime: Sendable, Hashable, Codable {
  /// How many units.
  public var value: Int64
  /// How many units make one second; above zero.
  public let timescale: UInt32

  /// Makes a time, or nil when the time scale is zero.
  public init?(value: Int64, timescale: UInt32) {
    guard timescale > 0 else { return nil }
    self.value = value
    self.timescale = timescale
  }

  /// Reads a time as people write it: `90`, `1:30`, `00:01:30.5`; nil when it is none.
  ///
  /// At most nine digits behind the point count.
  public init?(clock text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let last = parts.last else { return nil }
    let pieces = last.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = pieces.count > 1 ? pieces[1].prefix(9) : ""
    var scale: Int64 = 1
    for _ in fraction { scale *= 10 }
    var seconds: Int64 = 0
    for part in parts.dropLast() + [pieces[0]] {
      guard part.allSatisfy(\.isASCII), let number = UInt32(part), part.first != "+" else {
        return nil
      }
      seconds = seconds * 60 + Int64(number)
    }
    guard pieces.count == 1 || !fraction.isEmpty, fraction.allSatisfy(\.isASCII),
      let below = fraction.isEmpty ? 0 : UInt32(fraction), fraction.first != "+",
      seconds < 1 << 32
    else { return nil }
    self.init(value: seconds * scale + Int64(below), timescale: UInt32(scale))
  }

  /// The time in seconds.
  public var seconds: Double { Double(value) / Double(timescale) }
}

extension MediaTime {
  private enum CodingKeys: CodingKey { case value, timescale }

  /// Reads both numbers.
  ///
  /// - Throws: `DecodingError` when they are not there, or the time scale is zero.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let value = try container.decode(Int64.self, forKey: .value)
    let timescale = try container.decode(UInt32.self, forKey: .timescale)
    guard let time = MediaTime(value: value, timescale: timescale) else {
      throw DecodingError.dataCorruptedError(
        forKey: .timescale, in: container, debugDescription: "a time scale of zero")
    }
    self = time
  }
}

/// A stretch of time; AVFoundation's `CMTimeRange`.
public struct MediaTimeRange: Sendable, Hashable, Codable {
  /// Where it begins.
  public var start: MediaTime
  /// Where it ends.
  public var end: MediaTime

  /// Makes a range.
  public init(start: MediaTime, end: MediaTime) {
    self.start = start
    self.end = end
  }
}
