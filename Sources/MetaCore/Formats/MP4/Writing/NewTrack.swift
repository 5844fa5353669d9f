/// A track in a movie file that `AssetWriter` creates, with all the data for its `trak` atom.
///
/// Encodes sample tables, an edit list and properties as bytes in the form of the target, QuickTime
/// or MP4; the media is written separately.
struct NewTrack: Sendable {
  /// The track ID, from 1.
  let id: UInt32
  /// The handler type of the track, such as `vide` or `soun`.
  let handler: FourCC
  /// The timescale of its media, in units per second.
  let timescale: UInt32
  /// The sample descriptions.
  var descriptions = SampleDescriptionAtom([])
  /// The samples of the track, with chunk offsets in the new file.
  var samples = TrackSamples()
  /// The edit list, which contains the parts of the media that are presented.
  var parts: PlayedParts
  /// The transformation that is applied to its frames for display.
  var matrix = TransformationMatrix.identity
  /// The display size of its frames in 16.16 fixed point; zero for other media.
  var width: UInt32 = 0
  var height: UInt32 = 0
  /// The language of its media.
  var language: LanguageTag?
  /// Whether players play it by default.
  var isEnabled = true
  /// The group of alternative tracks; zero means no group.
  var alternateGroup: Int16 = 0
  /// The IDs of the tracks to which it refers, by reference type.
  var references: [(type: FourCC, ids: [UInt32])] = []
  /// The number of samples by which decoding has to start earlier for correct output, as a negative
  /// number; nil if samples can be decoded independently.
  ///
  /// It is stored in a `roll` sample group (ISO/IEC 14496-12 §10.1.1). It is -1 for AAC (ISO/IEC
  /// 14496-3), and -4 for Opus in packets of 20 ms, which needs 80 ms (RFC 7845 §4.6).
  var rollDistance: Int16?
  /// The complete atoms with its metadata.
  var metadata: [UInt8] = []

  /// Creates a track without samples.
  init(id: UInt32, handler: FourCC, timescale: UInt32) {
    self.id = id
    self.handler = handler
    self.timescale = max(1, timescale)
    parts = PlayedParts([], mediaTimescale: self.timescale)
  }

  /// Writes the `trak` atom.
  func write(into bytes: inout MovieBytes, _ movie: NewMovie) {
    bytes.atom(.trak) { bytes in
      bytes.write { $0.atom(.tkhd) { header(movie).encode(into: &$0) } }
      bytes.write { writeEdits(into: &$0, movie) }
      bytes.write(writeReferences)
      bytes.atom(.mdia) { writeMedia(into: &$0, movie) }
      bytes.append(metadata)
    }
  }

  // MARK: Headers

  /// Returns the `tkhd` atom.
  private func header(_ movie: NewMovie) -> TrackHeaderAtom {
    var header = TrackHeaderAtom(trackID: id, duration: 0)
    // The track is used in the movie, preview and poster, as in files from QuickTime and FFmpeg.
    header.header = FullAtomHeader(flags: isEnabled ? 0xF : 0xE)
    (header.created, header.changed) = (movie.created, movie.created)
    header.alternateGroup = alternateGroup
    header.volume = handler == .soun ? 0x100 : 0
    header.matrix = matrix
    (header.width, header.height) = (width, height)
    header.setDuration(UInt64(max(0, parts.duration.units(movie.timescale, .up))))
    return header
  }

  /// Writes `edts`, unless there are no parts, or all of the media is presented from its start.
  private func writeEdits(into writer: inout ByteWriter, _ movie: NewMovie) {
    guard !parts.parts.isEmpty, !parts.isIdentity(of: samples.shown) else { return }
    let list = parts.list(movieTimescale: movie.timescale)
    writer.atom(.edts) { $0.atom(.elst) { list.encode(into: &$0) } }
  }

  private func writeReferences(into writer: inout ByteWriter) {
    guard !references.isEmpty else { return }
    writer.atom(.tref) { writer in
      for reference in references {
        writer.atom(reference.type) { for id in reference.ids { $0.u32(id) } }
      }
    }
  }

  // MARK: Media

  /// Writes the content of `mdia`.
  private func writeMedia(into bytes: inout MovieBytes, _ movie: NewMovie) {
    let form = HeaderForm(isQuickTime: movie.target.isQuickTime)
    var header = MediaHeaderAtom(timescale: timescale, duration: 0)
    (header.created, header.changed) = (movie.created, movie.created)
    header.language = language?.packedQuickTime ?? MediaHeaderAtom.undetermined
    header.setDuration(UInt64(max(0, samples.duration)))
    bytes.write { writer in
      writer.atom(.mdhd) { header.encode(into: &$0) }
      writer.atom(.hdlr) { form.handler(MediaHandlerAtom(handler: handler)).encode(into: &$0) }
      // `mdhd` stores only three letters; other tags require `elng`.
      if let language, language.packedQuickTime == nil || language.rawValue.contains("-") {
        writer.atom(.elng) { ExtendedLanguageAtom(language: language.rawValue).encode(into: &$0) }
      }
    }
    bytes.atom(.minf) { bytes in
      bytes.append(form.informationHeader(of: handler))
      if form.isQuickTime { bytes.append(HeaderForm.dataHandler) }
      bytes.append(HeaderForm.sameFile)
      bytes.atom(.stbl) { writeTables(into: &$0, movie) }
    }
  }

  /// Writes the content of `stbl`, including the `roll` group; chunk offsets refer to the new file.
  private func writeTables(into bytes: inout MovieBytes, _ movie: NewMovie) {
    bytes.write { $0.atom(.stsd) { descriptions.encode(into: &$0) } }
    var samples = samples
    if let rollDistance {
      samples.groups.append(SampleGroup(roll: rollDistance, count: samples.count))
    }
    SampleTableWriter(samples, auxiliaryOffsets: []).write(into: &bytes)
    let offsets = ChunkOffsetAtom(
      offsets: samples.chunks.map { UInt64(max(0, $0.offset)) }, isWide: movie.hasWideOffsets)
    bytes.write { $0.atom(offsets.type) { offsets.encode(into: &$0) } }
  }
}
