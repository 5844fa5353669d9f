import Foundation

// Windows Media (ASF).

extension StrictFile {
  private static let names: [String: String] = [
    "3626B275": "Data", "A1DCAB8C": "FileProperties", "B503BF5F": "HeaderExtension",
    "3326B275": "ContentDescription", "40A4D0D2": "ExtendedContentDescription",
    "74D40618": "Padding", "EACBF8C5": "Metadata", "941C2344": "MetadataLibrary",
  ]

  /// Objects: sizes add up, the header counts its own, and the file is as long as its properties
  /// say; attributes are parts.
  mutating func readASF() {
    let header = littleNumber(16, 8)
    guard header >= 30, header <= bytes.count else { return fault("ASF: the header does not fit") }
    let count = readObjects(30..<header, "Header")
    if count != littleNumber(24, 4) {
      fault("ASF: the header counts \(littleNumber(24, 4)) objects, there are \(count)")
    }
    readObjects(header..<bytes.count, "")
  }

  @discardableResult private mutating func readObjects(_ range: Range<Int>, _ path: String) -> Int {
    var (at, count) = (range.lowerBound, 0)
    while at + 24 <= range.upperBound {
      let id = bytes[at..<(at + 4)].map { String(format: "%02X", $0) }.joined()
      let end = at + littleNumber(at + 16, 8)
      guard end >= at + 24, end <= range.upperBound else {
        fault("ASF: \(path)/\(id) does not fit")
        break
      }
      readObject(StrictFile.names[id] ?? id, at..<end, path)
      (at, count) = (end, count + 1)
    }
    if at < range.upperBound { add("\(path)/end", at..<range.upperBound) }
    return count
  }

  private mutating func readObject(_ name: String, _ object: Range<Int>, _ path: String) {
    let content = (object.lowerBound + 24)..<object.upperBound
    switch name {
    case "Padding": break
    case "Data":
      media[1] = [bytes[content]]
      add(name, object, content: bytes[content])
    case "FileProperties":
      let size = littleNumber(content.lowerBound + 16, 8)
      if size != bytes.count { fault("ASF: the file has \(size) bytes, of \(bytes.count)") }
      var rest = Data(bytes[content])
      rest.replaceSubrange(16..<24, with: Data(count: 8))
      add(name, object, content: rest)
    case "HeaderExtension":
      if littleNumber(content.lowerBound + 18, 4) != content.count - 22 {
        fault("ASF: the extension is of another size")
      }
      readObjects((content.lowerBound + 22)..<content.upperBound, name)
    case "ContentDescription": readDescription(content)
    case "ExtendedContentDescription": readAttributes(content, name, isLong: false)
    case "Metadata", "MetadataLibrary": readAttributes(content, name, isLong: true)
    default: add("\(path)/\(name)", object)
    }
  }

  private mutating func readDescription(_ content: Range<Int>) {
    var at = content.lowerBound + 10
    for number in 0..<5 {
      let end = at + littleNumber(content.lowerBound + 2 * number, 2)
      guard end <= content.upperBound else { return fault("ASF: text \(number) does not fit") }
      if end - at > 2 { add("ContentDescription/\(number)", at..<end) }
      at = end
    }
    if at != content.upperBound { fault("ASF: something stands behind the five texts") }
  }

  private mutating func readAttributes(_ content: Range<Int>, _ list: String, isLong: Bool) {
    var at = content.lowerBound + 2
    for _ in 0..<littleNumber(content.lowerBound, 2) {
      let start = at
      let name = littleNumber(at + (isLong ? 4 : 0), 2)
      at += isLong ? 12 + name + littleNumber(at + 8, 4) : 6 + name + littleNumber(at + 4 + name, 2)
      guard at <= content.upperBound else { return fault("ASF: an attribute does not fit") }
      let place = start + (isLong ? 12 : 2)
      let key = String(data: bytes[place..<(place + name)], encoding: .utf16LittleEndian) ?? "?"
      add("\(list)/\(key.filter { $0 != "\0" })", start..<at)
    }
    if at != content.upperBound { fault("ASF: something stands behind the attributes") }
  }
}
