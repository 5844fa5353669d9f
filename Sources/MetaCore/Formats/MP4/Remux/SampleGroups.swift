/// Samples that have something in common, and what it is: `sgpd` and `sbgp` of one type (ISO/IEC 14496-12 §8.9).
struct SampleGroup: Sendable, Hashable {
  let type: FourCC
  /// What tells groupings of one type apart.
  let parameter: UInt32?
  /// What the groups are like.
  var descriptions: [[UInt8]] = []
  /// The number of the description of each sample, from one; zero for none.
  var members = Runs<UInt32>()

  init(_ type: FourCC, parameter: UInt32? = nil) {
    self.type = type
    self.parameter = parameter
  }

  /// Adds samples so that there are so many.
  mutating func fill(to count: Int) { members.append(0, count: count - members.count) }
}

/// `sgpd`: the descriptions of the groups of one type (ISO/IEC 14496-12 §8.9.3).
///
///     u8 version, u24 flags, u32 type
///     u32 length of each          from version 1 on; zero: each has its own in front
///     u32 default description     from version 2 on
///     u32 count, descriptions
enum SampleGroupDescriptions {
  /// The lengths of descriptions in version 0, which does not tell them.
  private static let lengths: [FourCC: Int] = [
    FourCC("r", "o", "l", "l"): 2, FourCC("p", "r", "o", "l"): 2, FourCC("r", "a", "p", " "): 1,
    FourCC("t", "e", "l", "e"): 1,
  ]

  static func parse(
    _ payload: ByteSlice
  ) throws(ParseError) -> (type: FourCC, descriptions: [[UInt8]]) {
    var reader = ByteReader(payload)
    let header = try FullAtomHeader(parsing: &reader)
    let type = try reader.fourCC()
    let common = header.version > 0 ? Int(clamping: try reader.u32()) : lengths[type]
    if header.version > 1 { _ = try reader.u32() }
    let count = try reader.u32()
    guard let common else {
      throw ParseError(
        .unsupported, at: payload.fileOffset, "groups of samples of type `\(type)` without lengths")
    }
    var descriptions: [[UInt8]] = []
    for _ in 0..<min(Int(clamping: count), reader.remaining + 1) {
      let length = common > 0 ? common : Int(clamping: try reader.u32())
      descriptions.append(Array(try reader.take(length).bytes))
    }
    return (type, descriptions)
  }

  static func encode(_ group: SampleGroup, into writer: inout ByteWriter) {
    let lengths = Set(group.descriptions.map(\.count))
    let common = lengths.count == 1 ? lengths.first ?? 0 : 0
    FullAtomHeader(version: 1).encode(into: &writer)
    writer.fourCC(group.type)
    writer.u32(UInt32(clamping: common))
    writer.u32(UInt32(clamping: group.descriptions.count))
    for description in group.descriptions {
      if common == 0 { writer.u32(UInt32(clamping: description.count)) }
      writer.append(description)
    }
  }
}

/// `sbgp`: which samples belong to which group of one type (ISO/IEC 14496-12 §8.9.2).
///
///     u8 version, u24 flags, u32 type
///     u32 parameter               from version 1 on
///     u32 count { u32 samples, u32 description }
enum SampleGroupMembers {
  static func parse(
    _ payload: ByteSlice
  ) throws(ParseError) -> (type: FourCC, parameter: UInt32?, members: Runs<UInt32>) {
    var reader = ByteReader(payload)
    let header = try FullAtomHeader(parsing: &reader)
    let type = try reader.fourCC()
    let parameter = header.version > 0 ? try reader.u32() : nil
    let count = try reader.u32()
    var members = Runs<UInt32>()
    for _ in 0..<min(Int(clamping: count), reader.remaining / 8) {
      let samples = Int(try reader.u32())
      members.append(try reader.u32(), count: samples)
    }
    return (type, parameter, members)
  }

  static func encode(_ group: SampleGroup, into writer: inout ByteWriter) {
    FullAtomHeader(version: group.parameter == nil ? 0 : 1).encode(into: &writer)
    writer.fourCC(group.type)
    if let parameter = group.parameter { writer.u32(parameter) }
    writer.u32(UInt32(clamping: group.members.runs.count))
    for run in group.members.runs {
      writer.u32(UInt32(clamping: run.count))
      writer.u32(run.value)
    }
  }
}

extension [SampleGroup] {
  /// Adds what one `stbl` or `traf` says of `count` samples that follow on those before.
  ///
  /// In a fragment, numbers above 0x10000 count its own descriptions (ISO/IEC 14496-12 §8.9.4).
  mutating func add(
    _ atoms: [Atom], in window: SourceWindow, before first: Int, count: Int
  ) throws(ParseError) {
    var own: [FourCC: [[UInt8]]] = [:]
    for atom in atoms where atom.type == .sgpd {
      let part = try SampleGroupDescriptions.parse(
        try atom.payload(in: window, limit: Limits.standard.table))
      own[part.type] = part.descriptions
    }
    for atom in atoms where atom.type == .sbgp {
      let part = try SampleGroupMembers.parse(
        try atom.payload(in: window, limit: Limits.standard.table))
      let index = place(of: part.type, part.parameter)
      self[index].fill(to: first)
      for run in part.members.part(0..<count).runs {
        let number = self[index].number(of: run.value, own[part.type] ?? [])
        self[index].members.append(number, count: run.count)
      }
      own[part.type] = nil
    }
    // Descriptions that nobody refers to here may be referred to later.
    for (type, descriptions) in own where first == 0 {
      self[place(of: type, nil)].descriptions += descriptions
    }
  }

  private mutating func place(of type: FourCC, _ parameter: UInt32?) -> Int {
    if let index = firstIndex(where: { $0.type == type && $0.parameter == parameter }) {
      return index
    }
    append(SampleGroup(type, parameter: parameter))
    return count - 1
  }
}

extension SampleGroup {
  /// The number among all descriptions of what a fragment, or the movie, calls by a number of its own.
  fileprivate mutating func number(of local: UInt32, _ own: [[UInt8]]) -> UInt32 {
    let isOwn = local > 0x10000
    let index = Int(isOwn ? local - 0x10000 : local) - 1
    guard local > 0 else { return 0 }
    if descriptions.isEmpty, !isOwn { descriptions = own }
    guard isOwn else { return local }
    guard own.indices.contains(index) else { return 0 }
    if let known = descriptions.firstIndex(of: own[index]) { return UInt32(known + 1) }
    descriptions.append(own[index])
    return UInt32(clamping: descriptions.count)
  }
}

extension FourCC {
  static let sgpd = FourCC("s", "g", "p", "d")
  static let sbgp = FourCC("s", "b", "g", "p")
  static let csgp = FourCC("c", "s", "g", "p")
}
