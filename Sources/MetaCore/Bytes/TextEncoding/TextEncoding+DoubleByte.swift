/// The table of an East Asian code page with two-byte characters (Shift-JIS, EUC, Big5, GBK), which
/// decodes bytes to text and encodes text as bytes.
///
/// A table is a grid: the lead byte selects the row, the trail byte the cell. Byte values are in
/// hexadecimal:
///
///     Shift-JIS   lead 81-9F E0-FC   trail 40-7E 80-FC   188 cells; A1-DF alone are half-width katakana
///     EUC         lead A1-FE         trail A1-FE          94 cells; in Japanese 8E and A1-DF are half-width katakana
///     Big5        lead A1-F9         trail 40-7E A1-FE   157 cells
///     GBK         lead 81-FE         trail 40-7E 80-FE   190 cells; 80 alone is the euro sign
struct DoubleBytePage: Sendable {
  /// The rule that maps the two bytes of a character to the number of its cell in the table; it
  /// depends on the code page.
  enum Layout: Sendable {
    case shiftJIS
    case euc
    case eucJP
    case big5
    case gbk
  }

  private let layout: Layout
  /// The characters of all cells, row after row; 0 for an empty cell.
  private let cells: [UInt16]
  /// Single bytes from 0x80 up that are characters by themselves (Mac OS Japanese and GBK), except
  /// half-width katakana.
  private let singles: [UInt8: UInt16]

  /// Parses a table from ``DoubleByteTables``: lines with a row number, a space and up to 94
  /// characters.
  init(_ layout: Layout, _ table: String, singles: [UInt8: UInt16] = [:]) {
    self.layout = layout
    self.singles = singles
    cells = DoubleBytePage.cells(of: table)
  }

  /// Creates GBK from GB 2312, the ideographs that GB 2312 lacks, in code point order, and a table
  /// of the remaining cells.
  init(gb2312 basic: DoubleBytePage, _ table: String) {
    layout = .gbk
    singles = [0x80: 0x20AC]
    var cells = DoubleBytePage.cells(of: table)
    cells += repeatElement(0, count: max(0, 126 * 190 - cells.count))
    let known = Set(basic.cells)
    var rest = (UInt16(0x4E00)...0x9FA5).lazy.filter { !known.contains($0) }.makeIterator()
    for index in cells.indices {
      let pair = Layout.gbk.bytes(index)
      let isBasic = pair[1] >= 0xA1
      let takesNext = pair[0] <= 0xA0 || (pair[0] >= 0xAA && !isBasic)
      let next = takesNext ? rest.next() : isBasic ? basic.character(pair[0], pair[1]) : nil
      if cells[index] == 0 { cells[index] = next ?? 0 }
    }
    self.cells = cells
  }

  /// Creates EUC-JP from Shift-JIS: both number the cells of JIS X 0208 in the same way, 94 per
  /// row, and EUC has at most 94 rows.
  init(eucJP page: DoubleBytePage) {
    layout = .eucJP
    singles = [:]
    cells = Array(page.cells.prefix(94 * 94))
  }

