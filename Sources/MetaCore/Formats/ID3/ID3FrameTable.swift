/// The frames that we know, by id, and their shapes: the facts of this format, one row each.
///
/// Sources: id3.org "ID3 tag version 2.2.0", "2.3.0", "2.4.0 - Native Frames", "ID3v2 Chapter Frame Addendum", "ID3v2 Accessibility
/// Addendum"; what iTunes and others write beside them is marked in the rows' last column.
struct ID3FrameTable: Sendable {
  /// One known frame.
  struct Definition: Sendable {
    let id: ID3FrameID
    /// The id as text.
    let name: String
    /// Whether it is nothing but texts, as most frames are.
    let isPlainText: Bool
    /// The index of its shape.
    fileprivate let shape: Int
  }

  private let definitions: [Definition]
  private let shapes: [FrameShape]
  private let textShape: Int
  private let urlShape: Int
  private let rawShape: Int

  static let standard = ID3FrameTable(
    shapeRows: ID3FrameTable.shapeRows, frameRows: ID3FrameTable.frameRows)

  init(shapeRows: String, frameRows: String) {
    var shapes: [FrameShape] = []
    var places: [Substring: Int] = [:]
    for row in shapeRows.split(separator: "\n") {
      guard let shape = FrameShape(row: row), let name = row.split(separator: " ").first
      else { continue }
      places[name] = shapes.count
      shapes.append(shape)
    }
    var definitions: [Definition] = []
    for row in frameRows.split(separator: "\n") {
      let words = row.split(separator: " ")
      guard let name = words.last, let shape = places[name] else { continue }
      for word in words.dropLast() {
        guard let id = ID3FrameID(word) else { continue }
        definitions.append(
          Definition(id: id, name: id.text, isPlainText: shapes[shape].isPlainText, shape: shape))
      }
    }
    self.definitions = definitions.sorted { $0.id.rawValue < $1.id.rawValue }
    self.shapes = shapes
    textShape = places["text"] ?? 0
    urlShape = places["url"] ?? 0
    rawShape = places["raw"] ?? 0
  }

  /// Every known frame, by rising id.
  var all: [Definition] { definitions }

  /// The known frame with this id, or nil.
  func definition(of id: ID3FrameID) -> Definition? {
    var low = 0
    var high = definitions.count
    while low < high {
      let middle = (low + high) / 2
      if definitions[middle].id.rawValue < id.rawValue { low = middle + 1 } else { high = middle }
    }
    guard low < definitions.count, definitions[low].id == id else { return nil }
    return definitions[low]
  }

  /// The shape of a known frame.
  func shape(of definition: Definition) -> FrameShape { shapes[definition.shape] }

  /// The shape of the frames with this id: of unknown ones, text for `T`, a URL for `W`, bytes for others.
  ///
  /// Text and URL frames that no version names have the form of those that do (ID3v2.4 §4.2, §4.3).
  func shape(of id: ID3FrameID) -> FrameShape {
    if let definition = definition(of: id) { return shape(of: definition) }
    switch id.first {
    case UInt8(ascii: "T"): return shapes[textShape]
    case UInt8(ascii: "W"): return shapes[urlShape]
    default: return shapes[rawShape]
    }
  }

  /// The shape called `name`, or nil.
  func shape(named name: String) -> FrameShape? { shapes.first { $0.name == name } }
}

extension ID3FrameTable {
  /// The shapes: name, storage, fields.
  fileprivate static let shapeRows = """
    raw raw binary:=
    text text encoding textList:=
    people text encoding people:=
    userText text encoding text:@info textList:=
    url latin1 url:=
    userURL latin1 encoding text:@info url:=
    owned raw latin1:@owner binary:=
    comment text encoding language:@language text:@info textList:=
    terms text encoding language:@language textList:=
    syncedText text encoding language:@language u8:timestampFormat u8:contentType text:@info timedTexts:texts
    picture image encoding latin1:@mime u8:@pictureType text:@info binary:=
    picture22 image encoding imageFormat u8:@pictureType text:@info binary:=
    object raw encoding latin1:@mime text:@fileName text:@info binary:=
    popularimeter record latin1:@email u8:rating counter?:count
    number uint counter:=
    number32 uint u32:=
    events record u8:timestampFormat events:events
    tempos record u8:timestampFormat tempos:tempos
    position record u8:timestampFormat counter:position
    locations record u16:framesBetween u24:bytesBetween u24:millisecondsBetween u8:bitsForBytes \
    u8:bitsForMilliseconds binary:references
    channels record latin1:@info channels:=
    speakers record speakers:=
    points record u8:interpolation latin1:@info points:points
    bands record bands:=
    reverb record u16:left u16:right u8:bouncesLeft u8:bouncesRight u8:feedbackLeftToLeft \
    u8:feedbackLeftToRight u8:feedbackRightToRight u8:feedbackRightToLeft u8:premixLeftToRight \
    u8:premixRightToLeft
    buffer record u24:size u8:flags u32?:nextTagOffset
    link record chars4:frameID latin1:url latin1List?:ids
    link22 record chars3:frameID latin1:url latin1List?:ids
    ownership text encoding latin1:price chars8:date text:seller
    commercial text encoding latin1:price chars8:validUntil latin1:contact u8:receivedAs \
    text:seller text:description latin1?:@mime binary:logo
    method record latin1:@owner u8:method binary:data
    group record latin1:@owner u8:group binary:data
    signature record u8:group binary:signature
    seekPoints record u32:start u32:length u16:count u8:bits seekPoints:points
    audioEncryption record latin1:@owner u16:previewStart u16:previewLength binary:data
    encryptedMeta raw latin1:@owner latin1:@info binary:=
    audioText text encoding latin1:@mime u8:flags text:text binary:audio
    gain record float:peak gain:radio gain:audiophile
    chapter record latin1:elementID u32:start u32:end u32:startOffset u32:endOffset frames
    contents record latin1:elementID contentsFlags ids:children frames
    """

  /// The frames: the ids under which a frame is known in 2.2, 2.3 and 2.4, and its shape.
  fileprivate static let frameRows = """
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
