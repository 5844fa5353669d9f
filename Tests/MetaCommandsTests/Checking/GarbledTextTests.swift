import MetaCore
import Testing

@testable import MetaCommands

/// Text in the wrong code page, and text that only looks wrong.
@Suite struct GarbledTextTests {
  /// The text, the encoding in which it was written, and the one in which it was read.
  static let certain: [(text: String, written: TextEncoding, read: TextEncoding)] = [
    ("Beyoncé", .utf8, .latin1), ("Beyoncé", .utf8, .windows1252),
    ("Motörhead", .utf8, .windows1252),
    ("Édith Piaf", .utf8, .windows1252), ("Ångström", .utf8, .windows1252),
    ("Österreich", .utf8, .windows1252), ("Über den Wolken", .utf8, .windows1252),
    ("KÖLN", .utf8, .latin1), ("Don’t Stop", .utf8, .windows1252),
    ("“Heroes”", .utf8, .windows1252),
    ("Björk – Jóga", .utf8, .latin1), ("© 1999 Sony", .utf8, .windows1252),
    ("Sigur Rós", .utf8, .windows1252), ("Dvořák", .utf8, .windows1252),
    ("São Tomé", .utf8, .macRoman), ("Façade", .utf8, .macRoman),
    ("Trịnh Công Sơn", .utf8, .latin1),
    ("Cafe\u{301} Mu\u{308}ller", .utf8, .latin1), ("București", .utf8, .windows1252),
    ("Кино", .utf8, .latin1), ("Группа крови", .utf8, .windows1251), ("Битлз", .utf8, .windows1251),
    ("宇多田ヒカル", .utf8, .latin1), ("周杰伦", .utf8, .windows1252), ("소녀시대", .utf8, .latin1),
    ("Θεοδωράκης", .utf8, .windows1252), ("שלום", .utf8, .latin1), ("فيروز", .utf8, .latin1),
    ("Love 😀", .utf8, .windows1252),
    ("Группа крови", .windows1251, .latin1), ("Кино", .windows1251, .windows1252),
    ("Звезда по имени Солнце", .windows1251, .latin1), ("Океан Ельзи", .windows1251, .latin1),
    ("Группа крови", .koi8R, .latin1), ("Звезда по имени Солнце", .koi8R, .windows1252),
    ("Μουσική", .windows1253, .latin1), ("Το τρένο φεύγει στις οχτώ", .windows1253, .latin1),
    ("Мой рок-н-ролл", .windows1251, .latin1), ("Дельфин и Русалка", .windows1251, .latin1),
    ("Владимир Высоцкий – Кони привередливые", .windows1251, .windows1252),
    ("サンプルのタイトル", .shiftJIS, .latin1), ("テスト", .shiftJIS, .windows1252),
    ("宇多田ヒカル", .shiftJIS, .latin1),
    ("Don’t Stop", .windows1252, .latin1), ("“Heroes”", .windows1252, .latin1),
  ]

  @Test(arguments: certain.indices) func isRead(index: Int) throws {
    let row = GarbledTextTests.certain[index]
    let bytes = try #require(row.written.encode(row.text))
    let shown = row.read.decodeWhole(ByteSlice(bytes))
    let garbled = try #require(GarbledText(shown), "\(shown) of \(row.text)")
    #expect(garbled.onlyReading?.text == row.text, "\(garbled.readings)")
    // The written text is valid when decoded again.
    #expect(garbled.onlyReading.flatMap { $0.written.encode($0.text) } == bytes)
  }

  @Test func doublyMisreadTextIsRepaired() throws {
    let once = TextEncoding.windows1252.decodeWhole(ByteSlice(Array("Beyoncé".utf8)))
    let twice = TextEncoding.windows1252.decodeWhole(ByteSlice(Array(once.utf8)))
    #expect(GarbledText(twice)?.onlyReading?.text == "Beyoncé")
  }

  /// Found, but several readings are plausible, or the code page has the same bytes as others.
  static let doubtful: [(text: String, written: TextEncoding)] = [
    ("周杰伦", .gb2312), ("소녀시대", .eucKR), ("月亮代表我的心", .big5), ("КИНО", .windows1251),
  ]

