/// One sample of a movie fragment: its location and times, its sample flags and its sample
/// description.
struct FragmentSample {
  var media: MediaSample
  /// The sample flags (ISO/IEC 14496-12 §8.8.3.1).
  var flags: UInt32
  /// The description number, from 1.
  var description: UInt32
  /// Whether the sample is the first in its run.
  var beginsRun = false
}

/// Visits the samples of movie fragments in file order, with times and indexes that continue those
/// of the sample tables (ISO/IEC 14496-12 §8.8).
///
/// A run starts at its offset relative to a base: the one in `tfhd`, the `moof`, or the end of the
/// data of the previous track.
struct FragmentSamples {
  private let window: SourceWindow
  private let defaults: [UInt32: TrackExtendsAtom]
  private var counts: [UInt32: Int64]
  private var times: [UInt32: Int64]
  /// The number of samples that may still be visited.
  private var budget: Int64

  /// The position in a track fragment: its header, the base of its offsets, and the file offset of
  /// the next sample.
  private struct RunPosition {
    var header: TrackFragmentHeaderAtom
    var base: Int64
    var position: Int64
  }

  init(
    _ window: SourceWindow, defaults: [UInt32: TrackExtendsAtom],
    passed: MovieSamples.SamplesBeforeFragments,
    budget: Int64
  ) {
    self.budget = budget
    self.window = window
    self.defaults = defaults
    (counts, times) = (passed.counts, passed.times)
  }

  /// Sets the end time and the number of a track's samples before the fragments.
  mutating func begin(_ trackID: UInt32, after time: Int64, count: Int64) {
    (times[trackID], counts[trackID]) = (time, count)
  }

  /// Receives the samples one after another.
  typealias Visitor = (FragmentSample) throws(ParseError) -> Void

  /// Visits the samples of one fragment.
  mutating func visit(_ moof: Atom, _ visit: Visitor) throws(ParseError) {
    var log = DiagnosticLog()
    var end = moof.offset
    var tracks = AtomCursor(window, in: moof)
    while let traf = try tracks.next(at: [], log: &log) {
      guard traf.type == .traf else { continue }
      var place: RunPosition?
      var atoms = AtomCursor(window, in: traf)
      while let atom = try atoms.next(at: [.moof], log: &log) {
        switch atom.type {
        case .tfhd: place = try start(atom, moof, after: end)
        case .tfdt:
          let time = try TrackFragmentTimeAtom.parse(try atom.payload(in: window, limit: 64)).time
          if let place { times[place.header.trackID] = Int64(clamping: time) }
        case .trun where place != nil: try self.visit(atom, &place, visit)
        default: continue
        }
      }
      end = place?.position ?? end
    }
  }

  /// Returns the position at the start of a track fragment; `end` is the end of the previous
  /// track's data.
  private func start(
    _ tfhd: Atom, _ moof: Atom, after end: Int64
  ) throws(ParseError) -> RunPosition {
    let header = try TrackFragmentHeaderAtom.parse(try tfhd.payload(in: window, limit: 64))
    var base = header.isBaseMoof ? moof.offset : end
    if let offset = header.baseDataOffset { base = Int64(clamping: offset) }
    return RunPosition(header: header, base: base, position: base)
  }

  /// Visits the samples of one run, and moves the position to its end.
  private mutating func visit(
    _ trun: Atom, _ place: inout RunPosition?, _ visit: Visitor
  ) throws(ParseError) {
    guard var current = place else { return }
    defer { place = current }
    let run = try TrackRunAtom.parse(try trun.payload(in: window, limit: Limits.standard.table))
    if let offset = run.dataOffset {
      current.position = current.base.addingReportingOverflow(Int64(offset)).partialValue
    }
    let id = current.header.trackID
    let width = run.fieldsPerSample
    let claimed = Int(clamping: run.count)
    let count = width > 0 ? min(claimed, run.words.count / width) : claimed
    budget -= Int64(count)
    guard budget >= 0 else {
      throw ParseError(
        .limitExceeded, at: trun.offset, "there are more samples than bytes in the file")
    }
    for index in 0..<count {
      let words = run.words[(index * width)..<(index * width + width)]
      var sample = sample(words, of: run, id, at: current)
      sample.beginsRun = index == 0
      if index == 0, let flags = run.firstSampleFlags { sample.flags = flags }
      try visit(sample)
      let media = sample.media
      counts[id, default: 0] += 1
      times[id] = media.time.addingReportingOverflow(media.duration).partialValue
      current.position = media.offset.addingReportingOverflow(media.size).partialValue
    }
  }

  /// Returns a sample whose properties come from its own fields, or else from `tfhd`, or else from
  /// `trex`.
  private func sample(
    _ words: ArraySlice<UInt32>, of run: TrackRunAtom, _ id: UInt32, at place: RunPosition
  ) -> FragmentSample {
    var words = words
    let runFlags = run.header.flags
    let (header, extends) = (place.header, defaults[id])
    var media = MediaSample(
      trackID: id, index: counts[id, default: 0], offset: place.position,
      size: Int64(header.size ?? extends?.size ?? 0))
    var flags = header.sampleFlags ?? extends?.sampleFlags ?? 0
    media.time = times[id, default: 0]
    media.duration = Int64(header.duration ?? extends?.duration ?? 0)
    if runFlags & 0x100 != 0 { media.duration = Int64(words.popFirst() ?? 0) }
    if runFlags & 0x200 != 0 { media.size = Int64(words.popFirst() ?? 0) }
    if runFlags & 0x400 != 0 { flags = words.popFirst() ?? 0 }
    if runFlags & 0x800 != 0, let word = words.popFirst() {
      media.compositionOffset =
        run.header.version == 0 ? Int64(word) : Int64(Int32(bitPattern: word))
    }
    return FragmentSample(
      media: media, flags: flags, description: header.description ?? extends?.description ?? 1)
  }
}
