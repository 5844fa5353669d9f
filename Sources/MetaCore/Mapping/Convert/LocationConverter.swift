/// Converts the numbers of a 3GPP `loci` box to ISO 6709 text, and compares locations in that form.
enum LocationConverter {
  /// Returns the location in a composite value in ISO 6709 form, without an altitude of zero; empty
  /// if it has no coordinates.
  static func text(_ value: MetadataValue) -> String {
    guard let latitude = value[part: "latitude"].flatMap(ScalarConverter.number),
      let longitude = value[part: "longitude"].flatMap(ScalarConverter.number)
    else { return "" }
    let altitude = value[part: "altitude"].flatMap(ScalarConverter.number)
    return Location(
      latitude: latitude, longitude: longitude, altitude: altitude == 0 ? nil : altitude
    ).iso6709
  }

  /// Whether the latitudes and longitudes in two strings differ by less than a hundredth of a
  /// degree; false if one is not a location.
  static func agree(_ left: String, _ right: String) -> Bool {
    guard let left = Location(iso6709: left), let right = Location(iso6709: right) else {
      return false
    }
    return abs(left.latitude - right.latitude) < 0.01
      && abs(left.longitude - right.longitude) < 0.01
  }
}
