import MetaCore
import Testing

@Suite struct MetadataDateTests {
  @Test(arguments: [
    "1999", "0000", "1999-04", "1999-04-01", "2018-08-05T15", "2018-08-05T15:39",
    "2018-08-05T15:39:27", "2018-08-05T15:39:27.125", "2018-08-05T15:39:27Z",
    "2018-08-05T15:39:27+02:00", "2018-08-05T15:39:27-03:30", "2020-02-29", "2016-12-31T23:59:60Z",
  ])
  func precisionIsKept(text: String) {
    #expect(MetadataDate(iso8601: text)?.description == text)
  }

  @Test(arguments: [
    ("2018-08-05 15:39:27", "2018-08-05T15:39:27"),
    ("2018-08-05T15:39:27+0200", "2018-08-05T15:39:27+02:00"),
    ("2018-08-05T15:39:27+02", "2018-08-05T15:39:27+02:00"), ("20180805", "2018-08-05"),
    ("20180805T153927Z", "2018-08-05T15:39:27Z"),
    ("2018-08-05T15:39:27,5", "2018-08-05T15:39:27.5"),
    ("2018-08-05 15:39:27 +0200", "2018-08-05T15:39:27+02:00"), (" 1999\n", "1999"),
    ("2018-08-05T15:39z", "2018-08-05T15:39Z"),
  ])
  func otherForms(text: String, iso: String) {
    #expect(MetadataDate(iso8601: text)?.description == iso)
  }

  @Test(arguments: [
    "", "99", "199904", "1999-", "1999-13", "1999-00", "1999-02-29", "1900-02-29", "1999-04-31",
    "1999-04-01T", "1999-04-01T24:00", "1999-04-01T10:60", "1999-04-01T10:00:61", "1999-04T10:00",
    "1999-04-01T10:00:00.", "1999-04-01T10:00:00+", "1999-04-01T10:00:00+24:00", "1999-04-01x",
    "19990", "-1999", "1999-4-1", "abcd", "2018-08-05T15:39:27Zx", "１９９９",
  ])
  func otherTextsAreNotDates(text: String) {
    #expect(MetadataDate(iso8601: text) == nil)
  }

  @Test func exif() {
    #expect(MetadataDate(exif: "2018:08:05 15:39:27")?.description == "2018-08-05T15:39:27")
    #expect(MetadataDate(exif: "2018:08:05 15:39:27+02:00")?.zone == .offset(minutes: 120))
    #expect(MetadataDate(exif: "2018:08:05")?.description == "2018-08-05")
    #expect(MetadataDate(exif: "0000:00:00 00:00:00") == nil)
    #expect(MetadataDate(exif: "2018-08-05") == nil)
  }

  @Test(
    arguments: [
      ("2018", "0508", "1539", "2018-08-05T15:39"), ("2018", "0508", nil, "2018-08-05"),
      ("2018", nil, "1539", "2018"), ("2018", "9999", "1539", "2018"),
      ("2018", "0508", "2500", "2018-08-05"),
      ("2018", "", "", "2018"),
    ] as [(String, String?, String?, String)])
  func framesOfID3v23(year: String, day: String?, time: String?, iso: String) {
    #expect(MetadataDate(year: year, dayMonth: day, time: time)?.description == iso)
  }

  @Test func framesWithoutAYearAreNotADate() {
    #expect(MetadataDate(year: "", dayMonth: "0508", time: nil) == nil)
    #expect(MetadataDate(year: "2018-08", dayMonth: nil, time: nil) == nil)
  }

  @Test func macintoshEpoch() {
    #expect(MetadataDate(macEpoch: 2_082_844_800)?.description == "1970-01-01T00:00:00Z")
    #expect(MetadataDate(macEpoch: 3_640_000_000)?.description == "2019-05-06T15:06:40Z")
    #expect(MetadataDate(macEpoch: 0) == nil)
    #expect(MetadataDate(macEpoch: .max) == nil)
    // Written with the Unix epoch by mistake.
    #expect(MetadataDate(macEpoch: 1_500_000_000)?.description == "2017-07-14T02:40:00Z")
  }

  @Test func windowsFileTime() {
    let ticks: UInt64 = 132_537_600_000_000_000
    #expect(MetadataDate(windowsFileTime: ticks)?.description == "2020-12-30T00:00:00Z")
    #expect(MetadataDate(windowsFileTime: ticks + 1_250_000)?.fraction == "125")
    #expect(MetadataDate(windowsFileTime: 0) == nil)
    #expect(MetadataDate(windowsFileTime: .max) == nil)
  }

  @Test(arguments: [
    0, 1, -1, 86_399, 86_400, 951_782_400, 4_102_444_800, -62_167_219_200, 253_402_300_799,
  ])
  func unixEpochAndBack(seconds: Int64) {
    #expect(MetadataDate(unixEpoch: seconds)?.unixEpochSeconds == seconds)
  }

  @Test func secondsNeedAZone() {
    #expect(MetadataDate(iso8601: "2018-08-05T15:39:27")?.unixEpochSeconds == nil)
    #expect(MetadataDate(iso8601: "2018-08-05")?.unixEpochSeconds == nil)
    #expect(MetadataDate(iso8601: "1970-01-01T01:00:00+01:00")?.unixEpochSeconds == 0)
    #expect(MetadataDate(unixEpoch: .max) == nil)
    #expect(MetadataDate(unixEpoch: .min) == nil)
  }

  @Test func everyDayOfFourCenturiesRoundTrips() {
    for day in stride(from: Int64(-10_957), to: 135_140, by: 1) {
      let date = MetadataDate(unixEpoch: day * 86_400)
      #expect(date?.unixEpochSeconds == day * 86_400)
    }
  }
}
