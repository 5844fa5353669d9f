import Foundation
import TestSupport

@testable import MetaCore

/// A file with one tag, composed of its entries, so that other bytes can be inserted at any
/// boundary in the tag.
///
/// The bytes are made by independent code, not by the writers under test.
struct TagForm: Sendable {
  let name: String
  let fileExtension: String
  /// The tag, piece by piece: entries, and padding where the format has it.
  ///
  /// The title is ``title``, the artist ``artist``.
  let pieces: [[UInt8]]
  /// The file of these pieces; `added` are foreign ones among them.
  let file: @Sendable (_ pieces: [[UInt8]], _ added: Int) -> [UInt8]
  /// Valid entries that we do not support, and damaged entries; the bytes are their content.
  let foreign: [@Sendable ([UInt8]) -> [UInt8]]
  /// The number of bytes at the start of a foreign piece that may change: the flag of the last
  /// block.
  var headerSize = 0
  /// Valid entries with unexpected values: empty, repeated, with embedded zeros, in other
  /// encodings, out of order.
  var odd: [[UInt8]] = []

  static let title = "Title before"
  static let artist = "Artist before"
  static let album = "Album before"
  static let comment = "Comment before"

  static let all: [TagForm] = id3 + ape + old + xiph + chunks + movies + windowsMedia

  /// Bytes without structure; the first one decides how readers interpret them.
  static let plain: [@Sendable ([UInt8]) -> [UInt8]] = [
    { $0 }, { [0x20] + $0 }, { [0, 0, 0] + $0 }, { zeros(24) + $0 },
  ]

  static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  static func big(_ number: Int, _ width: Int = 4) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  static func little(_ number: Int, _ width: Int = 4) -> [UInt8] {
    big(number, width).reversed()
  }

  static func syncsafe(_ number: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 7) & 0x7F) }
  }

  static func sample(_ name: String) -> [UInt8] { (try? Repository.bytes(of: name)) ?? [] }
}

// MARK: - ID3v2

extension TagForm {
  static let id3: [TagForm] = [2, 3, 4].flatMap { version -> [TagForm] in
    let wraps: [(String, @Sendable ([UInt8]) -> [UInt8])] = [
      ("mp3", { $0 + sample("plain.mp3") }),
      ("wav", { wave([chunk("id3 ", $0, little)]) }),
      ("aiff", { aiff([chunk("ID3 ", $0, big)]) }),
      ("dsf", { dsf($0) }),
      ("flac", { $0 + sample("plain.flac") }),
    ]
    return wraps.filter { version == 3 || $0.0 == "mp3" }.map { name, wrap in
      id3(version, in: name, wrap)
    }
  }

  static func id3(
    _ version: Int, in name: String, _ wrap: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) -> TagForm {
    let (title, artist, album) =
      version == 2 ? ("TT2", "TP1", "TAL") : ("TIT2", "TPE1", "TALB")
    let text = { (id: String, text: String) in frame(version, id, [0] + Array(text.utf8)) }
    let short = version == 2 ? "XY1" : "XYZ "
    return TagForm(
      name: "ID3v2.\(version) in \(name)", fileExtension: name,
      pieces: [
        text(title, TagForm.title), text(artist, TagForm.artist), text(album, TagForm.album),
        zeros(60), zeros(61),
      ],
      file: { pieces, _ in
        let body = pieces.flatMap(\.self)
        let head = Array("ID3".utf8) + [UInt8(version), 0, 0] + syncsafe(body.count)
        return wrap(head + body)
      },
      foreign: [
        { frame(version, short, $0) }, { frame(version, version == 2 ? "tt2" : "tit2", $0) },
        { frame(version, version == 2 ? "T\u{7F}2" : "T\u{7F}T2", $0) },
        { frame(version, version == 2 ? "XYZ" : "XYZ\0", $0) },
        { frame(version, version == 2 ? "ZZZ" : "ZZZZ", $0) },
        { frame(version, version == 2 ? "tt2" : "tit2", $0) + frame(version, "q", $0) },
        { Array(frame(version, version == 2 ? "tt2" : "tit2", $0 + zeros(900)).prefix(30)) + $0 },
        { Array(frame(version, version == 2 ? "ZZZ" : "ZZZZ", $0 + zeros(900)).prefix(30)) + $0 },
        { Array("ID3".utf8) + [UInt8(version), 0, 0] + syncsafe($0.count) + $0 },
      ], odd: oddFrames(version))
  }

