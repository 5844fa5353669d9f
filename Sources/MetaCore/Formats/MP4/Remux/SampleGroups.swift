/// One grouping of a track's samples: the `sgpd` and `sbgp` atoms of one type, such as `roll` for
/// preroll (ISO/IEC 14496-12 §8.9).
///
/// It is joined from the tables and all fragments of a track, so descriptions are numbered once per
/// track.
struct SampleGroup: Sendable, Hashable {
  /// The grouping type.
  let type: FourCC
  /// The parameter that distinguishes groupings of one type.
  let parameter: UInt32?
  /// The descriptions of the groups in stored form, without their lengths; groupings of one type
  /// share them.
  var descriptions: [[UInt8]] = []
  /// The description number of each sample, from 1; 0 for a sample without a description.
  var members = Runs<UInt32>()
  /// The description number of samples that are not listed; 0 if they have no description.
  var standard: UInt32 = 0

  init(_ type: FourCC, parameter: UInt32? = nil) {
    self.type = type
    self.parameter = parameter
  }

  /// Creates a `roll` group of all samples in a track, with the given roll distance (ISO/IEC
  /// 14496-12 §10.1.1).
  init(roll distance: Int16, count: Int) {
    self.init(FourCC("r", "o", "l", "l"))
    var writer = ByteWriter()
    writer.i16(distance)
    descriptions = [writer.bytes]
    members.append(1, count: count)
  }

  /// Appends samples with the description number ``standard``, up to a total of `count`.
  mutating func fill(to count: Int) { members.append(standard, count: count - members.count) }
}

/// Reads and writes `sgpd`: the descriptions of the groups of one type (ISO/IEC 14496-12 §8.9.3).
///
///     u8 version, u24 flags, u32 type
///     u32 length of each          in version 1 and later; 0: individual, before each description
///     u32 default description     in version 2 and later
///     u32 count, descriptions
enum SampleGroupDescriptions {
  /// The lengths in bytes of descriptions in version 0, which does not store them.
  private static let lengths: [FourCC: Int] = [
    FourCC("r", "o", "l", "l"): 2, FourCC("p", "r", "o", "l"): 2, FourCC("r", "a", "p", " "): 1,
    FourCC("t", "e", "l", "e"): 1,
  ]

  /// Reads the payload of `sgpd`; `standard` is the number of the default description, or 0 if
  /// there is no default.
  ///
  /// - Throws: `unsupported` for a type whose lengths are neither stored nor known.
  static func parse(
    _ payload: ByteSlice
  ) throws(ParseError) -> (type: FourCC, descriptions: [[UInt8]], standard: UInt32) {
    var reader = ByteReader(payload)
    let header = try FullAtomHeader(parsing: &reader)
    let type = try reader.fourCC()
    let common = header.version > 0 ? Int(clamping: try reader.u32()) : lengths[type]
    let standard = header.version > 1 ? try reader.u32() : 0
    let count = try reader.u32()
    guard let common else {
      throw ParseError(
        .unsupported, at: payload.fileOffset,
        "sample groups of type `\(type)` without description lengths")
    }
    var descriptions: [[UInt8]] = []
    for _ in 0..<min(Int(clamping: count), reader.remaining + 1) {
      let length = common > 0 ? common : Int(clamping: try reader.u32())
      descriptions.append(Array(try reader.bytes(length).bytes))
    }
    return (type, descriptions, standard)
  }

  /// Writes the payload of `sgpd` in version 1, with a common length if all lengths are equal.
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

/// Reads and writes `sbgp`, which assigns each sample to a group (ISO/IEC 14496-12 §8.9.2).
///
///     u8 version, u24 flags, u32 type
///     u32 parameter               in version 1 and later
///     u32 count { u32 samples, u32 description }
enum SampleGroupMembers {
  /// Reads the payload of `sbgp`; `members` contains the description number of each sample.
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

  /// Writes the payload of `sbgp`.
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

/// Reads `csgp`, a compact form of `sbgp` with repeating patterns (ISO/IEC 14496-12 §8.9.5).
///
///     u8 version, u24 flags       number sizes in bits 0 to 5 (0: 4 bits, then 8, 16, 32);
///                                 6: parameter present; 7: the highest bit of an index refers
///                                 to a description in the fragment
///     u32 type, u32 parameter, u32 count of patterns
///     { length, samples }         for each pattern
///     { index[length] }           for each pattern
enum CompactGroupMembers {
  /// Reads the groups of the first `limit` samples; a run of samples with the same description may
  /// extend beyond the limit.
  static func parse(
    _ payload: ByteSlice, upTo limit: Int
  ) throws(ParseError) -> (type: FourCC, parameter: UInt32?, members: Runs<UInt32>) {
    var reader = ByteReader(payload)
    let flags = try FullAtomHeader(parsing: &reader).flags
    let type = try reader.fourCC()
    let parameter = flags & 0x40 != 0 ? try reader.u32() : nil
    let count = Int(clamping: try reader.u32())
    func width(_ shift: Int) -> Int { 4 << Int(flags >> shift & 3) }
    var bits = BitReader(try reader.bytes(reader.remaining))
    // A damaged count must not allocate excessive memory: a pattern has at least two fields of four
    // bits.
    guard count <= payload.count * 2 else {
      throw ParseError(
        .malformed, at: payload.fileOffset, "there are more sample group patterns than bytes")
    }
    var patterns: [(length: Int, samples: Int)] = []
    for _ in 0..<count {
      let length = Int(try bits.bits(width(4)))
      patterns.append((length, Int(try bits.bits(width(2)))))
    }
    var members = Runs<UInt32>()
    for pattern in patterns {
      var indexes: [UInt32] = []
      for _ in 0..<pattern.length {
        indexes.append(number(of: try bits.bits(width(0)), flags, width: width(0)))
      }
      guard !indexes.isEmpty else { continue }
      if indexes.count == 1 {
        members.append(indexes[0], count: pattern.samples)
      } else {
        for sample in 0..<min(pattern.samples, max(0, limit - members.count)) {
          members.append(indexes[sample % indexes.count])
        }
      }
    }
    return (type, parameter, members)
  }

