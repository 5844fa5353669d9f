/// Recognises kinds of files that MetaCore does not read, such as Matroska, AVI, JPEG and PNG.
///
/// Errors (`backend`) name them, and MetaForeign recognises the files that it reads with
/// libavformat by these names.
package enum UnsupportedFormats {
  /// The file extensions of the audio and video formats among them.
  package static let extensions = """
    mkv webm mka mks mk3d avi divx ts m2ts mts mpg mpeg vob flv caf au snd amr ac3 eac3 ec3 \
    w64 mxf rm rmvb ra dv dif m1v m2v h264 264 avc hevc 265 h265 ivf y4m shn dts thd mlp latm loas
    """.split(separator: " ").map(String.init)

  /// Returns the kind of a file, from bytes at fixed offsets at its start or after leading tags, or
  /// from the sequence of packets at its start; nil when unknown.
  package static func name(
    of head: ByteSlice, in window: SourceWindow
  ) throws(ParseError) -> String? {
    if let name = firstRow(of: head) { return name }
    if let name = packets(in: head) { return name }
    guard ID3TagHeader(head) != nil || head.starts(with: APETagHeader.magic) else {
      return nil
    }
    let start = try StreamTags.findLeading(in: window).start
    return firstRow(of: try window.bytes(at: start, upTo: 64))
  }

  /// One row of the table of signatures: offset in the file, the range of its bytes in
  /// `Rows.bytes`, and the range of its name in the text of the table.
  private struct Row {
    let offset: Int
    let bytes: Range<Int>
    /// The first byte, with which most comparisons end.
    let first: UInt8?
    let name: Range<Int>
  }

  /// The parsed table of signatures; names stay in its text until one is needed.
  private struct Rows {
    var rows: [Row] = []
    var bytes: [UInt8] = []
    /// The first two bytes of the rows for the start of a file, sorted; in other files, only the
    /// ``further`` rows can match.
    var leads: [UInt16] = []
    /// The other rows: for later bytes, or with a single byte.
    var further: [Row] = []

    /// Parses lines like `8\tAVI \tAVI`, separated by tabs: offset, bytes (as characters, or as a
    /// backslash and two hexadecimal digits), name.
    init(_ table: String) {
      rows.reserveCapacity(128)
      bytes.reserveCapacity(512)
      let text = table.utf8.span
      var position = 0
      while position < text.count { readLine(text, at: &position) }
      leads.sort()
    }

    /// Whether a row for the start of a file begins with these bytes.
    func isLead(_ bytes: UInt16) -> Bool {
      let index = leads.partitioningIndex { $0 >= bytes }
      return index < leads.count && leads[index] == bytes
    }

    /// Parses the line at a position, and moves to the next.
    private mutating func readLine(_ text: Span<UInt8>, at position: inout Int) {
      var offset = 0
      while position < text.count, text[position] != UInt8(ascii: "\t") {
        offset = offset * 10 + Int(text[position] & 15)
        position += 1
      }
      let start = bytes.count
      position += 1
      while position < text.count, text[position] != UInt8(ascii: "\t") {
        readByte(text, at: &position)
      }
      let name = position + 1
      while position < text.count, text[position] != UInt8(ascii: "\n") { position += 1 }
      if name <= position {
        let row = bytes[start...]
        append(Row(offset: offset, bytes: row.indices, first: row.first, name: name..<position))
      }
      position += 1
    }

    private mutating func append(_ row: Row) {
      rows.append(row)
      if row.offset == 0, row.bytes.count > 1 {
        let start = row.bytes.lowerBound
        leads.append(UInt16(bytes[start]) << 8 | UInt16(bytes[start + 1]))
      } else {
        further.append(row)
      }
    }

    private mutating func readByte(_ text: Span<UInt8>, at position: inout Int) {
      if text[position] == UInt8(ascii: "\\"), position + 2 < text.count {
        bytes.append(Rows.digit(text[position + 1]) << 4 | Rows.digit(text[position + 2]))
        position += 3
      } else {
        bytes.append(text[position])
        position += 1
      }
    }

    private static func digit(_ byte: UInt8) -> UInt8 {
      byte < UInt8(ascii: "A") ? byte & 15 : byte - UInt8(ascii: "A") + 10
    }
  }

  private static let rows = Rows(table)

  /// Returns the name in the first row that matches a head, or nil.
  private static func firstRow(of head: ByteSlice) -> String? {
    let rows = rows
    let lead = head.bigEndian(at: 0, width: 2)
    let all = lead.map { rows.isLead(UInt16(truncatingIfNeeded: $0)) } ?? false
    for row in all ? rows.rows : rows.further
    where head[row.offset] == row.first && matches(row, rows.bytes, head) {
      return name(of: row)
    }
    return nil
  }

  private static func matches(_ row: Row, _ bytes: [UInt8], _ head: ByteSlice) -> Bool {
    for (step, index) in row.bytes.enumerated() where head[row.offset + step] != bytes[index] {
      return false
    }
    return true
  }

  private static func name(of row: Row) -> String {
    let text = table.utf8
    let start = text.index(text.startIndex, offsetBy: row.name.lowerBound)
    return String(table[start..<text.index(start, offsetBy: row.name.count)])
  }

  /// The number of lines in the table, and its rows (offset, bytes, name), for tests.
  static var all: (lines: Int, rows: [(offset: Int, bytes: [UInt8], name: String)]) {
    let read = rows
    return (
      table.split(separator: "\n").count,
      read.rows.map { ($0.offset, Array(read.bytes[$0.bytes]), name(of: $0)) }
    )
  }

  /// Offset, bytes, name; the first row that matches is used.
  private static let table = #"""
    0	\1AE\DF\A3	Matroska or WebM
    8	AVI 	AVI
    8	AVIX	AVI
    8	WEBP	WebP image
    8	RMID	MIDI in RIFF
    8	CDXA	video CD
    0	RIFX	big-endian RIFF
    0	riff.\91\CF\11\A5\D6(\DB\04\C1\00\00	Wave64
    0	FLV\01	Flash video
    0	FORM\00	IFF
    0	.RMF	RealMedia
    0	.ra\FD	RealAudio
    0	#!AMR	AMR audio
    0	MThd	MIDI
    0	caff\00	Core Audio Format
    0	.snd	AU audio
    0	dns.	AU audio
    0	ajkg	Shorten audio
    0	\7F\FE\80\01	DTS audio
    0	\FE\7F\01\80	DTS audio
    0	\1F\FF\E8\00	DTS audio
    0	\FF\1F\00\E8	DTS audio
    0	DTSHDHDR	DTS-HD audio
    4	\F8rn\F0	Dolby TrueHD audio
    4	\F8ro\F0	Meridian lossless audio
    4	\F8ro\BA	Dolby TrueHD audio
    4	\F8ro\BB	Meridian lossless audio
    0	\00\00\01\BA	MPEG program stream
    0	\00\00\01\B3	MPEG video
    0	\00\00\00\01\09	H.264 video without a container
    0	\00\00\00\01g	H.264 video without a container
    0	\00\00\00\01@\01	HEVC video without a container
    0	DKIF	IVF video
    0	YUV4MPEG2 	YUV4MPEG video
    0	\06\0E+4\02\05\01\01\0D\01\02\01\01	MXF
    0	\1F\07\00	DV video
    0	\9F\07\00	DV video
    0	WTV\00	recorded Windows TV
    0	\B7\D8\00 7I\DA\11\A6N\00\07\E9^\AD\8D	recorded Windows TV
    0	NSVf	Nullsoft video
    0	NSVs	Nullsoft video
    0	SNES-SPC700 Sound File Data	SPC music
    0	Vgm 	VGM music
    0	PSID\00	SID music
    0	RSID\00	SID music
    4	\57\90u6	Audible audio
    0	\FF\D8\FF	JPEG image
    0	\89PNG\0D\0A\1A\0A	PNG image
    0	GIF87a	GIF image
    0	GIF89a	GIF image
    0	II*\00	TIFF image
    0	MM\00*	TIFF image
    0	8BPS	Photoshop image
    0	%PDF-	PDF document
    0	PK\03\04	ZIP archive
    0	\1F\8B\08	gzip archive
    """#
}

extension UnsupportedFormats {
  /// Recognises kinds that can be identified only by the sequence of their packets.
  private static func packets(in head: ByteSlice) -> String? {
    if isTransportStream(head, from: 0, every: 188) { return "MPEG transport stream" }
    if isTransportStream(head, from: 4, every: 192) { return "MPEG transport stream (M2TS)" }
    if let name = dolbyDigital(head) { return name }
    return isLOAS(head) ? "AAC in LATM" : nil
  }

  /// Whether the sync byte of MPEG transport streams (ISO/IEC 13818-1 §2.4.3.2) is at the start of
  /// the first two packets, and of the third if `head` contains it.
  private static func isTransportStream(
    _ head: ByteSlice, from start: Int, every size: Int
  ) -> Bool {
    guard head[start] == 0x47, head[start + size] == 0x47 else { return false }
    return head.count <= start + 2 * size || head[start + 2 * size] == 0x47
  }

  /// Recognises AC-3 and E-AC-3 (ETSI TS 102 366): 0B 77, or 77 0B if bytes are swapped, and a
  /// bitstream ID that distinguishes them.
  private static func dolbyDigital(_ head: ByteSlice) -> String? {
    let sync: (UInt8, UInt8)? = head[0].flatMap { first in head[1].map { (first, $0) } }
    guard let sync, sync == (0x0B, 0x77) || sync == (0x77, 0x0B),
      let identification = head[sync == (0x0B, 0x77) ? 5 : 4]
    else { return nil }
    switch identification >> 3 {
    case 0...10: return "AC-3 audio"
    case 11...16: return "E-AC-3 audio"
    default: return nil
    }
  }

  /// Recognises LOAS (ISO/IEC 14496-3 §1.7.2): eleven sync bits and the length of the frame, twice.
  private static func isLOAS(_ head: ByteSlice) -> Bool {
    var position = 0
    for _ in 0..<2 {
      guard head[position] == 0x56, let second = head[position + 1], second >> 5 == 7,
        let third = head[position + 2]
      else { return false }
      position += 3 + Int(second & 0x1F) << 8 + Int(third)
    }
    return true
  }
}
