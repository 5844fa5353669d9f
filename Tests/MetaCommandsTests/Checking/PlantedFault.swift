import Foundation

/// A fault planted in an album of a clean library, and what `check` reports.
///
/// `@1` is the first song of the album, `@CD2/1` that of its second disc.
struct PlantedFault: Sendable {
  enum Step: Sendable {
    /// Runs metatool.
    case run([String])
    /// Changes the bytes of a song.
    case bytes(String, @Sendable (inout [UInt8]) -> Void)
    /// Replaces the bytes of a song with those of another.
    case copy(String, to: String)
    case remove(String)
    /// Writes a text file with this name.
    case text(String)
  }

  /// The expected kind of finding.
  let kind: String
  /// The sample that the songs are copies of.
  let sample: String
  /// The number of songs per disc.
  var songs = 3
  var discs = 1
  /// The reported files; a name with an extension is a complete file name.
  let files: [String]
  /// Whether `--fix` repairs it.
  var isFixable = false
  let steps: [Step]

  /// The songs by their names in the album.
  var names: [String] {
    let numbers = (1...songs).map(String.init)
    return discs == 1 ? numbers : (1...discs).flatMap { disc in numbers.map { "CD\(disc)/\($0)" } }
  }

  /// The path of a song of the album with this number.
  func path(_ song: String, in album: Int) -> String {
    let name = song.contains(".") ? song : song + "." + sample.split(separator: ".")[1]
    return "Artist \(album)/Album \(album)/\(name)"
  }
}

extension PlantedFault {
  private static func set(_ song: String, _ edits: String...) -> Step {
    .run(["set", "@" + song] + edits)
  }