  static let oddContents: [(long: String, short: String, contents: [[UInt8]])] = [
    (
      "TIT2", "TT2",
      [[0], [3], [0, 0x61], [1, 0xFF, 0xFE], [1, 0x61, 0], [1, 0xFF, 0xFE, 0x61]]
    ),
    (
      "TPE1", "TP1",
      [[0, 0x61, 0, 0x62, 0], [0, 0, 0], [7, 0x61], [0, 0x80, 0xFF], [2, 0, 0x61]]
    ),
    ("TRCK", "TRK", [[0] + Array("-1/0".utf8), [0] + Array("99999999999/x".utf8)]),
    (
      "TXXX", "TXX",
      [[0, 0, 0x61], [0, 0, 0x62], [0], [1, 0xFF, 0xFE, 0, 0, 0xFF, 0xFE], [0, 0x61]]
    ),
    (
      "COMM", "COM",
      [[0, 0, 0, 0, 0, 0x61], [0, 0x65, 0x6E, 0x67], [0, 0x65], [0, 1, 2, 3, 0, 0x61]]
    ),
    ("APIC", "PIC", [[0], [0, 0x69, 0x2F, 0x6A, 0, 3, 0], [0, 0x50, 0x4E, 0x47, 3, 0, 1, 2]]),
    ("TDRC", "TYE", [[0] + Array("99999999-13-45".utf8), [0] + Array("-".utf8)]),
    ("PRIV", "UFI", [[0x61], [0], [0x61, 0, 1, 2]]),
    ("POPM", "POP", [[0], [0x61, 0, 7], [0x61, 0, 7, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]),
    ("WXXX", "WXX", [[0, 0], [0, 0, 0x61, 0, 0x62]]),
    ("TCON", "TCO", [[0, 0x28, 0x39, 0x39, 0x29]]),
    ("RVA2", "RVA", [[1], [0x61, 0, 1, 0, 1, 99, 1]]),
    ("SYLT", "SLT", [[0, 1, 2, 3, 1, 1, 0, 0x61]]),
    ("ZZZZ", "ZZZ", [[0], [1, 2, 3]]), ("TZZZ", "TZZ", [[0], [9, 9]]),
  ]

  static func oddFrames(_ version: Int) -> [[UInt8]] {
    var frames = oddContents.flatMap { row in
      row.contents.map { frame(version, version == 2 ? row.short : row.long, $0) }
    }
    guard version > 2 else { return frames }
    for (id, times) in [("a", [5000, 2000]), ("b", [700, 700]), ("a", [0, Int(UInt32.max)])] {
      let content = Array(id.utf8) + [0] + times.flatMap { big($0) } + big(-1) + big(-1)
      frames.append(frame(version, "CHAP", content + frame(version, "TIT2", [0, 0x61])))
    }
    return frames + [frame(version, "TST ", [0, 0x61]), frame(version, "TSA", [0, 0x61])]
  }

  static func frame(_ version: Int, _ id: String, _ content: [UInt8]) -> [UInt8] {
    let width = version == 2 ? 3 : 4
    let id = Array(id.utf8.prefix(width)) + zeros(max(0, width - id.utf8.count))
    switch version {
    case 2: return id + big(content.count, 3) + content
    case 3: return id + big(content.count) + [0, 0] + content
    default: return id + syncsafe(content.count) + [0, 0] + content
    }
  }

  /// A DSF file with a tag after its audio.
  static func dsf(_ tag: [UInt8]) -> [UInt8] {
    let audio = Array(sample("silence.dsf")[28..<4188])
    return Array("DSD ".utf8) + little(28, 8) + little(28 + audio.count + tag.count, 8)
      + little(28 + audio.count, 8) + audio + tag
  }
}

// MARK: - APE, Lyrics3

extension TagForm {
  static let ape: [TagForm] = ["mp3", "wv", "tta"].flatMap { name -> [TagForm] in
    [true, false].map { hasHeader in
      TagForm(
        name: "APE in \(name)\(hasHeader ? "" : " without header")", fileExtension: name,
        pieces: [
          apeItem("Title", title), apeItem("Artist", artist), apeItem("Album", album),
        ],
        file: { pieces, added in
          let body = pieces.flatMap(\.self)
          let header = { (flags: Int) in
            Array("APETAGEX".utf8) + little(2000) + little(body.count + 32)
              + little(pieces.count - added) + little(flags | (hasHeader ? 1 << 31 : 0)) + zeros(8)
          }
          return sample("plain.\(name)") + (hasHeader ? header(1 << 29) : []) + body + header(0)
        },
        foreign: [
          { little($0.count) + little(2) + Array("Unknown".utf8) + [0] + $0 },
          { little($0.count) + little(7) + Array("Re\u{7F}served".utf8) + [0] + $0 },
          { little($0.count) + little(0) + [0] + $0 },
          { little(9999) + little(0) + Array("Long".utf8) + [0] + $0 },
        ],
        odd: oddItems)
    }
  }

