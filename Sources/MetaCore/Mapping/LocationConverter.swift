/// Places: ISO 6709 texts, and the numbers of a `loci` atom.
enum LocationConverter {
  /// The place of a composite value as ISO 6709 writes it.
  static func text(_ parts: [MetadataValue.Part]) -> String {
    let value = MetadataValue.record(parts)
    guard let latitude = value[part: "latitude"].flatMap(ScalarConverter.number),
      let longitude = value[part: "longitude"].flatMap(ScalarConverter.number)
    else { return "" }
    var text = signed(latitude, 2) + signed(longitude, 3)
    if let altitude = value[part: "altitude"].flatMap(ScalarConverter.number), altitude != 0 {
      text += signed(altitude, 1)
    }
    return text + "/"
  }

  /// A number with its sign and so many digits before the point.
  private static func signed(_ number: Double, _ width: Int) -> String {
    let digits = NumberText.text(abs(number))
    let whole = digits.prefix { $0 != "." }.count
    return (number < 0 ? "-" : "+") + String(repeating: "0", count: max(0, width - whole)) + digits
  }
}
