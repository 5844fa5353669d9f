import Foundation

/// Inserts atoms into a movie with its `moov` at the end, so that no media moves.
struct MoviePatch {
  private(set) var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Adds atoms to the sample description of a track, counted from zero.
  mutating func describe(track: Int, with atoms: [UInt8]) {
    guard let (parents, entry) = entry(ofTrack: track) else { return }
    bytes.insert(contentsOf: atoms, at: entry + size(at: entry))
    for place in parents + [entry] { grow(place, by: atoms.count) }
  }

  /// Removes atoms of a type from the sample description of a track of pictures.
  mutating func strip(track: Int, of type: String) {
    guard let (parents, entry) = entry(ofTrack: track) else { return }
    var place = entry + 86
    while place < entry + size(at: entry) {
      let length = size(at: place)
      guard length >= 8 else { return }
      guard name(at: place) == type else {
        place += length
        continue
      }
      bytes.removeSubrange(place..<(place + length))
      for parent in parents + [entry] { grow(parent, by: -length) }
    }
  }

  /// Sets the group of alternate tracks of a track (ISO/IEC 14496-12 §8.3.2, version 0).
  mutating func setAlternateGroup(track: Int, _ group: UInt8) {
    guard let trak = children(of: moov, "trak").dropFirst(track).first,
      let header = children(of: trak, "tkhd").first
    else { return }
    bytes[header + 8 + 34] = 0
    bytes[header + 8 + 35] = group
  }

  private var moov: Int {
    var place = 0
    while place + 8 <= bytes.count {
      if name(at: place) == "moov" { return place }
      place += max(8, size(at: place))
    }
    return 0
  }

  private func entry(ofTrack track: Int) -> (parents: [Int], entry: Int)? {
    guard let trak = children(of: moov, "trak").dropFirst(track).first else { return nil }
    var parents = [moov, trak]
    for type in ["mdia", "minf", "stbl", "stsd"] {
      guard let last = parents.last, let next = children(of: last, type).first else { return nil }
      parents.append(next)
    }
    return parents.last.map { (parents, $0 + 16) }
  }

  private func children(of parent: Int, _ type: String) -> [Int] {
    var (place, found) = (parent + 8, [Int]())
    while place + 8 <= parent + size(at: parent) {
      if name(at: place) == type { found.append(place) }
      place += max(8, size(at: place))
    }
    return found
  }

  private func size(at place: Int) -> Int {
    bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
  }

  private func name(at place: Int) -> String {
    String(decoding: bytes[(place + 4)..<(place + 8)], as: UTF8.self)
  }

  private mutating func grow(_ place: Int, by count: Int) {
    let new = UInt32(size(at: place) + count)
    for index in 0..<4 { bytes[place + index] = UInt8(new >> (24 - 8 * UInt32(index)) & 0xFF) }
  }

  // MARK: Atoms

  /// An atom of 16-bit and 32-bit numbers.
  static func atom(_ type: String, short: [Int] = [], long: [Int] = []) -> [UInt8] {
    let payload =
      short.flatMap { [UInt8($0 >> 8 & 0xFF), UInt8($0 & 0xFF)] } + long.flatMap(number)
    return number(payload.count + 8) + Array(type.utf8) + payload
  }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  /// `clap` of whole numbers (ISO/IEC 14496-12 §12.1.4).
  static func clap(_ width: Int, _ height: Int, _ x: Int, _ y: Int) -> [UInt8] {
    atom("clap", long: [width, 1, height, 1, x, 1, y, 1])
  }

  /// `mdcv` of a P3 display with white of D65, 1,000 to 0.005 cd/m² (SMPTE ST 2086).
  static let mdcv = atom(
    "mdcv", short: [13250, 34500, 7500, 3000, 34000, 16000, 15635, 16450],
    long: [10_000_000, 50])
  /// `clli` (CTA-861.3).
  static let clli = atom("clli", short: [1000, 400])
}