  /// Converts an index to the form used in `sbgp`, in which numbers above 0x10000 refer to the
  /// fragment's own descriptions.
  private static func number(of index: UInt32, _ flags: UInt32, width: Int) -> UInt32 {
    let localBit = UInt32(1) << UInt32(width - 1)
    guard flags & 0x80 != 0, index & localBit != 0 else { return index }
    return index & ~localBit | 0x10000
  }
}

extension [SampleGroup] {
  /// Adds the groups in an `stbl` or `traf` for the `count` samples that follow the first `first`
  /// samples.
  ///
  /// In a fragment, numbers above 0x10000 refer to the fragment's own descriptions (ISO/IEC
  /// 14496-12 §8.9.4).
  mutating func add(
    _ atoms: [Atom], in window: SourceWindow, before first: Int, count: Int
  ) throws(ParseError) {
    var localDescriptions: [FourCC: [[UInt8]]] = [:]
    for atom in atoms where atom.type == .sgpd {
      let part = try SampleGroupDescriptions.parse(
        try atom.payload(in: window, limit: Limits.standard.table))
      localDescriptions[part.type] = part.descriptions
      if first == 0, part.standard > 0, part.standard <= part.descriptions.count {
        self[indexOrAppend(of: part.type, nil)].standard = part.standard
      }
    }
    for atom in atoms where [.sbgp, .csgp].contains(atom.type) {
      guard atom.type == .sbgp || count <= window.length else {
        throw ParseError(
          .limitExceeded, at: atom.offset, "there are more samples than bytes in the file")
      }
      let payload = try atom.payload(in: window, limit: Limits.standard.table)
      let part =
        atom.type == .sbgp
        ? try SampleGroupMembers.parse(payload)
        : try CompactGroupMembers.parse(payload, upTo: count)
      let index = indexOrAppend(of: part.type, part.parameter)
      self[index].fill(to: first)
      for run in part.members.prefix(count).runs {
        let number = number(
          of: run.value, part.type, localDescriptions[part.type] ?? [])
        self[index].members.append(number, count: run.count)
      }
    }
    // Descriptions that are not referenced here may be referenced later.
    for (type, descriptions) in localDescriptions.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where first == 0 && self.descriptions(of: type).isEmpty {
      _ = indexOrAppend(of: type, nil)
      setDescriptions(descriptions, of: type)
    }
    for index in indices where self[index].standard > 0 { self[index].fill(to: first + count) }
  }

  /// Returns the descriptions that all groupings of a type share.
  private func descriptions(of type: FourCC) -> [[UInt8]] {
    first { $0.type == type }?.descriptions ?? []
  }

  /// Sets the descriptions of all groupings of a type.
  private mutating func setDescriptions(_ descriptions: [[UInt8]], of type: FourCC) {
    for index in indices where self[index].type == type { self[index].descriptions = descriptions }
  }

  /// Returns the index of the grouping with the given type and parameter, which is added if
  /// necessary.
  private mutating func indexOrAppend(of type: FourCC, _ parameter: UInt32?) -> Int {
    if let index = firstIndex(where: { $0.type == type && $0.parameter == parameter }) {
      return index
    }
    var group = SampleGroup(type, parameter: parameter)
    group.descriptions = descriptions(of: type)
    append(group)
    return count - 1
  }

  /// Converts a description number in a fragment or the movie to a number among all descriptions of
  /// the type, to which a local description is added if necessary; returns 0 for a local number
  /// without a description.
  private mutating func number(
    of value: UInt32, _ type: FourCC, _ localDescriptions: [[UInt8]]
  ) -> UInt32 {
    guard value > 0 else { return 0 }
    let descriptions = descriptions(of: type)
    guard value > 0x10000 else {
      if descriptions.isEmpty { setDescriptions(localDescriptions, of: type) }
      return value
    }
    let index = Int(value - 0x10000) - 1
    guard localDescriptions.indices.contains(index) else { return 0 }
    if let known = descriptions.firstIndex(of: localDescriptions[index]) {
      return UInt32(known + 1)
    }
    setDescriptions(descriptions + [localDescriptions[index]], of: type)
    return UInt32(clamping: descriptions.count + 1)
  }
}

extension FourCC {
  static let sgpd = FourCC("s", "g", "p", "d")
  static let sbgp = FourCC("s", "b", "g", "p")
  static let csgp = FourCC("c", "s", "g", "p")
}
