import MetaCore
import TestSupport
import Testing

@Suite("Times")
struct MediaTimeTests {
  private static func time(_ value: Int64, _ timescale: UInt32) -> MediaTime {
    MediaTime(value: value, timescale: timescale) ?? .invalid
  }

  private static let special: [MediaTime] = [
    .negativeInfinity, .indefinite, .positiveInfinity, .invalid,
  ]

  // MARK: Comparing

  @Test("Kinds are sorted as in CoreMedia")
  func kindsAreSorted() throws {
    let late = try #require(MediaTime(value: 1, timescale: 1, epoch: 1))
    let sorted: [MediaTime] = [
      .negativeInfinity, Self.time(-1, 2), .zero, Self.time(1, 3), Self.time(1, 2), late,
      .indefinite, .positiveInfinity, .invalid,
    ]
    for (index, one) in sorted.enumerated() {
      for (other, two) in sorted.enumerated() {
        #expect((one < two) == (index < other), "\(one) < \(two)")
        #expect((one == two) == (index == other), "\(one) == \(two)")
      }
    }
  }

  @Test("Equal times have the same hash in every time scale")
  func sameMomentIsEqual() {
    #expect(Self.time(1, 2) == Self.time(500, 1000))
    #expect(Set([Self.time(1, 2), Self.time(500, 1000), Self.time(2, 4)]).count == 1)
    #expect(Self.time(.max, 1) != Self.time(.max, 2))
    #expect(Self.time(.min, .max) < Self.time(.max, .max))
  }

  // MARK: Sums

  @Test("Sums and differences are exact, or rounded by at most half a unit and marked")
  func sumsAreExact() {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<20_000 {
      let one = Self.time(.random(in: -(1 << 50)...(1 << 50), using: &random), scale(&random))
      let two = Self.time(.random(in: -(1 << 50)...(1 << 50), using: &random), scale(&random))
      let scales = Int128(one.timescale) * Int128(two.timescale)
      let left = Int128(one.value) * Int128(two.timescale)
      let right = Int128(two.value) * Int128(one.timescale)
      expect(one + two, left + right, over: scales)
      expect(one - two, left - right, over: scales)
      #expect((one < two) == (left < right))
      #expect((one == two) == (left == right))
    }
  }

  private func scale(_ random: inout SeededGenerator) -> UInt32 {
    let usual: [UInt32] = [1, 24, 25, 30, 600, 1000, 1001, 12_800, 44_100, 48_000, 90_000]
    if Bool.random(using: &random) { return usual.randomElement(using: &random) ?? 1 }
    return .random(in: 1...MediaTime.maximumTimescale, using: &random)
  }

  /// Compares a time with a fraction whose products fit in 128 bits.
  private func expect(_ time: MediaTime, _ numerator: Int128, over denominator: Int128) {
    guard time.isNumeric else {
      Issue.record("\(time) is no number")
      return
    }
    let error = Int128(time.value) * denominator - numerator * Int128(time.timescale)
    if time.hasBeenRounded {
      #expect(error.magnitude * 2 <= denominator.magnitude)
      #expect(error != 0)
    } else {
      #expect(error == 0)
    }
  }

  @Test("A sum has the common time scale, or the smallest that fits both")
  func sumsHaveCommonScale() {
    #expect((Self.time(1, 600) + Self.time(1, 600)).timescale == 600)
    #expect((Self.time(1, 24) + Self.time(1, 30)).timescale == 120)
    #expect((.zero + Self.time(5, 44_100)).timescale == 44_100)
    let rounded = Self.time(1, 2_147_483_647) + Self.time(1, 2_147_483_646)
    #expect(rounded.timescale == MediaTime.maximumTimescale)
    #expect(rounded.hasBeenRounded)
  }

  @Test("Results beyond 64 bits use larger units, and are invalid beyond whole seconds")
  func overflowIsInvalid() {
    let large = Self.time(.max, 1000)
    let sum = large + large
    #expect(sum.timescale == 500)
    #expect(sum.value == .max)
    #expect(Self.time(.max, 1) + Self.time(1, 1) == .invalid)
    #expect(Self.time(.min, 1) - Self.time(1, 1) == .invalid)
    #expect(Self.time(.max, 1) * 2 == .invalid)
    #expect(Self.time(.max, 1) * 1e300 == .invalid)
    #expect(Self.time(.min, 1).absoluteValue == .invalid)
    #expect(Self.time(.max, 1).converted(toTimescale: 2) == .invalid)
    #expect(Self.time(1, 1).converted(toTimescale: 0) == .invalid)
  }

