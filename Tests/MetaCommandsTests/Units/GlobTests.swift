import Testing

@testable import MetaCommands

@Suite struct GlobTests {
  @Test(arguments: [
    ("*", "a.mp3"), ("*.mp3", "a.mp3"), ("*.mp3", ".mp3"), ("a*b*c", "aXXbYYc"), ("a*b*c", "abbc"),
    ("?.m4a", "ü.m4a"), ("[a-c]x", "bx"), ("[!a-c]x", "dx"), ("[^a-c]x", "dx"), ("[]]", "]"),
    ("[a-]", "-"), ("{a,b}.mp3", "b.mp3"), ("{a,b{c,d}}", "bd"), ("{,x}y", "y"), ("\\*", "*"),
    ("a\\{b", "a{b"), ("***a", "xa"), ("東*", "東京"),
    ("[{]a", "{a"), ("[},]", ","), ("{[,{],b}", "{"), ("{a,[b]}c", "bc"),
  ])
  func namesThatMatch(pattern: String, name: String) throws {
    #expect(try Glob(pattern).matches(name: name, path: "folder/" + name))
  }

  @Test(arguments: [
    ("*.mp3", "a.mp4"), ("?", ""), ("?", "ab"), ("a*b", "ac"), ("[a-c]", "d"), ("[!a]", "a"),
    ("{a,b}", "c"), ("\\*", "a"), ("", "a"), ("A", "a"), ("[z-a]x", "mx"),
  ])
  func namesThatDoNotMatch(pattern: String, name: String) throws {
    #expect(try !Glob(pattern).matches(name: name, path: name))
  }

  @Test(arguments: [
    ("Jazz/*", "Jazz/a", true), ("Jazz/*", "Jazz/x/a", false), ("**/a", "a", true),
    ("**/a", "x/y/a", true), ("x/**", "x/y/z", true), ("x/**/z", "x/z", true),
    ("x/**/z", "x/a/b/z", true), ("x/**/z", "y/z", false), ("**/x/**/z", "a/x/b/x/c/z", true),
    ("a/{b,c/d}/e", "a/c/d/e", true), ("*/a", "a", false), ("**", "a/b", true),
  ])
  func paths(pattern: String, path: String, matches: Bool) throws {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    #expect(try Glob(pattern).matches(name: name, path: path) == matches)
  }

  @Test(arguments: [
    ("{a", "column 1: unclosed brace"), ("a[b", "column 2: unclosed bracket"),
    ("x/a[", "column 4: unclosed bracket"),
  ])
  func invalidPatternsAreReported(pattern: String, message: String) {
    #expect(throws: TextError.self) { try Glob(pattern) }
    do { _ = try Glob(pattern) } catch { #expect(error.description == message) }
  }

  @Test func excessiveBracesAreRefused() {
    let pattern = String(repeating: "{a,b}", count: 20)
    #expect(throws: TextError.self) { try Glob(pattern) }
  }

  @Test(arguments: [
    String(repeating: "{}", count: 30_000), String(repeating: "{a,b}", count: 20_000),
    String(repeating: "{", count: 30_000), String(repeating: "{}", count: 17),
    String(repeating: "{", count: 17) + String(repeating: "}", count: 17),
    String(repeating: "a", count: 5000),
  ])
  func absurdPatternsAreRefused(pattern: String) {
    #expect(throws: TextError.self) { try Glob(pattern) }
  }

  @Test func manyStarsAreFast() throws {
    let glob = try Glob(String(repeating: "*a", count: 40) + "b")
    #expect(!glob.matches(name: String(repeating: "a", count: 250), path: ""))
  }
}
