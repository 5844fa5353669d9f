/// Writes one movie fragment: `moof` with a `traf` for each track and sample description, and the
/// header of the following `mdat`.
///
/// Samples are added track by track; ``finish(_:)`` fills in the offsets and provides the bytes and
/// the ranges of the media. The writer is used for exports in fragments and for writing new movies.
struct FragmentWriter {
  private var writer = ByteWriter()
  private var runs: [Run] = []
  /// The auxiliary information that follows the media in `mdat`.
  private var auxiliary: [UInt8] = []
  /// For each part of the auxiliary information, its distance from the start of the whole, and the
  /// position, in the fragment, of the offset that refers to the part.
  private var auxiliaryPlaces: [(distance: Int, position: Int)] = []

  /// The samples of one `trun`, which are contiguous in the new `mdat`.
  private struct Run {
    /// The ranges of the samples in the source file.
    let media: [Range<Int64>]
    /// The position, in the fragment, of the data offset of the run.
    let position: Int
  }

  /// Creates a fragment with the given sequence number, without tracks.
  init(sequence: UInt32) {
    writer.u32(0)
    writer.fourCC(.moof)
    writer.atom(.mfhd) {
      $0.u32(0)
      $0.u32(sequence)
    }
  }

  /// Writes `traf` for samples of a track that share a single description; the first sample is
  /// decoded at `time`.
  ///
  /// `vectorSize` is the size of the initialisation vectors of encrypted samples.
  mutating func add(
    _ samples: TrackSamples, of trackID: UInt32, at time: Int64, vectorSize: Int
  ) {
    let table = FragmentFields(samples)
    var header = table.header(of: trackID)
    header.description = samples.chunks.first?.description
    let start = writer.count
    writer.u32(0)
    writer.fourCC(.traf)
    writer.atom(.tfhd) { header.encode(into: &$0) }
    writer.atom(.tfdt) {
      let time = UInt64(max(0, time))
      TrackFragmentTimeAtom(header: FullAtomHeader(version: 1), time: time).encode(into: &$0)
    }
    for info in samples.auxiliary where !info.bytes.isEmpty { add(info, vectorSize: vectorSize) }
    // The offset follows the size, type, flags and count.
    let media = samples.chunks.filter { $0.size > 0 }.map(\.range)
    runs.append(Run(media: media, position: writer.count + 16))
    writer.atom(.trun) { table.run.encode(into: &$0) }
    for group in samples.groups where group.members.runs.contains(where: { $0.value > 0 }) {
      writer.atom(.sbgp) { SampleGroupMembers.encode(group, into: &$0) }
    }
    writer.overwrite(UInt32(clamping: writer.count - start), at: start)
  }

  /// Adds the auxiliary information of samples, in `senc`, where decoders look for decryption
  /// information, or else after the media.
  private mutating func add(_ info: SampleAuxiliary, vectorSize: Int) {
    guard info.ownFlags == nil else { return writer.atom(.uuid) { info.encodeOwn(into: &$0) } }
    var position: Int?
    if let flags = info.encryptionFlags(vectorSize: vectorSize) {
      writer.atom(.senc) { info.encodeEncryption(flags: flags, into: &$0) }
      position = writer.count - info.bytes.count
    }
    writer.atom(.saiz) { info.encodeSizes(into: &$0) }
    writer.atom(.saio) { info.encodeOffset(into: &$0) }
    if let position {
      writer.overwrite(UInt32(clamping: position), at: writer.count - 4)
    } else {
      auxiliaryPlaces.append((auxiliary.count, writer.count - 4))
      auxiliary += info.bytes
    }
  }

  /// Completes a fragment with its media and the offsets for all its runs.
  ///
  /// - Throws: `unsupported` when the media is too large for 31-bit offsets.
  mutating func finish(_ fragment: inout MovieFragments.Fragment) throws(ParseError) {
    let size = runs.reduce(Int64(auxiliary.count)) { $0 + $1.media.byteCount }
    writer.overwrite(UInt32(clamping: writer.count), at: 0)
    let start = Int64(writer.count + 8)
    guard Int32(exactly: start + size) != nil else {
      throw ParseError(
        .unsupported, at: runs.first?.media.first?.lowerBound ?? 0,
        "a fragment of \(size) bytes exceeds the range of its offsets; try a shorter interval")
    }
    var end = start
    for run in runs {
      writer.overwrite(UInt32(clamping: end), at: run.position)
      fragment.media += run.media
      end += run.media.byteCount
    }
    for place in auxiliaryPlaces {
      writer.overwrite(UInt32(clamping: end + Int64(place.distance)), at: place.position)
    }
    writer.u32(UInt32(clamping: size + 8))
    writer.fourCC(.mdat)
    fragment.head = writer.bytes
    fragment.auxiliary = auxiliary
  }
}