  @Test("No calculation traps, and invalid times stay invalid")
  func nothingTraps() {
    let extremes: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
    let scales: [UInt32] = [1, 2, 0x7FFF_FFFF, .max]
    var times = Self.special
    for value in extremes { for scale in scales { times.append(Self.time(value, scale)) } }
    for one in times {
      for two in times {
        let results = [one + two, one - two]
        if !one.isValid || !two.isValid {
          #expect(results == [.invalid, .invalid])
        }
        _ = MediaTimeRange(start: one, end: two).duration
        _ = one < two
      }
      for factor in extremes {
        _ = one.multiplied(by: factor, over: .min)
        _ = one.multiplied(by: .min, over: factor)
        _ = one * Int(factor)
      }
      for factor in [0, -0.0, .leastNonzeroMagnitude, 1.5, -1e308, .infinity, -.infinity, .nan] {
        if !one.isValid { #expect(one * factor == .invalid) }
        _ = one * factor
      }
      for scale in scales {
        for method in MediaTime.RoundingMethod.allCases {
          _ = one.converted(toTimescale: scale, method: method)
        }
      }
    }
  }

  @Test("Infinities and indefinite times follow their own rules")
  func infinities() {
    let one = Self.time(1, 1)
    #expect(one + .positiveInfinity == .positiveInfinity)
    #expect(one - .positiveInfinity == .negativeInfinity)
    #expect(.positiveInfinity - .positiveInfinity == .invalid)
    #expect(.positiveInfinity + .negativeInfinity == .invalid)
    #expect(.indefinite + one == .indefinite)
    #expect(.indefinite + .positiveInfinity == .positiveInfinity)
    #expect(.positiveInfinity * -2 == .negativeInfinity)
    #expect(MediaTime.positiveInfinity * 0 == .invalid)
    #expect(one * .infinity == .positiveInfinity)
    #expect(MediaTime.negativeInfinity.seconds == -.infinity)
    #expect(MediaTime.indefinite.seconds.isNaN)
  }

  @Test("Epochs: a duration fits every epoch; times of different epochs have no sum")
  func epochs() throws {
    let one = try #require(MediaTime(value: 3, timescale: 1, epoch: 1))
    let two = try #require(MediaTime(value: 5, timescale: 1, epoch: 2))
    #expect((one + Self.time(1, 1)).epoch == 1)
    #expect((one - one).epoch == 0)
    #expect(one + two == .invalid)
    #expect(two - one == .invalid)
    #expect(one < two)
  }

  // MARK: Products

  @Test("Products are exact, or rounded by at most half a unit and marked")
  func productsAreExact() {
    var random = SeededGenerator(seed: 42)
    for _ in 0..<10_000 {
      let time = Self.time(.random(in: -(1 << 30)...(1 << 30), using: &random), scale(&random))
      let factor = Int64.random(in: -(1 << 30)...(1 << 30), using: &random)
      let divisor = Int64.random(in: 1...(1 << 20), using: &random)
      let numerator = Int128(time.value) * Int128(factor)
      expect(
        time.multiplied(by: factor, over: divisor), numerator,
        over: Int128(time.timescale) * Int128(divisor))
      expect(time * Int(factor), numerator, over: Int128(time.timescale))
      // A sixteenth is exact as a Double.
      let number = Double(factor % 4096) / 16
      expect(
        time * number, Int128(time.value) * Int128(factor % 4096),
        over: Int128(time.timescale) * 16)
    }
  }

  @Test("Seconds are rounded to the nearest unit")
  func seconds() {
    #expect(MediaTime(seconds: 1.5, preferredTimescale: 600) == Self.time(900, 600))
    let third = MediaTime(seconds: 1.0 / 3, preferredTimescale: 600)
    #expect(third.value == 200)
    #expect(third.hasBeenRounded)
    #expect(!MediaTime(seconds: 0.5, preferredTimescale: 600).hasBeenRounded)
    #expect(MediaTime(seconds: -0.0, preferredTimescale: 1) == .zero)
    #expect(MediaTime(seconds: .nan, preferredTimescale: 1) == .invalid)
    #expect(MediaTime(seconds: -.infinity, preferredTimescale: 1) == .negativeInfinity)
    #expect(MediaTime(seconds: 1e30, preferredTimescale: 600) == .invalid)
    let large = MediaTime(seconds: 0x1p62, preferredTimescale: 600)
    #expect(large.seconds == 0x1p62)
    #expect(MediaTime(seconds: .leastNonzeroMagnitude, preferredTimescale: 600).value == 0)
  }

  // MARK: Rounding

  @Test(
    "Conversion to a time scale uses the requested rounding",
    arguments: [
      (MediaTime.RoundingMethod.roundHalfAwayFromZero, [-2, -1, -1, 0, 0, 1, 1, 2]),
      (.roundTowardZero, [-1, -1, 0, 0, 0, 0, 1, 1]),
      (.roundAwayFromZero, [-2, -2, -1, -1, 1, 1, 2, 2]),
      (.quickTime, [-1, -1, -1, -1, 0, 0, 1, 1]),
      (.roundTowardPositiveInfinity, [-1, -1, 0, 0, 1, 1, 2, 2]),
      (.roundTowardNegativeInfinity, [-2, -2, -1, -1, 0, 0, 1, 1]),
    ])
  func rounding(method: MediaTime.RoundingMethod, expected: [Int64]) {
    let quarters: [Int64] = [-7, -5, -2, -1, 1, 2, 5, 7]
    let found = quarters.map {
      Self.time($0, 4).converted(toTimescale: 1, method: method)
    }
    #expect(found.map(\.value) == expected)
    #expect(found.allSatisfy { $0.hasBeenRounded })
  }

  @Test("QuickTime's method rounds away from zero when the scale grows")
  func quickTimeRounding() {
    #expect(Self.time(1, 3).converted(toTimescale: 4, method: .quickTime).value == 2)
    #expect(Self.time(-1, 3).converted(toTimescale: 4, method: .quickTime).value == -2)
    #expect(Self.time(-1, 1000).converted(toTimescale: 10, method: .quickTime).value == -1)
    #expect(Self.time(1, 1000).converted(toTimescale: 10, method: .quickTime).value == 0)
  }

  // MARK: Forms

  @Test("A time survives its dictionary", arguments: special + [time(7, 600)])
  func dictionaries(time: MediaTime) {
    let back = MediaTime(dictionary: time.dictionary)
    #expect(back == time)
    #expect(back.timescale == time.timescale)
  }

  @Test("An inconsistent dictionary is an invalid time")
  func badDictionaries() {
    #expect(MediaTime(dictionary: [:]) == .invalid)
    #expect(MediaTime(dictionary: ["value": 1, "timescale": 0, "flags": 1]) == .invalid)
    #expect(MediaTime(dictionary: ["value": 1, "timescale": -5, "flags": 1]) == .invalid)
    let rounded = MediaTime(dictionary: ["value": 1, "timescale": 5, "flags": 3, "epoch": 2])
    #expect(rounded.hasBeenRounded)
    #expect(rounded.epoch == 2)
    #expect(rounded.dictionary["flags"] == 3)
  }

  // MARK: Ranges

  @Test("Ranges contain, unite and intersect")
  func ranges() {
    let one = MediaTimeRange(start: Self.time(1, 2), duration: Self.time(1, 1))
    let two = MediaTimeRange(start: Self.time(1, 1), end: Self.time(4, 1))
    #expect(one.end == Self.time(3, 2))
    #expect(one.contains(Self.time(500, 1000)))
    #expect(!one.contains(Self.time(3, 2)))
    #expect(!one.contains(.indefinite))
    #expect(one.union(two) == MediaTimeRange(start: Self.time(1, 2), end: Self.time(4, 1)))
    #expect(one.intersection(two) == MediaTimeRange(start: Self.time(1, 1), end: Self.time(3, 2)))
    #expect(one.contains(one.intersection(two)))
    #expect(MediaTimeRange.all.contains(one))
    #expect(!one.contains(.all))
    let far = MediaTimeRange(start: Self.time(9, 1), end: Self.time(10, 1))
    #expect(one.intersection(far) == .zero)
    #expect(one.union(.zero) == one)
    #expect(one.union(.invalid) == .invalid)
    #expect(!MediaTimeRange(start: Self.time(2, 1), end: Self.time(1, 1)).isValid)
    #expect(MediaTimeRange(start: .zero, end: .indefinite).isIndefinite)
    #expect(MediaTimeRange.all.duration == .positiveInfinity)
  }

  @Test("A time is mapped from one range to another")
  func mapping() {
    let from = MediaTimeRange(start: Self.time(10, 1), end: Self.time(20, 1))
    let to = MediaTimeRange(start: .zero, end: Self.time(5, 1))
    #expect(MediaTimeRange.map(Self.time(14, 1), from: from, to: to) == Self.time(2, 1))
    #expect(MediaTimeRange.map(Self.time(20, 1), from: from, to: to) == Self.time(5, 1))
    #expect(MediaTimeRange.map(.zero, from: .zero, to: to) == .invalid)
  }

  @Test(
    "A mapped time is exact, whatever the time scales",
    arguments: [
      ((30000, 90000), (90000, 90000), (2, 1), (2, 3)), ((1, 90000), (1, 1), (1, 2), (1, 180_000)),
      ((1, 1), (3, 1), (2, 1), (2, 3)), ((1, 1), (10, 1), (1, 25), (1, 250)),
      ((500, 1000), (1001, 30000), (1, 24), (30000, 48048)),
    ] as [((Int64, UInt32), (Int64, UInt32), (Int64, UInt32), (Int64, UInt32))])
  func exactMapping(
    time: (Int64, UInt32), from: (Int64, UInt32), to: (Int64, UInt32), expected: (Int64, UInt32)
  ) {
    let start = Self.time(7, 1)
    let mapped = MediaTimeRange.map(
      start + Self.time(time.0, time.1),
      from: MediaTimeRange(start: start, duration: Self.time(from.0, from.1)),
      to: MediaTimeRange(start: .zero, duration: Self.time(to.0, to.1)))
    #expect(mapped == Self.time(expected.0, expected.1))
    #expect(!mapped.hasBeenRounded)
  }
}
