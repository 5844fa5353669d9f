import Foundation
import TestSupport
import Testing

@testable import MetaCore

@Suite struct GenreTests {
  @Test(arguments: [
    ("17", ["Rock"]), ("(17)", ["Rock"]), ("(17)Rock", ["Rock"]),
    ("(9)Metalcore", ["Metal", "Metalcore"]),
    ("(51)(39)", ["Techno-Industrial", "Noise"]), ("(4)Eurodisco", ["Disco", "Eurodisco"]),
    ("(RX)", ["Remix"]), ("RX", ["Remix"]), ("(CR)", ["Cover"]), ("(17)(RX)", ["Rock", "Remix"]),
    ("((text", ["(text"]), ("(17)((text)", ["Rock", "(text)"]), ("Rock", ["Rock"]),
    ("", []), ("(40)AlternRock", ["Alt. Rock"]), ("192", ["192"]), ("(192)", ["(192)"]),
    ("(255)Tekkno", ["Tekkno"]), ("(text) more", ["(text) more"]), ("(", ["("]), ("()", ["()"]),
    ("(17)(17)", ["Rock"]), ("1234567890123456789012", ["1234567890123456789012"]),
    ("Rap & R'n'B", ["Rap & R'n'B"]), ("Cover", ["Cover"]), ("80s", ["80s"]),
  ])
  func frameText(text: String, genres: [String]) {
    #expect(Genre.parseID3(text) == genres)
  }

  @Test(arguments: ["Rock", "(text", "((x)", "Über", "(17)"]) func parenthesesAreEscaped(
    name: String
  ) {
    #expect(Genre.parseID3(Genre.encodeID3(name)) == [name])
  }

  @Test func listIsComplete() {
    for number in 0...191 {
      let name = Genre.id3v1Name(number)
      #expect(name?.isEmpty == false)
      #expect(name.flatMap { Genre.id3v1Number($0) } == number)
    }
    #expect(Genre.id3v1Name(-1) == nil)
    #expect(Genre.id3v1Name(192) == nil)
    #expect(Genre.name(gnre: 18) == "Rock")
    #expect(Genre.name(gnre: 0) == nil)
  }

  @Test(
    arguments: [
      ("rock", 17), ("hip hop", 7), ("HipHop", 7), ("Jazz-Funk", 29), ("AlternRock", 40),
      ("Rock and Roll", 78), ("rock'n'roll", nil), ("Drum And Bass", 127), ("Worldbeat", 133),
      ("", nil), ("Metalcore", nil),
    ] as [(String, Int?)])
  func spellings(name: String, number: Int?) {
    #expect(Genre.id3v1Number(name) == number)
  }

  @Test func storeGenres() {
    #expect(Genre.appleName(geID: 2) == "Music|Blues")
    #expect(Genre.appleName(geID: 34) == "Music")
    #expect(Genre.appleName(geID: 9) == "Music|Classical|Opera")
    #expect(Genre.appleName(geID: 0) == nil)
  }

  @Test(.enabled(if: Repository.facts != nil, "the tables of facts are not here"))
  func agreesWithTheFacts() throws {
    let facts = try #require(Repository.facts)
    let table = try String(contentsOf: facts.appending(path: "genres.tsv"), encoding: .utf8)
    for line in table.split(separator: "\n").dropFirst() {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard let number = Int(columns[1]), number != 255 else { continue }
      let isStore = columns[0] == "geID"
      let name = isStore ? Genre.appleName(geID: number) : Genre.id3v1Name(number)
      #expect(name == columns[2])
    }
  }
}
