/// Iterates over the samples of one movie track in decoding order: first those in its sample table,
/// then those in its fragments.
///
/// It is used to read samples for decoding or copying; ``SampleWalkReader`` applies the edit list.
/// Tables are read one page at a time, and fragments are read one by one. A sample in another file
/// is an error.
struct MovieWalk: SampleWalk {
  /// The samples in the sample table; nil after the last one.
  private var tables: TableWalk?
  /// The samples in the fragments.
  private var fragments: FragmentWalk
  private let track: TrackDescription
  /// The sample descriptions.
  let descriptions: SampleDescriptions
  /// The names of other files that contain samples, by the number of the sample description.
  private let otherFiles: [UInt32: String]
  /// The maximum number of remaining samples, because a table of a few bytes can claim four billion
  /// empty samples.
  private var budget: Int64

  /// Creates a walk over the samples of the track in a `trak` atom.
  init(
    _ trak: Atom, of track: TrackDescription, in movie: MovieSamples
  ) throws(ParseError) {
    self.track = track
    descriptions = SampleDescriptions(trak, in: movie.tables)
    otherFiles = try movie.otherFiles(trak)
    budget = movie.budget
    tables = try trak.first(.mdia, .minf, .stbl).map { (stbl) throws(ParseError) in
      try TableWalk(stbl, isAudio: track.mediaType == .audio, in: movie.tables)
    }
    fragments = try FragmentWalk(
      track.id, isAudio: track.mediaType == .audio && track.decodingLead == 0, in: movie)
  }

  /// Returns whether the track has samples both in the tables and in fragments.
  func growsByFragments() throws(ParseError) -> Bool {
    var (tables, fragments) = (tables, fragments)
    guard fragments.hasFragments, try tables?.next() != nil else { return false }
    return try fragments.next() != nil
  }

  /// Returns the next sample; nil after the last one.
  ///
  /// - Throws: `limitExceeded` when the tables or fragments claim too many samples, `otherSource`
  ///   when the sample is in another file.
  mutating func next() throws(ParseError) -> StoredSample? {
    var sample = try tables?.next()
    if sample == nil {
      if let passed = tables {
        tables = nil
        fragments.begin(after: passed.time, count: passed.count)
      }
      sample = try fragments.next()
    }
    guard let sample else { return nil }
    budget -= 1
    guard budget >= 0 else {
      throw ParseError(
        .limitExceeded, at: 0, "track \(track.id): there are more samples than bytes in the file")
    }
    if let name = otherFiles[UInt32(clamping: sample.description)] {
      throw ParseError(
        .otherSource, at: 0, "the samples of track \(track.id) are in another file: \(name)")
    }
    return sample
  }
}

/// Iterates over the samples in the sample table (`stbl`) of one track.
///
/// If the table counts individual frames of uncompressed audio, ``AudioFrameWalk`` combines them
/// into larger samples.
struct TableWalk: SampleWalk {
  /// The decoding time of the next sample.
  private(set) var time: Int64 = 0
  /// The number of samples before the next one.
  private(set) var count: Int64 = 0
  /// The samples, if `audioFrames` is nil: exactly one of the two is set.
  ///
  /// They are changed in place, because copying them takes as long as skipping several samples.
  private var samples: SampleCursor?
  private var audioFrames: AudioFrameWalk?
  /// The sync samples; nil if all samples are sync samples.
  private var sync: SyncTable?

  init(_ stbl: Atom, isAudio: Bool, in window: SourceWindow) throws(ParseError) {
    let table = SampleTable(stbl, in: window)
    if isAudio { audioFrames = try AudioFrameWalk(table) }
    guard audioFrames == nil else { return }
    samples = try table.samples()
    sync = try stbl.child(.stss).map { (atom) throws(ParseError) in
      try SyncTable(atom, in: window)
    }
  }

  /// Returns the next sample in the table; nil after the last one.
  mutating func next() throws(ParseError) -> StoredSample? {
    guard let stored = try samples?.next() else { return try nextAudioFrames() }
    var sample = StoredSample(
      .file(offset: stored.offset, size: stored.size), at: stored.time,
      duration: Int64(stored.duration))
    sample.presentationTime = stored.time.plus(Int64(stored.compositionOffset))
    sample.description = Int(stored.description)
    sample.isSync = try sync?.contains(count) ?? true
    count = count.plus(1)
    time = stored.time.plus(Int64(stored.duration))
    return sample
  }