  @Test(arguments: doubtful.indices) func doubtfulTextIsNotRepaired(index: Int) throws {
    let row = GarbledTextTests.doubtful[index]
    let bytes = try #require(row.written.encode(row.text))
    let garbled = try #require(GarbledText(TextEncoding.latin1.decode(ByteSlice(bytes))))
    #expect(garbled.readings.contains { $0.text == row.text })
    #expect(garbled.onlyReading == nil)
  }

  @Test func lostCharactersAreReportedButNotRepaired() throws {
    let garbled = try #require(GarbledText("Beyonc\u{FFFD}"))
    #expect(garbled.readings.isEmpty)
  }

  /// Correct texts; the bytes of many are also valid UTF-8, or valid in another code page.
  static let right = [
    "", "Blue", "Beyoncé", "Motörhead", "Mötley Crüe", "Sigur Rós", "Ágætis byrjun", "Björk",
    "São Paulo", "AMANHÃ…", "NÃO", "IRMÃ”", "CORAÇÃO", "Amanhã…", "Manhã de Carnaval", "Irmã",
    "CAFÉ™", "NESTLÉ®", "Café™", "Olé…", "POKÉMON", "COSÌ…", "PERÒ…", "Però", "OÙ…", "C’ÉTAIT",
    "À L’ÉCOLE", "L’été à Paris", "«École»", "Élégie", "créée", "naïve œuvre", "Œuvres",
    "ÆØÅ", "ÅÄÖ", "åäö", "Smörgåsbord", "YSTÄVÄ…", "SINÄ…", "BLÅ–GUL", "Små”", "Über",
    "Straße", "STRASSE", "Ü30", "Ä–Ö", "Þórr", "Þetta er ást", "þú", "Ðóra", "Ísland",
    "Trịnh Công Sơn", "Đàn ông", "Ã", "Â", "Â…", "Tôi yêu em", "CÔ ẤY", "Ñandú", "¿Qué?", "¡Olé!",
    "¡¡¡¡", "····", "©®©®", "°°°°", "½ ¼ ¾", "10×20", "A² + B²", "N° 5", "№ 5", "ÄÄÄÄÄÄ", "ßßßß",
    "“Heroes”", "‘Til I Die", "Don’t Stop – Live", "It’s…", "€uro", "™", "♪ Song ♫", "😀",
    "Кино", "КИНО", "Группа крови", "С…", "Ці", "Рік", "Ёлка", "Ўра", "Θεός", "ΑΒΓ",
    "שלום", "فيروز", "ไทย", "宇多田ヒカル", "周杰伦", "소녀시대", "ｱｲｳ", "Dvořák", "Łódź", "Čeština",
    "Őrült", "Şarkı", "Ğ", "Ħal", "l’à—é", "√2", "∆t", "≈ 3", "…é", "J’ai", "Õhtu", "GARAAŽ", "ÕŠ",
    "Café del Mar", "Señor", "Jalapeño", "fiancée", "Zoë", "Anaïs", "Noël", "Brontë", "soupçon",
  ]

  @Test(arguments: right) func correctTextIsLeftAlone(text: String) {
    #expect(GarbledText(text) == nil, "\(GarbledText(text)?.readings ?? [])")
  }

  /// No spelling of Western words alone is suspicious: letters with accents at any place of any
  /// word.
  @Test func accentsAloneAreNeverSuspicious() {
    let letters = "áàâäãåæçéèêëíìîïñóòôöõøœšúùûüýÿžßÁÀÂÄÃÅÆÇÉÈÊËÍÌÎÏÑÓÒÔÖÕØŒŠÚÙÛÜÝŸŽ"
    for letter in letters {
      for text in [
        "\(letter)", "a\(letter)", "\(letter)a", "a\(letter)a", "A\(letter)A", "\(letter) ",
      ] {
        #expect(GarbledText(text) == nil, "\(text)")
      }
    }
  }
}