  static let oddItems: [[UInt8]] = [
    apeItem("Comment", ""), apeItem("Title", "Twice"), apeItem("title", "In small letters"),
    apeItem("Genre", "a\0\0b\0"), apeItem("Track", "-1/0"), apeItem("Year", "99999999999"),
    apeItem("X", "one letter"), apeItem("ID3", "not allowed"), apeItem("Key with \"", "x"),
    little(2) + little(0) + Array("Latin".utf8) + [0, 0xFF, 0xE9],
    little(0) + little(2) + Array("Bytes".utf8) + [0],
    little(3) + little(4) + Array("Link".utf8) + [0, 0x61, 0, 0x62],
    little(5) + little(2) + Array("Cover Art (Front)".utf8) + [0, 1, 2, 3, 4, 5],
  ]

  static func apeItem(_ key: String, _ text: String) -> [UInt8] {
    little(text.utf8.count) + little(0) + Array(key.utf8) + [0] + Array(text.utf8)
  }

  static let old: [TagForm] = [
    TagForm(
      name: "ID3v1", fileExtension: "mp3",
      pieces: [
        fixed("TAG+", [(title, 60), (artist, 60), (album, 60), ("", 43)]),
        fixed("TAG", [(title, 30), (artist, 30), (album, 30), ("", 35)]),
      ],
      file: { pieces, _ in sample("plain.mp3") + pieces.flatMap(\.self) }, foreign: []),
    TagForm(
      name: "Lyrics3", fileExtension: "mp3",
      pieces: [
        field("IND", "00"), field("ETT", title), field("EAR", artist), field("EAL", album),
      ],
      file: { pieces, _ in
        let body = Array("LYRICSBEGIN".utf8) + pieces.flatMap(\.self)
        let size = String(body.count + 1_000_000).dropFirst()
        return sample("plain.mp3") + body + Array("\(size)LYRICS200".utf8)
      },
      foreign: [
        { field("XYZ", String(decoding: $0, as: UTF8.self)) },
        { Array("XYZ99999".utf8) + $0 },
      ],
      odd: [
        field("INF", ""), field("ETT", "Twice"), field("IMG", "\0"),
        field("LYR", "[00:99]\u{7F}"),
      ]),
  ]

  static func fixed(_ id: String, _ fields: [(String, Int)]) -> [UInt8] {
    Array(id.utf8) + fields.flatMap { Array($0.utf8) + zeros($1 - $0.utf8.count) }
  }

