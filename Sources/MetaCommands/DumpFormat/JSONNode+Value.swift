internal import MetaCore

// Values of the item model in JSON, the inverse of `ValueJSON`.

extension JSONNode {
  /// Returns whether this is the JSON of a value in any binary rendering.
  func matches(_ value: MetadataValue, from source: any ByteSource) -> Bool {
    switch value {
    case .string(let text): matches(text)
    case .integer(let number): matches(String(number), Double(number))
    case .unsigned(let number): matches(String(number), Double(number))
    case .real(let number): number.isFinite ? matches(number.description, number) : isNull
    case .boolean(let flag): self.value == .boolean(flag)
    case .date(let date): matches(date.description)
    case .pair(let pair):
      matches(
        [
          pair.number.map { .init("number", .integer(Int64($0))) },
          pair.count.map { .init("count", .integer(Int64($0))) },
          pair.label.map { .init("label", .string($0)) },
        ].compactMap(\.self), from: source)
    case .data(let data): matches(data, from: source)
    case .list(let values):
      array.map { nodes in
        nodes.count == values.count
          && zip(nodes, values).allSatisfy { $0.matches($1, from: source) }
      } ?? false
    case .record(let parts): matches(parts, from: source)
    }
  }

  /// Returns whether this is the given string, compared by scalars: canonical equivalence is not
  /// enough.
  ///
  /// Byte order marks, which some JSON libraries drop, are ignored.
  func matches(_ text: String) -> Bool {
    guard let string else { return false }
    if string.utf8.elementsEqual(text.utf8) { return true }
    let mark: Unicode.Scalar = "\u{FEFF}"
    return string.unicodeScalars.lazy.filter { $0 != mark }
      .elementsEqual(text.unicodeScalars.lazy.filter { $0 != mark })
  }

  /// Returns whether this is the given number, in metatool's spelling or another.
  private func matches(_ exact: String, _ number: Double) -> Bool {
    guard case .number(let text) = value else { return false }
    return text == exact || Double(text) == number
  }

  /// Returns whether this is an object with exactly these members.
  private func matches(_ parts: [MetadataValue.Part], from source: any ByteSource) -> Bool {
    guard case .object(let members) = value, members.count == parts.count else { return false }
    return parts.allSatisfy { self[$0.name]?.matches($0.value, from: source) ?? false }
  }

  /// Returns whether this represents the bytes: in base64, or as their size with an optional
  /// digest.
  func matches(_ data: DataValue, from source: any ByteSource) -> Bool {
    if let text = string {
      guard let bytes = Base64.decode(text), bytes.count == data.count else { return false }
      return (try? data.load(from: source))?.bytes.elementsEqual(bytes) ?? false
    }
    guard isSizeOfBytes, self["bytes"]?.integer == Int(data.count) else { return false }
    return self["sha256"].map { $0.string == (try? data.sha256(from: source)) } ?? true
  }

  /// Whether this represents omitted bytes by their size.
  var isSizeOfBytes: Bool {
    guard case .object(let members) = value, self["bytes"]?.integer != nil else { return false }
    return members.allSatisfy { $0.name == "bytes" || $0.name == "sha256" }
  }

  /// Whether this contains omitted bytes.
  var holdsUnknownBytes: Bool {
    switch value {
    case .array(let nodes): nodes.contains(where: \.holdsUnknownBytes)
    case .object(let members): isSizeOfBytes || members.contains { $0.node.holdsUnknownBytes }
    default: false
    }
  }

  /// The value as an integer, or nil if it is not an integer.
  var integer: Int? {
    guard case .number(let text) = value else { return nil }
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
  }
}

// MARK: - To values

extension JSONNode {
  /// Returns the value, of the same kind as `old` if given, or else of the kind specified by the
  /// data type.
  ///
  /// Returns nil if the node contains omitted bytes.
  ///
  /// - Throws: ``TextError`` if the node is not a valid value.
  func metadataValue(
    like old: MetadataValue?, _ dataType: String
  ) throws(TextError) -> MetadataValue? {
    switch value {
    case .null: return try numberOutsideJSON(like: old, dataType)
    case .boolean(let flag): return .boolean(flag)
    case .number(let text): return try number(text, like: old, dataType)
    case .string(let text): return try textValue(text, like: old, dataType)
    case .array(let nodes):
      var present: [MetadataValue] = []
      if case .list(let values)? = old { present = values }
      let nulls = JSONNode.nulls(in: nodes, like: present)
      var values: [MetadataValue] = []
      for (index, node) in nodes.enumerated() {
        let old = nulls[index] ?? (present.indices.contains(index) ? present[index] : present.first)
        guard let value = try node.metadataValue(like: old, dataType) else { return nil }
        values.append(value)
      }
      return .list(values)
    case .object(let members):
      if isSizeOfBytes { return nil }
      if case .pair? = old { return .pair(try pair()) }
      if old == nil, dataType.hasPrefix("pair") { return .pair(try pair()) }
      return try record(members, like: old, dataType)
    }
  }