  /// Returns the next part of uncompressed audio.
  private mutating func nextAudioFrames() throws(ParseError) -> StoredSample? {
    guard let sample = try audioFrames?.next() else { return nil }
    count = count.plus(Int64(sample.count))
    time = sample.end
    return sample
  }
}

/// The sync samples of a track (`stss`, ISO/IEC 14496-12 §8.6.2), queried in ascending order, so
/// that the table is read only once and never as a whole.
struct SyncTable {
  private var pages: TablePages
  /// The next listed sample, numbered from 1; nil after the last one.
  private var number: UInt32?

  init(_ atom: Atom, in window: SourceWindow) throws(ParseError) {
    pages = try TablePages(atom, TableLayout(headerSize: 8, entrySize: 4), in: window)
    try advance()
  }

  private mutating func advance() throws(ParseError) {
    number = try pages.advance() ? try pages.reader.u32() : nil
  }

  /// Returns whether the table contains a sample, counted from 0; calls must be in ascending order.
  mutating func contains(_ index: Int64) throws(ParseError) -> Bool {
    while let listed = number, Int64(listed) <= index { try advance() }
    return number.map { Int64($0) == index.plus(1) } ?? false
  }
}

/// Iterates over uncompressed audio (or packets of old QuickTime audio) whose sample table counts
/// individual audio frames.
///
/// Each returned sample is a part of a chunk with up to 1024 frames, as in FFmpeg's packets; a
/// QuickTime packet is not divided.
struct AudioFrameWalk: SampleWalk {
  /// The remaining chunks after the current one.
  private var chunks: ChunkCursor
  /// The rest of the current chunk.
  private var chunk = ChunkCursor.Chunk(offset: 0, sampleCount: 0, description: 1)
  /// The number of audio frames left.
  private var framesLeft: Int64
  /// The decoding time of the next audio frame, in media units.
  private var time: Int64 = 0
  /// The numbers of audio frames and bytes in a packet.
  private let packet: (samples: Int64, bytes: Int64)

  /// Creates a walk; returns nil if the tables do not count individual audio frames of equal size.
  init?(_ table: SampleTable) throws(ParseError) {
    guard let header = try table.sizeHeader(), header.entryBits == 0, header.uniformSize > 0,
      try AudioFrameWalk.hasUnitDurations(table)
    else { return nil }
    if let packed = try QuickTimeAudioPacket(table.atom, in: table.window) {
      packet = (Int64(packed.samples), Int64(packed.bytes))
    } else {
      packet = (1, Int64(header.uniformSize))
    }
    framesLeft = Int64(header.count)
    chunks = try ChunkCursor(table)
  }

  /// Returns whether every sample lasts one unit.
  private static func hasUnitDurations(_ table: SampleTable) throws(ParseError) -> Bool {
    guard let stts = table.atom.child(.stts) else { return false }
    var runs = try TablePages(stts, TableLayout.runs, in: table.window)
    guard runs.remaining == 1, try runs.advance() else { return false }
    _ = try runs.reader.u32()
    return try runs.reader.u32() == 1
  }

  /// Returns the next part of a chunk; nil after the last one.
  mutating func next() throws(ParseError) -> StoredSample? {
    while chunk.sampleCount == 0 {
      guard framesLeft > 0, let next = try chunks.next() else { return nil }
      chunk = next
    }
    // Packets with several audio frames are not divided.
    let maxCount = max(1, PCMSampleWalk.piece / packet.samples) * packet.samples
    let count = min(framesLeft, Int64(chunk.sampleCount), maxCount)
    guard count > 0 else { return nil }
    let size = count / packet.samples * packet.bytes
    var sample = StoredSample(.file(offset: chunk.offset, size: size), at: time, duration: count)
    sample.count = Int(count)
    sample.description = Int(chunk.description)
    chunk.sampleCount -= UInt32(clamping: count)
    chunk.offset = chunk.offset.plus(size)
    framesLeft -= count
    time = time.plus(count)
    return sample
  }
}