  /// Parses the cells of a table.
  private static func cells(of table: String) -> [UInt16] {
    var cells: [UInt16] = []
    cells.reserveCapacity(14_000)
    for line in table.unicodeScalars.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let number = Int(String(parts[0])) else { continue }
      cells.append(contentsOf: repeatElement(0, count: max(0, number * 94 - cells.count)))
      for scalar in parts[1] { cells.append(scalar == "." ? 0 : UInt16(clamping: scalar.value)) }
    }
    return cells
  }

  /// Decodes bytes; those without a character become U+FFFD.
  func decode(_ slice: ByteSlice) -> String {
    var utf8: [UInt8] = []
    utf8.reserveCapacity(slice.count * 2)
    var index = 0
    while let byte = slice[index] {
      index += 1
      if byte < 0x80 {
        utf8.append(byte)
      } else if let single = character(byte) {
        utf8.appendUTF8(UInt32(single))
      } else if let trail = slice[index], let character = character(byte, trail) {
        utf8.appendUTF8(UInt32(character))
        index += 1
      } else {
        utf8.appendUTF8(0xFFFD)
        // An empty cell becomes one U+FFFD, except that a second byte below 0x80 is kept as ASCII.
        if let trail = slice[index], trail >= 0x80, layout.cell(byte, trail) != nil { index += 1 }
      }
    }
    return String(decoding: utf8, as: UTF8.self)
  }

  /// Returns the character for a single byte from 0x80 up, or nil.
  private func character(_ byte: UInt8) -> UInt16? {
    if layout == .shiftJIS, byte >= 0xA1, byte <= 0xDF { return 0xFF61 + UInt16(byte - 0xA1) }
    return singles.isEmpty ? nil : singles[byte]
  }

  /// Returns the character for a pair of bytes, or nil.
  private func character(_ lead: UInt8, _ trail: UInt8) -> UInt16? {
    if layout == .eucJP, lead == 0x8E, trail >= 0xA1, trail <= 0xDF {
      return 0xFF61 + UInt16(trail - 0xA1)
    }
    guard let cell = layout.cell(lead, trail) else { return nil }
    if layout == .shiftJIS, let user = Layout.userDefined(cell) { return user }
    guard cell < cells.count, cells[cell] != 0 else { return nil }
    return cells[cell]
  }

  /// Encodes a string using the cells of its characters; returns nil when a character has no cell.
  func encode(_ text: String, numbers: [UInt16: Int]) -> [UInt8]? {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if scalar.value < 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
        continue
      }
      guard let unit = UInt16(exactly: scalar.value) else { return nil }
      if layout == .shiftJIS || layout == .eucJP, unit >= 0xFF61, unit <= 0xFF9F {
        if layout == .eucJP { bytes.append(0x8E) }
        bytes.append(UInt8(truncatingIfNeeded: unit - 0xFF61 + 0xA1))
      } else if let single = singles.first(where: { $0.value == unit }) {
        bytes.append(single.key)
      } else {
        let user = layout == .shiftJIS ? Layout.userDefinedCell(unit) : nil
        guard let cell = user ?? numbers[unit] else { return nil }
        bytes.append(contentsOf: layout.bytes(cell))
      }
    }
    return bytes
  }

  /// The cell of each character; if there are several, the one that Windows writes.
  var cellNumbers: [UInt16: Int] {
    var numbers: [UInt16: Int] = [:]
    numbers.reserveCapacity(cells.count)
    for (cell, character) in cells.enumerated() where character != 0 {
      let known = numbers[character]
      if known == nil || (layout == .shiftJIS && Layout.isNECSelection(known ?? 0)) {
        numbers[character] = cell
      }
    }
    return numbers
  }
}

extension DoubleBytePage.Layout {
  /// Returns the number of the cell for two bytes, or nil.
  func cell(_ lead: UInt8, _ trail: UInt8) -> Int? {
    switch self {
    case .shiftJIS:
      guard let row = row(lead), trail >= 0x40, trail <= 0xFC, trail != 0x7F else { return nil }
      return row * 188 + Int(trail) - (trail < 0x7F ? 0x40 : 0x41)
    case .euc, .eucJP:
      guard let row = row(lead), trail >= 0xA1, trail <= 0xFE else { return nil }
      return row * 94 + Int(trail) - 0xA1
    case .big5:
      guard let row = row(lead) else { return nil }
      if trail >= 0x40, trail <= 0x7E { return row * 157 + Int(trail) - 0x40 }
      if trail >= 0xA1, trail <= 0xFE { return row * 157 + 63 + Int(trail) - 0xA1 }
      return nil
    case .gbk:
      guard let row = row(lead), trail >= 0x40, trail <= 0xFE, trail != 0x7F else { return nil }
      return row * 190 + Int(trail) - (trail < 0x7F ? 0x40 : 0x41)
    }
  }

  /// Returns the row of a lead byte; nil when the byte does not begin a character.
  private func row(_ lead: UInt8) -> Int? {
    switch (self, lead) {
    case (.shiftJIS, 0x81...0x9F): Int(lead) - 0x81
    case (.shiftJIS, 0xE0...0xFC): Int(lead) - 0xE0 + 31
    case (.gbk, 0x81...0xFE): Int(lead) - 0x81
    case (.euc, 0xA1...0xFE), (.eucJP, 0xA1...0xFE), (.big5, 0xA1...0xF9): Int(lead) - 0xA1
    default: nil
    }
  }

