@testable import MetaCore

/// Every sample of every track of a file in memory, from tables and fragments, which no edit may
/// change.
struct ListedSamples: Equatable {
  struct Sample: Hashable {
    var duration: UInt32
    var compositionOffset: Int32
    var description: UInt32
    var size: Int64
    var bytes: [UInt8]
  }

  private(set) var tracks: [UInt32: [Sample]] = [:]
  private let source: any ByteSource
  private let window: SourceWindow
  /// The offset of the first sample of each track.
  private(set) var offsets: [UInt32: [Int64]] = [:]

  private let media: [Range<Int64>]
  /// Whether every sample is completely inside of an `mdat` atom.
  var standInMedia: Bool {
    tracks.allSatisfy { id, samples in
      zip(samples, offsets[id] ?? []).allSatisfy { sample, offset in
        media.contains { $0.contains(offset) && sample.size <= $0.upperBound - offset }
      }
    }
  }

  static func == (left: ListedSamples, right: ListedSamples) -> Bool { left.tracks == right.tracks }

  /// The same with zeros in the samples of tracks.
  func blanked(_ ids: [UInt32]) -> ListedSamples {
    var result = self
    for id in ids {
      for index in tracks[id]?.indices ?? 0..<0 {
        let count = result.tracks[id]?[index].bytes.count ?? 0
        result.tracks[id]?[index].bytes = [UInt8](repeating: 0, count: count)
      }
    }
    return result
  }

  var count: Int { tracks.values.reduce(0) { $0 + $1.count } }

  init(_ source: any ByteSource) throws {
    self.source = source
    window = SourceWindow(source)
    var log = DiagnosticLog()
    var walker = AtomWalker(window, depth: .complete)
    let top = try walker.walk(log: &log)
    media = top.filter { $0.type == .mdat }.map { $0.payloadOffset..<$0.end }
    guard let moov = top.first(.moov) else { return }
    for trak in moov.children where trak.type == .trak { try read(trak) }
    let defaults = try (moov.child(.mvex)?.children(.trex) ?? []).map {
      try TrackExtendsAtom.parse(try $0.payload(in: window))
    }
    for moof in top where moof.type == .moof { try readFragment(moof, defaults) }
  }

  private mutating func add(_ sample: Sample, at offset: Int64, to track: UInt32) throws {
    var sample = sample
    sample.bytes = try source.read(at: offset, count: Int(min(sample.size, 1 << 16)))
    tracks[track, default: []].append(sample)
    offsets[track, default: []].append(offset)
  }

  private mutating func read(_ trak: Atom) throws {
    guard let tkhd = trak.child(.tkhd), let stbl = trak.first(.mdia, .minf, .stbl) else { return }
    let id = try TrackHeaderAtom.parse(try tkhd.payload(in: window)).trackID
    tracks[id, default: []] += []
    // Tables that cannot be read have no samples.
    var cursor = try? SampleTable(stbl, in: window).samples()
    while let next = try? cursor?.next(), (tracks[id]?.count ?? 0) < 5000 {
      let sample = Sample(
        duration: next.duration, compositionOffset: next.compositionOffset,
        description: next.description, size: next.size, bytes: [])
      try add(sample, at: next.offset, to: id)
    }
  }

  private mutating func readFragment(_ moof: Atom, _ defaults: [TrackExtendsAtom]) throws {
    var position = moof.offset
    for (number, traf) in moof.children(.traf).enumerated() {
      guard let tfhd = traf.child(.tfhd) else { continue }
      let header = try TrackFragmentHeaderAtom.parse(try tfhd.payload(in: window))
      let trex = defaults.first { $0.trackID == header.trackID }
      if let base = header.baseDataOffset {
        position = Int64(base)
      } else if number == 0 || header.otherFlags & 0x20000 != 0 {
        position = moof.offset
      }
      let base = position
      for trun in traf.children(.trun) {
        let run = try TrackRunAtom.parse(try trun.payload(in: window))
        if let offset = run.dataOffset { position = base + Int64(offset) }
        try add(run, header, trex, from: &position)
      }
    }
  }

  private mutating func add(
    _ run: TrackRunAtom, _ header: TrackFragmentHeaderAtom, _ trex: TrackExtendsAtom?,
    from position: inout Int64
  ) throws {
    let fields = run.fieldsPerSample
    for index in 0..<(fields > 0 ? run.words.count / fields : Int(min(run.count, 10000))) {
      var words = run.words[(index * fields)..<((index + 1) * fields)]
      var sample = Sample(
        duration: header.duration ?? trex?.duration ?? 0, compositionOffset: 0,
        description: header.description ?? trex?.description ?? 1,
        size: Int64(header.size ?? trex?.size ?? 0), bytes: [])
      if run.header.flags & 0x100 != 0 { sample.duration = words.removeFirst() }
      if run.header.flags & 0x200 != 0 { sample.size = Int64(words.removeFirst()) }
      if run.header.flags & 0x400 != 0 { words.removeFirst() }
      if run.header.flags & 0x800 != 0 {
        sample.compositionOffset = Int32(bitPattern: words.removeFirst())
      }
      try add(sample, at: position, to: header.trackID)
      position += sample.size
    }
  }
}
