/// All known ID3v2 frames by ID, with the layout of their content (``FrameShape``); readers and
/// writers both look up frames here.
///
/// Sources: id3.org "ID3 tag version 2.2.0", "2.3.0", "2.4.0 - Native Frames", "ID3v2 Chapter Frame
/// Addendum", "ID3v2 Accessibility Addendum". The rows after `ATXT` are frames that only iTunes and
/// other programs define.
struct ID3FrameTable: Sendable {
  /// A known ID3v2 frame, as returned by look-ups: its ID and the index of its shape.
  struct Definition: Sendable {
    let id: ID3FrameID
    /// The ID as text.
    let name: String
    /// Whether the frame has the shape `text`, as most frames do.
    let isPlainText: Bool
    /// The index of the frame's shape.
    fileprivate let shape: UInt8
  }

  static let standard = ID3FrameTable()

  /// All known frames, in ascending order of their IDs.
  var all: [Definition] { ID3FrameTable.ids.indices.map(definition(at:)) }

  /// Returns the known frame with the given ID, or nil.
  func definition(of id: ID3FrameID) -> Definition? {
    let ids = ID3FrameTable.ids
    let index = ids.partitioningIndex { $0 >= id.rawValue }
    guard index < ids.count, ids[index] == id.rawValue else { return nil }
    return definition(at: index)
  }

  // The arrays are generated as constant data, because startup must be cheap.
  private func definition(at index: Int) -> Definition {
    let shape = ID3FrameTable.shapeNumbers[index]
    return Definition(
      id: ID3FrameID(rawValue: ID3FrameTable.ids[index]), name: ID3FrameTable.names[index],
      isPlainText: shape == ID3FrameTable.textShape, shape: shape)
  }

  /// Returns the IDs of a frame in all versions, including its own.
  func ids(like id: ID3FrameID) -> [ID3FrameID] {
    ID3FrameTable.rows.first { $0.ids.contains(id) }?.ids ?? [id]
  }

  /// Returns the shape of a known frame.
  func shape(of definition: Definition) -> FrameShape {
    ID3FrameTable.shapes[Int(definition.shape)]
  }

  /// Returns the shape of frames with the given ID; for unknown IDs, it is text if the first letter
  /// is `T`, a URL if it is `W`, and bytes otherwise.
  ///
  /// Unknown text and URL frames have the same form as known text and URL frames (ID3v2.4 §4.2,
  /// §4.3).
  func shape(of id: ID3FrameID) -> FrameShape {
    if let definition = definition(of: id) { return shape(of: definition) }
    switch id.first {
    case UInt8(ascii: "T"): return ID3FrameTable.shapes[Int(ID3FrameTable.textShape)]
    case UInt8(ascii: "W"): return ID3FrameTable.shapes[Int(ID3FrameTable.urlShape)]
    default: return ID3FrameTable.shapes[0]
    }
  }

  /// Returns the shape with the given name, or nil.
  func shape(named name: String) -> FrameShape? {
    ID3FrameTable.shapes.first { $0.name == name }
  }
}

extension ID3FrameTable {
  /// A row in the table in text form: the IDs of one frame in the versions of ID3v2, and the index
  /// of its shape.
  struct Row {
    let ids: [ID3FrameID]
    let shape: Int
  }

  /// The rows, parsed from their text; the arrays in `ID3FrameTable+Generated.swift` are generated
  /// from them.
  static var rows: [Row] {
    frameRows.split(separator: "\n").compactMap { row in
      let words = row.split(separator: " ")
      guard let shape = shapes.firstIndex(where: { $0.name == words.last ?? "" }) else {
        return nil
      }
      return Row(ids: words.dropLast().compactMap { ID3FrameID($0) }, shape: shape)
    }
  }

  /// The number of rows in the table's text.
  static var rowCount: Int { frameRows.split(separator: "\n").count }

  /// The index of the text shape.
  private static let textShape: UInt8 = 1
  /// The index of the URL shape.
  private static let urlShape: UInt8 = 4