  static func field(_ id: String, _ text: String) -> [UInt8] {
    Array((id + String(text.utf8.count + 100_000).dropFirst() + text).utf8)
  }
}

// MARK: - Vorbis comments

extension TagForm {
  static let xiph: [TagForm] = [
    TagForm(
      name: "fields of FLAC", fileExtension: "flac",
      pieces: fields,
      file: { pieces, added in
        let list = comments(pieces, pieces.count - added)
        return flac([block(4, list), block(1, zeros(80))])
      },
      foreign: foreignFields, odd: oddFields),
    TagForm(
      name: "blocks of FLAC", fileExtension: "flac",
      pieces: [block(4, comments(fields, fields.count)), block(1, zeros(80)), block(1, zeros(8))],
      file: { pieces, _ in flac(pieces) },
      foreign: [{ block(1, $0) }, { block(1, zeros(5) + $0 + zeros(4)) }, { block(100, $0) }],
      headerSize: 1),
    TagForm(
      name: "fields of Opus", fileExtension: "opus", pieces: fields,
      file: { pieces, added in
        opus(Array("OpusTags".utf8) + comments(pieces, pieces.count - added))
      },
      foreign: foreignFields, odd: oddFields),
  ]

  static let fields = [
    vorbis("TITLE=\(title)"), vorbis("ARTIST=\(artist)"), vorbis("ALBUM=\(album)"),
  ]

  static let foreignFields: [@Sendable ([UInt8]) -> [UInt8]] = [
    { little($0.count) + $0 }, { [1] + $0 }, { little(99999) + $0 }, { $0 + zeros(9) + [1] },
  ]

  static let oddFields: [[UInt8]] =
    [
      "=no name", "=", "", "no value", "ALBUM=", "TITLE=Twice", "title=In small letters",
      "MOOD=a\0b", "A\0B=x", "Näme=x", "TRACKNUMBER=-1/0", "DATE=99999999999", "A=b=c",
      "CHAPTER001=00:00:05.000", "CHAPTER001NAME=Later", "CHAPTER002=00:00:01.000",
      "CHAPTER002NAME=Earlier", "CHAPTER003=x", "METADATA_BLOCK_PICTURE=!!",
      "METADATA_BLOCK_PICTURE=", "COVERART=AAAA",
    ].map { vorbis($0) } + [little(4) + [0x41, 0x3D, 0xFF, 0xE9], little(2) + [0xE9, 0x3D]]

  static func vorbis(_ text: String) -> [UInt8] {
    little(text.utf8.count) + Array(text.utf8)
  }

  static func comments(_ pieces: [[UInt8]], _ count: Int) -> [UInt8] {
    vorbis("Maker") + little(count) + pieces.flatMap(\.self)
  }

  static func block(_ type: UInt8, _ content: [UInt8]) -> [UInt8] {
    [type] + big(content.count, 3) + content
  }

  static func flac(_ blocks: [[UInt8]]) -> [UInt8] {
    let plain = sample("plain.flac")
    var head = Array(plain[0..<42])
    head[4] &= 0x7F
    var blocks = blocks
    if let last = blocks.indices.last, !blocks[last].isEmpty { blocks[last][0] |= 0x80 }
    return head + blocks.flatMap(\.self) + plain[42...]
  }

  /// The sample with this packet of tags on its second page.
  static func opus(_ packet: [UInt8]) -> [UInt8] {
    let plain = sample("song.opus")
    var page = Array(plain[47..<73])
    let segments = [UInt8](repeating: 255, count: packet.count / 255)
    page += [UInt8(segments.count + 1)] + segments + [UInt8(packet.count % 255)] + packet
    page.replaceSubrange(22..<26, with: zeros(4))
    page.replaceSubrange(22..<26, with: little(Int(OggChecksum.of(page[...]))))
    return plain[0..<47] + page + plain[196...]
  }
}