/// The fields of `tfhd` and `trun` for the samples of one track: durations, sizes and flags that
/// all samples share are defaults in `tfhd`; other values are listed in `trun` (ISO/IEC 14496-12
/// §8.8.7, §8.8.8).
private struct FragmentFields {
  /// The individual durations; nil if all durations are equal.
  private let durations: [UInt32]?
  /// The sizes.
  private let sizes: SampleSizes
  /// The flags of each sample.
  private let flags: Runs<UInt32>
  /// The individual flags; nil if all flags, or all except the first, are equal.
  private let listedFlags: [UInt32]?
  /// The composition offsets; nil if all are zero.
  private let compositions: [Int32]?
  /// The duration of all samples; nil if they differ.
  private let commonDuration: UInt32?

  /// Determines, for each field, whether all samples share the same value.
  init(_ samples: TrackSamples) {
    let durations = samples.durations
    commonDuration = durations.runs.count == 1 ? durations.runs.first?.value : nil
    self.durations = commonDuration == nil ? Array(durations.values) : nil
    sizes = samples.sizes
    flags = samples.dependencies
    listedFlags = FragmentFields.isSimple(flags) ? nil : Array(flags.values)
    let isShifted = samples.compositions.runs.contains { $0.value != 0 }
    compositions = isShifted ? Array(samples.compositions.values) : nil
  }

  /// Returns whether all samples except the first have the same flags.
  private static func isSimple(_ flags: Runs<UInt32>) -> Bool {
    flags.runs.count <= 1 || flags.runs.count == 2 && flags.runs.first?.count == 1
  }

  /// Returns the `tfhd` atom; offsets are relative to `moof`.
  func header(of trackID: UInt32) -> TrackFragmentHeaderAtom {
    var header = TrackFragmentHeaderAtom(trackID: trackID)
    // This is the flag `default-base-is-moof`.
    header.otherFlags = 0x20000
    header.duration = commonDuration
    header.size = sizes.table == nil ? sizes.uniform : nil
    if listedFlags == nil { header.sampleFlags = flags.runs.last?.value }
    return header
  }

  /// The `trun` atom.
  var run: TrackRunAtom {
    // The flags of `trun` are: 1 data offset, 4 flags of the first sample; for each sample, 0x100
    // duration, 0x200 size, 0x400 flags, 0x800 composition offset.
    var runFlags: UInt32 = 1
    if durations != nil { runFlags |= 0x100 }
    if sizes.table != nil { runFlags |= 0x200 }
    if listedFlags != nil { runFlags |= 0x400 }
    if compositions != nil { runFlags |= 0x800 }
    var run = TrackRunAtom(
      header: FullAtomHeader(), count: UInt32(clamping: sizes.count), dataOffset: 0)
    if listedFlags == nil, flags.runs.count == 2 {
      runFlags |= 4
      run.firstSampleFlags = flags.runs.first?.value
    }
    // Only version 1 has negative offsets (ISO/IEC 14496-12 §8.8.8).
    let isSigned = compositions?.contains { $0 < 0 } ?? false
    run.header = FullAtomHeader(version: isSigned ? 1 : 0, flags: runFlags)
    for index in 0..<sizes.count where runFlags & 0xF00 != 0 {
      if let durations { run.words.append(durations[index]) }
      if let table = sizes.table { run.words.append(table[index]) }
      if let listedFlags { run.words.append(listedFlags[index]) }
      if let compositions { run.words.append(UInt32(bitPattern: compositions[index])) }
    }
    return run
  }
}

extension TrackSamples {
  /// The flags of each sample in fragments: its dependencies, and whether it is a sync sample
  /// (ISO/IEC 14496-12 §8.8.3.1).
  fileprivate var dependencies: Runs<UInt32> {
    var result = Runs<UInt32>()
    guard let sync else {
      for run in flags.runs { result.append(run.value & ~TrackSamples.notSync, count: run.count) }
      return result
    }
    var rest = sync[...]
    for (index, value) in flags.values.enumerated() {
      while let next = rest.first, next < index { rest.removeFirst() }
      let isSync = rest.first == index
      result.append(isSync ? value & ~TrackSamples.notSync : value | TrackSamples.notSync)
    }
    return result
  }
}

extension FourCC {
  static let mfhd = FourCC("m", "f", "h", "d")
}