  /// Maps the nulls in a list to non-finite numbers in the old list; after an edit, they may have
  /// different indices.
  private static func nulls(
    in nodes: [JSONNode], like old: [MetadataValue]
  ) -> [Int: MetadataValue] {
    let places = nodes.indices.filter { nodes[$0].isNull }
    guard !places.isEmpty, old.contains(where: \.isOutsideJSON) else { return [:] }
    var oldValues: [Int: MetadataValue] = [:]
    if nodes.count == old.count, places.allSatisfy({ old[$0].isOutsideJSON }) {
      for place in places { oldValues[place] = old[place] }
      return oldValues
    }
    // Elements in the longest common subsequence are the same; the other elements are matched in
    // order.
    let changes = nodes.map(\.mark).difference(from: old.map(\.mark))
    var (removed, added): (Set<Int>, Set<Int>) = ([], [])
    for change in changes {
      switch change {
      case .insert(let offset, _, _): added.insert(offset)
      case .remove(let offset, _, _): removed.insert(offset)
      }
    }
    let unchanged = zip(
      nodes.indices.filter { !added.contains($0) }, old.indices.filter { !removed.contains($0) })
    for (place, index) in unchanged where nodes[place].isNull { oldValues[place] = old[index] }
    var others = old.indices.filter { removed.contains($0) && old[$0].isOutsideJSON }[...]
    for place in places where oldValues[place] == nil {
      oldValues[place] = others.popFirst().map { old[$0] } ?? old.last { $0.isOutsideJSON }
    }
    return oldValues
  }

  /// A number or null as a comparable string; all other nodes compare equal.
  private var mark: String {
    switch value {
    case .null: "null"
    case .number(let text): Double(text)?.description ?? text
    default: ""
    }
  }

  /// Returns the value of a null in a dump: an infinity or NaN.
  private func numberOutsideJSON(
    like old: MetadataValue?, _ dataType: String
  ) throws(TextError) -> MetadataValue {
    switch old {
    case .real(let number)? where !number.isFinite: return .real(number)
    case nil where dataType == "record" || JSONNode.realTypes.contains(dataType):
      return .real(.nan)
    default: throw TextError(line, "expected a value")
    }
  }

  /// Returns a number: an integer, unless the old value or the data type is a floating-point
  /// number.
  private func number(
    _ text: String, like old: MetadataValue?, _ dataType: String
  ) throws(TextError) -> MetadataValue {
    var isReal = JSONNode.realTypes.contains(dataType)
    if case .real? = old { isReal = true }
    if !isReal, let number = Int64(text) { return .integer(number) }
    if !isReal, let number = UInt64(text) { return .unsigned(number) }
    guard let number = Double(text), number.isFinite else {
      throw TextError(line, "the number is too large")
    }
    return .real(number)
  }

  /// Returns the value of a string: text, or, depending on the old value or the data type, bytes in
  /// base64 or a date in ISO 8601.
  private func textValue(
    _ text: String, like old: MetadataValue?, _ dataType: String
  ) throws(TextError) -> MetadataValue {
    let isBinary: Bool
    let isDate: Bool
    switch old {
    case .data?: (isBinary, isDate) = (true, false)
    case .date?: (isBinary, isDate) = (false, true)
    case nil:
      isBinary = JSONNode.binaryTypes.contains(dataType) || dataType.hasPrefix("type")
      isDate = JSONNode.dateTypes.contains(dataType)
    default: (isBinary, isDate) = (false, false)
    }
    if isBinary {
      guard let bytes = Base64.decode(text) else { throw TextError(line, "not valid base64") }
      return .data(.bytes(ByteSlice(bytes)))
    }
    if isDate, let date = MetadataDate(iso8601: text) { return .date(date) }
    return .string(text)
  }

  /// Returns a composite value, in which each part has the kind of the old part with the same name.
  private func record(
    _ members: [Member], like old: MetadataValue?, _ dataType: String
  ) throws(TextError) -> MetadataValue? {
    // An embedded frame specifies the data type of its own value.
    let embeddedType = self["dataType"]?.string
    var parts: [MetadataValue.Part] = []
    for member in members {
      let old = old?[part: member.name]
      let type = embeddedType.map { member.name == "value" ? $0 : "" } ?? dataType
      guard let value = try member.node.metadataValue(like: old, type) else { return nil }
      parts.append(.init(member.name, value))
    }
    return .record(parts)
  }

  /// Returns a number with its total, or the side of a record.
  ///
  /// - Throws: ``TextError`` if it is not a valid pair.
  func pair() throws(TextError) -> NumberPair {
    guard case .object(let members) = value else {
      throw TextError(line, "a number pair must be an object")
    }
    var pair = NumberPair(number: nil)
    for member in members where !member.node.isNull {
      switch member.name {
      case "number": pair.number = try member.node.count("number")
      case "count": pair.count = try member.node.count("count")
      case "label":
        guard let label = member.node.string else {
          throw TextError(member.node.line, "“label” must be a string")
        }
        pair.label = label
      default: throw TextError(member.node.line, "unknown key “\(member.name)” in a number pair")
      }
    }
    return pair
  }

  /// Returns the given member of a pair as a non-negative number.
  private func count(_ name: String) throws(TextError) -> Int {
    guard let number = integer, number >= 0 else {
      throw TextError(line, "“\(name)” must be a non-negative integer")
    }
    return number
  }

  private static let binaryTypes: Set = ["raw", "gif", "jpeg", "png", "bmp", "image"]
  private static let dateTypes: Set = ["dateTime", "fileTime"]
  private static let realTypes: Set = [
    "float32", "float64", "pointF32", "dimensionsF32", "rectF32", "affineF64",
  ]
}

extension MetadataValue {
  /// Whether the value is a non-finite number, which JSON represents as null.
  fileprivate var isOutsideJSON: Bool {
    if case .real(let number) = self { !number.isFinite } else { false }
  }

  /// The number as a string that is comparable with its JSON.
  fileprivate var mark: String {
    switch self {
    case .real(let number): number.isFinite ? number.description : "null"
    case .integer(let number): Double(number).description
    case .unsigned(let number): Double(number).description
    default: ""
    }
  }
}
