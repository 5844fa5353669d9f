import Foundation
import TestSupport
import Testing

/// Numbers out of range are refused, with the key and its range, and the file is unchanged.
@Suite struct NumberRefusalTests {
  struct Case: CustomTestStringConvertible {
    let sample: String
    let edit: String
    let words: String
    var testDescription: String { "\(sample) \(edit)" }

    init(_ sample: String, _ edit: String, _ words: String) {
      self.sample = sample
      self.edit = edit
      self.words = words
    }
  }

  static let cases = [
    Case("song-itunes.m4a", "bpm=1e19", "tmpo"),
    Case("song-itunes.m4a", "bpm=70000", "tmpo"),
    Case("song-itunes.m4a", "track=70000", "trkn can hold only numbers from 0 to 65535"),
    Case("song-itunes.m4a", "track=1/70000", "trkn can hold only numbers from 0 to 65535"),
    Case("song-itunes.m4a", "disc=70000", "disk can hold only numbers from 0 to 65535"),
    Case("plain.m4a", "track=70000", "trkn can hold only numbers from 0 to 65535"),
    Case("plain.m4a", "track=9223372036854775807", "trkn"),
    Case("plain.m4a", "itsk/trkn=70000", "trkn"),
    Case("plain.m4a", "itsk/tmpo=99999999999999999999", "whole number"),
    Case("plain.m4a", "itsk/stik=1000", "stik"),
    Case("plain.m4a", "tvEpisode=99999999999", "tves can hold only whole numbers"),
    Case("id3v24-everything.mp3", "bpm=1e19", "15 digits"),
    Case("plain.mp3", "bpm=1e300", "15 digits"),
    Case("plain.flac", "bpm=1e300", "15 digits"),
    Case("song.wma", "bpm=1e300", "15 digits"),
    Case("song.ape", "bpm=1e300", "15 digits"),
    Case("plain.mp3", "rating=101", "0 to 100"),
    Case("plain.mp3", "date=12345-01-01", "date"),
    Case("broadcast.wav", "riff/bext/TimeReference=-1", "TimeReference"),
    Case("broadcast.wav", "riff/bext/TimeReference=soon", "TimeReference"),
    Case("broadcast.wav", "riff/bext/LoudnessValue=400", "LoudnessValue"),
    Case("phone-udta.3gp", "uiso/yrrc=70000", "yrrc"),
    Case("phone-udta.3gp", "uiso/urat=300", "urat"),
  ]

  @Test("A number out of range is refused", arguments: cases)
  func refused(_ wanted: Case) throws {
    let folder = try CommandFolder()
    try folder.copy(wanted.sample, as: wanted.sample)
    for options in [[], ["--allow-loss"]] {
      let before = try folder.contents
      let result = try folder.run(["set", wanted.sample, wanted.edit] + options)
      if options.isEmpty {
        #expect([3, 64].contains(result.status), "\(result.text)\(result.errors)")
        #expect(result.errors.contains(wanted.words), "\(result.errors)")
      }
      // With losses allowed, no other value is written either.
      #expect(try folder.contents == before)
    }
  }

  @Test func numbersThatFitKeepAllDigits() throws {
    let folder = try CommandFolder()
    try folder.copy("plain.m4a", as: "a.m4a")
    let edits = [
      "itsk/plID=9007199254740993", "track=65535/65535", "bpm=32767", "tvEpisode=4294967295",
    ]
    #expect(try folder.run(["set", "a.m4a"] + edits).status == 0)
    #expect(try folder.value("a.m4a", "itsk/plID") == "9007199254740993")
    #expect(try folder.value("a.m4a", "track") == "65535/65535")
    #expect(try folder.value("a.m4a", "bpm") == "32767")
    #expect(try folder.value("a.m4a", "tvEpisode") == "4294967295")
  }

  @Test func recordSideIsStoredUnderACustomKey() throws {
    let folder = try CommandFolder()
    try folder.copy("plain.m4a", as: "a.m4a")
    #expect(try folder.run("set", "a.m4a", "track=A1").status == 0)
    #expect(try folder.value("a.m4a", "track") == "A1")
  }

  @Test func aTimeReferenceIsWrittenAsANumber() throws {
    let folder = try CommandFolder()
    try folder.copy("broadcast.wav", as: "a.wav")
    #expect(
      try folder.run("set", "a.wav", "riff/bext/TimeReference=123456789012").status == 0)
    #expect(try folder.value("a.wav", "riff/bext/TimeReference") == "123456789012")
  }

  @Test(arguments: ["0", "-1", "1025", "99999999999999999999"])
  func serveLimitsItsThreads(jobs: String) throws {
    #expect(try Program.metatool("serve", "--jobs", jobs).status == 64)
  }

  @Test func clockTimesOfAnyLengthAreReadOrRefused() throws {
    let folder = try CommandFolder()
    try folder.copy("plain.m4a", as: "a.m4a")
    for clock in [
      "153722867280912:59.9999999", "9223372036854775807:00", "4294967295:4294967295:59",
    ] {
      let result = try folder.run(
        "chapters", "import", "a.m4a", "--from", "-", input: "\(clock) One\n")
      #expect([3, 65].contains(result.status), "\(result.errors)")
    }
  }
}
