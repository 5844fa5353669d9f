// The tags of chunk files, movies and ASF.

// MARK: - Chunks

extension TagForm {
  static let chunks: [TagForm] = [
    TagForm(
      name: "INFO", fileExtension: "wav", pieces: infos,
      file: { pieces, _ in
        wave([chunk("LIST", Array("INFO".utf8) + pieces.flatMap(\.self), little)])
      },
      foreign: foreignChunks(little),
      odd: [
        chunk("ICMT", [], little), chunk("INAM", [0], little), chunk("INAM", [0x61], little),
        chunk("IGNR", [0x61, 0, 0x62, 0, 0], little), chunk("ISFT", [0xFF, 0xE9, 0], little),
        chunk("ITRK", Array("-1/0".utf8), little), chunk("XYZ1", [1, 2, 3], little),
        chunk("    ", [0x61], little), chunk("iart", [0x61], little),
      ]),
    TagForm(
      name: "chunks of WAV", fileExtension: "wav",
      pieces: [
        chunk("LIST", Array("INFO".utf8) + infos.flatMap(\.self), little),
        chunk("JUNK", zeros(90), little), chunk("JUNK", zeros(200), little),
      ],
      file: { pieces, _ in wave(pieces) }, foreign: foreignChunks(little)),
    TagForm(
      name: "chunks of AIFF", fileExtension: "aiff",
      pieces: [
        chunk("NAME", Array(title.utf8), big), chunk("AUTH", Array(artist.utf8), big),
        chunk("ANNO", Array(comment.utf8), big), chunk("JUNK", zeros(200), big),
      ],
      file: { pieces, _ in aiff(pieces) }, foreign: foreignChunks(big),
      odd: [
        chunk("NAME", [], big), chunk("ANNO", [0], big), chunk("ANNO", [0x61, 0, 0x62], big),
        chunk("(c) ", [0xFF, 0xE9], big), chunk("AUTH", [0x61], big),
        chunk("COMT", [0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0x61, 0] + zeros(8), big),
      ]),
    TagForm(
      name: "chunks of DSDIFF", fileExtension: "dff",
      pieces: [
        wideChunk("DIIN", diin("DITI", title) + diin("DIAR", artist)), wideChunk("JUNK", zeros(90)),
      ],
      file: { pieces, _ in dff(pieces.flatMap(\.self)) },
      foreign: [{ wideChunk("XYZW", $0) }, { wideChunk("JUNK", $0) }]),
    TagForm(
      name: "texts of DSDIFF", fileExtension: "dff",
      pieces: [diin("DITI", title), diin("DIAR", artist)],
      file: { pieces, _ in dff(wideChunk("DIIN", pieces.flatMap(\.self))) },
      foreign: [{ wideChunk("XYZW", $0) }, { wideChunk("EMID", $0) }],
      odd: [
        diin("DITI", ""), diin("DIAR", "a\0b"), diin("EMID", "x"), wideChunk("DITI", big(9)),
      ]),
  ]

  static let infos = [
    chunk("INAM", Array(title.utf8) + [0], little), chunk("IART", Array(artist.utf8) + [0], little),
    chunk("IPRD", Array(album.utf8) + [0], little),
  ]

  static func foreignChunks(
    _ size: @escaping @Sendable (Int, Int) -> [UInt8]
  ) -> [@Sendable ([UInt8]) -> [UInt8]] {
    [
      { chunk("XYZ ", $0, size) }, { chunk("XYZ ", $0 + [7], size) }, { chunk("JUNK", $0, size) },
      { chunk("JUNK", zeros(100) + $0, size) }, { chunk("PAD ", $0, size) },
      { Array("XYZ ".utf8) + size(99999, 4) + $0 },
    ]
  }

  static func chunk(
    _ id: String, _ body: [UInt8], _ size: (Int, Int) -> [UInt8]
  ) -> [UInt8] {
    Array(id.utf8) + size(body.count, 4) + body + zeros(body.count % 2)
  }

  static func wideChunk(_ id: String, _ body: [UInt8]) -> [UInt8] {
    Array(id.utf8) + big(body.count, 8) + body + zeros(body.count % 2)
  }

  static func diin(_ id: String, _ text: String) -> [UInt8] {
    wideChunk(id, big(text.utf8.count) + Array(text.utf8))
  }

  static func wave(_ chunks: [[UInt8]]) -> [UInt8] {
    chunk("RIFF", sample("plain.wav")[8...] + chunks.flatMap(\.self), little)
  }

  static func aiff(_ chunks: [[UInt8]]) -> [UInt8] {
    chunk("FORM", sample("plain.aiff")[8...] + chunks.flatMap(\.self), big)
  }

  static func dff(_ chunks: [UInt8]) -> [UInt8] {
    wideChunk("FRM8", sample("song.dff")[12..<480] + chunks)
  }
}

// MARK: - MP4