  private static func latin1(_ bytes: [UInt8]) -> String {
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// All faults; the index of each is the number of its album.
  static let all: [PlantedFault] = damage + values + texts + fields + numbers + covers

  private static let damage: [PlantedFault] = [
    PlantedFault(
      kind: "damaged", sample: "plain.m4a", files: ["2"],
      steps: [.bytes("2") { $0.removeLast(100) }]),
    PlantedFault(
      kind: "damaged", sample: "plain.mp3", files: ["1"],
      steps: [
        .bytes("1") { bytes in
          for place in (bytes.count - 1000)..<(bytes.count - 600) { bytes[place] = 0 }
        }
      ]),
    PlantedFault(
      kind: "damaged", sample: "plain.tta", songs: 1, files: ["1"],
      steps: [
        .bytes("1") { bytes in
          if let start = bytes.indices.first(where: { bytes[$0...].starts(with: "TTA1".utf8) }) {
            bytes[start + 300] ^= 0x55
          }
        }
      ]),
    PlantedFault(
      kind: "damaged", sample: "plain.flac", songs: 1, files: ["1"],
      steps: [.bytes("1") { $0[$0.count - 400] ^= 0x55 }]),
    PlantedFault(
      kind: "damaged", sample: "plain.mp3", files: ["notes.mp3"], steps: [.text("notes.mp3")]),
    PlantedFault(
      kind: "duplicateMedia", sample: "plain.mp3", files: ["1", "3"],
      steps: [.copy("1", to: "3"), set("3", "title=Song 3", "track=3/3")]),
    PlantedFault(
      kind: "duplicateMedia", sample: "plain.m4a", files: ["1", "2"],
      steps: [.copy("1", to: "2"), set("2", "title=Another", "track=2/3", "comment=longer")]),
  ]

  /// An ID3v1 tag.
  private static func id3v1(title: String = "", year: String = "") -> [UInt8] {
    var tag = Array("TAG".utf8)
    for (text, count) in [(title, 30), ("", 30), ("", 30), (year, 4), ("", 30)] {
      tag += Array(text.utf8) + [UInt8](repeating: 0, count: count - text.utf8.count)
    }
    return tag + [0xFF]
  }

  /// An APE tag with one text.
  private static func ape(_ key: String, _ text: String) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }
    let item = number(text.utf8.count) + number(0) + Array(key.utf8) + [0] + Array(text.utf8)
    return item + Array("APETAGEX".utf8) + number(2000) + number(item.count + 32) + number(1)
      + [UInt8](repeating: 0, count: 12)
  }

  private static let values: [PlantedFault] = [
    PlantedFault(
      kind: "conflictingValues", sample: "plain.mp3", files: ["2"], isFixable: true,
      steps: [.bytes("2") { $0 += id3v1(title: "Another Title") }]),
    PlantedFault(
      kind: "conflictingValues", sample: "plain.mp3", files: ["3"], isFixable: true,
      steps: [.bytes("3") { $0 += id3v1(year: "1971") }]),
    PlantedFault(
      kind: "conflictingValues", sample: "plain.mp3", files: ["1"], isFixable: true,
      steps: [.bytes("1") { $0 += ape("Artist", "Another Artist") }]),
    PlantedFault(
      kind: "conflictingValues", sample: "plain.wav", files: ["1"], isFixable: true,
      steps: [
        .bytes("1") { bytes in
          bytes += Array("LIST".utf8) + [18, 0, 0, 0] + Array("INFOINAM".utf8) + [6, 0, 0, 0]
          bytes += Array("Other\0".utf8)
          let size = bytes.count - 8
          bytes.replaceSubrange(4..<8, with: (0..<4).map { UInt8(size >> (8 * $0) & 0xFF) })
        }
      ]),
  ]

  private static let texts: [PlantedFault] = [
    PlantedFault(
      kind: "mojibake", sample: "plain.mp3", files: ["1"], isFixable: true,
      steps: [set("1", "title=" + latin1(Array("Beyoncé".utf8)))]),
    PlantedFault(
      kind: "mojibake", sample: "plain.m4a", files: ["2"], isFixable: true,
      steps: [set("2", "title=Donâ€™t Stop")]),
    PlantedFault(
      kind: "mojibake", sample: "plain.ogg", songs: 1, files: ["1"], isFixable: true,
      steps: [set("1", "artist=Ãðóïïà êðîâè")]),
    PlantedFault(
      kind: "mojibake", sample: "plain.mp3", files: ["3"], isFixable: true,
      steps: [set("3", "comment=Р“СЂСѓРїРїР° РєСЂРѕРІРё")]),
    PlantedFault(
      kind: "mojibake", sample: "plain.m4a", files: ["1"], isFixable: true,
      steps: [set("1", "title=çÒÕÐÐÁ ËÒÏ×É")]),
    PlantedFault(
      kind: "mojibake", sample: "plain.mp3", files: ["2"], isFixable: true,
      steps: [set("2", "title=" + latin1([0x83, 0x65, 0x83, 0x58, 0x83, 0x67]))]),
    PlantedFault(
      kind: "mojibake", sample: "plain.m4a", files: ["3"], steps: [set("3", "title=ÖÜ½ÜÂ×")]),
    PlantedFault(
      kind: "mojibake", sample: "plain.mp3", files: ["1"],
      steps: [set("1", "composer=Dvo\u{FFFD}\u{FFFD}k")]),
  ]

  private static let fields: [PlantedFault] = [
    PlantedFault(
      kind: "titleMissing", sample: "plain.m4a", files: ["2"], steps: [set("2", "title=")]),
    PlantedFault(
      kind: "artistMissing", sample: "plain.mp3", songs: 1, files: ["1"],
      steps: [set("1", "artist=", "albumArtist=")]),
    PlantedFault(
      kind: "albumMissing", sample: "plain.mp3", songs: 1, files: ["1"],
      steps: [set("1", "album=")]),
    PlantedFault(
      kind: "spelling", sample: "plain.mp3", files: ["3"], isFixable: true,
      steps: [.run(["set", "@3", "album/Album/ALBUM/"])]),
    PlantedFault(
      kind: "spelling", sample: "plain.m4a", files: ["1"], isFixable: true,
      steps: [.run(["set", "@1", "albumArtist/Artist/Artist /"])]),
    PlantedFault(
      kind: "spelling", sample: "plain.wav", songs: 2, files: ["1", "2"],
      steps: [set("2", "genre=JAZZ")]),
    PlantedFault(
      kind: "albumArtistUnequal", sample: "plain.mp3", files: ["2"],
      steps: [set("2", "albumArtist=Somebody Else")]),
    PlantedFault(
      kind: "albumArtistUnequal", sample: "plain.m4a", files: ["3"],
      steps: [set("3", "albumArtist=")]),
    PlantedFault(
      kind: "dateUnequal", sample: "plain.mp3", files: ["1"], steps: [set("1", "date=1984")]),
    PlantedFault(
      kind: "genreUnequal", sample: "plain.m4a", files: ["1"], steps: [set("1", "genre=Polka")]),
  ]

  private static let numbers: [PlantedFault] = [
    PlantedFault(
      kind: "discCountUnequal", sample: "plain.mp3", files: ["3"], steps: [set("3", "disc=1/2")]),
    PlantedFault(
      kind: "trackCountUnequal", sample: "plain.m4a", files: ["1"],
      steps: [set("1", "track=1/9")]),
    PlantedFault(
      kind: "trackMissing", sample: "plain.mp3", files: ["2"], steps: [set("2", "track=")]),
    PlantedFault(
      kind: "trackGap", sample: "plain.m4a", files: ["1", "3"], steps: [.remove("2")]),
    PlantedFault(
      kind: "trackGap", sample: "plain.mp3", discs: 2, files: ["CD2/1", "CD2/2"],
      steps: [.remove("CD2/3")]),
    PlantedFault(
      kind: "trackDouble", sample: "plain.mp3", songs: 2, files: ["1", "2"],
      steps: [set("2", "track=1/2")]),
    PlantedFault(
      kind: "trackBeyondCount", sample: "plain.m4a", files: ["3"],
      steps: [set("1", "track=1/2"), set("2", "track=2/2"), set("3", "track=3/2")]),
  ]

  private static let covers: [PlantedFault] = [
    PlantedFault(
      kind: "coverMissing", sample: "plain.mp3", files: ["1"],
      steps: [.run(["art", "remove", "@1"])]),
    PlantedFault(
      kind: "coverSmall", sample: "plain.m4a", songs: 1, files: ["1"],
      steps: [.run(["art", "set", "@1", "--image", "small.png"])]),
    PlantedFault(
      kind: "coverSeveral", sample: "plain.mp3", files: ["2"],
      steps: [.run(["art", "add", "@2", "--image", "other.png"])]),
    PlantedFault(
      kind: "coverUnequal", sample: "plain.m4a", files: ["3"],
      steps: [.run(["art", "set", "@3", "--image", "other.png"])]),
  ]
}