  /// The shapes, each with its name, form of storage, fields and tail.
  private static let shapes: [FrameShape] = [
    FrameShape("raw", .raw, tail: .binary(.value)),
    FrameShape("text", .text, [.governing(.encoding), .value(.textList)]),
    FrameShape("people", .text, [.governing(.encoding), .value(.people)]),
    FrameShape(
      "userText", .text, [.governing(.encoding), .extra(.text, .info), .value(.textList)]),
    FrameShape("url", .latin1, [.value(.url)]),
    FrameShape("userURL", .latin1, [.governing(.encoding), .extra(.text, .info), .value(.url)]),
    FrameShape("owned", .raw, [.extra(.latin1, .owner)], tail: .binary(.value)),
    FrameShape(
      "comment", .text,
      [
        .governing(.encoding), .extra(.language, .language), .extra(.text, .info),
        .value(.textList),
      ]),
    FrameShape(
      "terms", .text, [.governing(.encoding), .extra(.language, .language), .value(.textList)]),
    FrameShape(
      "syncedText", .text,
      [
        .governing(.encoding), .extra(.language, .language), .part(.integer(1), "timestampFormat"),
        .part(.integer(1), "contentType"), .extra(.text, .info), .part(.timedTexts, "texts"),
      ]),
    FrameShape(
      "picture", .image,
      [
        .governing(.encoding), .extra(.latin1, .mime), .extra(.integer(1), .pictureType),
        .extra(.text, .info),
      ], tail: .binary(.value)),
    FrameShape(
      "picture22", .image,
      [
        .governing(.encoding), .governing(.imageFormat), .extra(.integer(1), .pictureType),
        .extra(.text, .info),
      ], tail: .binary(.value)),
    FrameShape(
      "object", .raw,
      [
        .governing(.encoding), .extra(.latin1, .mime), .extra(.text, .fileName),
        .extra(.text, .info),
      ], tail: .binary(.value)),
    FrameShape(
      "popularimeter", .record,
      [.extra(.latin1, .email), .part(.integer(1), "rating"), .part(.counter, "count").optional]),
    FrameShape("number", .uint, [.value(.counter)]),
    FrameShape("number32", .uint, [.value(.integer(4))]),
    FrameShape(
      "events", .record, [.part(.integer(1), "timestampFormat"), .part(.events, "events")]),
    FrameShape(
      "tempos", .record, [.part(.integer(1), "timestampFormat"), .part(.tempos, "tempos")]),
    FrameShape(
      "position", .record, [.part(.integer(1), "timestampFormat"), .part(.counter, "position")]),
    FrameShape(
      "locations", .record,
      [
        .part(.integer(2), "framesBetween"), .part(.integer(3), "bytesBetween"),
        .part(.integer(3), "millisecondsBetween"), .part(.integer(1), "bitsForBytes"),
        .part(.integer(1), "bitsForMilliseconds"),
      ], tail: .binary(.part("references"))),
    FrameShape("channels", .record, [.extra(.latin1, .info), .value(.channels)]),
    FrameShape("speakers", .record, [.value(.speakers)]),
    FrameShape(
      "points", .record,
      [.part(.integer(1), "interpolation"), .extra(.latin1, .info), .part(.points, "points")]),
    FrameShape("bands", .record, [.value(.bands)]),
    FrameShape(
      "reverb", .record,
      [
        .part(.integer(2), "left"), .part(.integer(2), "right"), .part(.integer(1), "bouncesLeft"),
        .part(.integer(1), "bouncesRight"), .part(.integer(1), "feedbackLeftToLeft"),
        .part(.integer(1), "feedbackLeftToRight"), .part(.integer(1), "feedbackRightToRight"),
        .part(.integer(1), "feedbackRightToLeft"), .part(.integer(1), "premixLeftToRight"),
        .part(.integer(1), "premixRightToLeft"),
      ]),
    FrameShape(
      "buffer", .record,
      [
        .part(.integer(3), "size"), .part(.integer(1), "flags"),
        .part(.integer(4), "nextTagOffset").optional,
      ]),
    FrameShape(
      "link", .record,
      [.part(.characters(4), "frameID"), .part(.latin1, "url"), .part(.latin1List, "ids").optional]),
    FrameShape(
      "link22", .record,
      [.part(.characters(3), "frameID"), .part(.latin1, "url"), .part(.latin1List, "ids").optional]),
    FrameShape(
      "ownership", .text,
      [
        .governing(.encoding), .part(.latin1, "price"), .part(.characters(8), "date"),
        .part(.text, "seller"),
      ]),
    FrameShape(
      "commercial", .text,
      [
        .governing(.encoding), .part(.latin1, "price"), .part(.characters(8), "validUntil"),
        .part(.latin1, "contact"), .part(.integer(1), "receivedAs"), .part(.text, "seller"),
        .part(.text, "description"), .extra(.latin1, .mime).optional,
      ], tail: .binary(.part("logo"))),
    FrameShape(
      "method", .record, [.extra(.latin1, .owner), .part(.integer(1), "method")],
      tail: .binary(.part("data"))),
    FrameShape(
      "group", .record, [.extra(.latin1, .owner), .part(.integer(1), "group")],
      tail: .binary(.part("data"))),
    FrameShape(
      "signature", .record, [.part(.integer(1), "group")], tail: .binary(.part("signature"))),
    FrameShape(
      "seekPoints", .record,
      [
        .part(.integer(4), "start"), .part(.integer(4), "length"), .part(.integer(2), "count"),
        .part(.integer(1), "bits"), .part(.seekPoints, "points"),
      ]),
    FrameShape(
      "audioEncryption", .record,
      [
        .extra(.latin1, .owner), .part(.integer(2), "previewStart"),
        .part(.integer(2), "previewLength"),
      ], tail: .binary(.part("data"))),
    FrameShape(
      "encryptedMeta", .raw, [.extra(.latin1, .owner), .extra(.latin1, .info)],
      tail: .binary(.value)),
    FrameShape(
      "audioText", .text,
      [
        .governing(.encoding), .extra(.latin1, .mime), .part(.integer(1), "flags"),
        .part(.text, "text"),
      ], tail: .binary(.part("audio"))),
    FrameShape(
      "gain", .record, [.part(.float, "peak"), .part(.gain, "radio"), .part(.gain, "audiophile")]),
    FrameShape(
      "chapter", .record,
      [
        .part(.latin1, "elementID"), .part(.integer(4), "start"), .part(.integer(4), "end"),
        .part(.integer(4), "startOffset"), .part(.integer(4), "endOffset"),
      ], tail: .frames),
    FrameShape(
      "contents", .record,
      [.part(.latin1, "elementID"), .governing(.contentsFlags), .part(.ids, "children")],
      tail: .frames),
  ]