extension TagForm {
  static let movies: [TagForm] = [
    TagForm(
      name: "ilst", fileExtension: "m4a", pieces: items,
      file: { pieces, _ in
        movie(atom("udta", meta([handler, atom("ilst", pieces.flatMap(\.self))])))
      },
      foreign: foreignAtoms, odd: oddAtoms),
    TagForm(
      name: "meta", fileExtension: "m4a",
      pieces: [handler, atom("ilst", items.flatMap(\.self)), free(40), free(200)],
      file: { pieces, _ in movie(atom("udta", meta(pieces))) }, foreign: foreignAtoms),
    TagForm(
      name: "udta", fileExtension: "m4a",
      pieces: [
        meta([handler, atom("ilst", items.flatMap(\.self))]), atom("cprt", zeros(6)), free(50),
        zeros(4),
      ],
      file: { pieces, _ in movie(atom("udta", pieces.flatMap(\.self))) }, foreign: foreignAtoms),
    TagForm(
      name: "moov", fileExtension: "m4a",
      pieces: [
        atom("udta", meta([handler, atom("ilst", items.flatMap(\.self))])), free(50), free(300),
      ],
      file: { pieces, _ in movie(pieces.flatMap(\.self)) }, foreign: foreignAtoms),
    TagForm(
      name: "Xtra", fileExtension: "m4a",
      pieces: [xtra("Title", title), xtra("Author", artist), xtra("WM/Mood", comment)],
      file: { pieces, _ in movie(atom("udta", atom("Xtra", pieces.flatMap(\.self)))) },
      foreign: [
        { xtra("Unknown", String(decoding: $0, as: UTF8.self)) }, { big(99999) + $0 },
        { big($0.count + 4) + $0 },
      ], odd: [xtra("", "x"), xtra("Title", ""), xtra("Title", "Twice"), xtra("a\0b", "x")]),
    TagForm(
      name: "keys", fileExtension: "mov",
      pieces: [
        key("com.apple.quicktime.title"), key("com.apple.quicktime.artist"),
        key("com.apple.quicktime.album"),
      ],
      file: { pieces, added in
        let names = atom("keys", zeros(4) + big(pieces.count - added) + pieces.flatMap(\.self))
        let values = [title, artist, album].enumerated().flatMap { number, text in
          let item = data(text)
          return big(item.count + 8) + big(number + 1) + item
        }
        return movie(meta([mediaHandler, names, atom("ilst", values)]), brand: "qt  ")
      },
      foreign: [{ big($0.count + 8) + Array("mdta".utf8) + $0 }, { big(9999) + $0 }]),
  ]

  static let mediaHandler = atom("hdlr", zeros(8) + Array("mdta".utf8) + zeros(13))

  static func key(_ name: String) -> [UInt8] {
    big(name.utf8.count + 8) + Array("mdta".utf8) + Array(name.utf8)
  }

  /// An entry of `Xtra`: its size, name, one value of type 8 (UTF-16).
  static func xtra(_ name: String, _ text: String) -> [UInt8] {
    let value = wide(text)
    let entry =
      big(name.utf8.count) + Array(name.utf8) + big(1) + big(value.count + 6) + big(8, 2) + value
    return big(entry.count + 4) + entry
  }

  static let items = [
    atom("©nam", data(title)), atom("©ART", data(artist)), atom("©alb", data(album)),
  ]

  static let oddAtoms: [[UInt8]] = [
    atom("©cmt", data("")), atom("©gen", []), atom("©nam", data("Twice")),
    atom("©wrt", data("a\0b")), atom("©day", data("99999999-13-45")),
    atom("©too", data("One") + data("Two")), atom("©lyr", typed(1, [0xFF])),
    atom("©grp", typed(2, [0, 0x61, 0])), atom("trkn", typed(0, [0, 0, 0, 1])),
    atom("disk", typed(0, [])), atom("tmpo", typed(21, [1, 2, 3])), atom("cpil", typed(21, [])),
    atom("gnre", typed(0, [0, 0])), atom("covr", typed(13, [])),
    atom("covr", typed(99, [1, 2]) + atom("name", [])), atom("aART", zeros(3)),
    atom("----", data("no name")),
    atom("----", atom("mean", zeros(4)) + atom("name", zeros(4)) + data("x")),
    atom("----", atom("mean", zeros(4) + [0x61]) + atom("name", zeros(4) + [0x62]) + data("")),
    atom("XYZ ", []), atom("XYZ ", data("x")), atom("\0\0\0\u{1}", data("x")),
    atom("rtng", data("x")),
  ]

  static func typed(_ type: Int, _ value: [UInt8]) -> [UInt8] {
    atom("data", big(type) + zeros(4) + value)
  }

  static let handler = atom(
    "hdlr", zeros(8) + Array("mdirappl".utf8) + zeros(9))

