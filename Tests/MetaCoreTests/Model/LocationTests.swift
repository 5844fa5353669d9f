import MetaCore
import Testing

@Suite struct LocationTests {
  @Test(
    arguments: [
      ("+48.8577+002.295/", 48.8577, 2.295, nil),
      ("+27.5916+086.5640+8850/", 27.5916, 86.564, 8850),
      ("-33.8568+151.2153", -33.8568, 151.2153, nil), ("+00-025/", 0, -25, nil),
      ("+4012.5-07500.3/", 40.20833333, -75.005, nil),
      ("+401213.1-0750015.1/", 40.20363889, -75.00419444, nil),
      ("+90+180-5.5/", 90, 180, -5.5), ("+37.4219-122.0840/ ", 37.4219, -122.084, nil),
      ("+5.5+10.25/", 5.5, 10.25, nil),
    ] as [(String, Double, Double, Double?)])
  func reads(text: String, latitude: Double, longitude: Double, altitude: Double?) throws {
    let place = try #require(Location(iso6709: text))
    #expect(abs(place.latitude - latitude) < 1e-7)
    #expect(abs(place.longitude - longitude) < 1e-7)
    #expect(place.altitude == altitude)
  }

  @Test func referenceSystem() {
    let place = Location(iso6709: "+27.5916+086.5640+8850CRSWGS_84/")
    #expect(place?.referenceSystem == "WGS_84")
    #expect(place?.iso6709 == "+27.5916+086.564+8850CRSWGS_84/")
  }

  @Test(arguments: [
    "", "/", "+", "48.8577+002.295/", "+48.8577/", "+91+000/", "+00+181/", "+48.8577+002.295+/",
    "+48.8577+002.295x/", "+4860+00000/", "+1.2.3+4/", "+nan+nan/", "+inf+000/", "+0x10+000/",
    "+1e1+000/", "+12345+000/", "+48.8577 +002.295/", "++48+002/",
  ])
  func otherTextsAreNotLocations(text: String) {
    #expect(Location(iso6709: text) == nil)
  }

  @Test(arguments: [
    (48.8577, 2.295, "+48.8577+002.295/"), (-5, -70.5, "-05-070.5/"), (0, 0, "+00+000/"),
    (0.00001, -0.000000001, "+00.00001000-000.00000000/"),
  ])
  func writes(latitude: Double, longitude: Double, text: String) {
    #expect(Location(latitude: latitude, longitude: longitude).iso6709 == text)
  }

  @Test(arguments: [(48.857712345, 2.295, 8849.8625), (-33.1, 179.999999, -3.25), (0.5, -0.25, 0)])
  func valueAndBack(latitude: Double, longitude: Double, altitude: Double) {
    let place = Location(latitude: latitude, longitude: longitude, altitude: altitude)
    #expect(Location(iso6709: place.iso6709) == place)
  }
}
