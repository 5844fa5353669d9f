import Testing

@testable import MetaCommands

@Suite struct YAMLTests {
  private func yaml(_ json: String) -> String {
    String(decoding: YAMLReport.bytes(Array(json.utf8)), as: UTF8.self)
  }

  @Test func objectsAndListsAreBlocks() {
    #expect(
      yaml(#"{"b":1,"a":{"c":[true,null,1.5]},"d":[],"e":{}}"#) == """
        - b: 1
          a:
            c:
            - true
            - null
            - 1.5
          d: []
          e: {}

        """)
  }

  @Test(arguments: [
    ("Blue", "Blue"), ("true", #""true""#), ("No", #""No""#), ("1", #""1""#), ("", #""""#),
    ("a: b", "'a: b'"), ("a\\nb", "'a\n\n    b'"), ("2024-01-01", #""2024-01-01""#), ("é", "é"),
    ("N", #""N""#), ("y", #""y""#), ("~", #""~""#), ("NULL", #""NULL""#), ("off", #""off""#),
    ("1:30", #""1:30""#), (".inf", #"".inf""#), ("=", #""=""#), ("No!", "No!"), ("yy", "yy"),
    ("😀", #""\U0001F600""#), ("a #", "'a #'"), ("a\\u0001", #""a\x01""#),
  ])
  func stringsAreQuotedWhereNecessary(json: String, yaml: String) {
    #expect(self.yaml("{\"k\":\"\(json)\"}") == "- k: \(yaml)\n")
  }

  /// Valid in JSON unescaped; YAML forbids them, or treats them as line breaks.
  @Test(arguments: [
    ("\u{80}", #"\x80"#), ("\u{85}", #"\N"#), ("\u{9F}", #"\x9F"#), ("\u{2028}", #"\L"#),
    ("\u{2029}", #"\P"#), ("\u{FFFE}", #"\uFFFE"#), ("\u{FFFF}", #"\uFFFF"#),
  ])
  func charactersInvalidInYAMLAreEscaped(character: String, yaml: String) {
    #expect(self.yaml("{\"k\":\"Aé\(character)\"}") == "- k: \"Aé\(yaml)\"\n")
  }
}