  static let foreignAtoms: [@Sendable ([UInt8]) -> [UInt8]] = [
    { atom("XYZ ", $0) }, { atom("free", $0) }, { atom("skip", $0) },
    { atom("free", zeros(60) + $0) }, { atom("XYZ ", atom("data", zeros(4) + $0)) },
    { big(99999) + Array("XYZ ".utf8) + $0 }, { big(3) + Array("XYZ ".utf8) + $0 },
  ]

  static func atom(_ type: String, _ body: [UInt8]) -> [UInt8] {
    big(body.count + 8) + type.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } + body
  }

  static func free(_ size: Int) -> [UInt8] { atom("free", zeros(size)) }

  static func data(_ text: String) -> [UInt8] {
    atom("data", big(1) + zeros(4) + Array(text.utf8))
  }

  static func meta(_ children: [[UInt8]]) -> [UInt8] {
    atom("meta", zeros(4) + children.flatMap(\.self))
  }

  /// The sample with more atoms in its movie, which precedes the media.
  static func movie(_ atoms: [UInt8], brand: String = "M4A ") -> [UInt8] {
    var plain = sample("plain.m4a")
    plain.replaceSubrange(8..<12, with: Array(brand.utf8))
    var movie = Array(plain[36..<759])
    // `stco` is the last atom of the movie and has three offsets.
    for place in stride(from: movie.count - 12, to: movie.count, by: 4) {
      let offset = movie[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
      movie.replaceSubrange(place..<(place + 4), with: big(offset + atoms.count))
    }
    return plain[0..<28] + atom("moov", movie + atoms) + plain[759...]
  }
}

// MARK: - ASF

extension TagForm {
  static let windowsMedia: [TagForm] = [
    TagForm(
      name: "objects of ASF", fileExtension: "wma",
      pieces: [description, extended(attributes, attributes.count), object(padding, zeros(60))],
      file: { pieces, _ in header(pieces) },
      foreign: [
        { object(zeros(10) + [1, 2, 3, 4, 5, 6], $0) }, { object(padding, $0) },
        { object(padding, zeros(50) + $0) },
      ]),
    TagForm(
      name: "attributes of ASF", fileExtension: "wma", pieces: attributes,
      file: { pieces, added in
        header([description, extended(pieces, pieces.count - added), object(padding, zeros(60))])
      },
      foreign: [{ attribute("Unknown", 1, $0) }, { attribute("Other", 9, $0) }],
      odd: [
        attribute("", 0, wide("x")), attribute("WM/Year", 0, []), attribute("WM/Genre", 0, [0x61]),
        attribute("WM/AlbumTitle", 0, wide("Twice")), attribute("WM/TrackNumber", 3, [1, 2]),
        attribute("WM/IsCompilation", 2, little(7)), attribute("Number", 5, [1]),
        attribute("Bytes", 1, []), attribute("WM/Picture", 1, [3]),
        attribute("a\0b", 0, wide("a\0b")), attribute("Odd", 4, []),
        attribute("Title", 0, wide("Second")),
      ]),
  ]

  static let padding: [UInt8] = [
    0x74, 0xD4, 0x06, 0x18, 0xDF, 0xCA, 0x09, 0x45, 0xA4, 0xBA, 0x9A, 0xAB, 0xCB, 0x96, 0xAA, 0xE8,
  ]

  static let attributes = [
    attribute("WM/AlbumTitle", 0, wide(album)), attribute("WM/Mood", 0, wide("Bright")),
  ]

  static let description: [UInt8] = {
    let texts = [title, artist, "", comment, ""].map { $0.isEmpty ? [] : wide($0) }
    return object(
      [
        0x33, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0, 0xAA, 0, 0x62, 0xCE, 0x6C,
      ], texts.flatMap { little($0.count, 2) } + texts.flatMap(\.self))
  }()

  static func extended(_ attributes: [[UInt8]], _ count: Int) -> [UInt8] {
    object(
      [
        0x40, 0xA4, 0xD0, 0xD2, 0x07, 0xE3, 0xD2, 0x11, 0x97, 0xF0, 0, 0xA0, 0xC9, 0x5E, 0xA8, 0x50,
      ], little(count, 2) + attributes.flatMap(\.self))
  }

  static func attribute(_ name: String, _ type: Int, _ value: [UInt8]) -> [UInt8] {
    let name = wide(name)
    return little(name.count, 2) + name + little(type, 2) + little(value.count, 2) + value
  }

  static func wide(_ text: String) -> [UInt8] {
    text.utf16.flatMap { little(Int($0), 2) } + [0, 0]
  }

  static func object(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
    id + little(content.count + 24, 8) + content
  }

  /// The sample with more objects in its header.
  static func header(_ objects: [[UInt8]]) -> [UInt8] {
    let plain = sample("plain.wma")
    let content = Array(plain[30..<394]) + objects.flatMap(\.self)
    return plain[0..<16] + little(content.count + 30, 8) + little(4 + objects.count)
      + plain[28..<30] + content + plain[394...]
  }
}