/// Iterates over the samples of one track in movie fragments, with one fragment at a time in
/// memory.
///
/// Adjacent frames of uncompressed audio are combined into larger samples.
struct FragmentWalk: SampleWalk {
  private let trackID: UInt32
  /// Whether adjacent samples of equal size that last one unit each are combined, as frames of
  /// uncompressed audio.
  private let joins: Bool
  /// The fragments, in file order.
  private let moofs: [Atom]
  private var nextMoof = 0
  /// The reader for the samples in a fragment.
  private var fragments: FragmentSamples
  /// The samples of the current fragment.
  private var samples: [StoredSample] = []
  private var nextSample = 0

  /// The maximum number of samples of a track in one fragment.
  private static let maxSamples = 1 << 18

  init(_ trackID: UInt32, isAudio: Bool, in movie: MovieSamples) throws(ParseError) {
    self.trackID = trackID
    joins = isAudio
    moofs = movie.top.filter { $0.type == .moof }
    fragments = FragmentSamples(
      movie.window, defaults: moofs.isEmpty ? [:] : try movie.defaults(),
      passed: MovieSamples.SamplesBeforeFragments(), budget: movie.budget)
  }

  /// Whether the movie has fragments for any track.
  var hasFragments: Bool { !moofs.isEmpty }

  /// Sets the end time and the number of the samples that precede the fragments.
  mutating func begin(after time: Int64, count: Int64) {
    fragments.begin(trackID, after: time, count: count)
  }

  /// Returns the next sample of the track; nil after the last fragment.
  mutating func next() throws(ParseError) -> StoredSample? {
    while nextSample == samples.count {
      guard nextMoof < moofs.count else { return nil }
      samples = []
      nextSample = 0
      let moof = moofs[nextMoof]
      nextMoof += 1
      var newSamples: [StoredSample] = []
      let (trackID, joins) = (trackID, joins)
      try fragments.visit(moof) { (sample) throws(ParseError) in
        guard sample.media.trackID == trackID else { return }
        guard newSamples.count < FragmentWalk.maxSamples else {
          throw ParseError(
            .limitExceeded, at: moof.offset,
            "more than \(FragmentWalk.maxSamples) samples of track \(trackID) in one fragment")
        }
        FragmentWalk.add(StoredSample(sample), to: &newSamples, joins: joins)
      }
      samples = newSamples
    }
    defer { nextSample += 1 }
    return samples[nextSample]
  }

  /// Adds a sample, or combines it with the previous one.
  private static func add(
    _ sample: StoredSample, to samples: inout [StoredSample], joins: Bool
  ) {
    if joins, let last = samples.last,
      let joined = last.joined(sample, upTo: Int(PCMSampleWalk.piece))
    {
      samples[samples.count - 1] = joined
    } else {
      samples.append(sample)
    }
  }
}

extension StoredSample {
  init(_ sample: FragmentSample) {
    let media = sample.media
    self.init(
      .file(offset: media.offset, size: media.size), at: media.time, duration: media.duration)
    presentationTime = media.time.plus(media.compositionOffset)
    isSync = sample.flags & TrackSamples.notSync == 0
    description = Int(clamping: sample.description)
  }

  /// Combines this sample of uncompressed audio with the next frame; returns nil if they are not
  /// adjacent frames of equal size that last one unit each, or the result would have more than
  /// `limit` frames.
  fileprivate func joined(_ other: StoredSample, upTo limit: Int) -> StoredSample? {
    guard case .file(let offset, let size) = place,
      case .file(let otherOffset, let otherSize) = other.place, duration == Int64(count),
      other.duration == 1, count < limit, otherOffset == offset.plus(size), otherSize > 0,
      size == otherSize.times(Int64(count)), other.presentationTime == end,
      other.description == description
    else { return nil }
    var joined = self
    joined.place = .file(offset: offset, size: size.plus(otherSize))
    joined.count += 1
    joined.duration = Int64(joined.count)
    return joined
  }
}