  /// The frames, each with its IDs in 2.2, 2.3 and 2.4, and its shape.
  private static let frameRows = """
    UFI UFID owned
    TT1 TIT1 text
    TT2 TIT2 text
    TT3 TIT3 text
    TP1 TPE1 text
    TP2 TPE2 text
    TP3 TPE3 text
    TP4 TPE4 text
    TXT TEXT text
    TLA TLAN text
    TCO TCON text
    TAL TALB text
    TPA TPOS text
    TRK TRCK text
    TRC TSRC text
    TMT TMED text
    TFT TFLT text
    TBP TBPM text
    TCR TCOP text
    TPB TPUB text
    TEN TENC text
    TSS TSSE text
    TOF TOFN text
    TLE TLEN text
    TDY TDLY text
    TKE TKEY text
    TOT TOAL text
    TOA TOPE text
    TOL TOLY text
    TCM TCOM text
    TYE TYER TDRC text
    TDA TDAT text
    TIM TIME text
    TRD TRDA text
    TSI TSIZ text
    TOR TORY TDOR text
    TDR TDRL text
    TDEN text
    TDTG text
    IPL IPLS TIPL TMCL people
    TMOO text
    TPRO text
    TSST text
    TOWN text
    TRSN text
    TRSO text
    TSA TSOA text
    TSP TSOP text
    TST TSOT text
    TXX TXXX userText
    WAF WOAF url
    WAR WOAR url
    WAS WOAS url
    WCM WCOM url
    WCP WCOP url
    WPB WPUB url
    WORS url
    WPAY url
    WXX WXXX userURL
    MCI MCDI raw
    ETC ETCO events
    MLL MLLT locations
    STC SYTC tempos
    ULT USLT comment
    SLT SYLT syncedText
    COM COMM comment
    RVA RVAD speakers
    RVA2 XRVA channels
    EQU EQUA bands
    EQU2 points
    REV RVRB reverb
    PIC picture22
    APIC picture
    GEO GEOB object
    CNT PCNT number
    POP POPM popularimeter
    BUF RBUF buffer
    CRM encryptedMeta
    CRA AENC audioEncryption
    LNK link22
    LINK link
    POSS position
    USER terms
    OWNE ownership
    COMR commercial
    ENCR method
    GRID group
    PRIV owned
    SIGN signature
    SEEK number32
    ASPI seekPoints
    CHAP chapter
    CTOC contents
    ATXT audioText
    TCP TCMP text
    TS2 TSO2 text
    TSC TSOC text
    PCS PCST number
    TCT TCAT text
    TDS TDES text
    TID TGID text
    TKW TKWD text
    WFD WFED text
    MVN MVNM text
    MVI MVIN text
    GP1 GRP1 text
    ITU ITNU raw
    XSOA text
    XSOP text
    XSOT text
    XDOR text
    NCON raw
    RGAD gain
    XOLY raw
    CM1 raw
    """
}