  /// Returns the two bytes for a cell; the inverse of ``cell(_:_:)``.
  func bytes(_ cell: Int) -> [UInt8] {
    let width =
      switch self {
      case .shiftJIS: 188
      case .euc, .eucJP: 94
      case .big5: 157
      case .gbk: 190
      }
    let (row, column) = cell.quotientAndRemainder(dividingBy: width)
    let lead: Int
    let trail: Int
    switch self {
    case .shiftJIS:
      lead = row < 31 ? row + 0x81 : row - 31 + 0xE0
      trail = column < 63 ? column + 0x40 : column + 0x41
    case .euc, .eucJP: (lead, trail) = (row + 0xA1, column + 0xA1)
    case .gbk:
      lead = row + 0x81
      trail = column < 63 ? column + 0x40 : column + 0x41
    case .big5:
      lead = row + 0xA1
      trail = column < 63 ? column + 0x40 : column - 63 + 0xA1
    }
    return [UInt8(truncatingIfNeeded: lead), UInt8(truncatingIfNeeded: trail)]
  }

  /// Returns the user-defined character for a cell: the cells of Shift-JIS rows F0 to F9 map to
  /// U+E000 and up, in sequence.
  static func userDefined(_ cell: Int) -> UInt16? {
    let index = cell - 47 * 188
    return index >= 0 && index < 1880 ? 0xE000 + UInt16(truncatingIfNeeded: index) : nil
  }

  /// Returns the cell of a user-defined character; the inverse of ``userDefined(_:)``.
  static func userDefinedCell(_ character: UInt16) -> Int? {
    character >= 0xE000 && character < 0xE000 + 1880 ? Int(character) - 0xE000 + 47 * 188 : nil
  }

  /// Whether a Shift-JIS cell is in row ED or EE, which repeat cells from rows FA to FC.
  static func isNECSelection(_ cell: Int) -> Bool { cell / 188 == 44 || cell / 188 == 45 }
}

extension TextEncoding {
  /// The table of a double-byte code page; nil for every other encoding.
  var doubleBytePage: DoubleBytePage? {
    switch self {
    case .shiftJIS: .shiftJIS
    case .macJapanese: .macJapanese
    case .gb2312: .gb2312
    case .gbk: .gbk
    case .eucKR: .eucKR
    case .eucJP: .eucJP
    case .big5: .big5
    default: nil
    }
  }
}

extension TextEncoding {
  /// The cells of a double-byte code page by character; empty for every other encoding.
  var doubleByteNumbers: [UInt16: Int] {
    switch self {
    case .shiftJIS, .macJapanese: DoubleBytePage.shiftJISNumbers
    case .gb2312: DoubleBytePage.gb2312Numbers
    case .gbk: DoubleBytePage.gbkNumbers
    case .eucKR: DoubleBytePage.eucKRNumbers
    case .eucJP: DoubleBytePage.eucJPNumbers
    case .big5: DoubleBytePage.big5Numbers
    default: [:]
    }
  }
}

/// The code pages; each is parsed once, when it is first used.
extension DoubleBytePage {
  static let shiftJIS = DoubleBytePage(.shiftJIS, DoubleByteTables.shiftJIS)
  /// The single bytes 80, A0, FD, FE and FF are from Apple's JAPANESE.TXT.
  static let macJapanese = DoubleBytePage(
    .shiftJIS, DoubleByteTables.shiftJIS,
    singles: [0x80: 0x5C, 0xA0: 0xA0, 0xFD: 0xA9, 0xFE: 0x2122, 0xFF: 0x2026])
  static let eucJP = DoubleBytePage(eucJP: shiftJIS)
  static let gb2312 = DoubleBytePage(.euc, DoubleByteTables.gb2312)
  static let gbk = DoubleBytePage(gb2312: gb2312, DoubleByteTables.gbk)
  static let eucKR = DoubleBytePage(.euc, DoubleByteTables.eucKR)
  static let big5 = DoubleBytePage(.big5, DoubleByteTables.big5)
  static let shiftJISNumbers = shiftJIS.cellNumbers
  static let gb2312Numbers = gb2312.cellNumbers
  static let gbkNumbers = gbk.cellNumbers
  static let eucJPNumbers = eucJP.cellNumbers
  static let eucKRNumbers = eucKR.cellNumbers
  static let big5Numbers = big5.cellNumbers
}
