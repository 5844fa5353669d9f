internal import MetaCore

/// Parses durations for moving dates (`date+=1h30m`) and for conditions, such as `90s`, `1h`,
/// `1h30m`, `2d`, `1w`, `1:30` or `01:30:15`.
///
/// Here, `1:30` is hours and minutes. Conditions first try the notation of `MediaTime`, in which it
/// is minutes and seconds.
enum TimeShift {
  /// Returns a duration in seconds, or nil for other text.
  static func seconds(_ text: String) -> Int64? {
    text.contains(":") ? clock(text) : units(text)
  }

  /// Parses `hours:minutes` or `hours:minutes:seconds`.
  private static func clock(_ text: String) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { UInt32($0) }
    guard (2...3).contains(parts.count), !parts.contains(nil) else { return nil }
    var seconds: Int64 = 0
    for case let part? in parts { seconds = seconds * 60 + Int64(part) }
    return parts.count == 2 ? seconds * 60 : seconds
  }

  /// Parses numbers with units.
  private static func units(_ text: String) -> Int64? {
    var seconds: Int64 = 0
    var rest = text[...]
    while !rest.isEmpty {
      let digits = rest.prefix { ("0"..."9").contains($0) }
      guard let number = UInt32(digits), let unit = rest.dropFirst(digits.count).first,
        let size = sizes[unit]
      else { return nil }
      let (sum, isTooLarge) = seconds.addingReportingOverflow(Int64(number) * size)
      guard !isTooLarge else { return nil }
      seconds = sum
      rest = rest.dropFirst(digits.count + 1)
    }
    return text.isEmpty ? nil : seconds
  }

  private static let sizes: [Character: Int64] = [
    "s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800,
  ]
}
