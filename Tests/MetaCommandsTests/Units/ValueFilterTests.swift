import Testing

@testable import MetaCommands

/// The results of template filters.
@Suite struct ValueFilterTests {
  @Test(arguments: [
    ("the sound of silence", "The Sound of Silence"), ("WAR AND PEACE", "War and Peace"),
    ("McCartney and the AC/DC fans", "McCartney and the AC/DC Fans"), ("don't stop", "Don't Stop"),
    ("what is it for", "What Is It For"), ("blue: a story", "Blue: A Story"),
    ("live (at the mill)", "Live (At the Mill)"), ("'round midnight", "'Round Midnight"),
    ("80s hits", "80s Hits"), ("été à paris", "Été À Paris"), ("ǆungla", "ǅungla"),
    ("rock-n-roll", "Rock-N-Roll"), ("", ""), ("  a  b ", "  A  B "),
    ("iPhone song", "iPhone Song"),
  ])
  func titlesHaveCapitals(text: String, title: String) {
    #expect(LetterCase.title(text) == title)
  }

  @Test(arguments: [
    ("THE END OF IT", "The end of it"), ("the End Of McCoy", "The end of McCoy"),
    ("(hello)", "(Hello)"),
  ])
  func sentencesHaveOneCapital(text: String, sentence: String) {
    #expect(LetterCase.sentence(text) == sentence)
  }

  @Test func blanksAreTrimmed() {
    #expect(LetterCase.trimmed("  a   b \n") == "a b")
    #expect(LetterCase.trimmed(" \t") == "")
  }

  @Test(arguments: ["0", "03", "020", "UPPER", "Trim", "first"]) func filtersHaveNames(word: String)
  {
    #expect((ValueFilter(word) == nil) == (word == "0"))
  }

  @Test(arguments: ["2", "099", "", "upcase", "-1", "0x1", "٠٣"]) func otherWordsAreRejected(
    word: String
  ) {
    #expect(ValueFilter(word) == nil)
    #expect(!ValueFilter.complaint(about: word).isEmpty)
  }

  @Test func listsAreShortened() {
    #expect(ValueFilter.first.values(["a", "b"]) == ["a"])
    #expect(ValueFilter.last.values(["a", "b"]) == ["b"])
    #expect(ValueFilter.last.values([]) == [])
    #expect(ValueFilter.digits(3).values(["7", "x", "1234"]) == ["007", "x", "1234"])
  }
}
