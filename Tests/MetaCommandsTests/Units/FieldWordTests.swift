import Foundation
import Testing

@testable import MetaCommands
@testable import MetaCore

/// Words that name fields and keys.
@Suite struct FieldWordTests {
  private func identifiers(_ text: String) -> [String] {
    guard case .keys(let keys)? = FieldWord(text) else { return [] }
    return keys.targets.compactMap { target in
      guard case .items(let identifier, let extras) = target else { return nil }
      return identifier.rawValue + extras.map { ":" + ($0.value.stringValue ?? "") }.joined()
    }
  }

  @Test(arguments: [
    ("TIT2", ["id3/TIT2"]), ("TT2", ["id3/%00TT2"]), ("TXXX:MOOD", ["id3/TXXX:MOOD"]),
    ("COMM:a:eng", ["id3/COMM:a:eng"]), ("©nam", ["itsk/%A9nam", "udta/%A9nam"]),
    ("©xyz", ["udta/%A9xyz"]),
    ("com.apple.quicktime.make", ["mdta/com.apple.quicktime.make"]),
    ("com.apple.iTunes.LABEL", ["itlk/com.apple.iTunes.LABEL"]), ("itsk/©nam", ["itsk/%A9nam"]),
  ])
  func keysMayOmitTheKeySpace(text: String, wanted: [String]) {
    #expect(identifiers(text) == wanted)
  }

  @Test func customKeysExistInAllFormats() {
    #expect(
      identifiers("own:MY%41 TAG") == [
        "id3/TXXX:MY%41 TAG", "id3/%00TXX:MY%41 TAG", "itlk/com.apple.iTunes.MY%2541%20TAG",
        "mdta/MY%2541%20TAG",
        "vorb/MY%2541%20TAG", "ape/MY%2541%20TAG", "asf/MY%2541%20TAG", "mkv/MY%2541%20TAG",
      ])
  }

  @Test(arguments: [
    "", "own:", "own:x", "own:Größe", "own:a=b", "own:a\nb", "titel", "XXXX", "tit2", "abcd",
    "aART", "gnre",
    "com.x", "nope/x", "own",
    "own:" + String(repeating: "x", count: 256), "©na", "©name",
  ])
  func otherWordsAreRejected(text: String) { #expect(FieldWord(text) == nil) }

  @Test(arguments: ["title", "YEAR-less", "name"]) func fieldsComeFirst(text: String) {
    guard case .field? = FieldWord(text) else {
      #expect(text == "YEAR-less")
      return
    }
  }

  @Test(arguments: ["own:TITLE", "own:MOOD", "own:MusicBrainz Album Id"])
  func fieldKeysAreNotCustomKeys(text: String) throws {
    guard case .keys(let keys)? = FieldWord(text) else {
      Issue.record("\(text) is no word")
      return
    }
    #expect(keys.claimedField != nil)
  }

  @Test func errorMessageListsTheForms() {
    let complaint = FieldWord.complaint(about: "titel")
    #expect(complaint.hasPrefix("unknown field titel; did you mean title? “metatool fields”"))
    #expect(complaint.contains("TXXX:MOOD") && complaint.contains("own:NAME"))
  }
}
