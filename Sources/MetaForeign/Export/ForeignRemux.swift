internal import LibAV
package import MetaCore
internal import SystemPackage

/// Copies the packets of a media file to another container with libavformat (``Remuxer``), without
/// decoding them, and compares them with the expected contents of the file.
///
/// A value is the state of one run: the chosen streams, and the losses so far.
package struct ForeignRemux {
  let request: ForeignRemux.Request
  var kind: OutputKind { request.kind }
  var losses: [ForeignRemux.Loss] = []
  private(set) var streams: [OutputStream] = []
  /// The track IDs of the chosen streams, by the streams' indices in the input.
  private(set) var ids: [Int: UInt32] = [:]
  private var codecs: [Int: String] = [:]
  /// The codec delays of audio tracks in Matroska.
  var delays: [MatroskaDelayWriter.Delay] = []
  /// The tracks whose lead-in the output can hide.
  var hidden: Set<UInt32> = []
  private var chapters: [LibAVChapter] = []

  /// Runs a request.
  ///
  /// `progress` receives the completed fraction, 0 to 1; `isCancelled` is called once per packet.
  ///
  /// - Throws: ``MetaError``: `refused` for a kind of file that cannot be remuxed, or if the output
  ///   cannot store everything and losses are not allowed; `cancelled`; and errors from reading and
  ///   writing.
  package static func run(
    _ request: ForeignRemux.Request, progress: (Double) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
  ) throws(MetaError) -> ForeignRemux.Result {
    var remux = ForeignRemux(request: request)
    let source = try remux.source()
    var log: [LogLine] = []
    do {
      var result = try LogCapture.collect(into: &log) { () throws(ParseError) in
        try remux.run(source, progress, isCancelled)
      }
      result.findings = log.filter { $0.level == .error }.map(\.text)
      try remux.check(result.outcomes, result.findings)
      result.losses = remux.losses
      return result
    } catch {
      guard !isCancelled() else {
        throw MetaError(.cancelled, file: request.input, reason: "cancelled")
      }
      throw MetaError(exporting: request.input, error)
    }
  }

  private init(request: ForeignRemux.Request) { self.request = request }

  private func source() throws(MetaError) -> FileSource {
    do { return try FileSource(path: request.input) } catch {
      throw MetaError(opening: request.input, error)
    }
  }

  /// Opens the input, chooses streams, and copies them.
  private mutating func run(
    _ source: FileSource, _ progress: (Double) -> Void, _ isCancelled: () -> Bool
  ) throws(ParseError) -> ForeignRemux.Result {
    let demuxer = try ForeignRemux.demuxer(of: request.container, source)
    let length = max(1, Double(source.length))
    // Known edit lists are applied per packet instead.
    let options = request.media.isEmpty ? [] : [MediaEntry("ignore_editlist", "1")]
    let input = try LibAVContainer.open(source, demuxer, options)
    try choose(among: input.streams)
    if kind.capabilities.contains(.chapters) { chapters = try timedChapters() }
    let outcomes: [Remuxer.StreamOutcome]
    let cut: PacketCut?
    do {
      (outcomes, cut) = try copy(
        input, { progress(min(1, Double($0.bytesRead) / length)) }, isCancelled)
    } catch {
      throw LibAVContainer.parseError(error)
    }
    return ForeignRemux.Result(
      tracks: outcomes.map { outcome in
        ForeignRemux.Result.Track(
          id: ids[outcome.source] ?? 0, packets: outcome.packets,
          correctedTimes: outcome.correctedTimes, codec: codecs[outcome.source] ?? "",
          filter: outcome.filter)
      }, losses: losses, beginning: cut?.beginning, findings: [], outcomes: outcomes,
      delays: delays)
  }

  /// Writes the output: header, packets, trailer.
  private func copy(
    _ input: borrowing InputContainer, _ progress: (Remuxer.Progress) -> Void,
    _ isCancelled: () -> Bool
  ) throws(LibAVError) -> ([Remuxer.StreamOutcome], PacketCut?) {
    var output = try OutputContainer(muxer: kind.muxer)
    var lanes = try Remuxer.prepare(streams, from: input, into: output, muxer: kind.muxer)
    try fill(&output)
    try output.begin(request.output)
    let cut = try Remuxer.copy(
      &lanes, from: input, to: output, cut: request.cut, begin: begin,
      progress: progress, isCancelled: isCancelled)
    try output.finish()
    return (lanes.outcomes, cut)
  }

  // MARK: Choosing

  /// Chooses the streams that the output can store; everything else becomes a loss.
  ///
  /// - Throws: ``ParseError`` with `wouldLose` if something is lost and losses are not allowed,
  ///   `notRepresentable` if no stream remains, `malformed` if a track is missing.
  private mutating func choose(among all: [StreamInfo]) throws(ParseError) {
    let tracks = all.filter(\.isTrack)
    for requested in request.tracks {
      guard let stream = tracks.first(where: { $0.trackID(among: all) == requested.id }) else {
        throw ParseError(.malformed, at: 0, "there is no track \(requested.id)")
      }
      if let reason = reasonAgainst(stream) {
        losses.append(ForeignRemux.Loss(kind: .track, name: "\(requested.id)", reason: reason))
        continue
      }
      ids[stream.index] = requested.id
      codecs[stream.index] = stream.codec
      var output = described(stream, requested)
      if let media = request.media.first(where: { $0.id == requested.id }) {
        schedule(&output, by: media, stream)
      }
      streams.append(output)
    }
    checkRest()
    guard !streams.isEmpty else {
      throw ParseError(.notRepresentable, at: 0, "\(kind.name) supports none of the tracks")
    }
    guard losses.isEmpty || request.allowsLoss else {
      throw ParseError(
        .wouldLose, at: 0, losses.map(\.description).joined(separator: "; "))
    }
  }

  /// Returns the reason why the output cannot store a stream; nil if it can.
  private func reasonAgainst(_ stream: StreamInfo) -> String? {
    let isSupported =
      kind.codecs?.contains(stream.codec)
      ?? OutputContainer.supports(stream, muxer: kind.muxer) ?? false
    guard isSupported else { return "\(kind.name) does not support \(stream.codec)" }
    let isFull = !kind.capabilities.contains(.severalStreams) && !streams.isEmpty
    return isFull ? "\(kind.name) supports only one track" : nil
  }

  /// Returns the output stream, with its language and name if the container can store them.
  private mutating func described(
    _ stream: StreamInfo, _ requested: ForeignRemux.Request.Track
  ) -> OutputStream {
    var described = OutputStream(
      source: stream.index, disposition: stream.disposition.subtracting(.attachedPicture))
    if let language = requested.language, language != .undetermined {
      described.language = language.iso639 ?? language.rawValue
      if !kind.capabilities.contains(.languages) {
        losses.append(
          ForeignRemux.Loss(
            kind: .language, name: "\(requested.id)",
            reason: "\(kind.name) does not support track languages"))
        described.language = nil
      }
    }
    if let name = requested.name {
      described.title = name
      if !kind.capabilities.contains(.titles) {
        losses.append(
          ForeignRemux.Loss(
            kind: .name, name: "\(requested.id)",
            reason: "\(kind.name) does not support track names"))
        described.title = nil
      }
    }
    return described
  }

  /// Notes as losses the metadata, chapters and attachments that the container cannot store.
  private mutating func checkRest() {
    var seen: Set<String> = []
    for entry in request.metadata {
      let isNew = seen.insert(entry.key.lowercased()).inserted
      guard !kind.capabilities.contains(.tags) || !isNew else { continue }
      let reason =
        isNew ? "\(kind.name) does not support tags" : "libavformat writes only one value per key"
      losses.append(ForeignRemux.Loss(kind: .metadata, name: entry.key, reason: reason))
    }
    if !request.chapters.isEmpty, !kind.capabilities.contains(.chapters) {
      losses.append(
        ForeignRemux.Loss(
          kind: .chapters, name: "\(request.chapters.count)",
          reason: "\(kind.name) does not support chapters"))
    }
    for attachment in request.attachments where !accepts(attachment) {
      losses.append(
        ForeignRemux.Loss(
          kind: .attachment, name: attachment.name,
          reason: "\(kind.name) does not support \(attachment.mime)"))
    }
  }

  private func accepts(_ attachment: Attachment) -> Bool {
    kind.capabilities.contains(.attachments) || isPicture(attachment)
  }

  private func isPicture(_ attachment: Attachment) -> Bool {
    kind.capabilities.contains(.pictures) && ["image/jpeg", "image/png"].contains(attachment.mime)
  }

  // MARK: Filling

  /// Adds metadata, chapters and attachments to the output.
  private func fill(_ output: inout OutputContainer) throws(LibAVError) {
    if kind.capabilities.contains(.tags) {
      var seen: Set<String> = []
      output.setEntries(request.metadata.filter { seen.insert($0.key.lowercased()).inserted })
    }
    if kind.capabilities.contains(.chapters) { try output.setChapters(chapters) }
    for attachment in request.attachments where accepts(attachment) {
      if kind.capabilities.contains(.attachments) {
        try output.add(attachment)
      } else {
        try output.addPicture(attachment)
      }
    }
  }

  /// Returns the chapters with end times; the last one is empty if its end is unknown.
  private func timedChapters() throws(ParseError) -> [LibAVChapter] {
    let ends = request.chapters.ends(fileDuration: nil)
    return try zip(request.chapters, ends).map { (chapter, end) throws(ParseError) in
      let start = try ForeignRemux.microseconds(chapter.start)
      let end = try ForeignRemux.microseconds(end ?? chapter.start)
      return LibAVChapter(start: start, end: end, title: chapter.title)
    }
  }

  /// Converts a time to libavformat's units.
  ///
  /// - Throws: `notRepresentable` if it is out of range.
  static func microseconds(_ time: MediaTime) throws(ParseError) -> Int64 {
    guard let units = Int64(exactly: (time.seconds * 1_000_000).rounded()) else {
      throw ParseError(
        .notRepresentable, at: 0, "\(time.seconds) seconds are out of range")
    }
    return units
  }

  // MARK: Reading

  /// The kinds that can be remuxed besides those of ``ContainerKind``: WebM, and some that MetaCore
  /// reads itself.
  private static let remuxed: Set<String> = [
    "3g2", "3gp", "aac", "aiff", "flac", "mov", "mp1", "mp2", "mp3", "mp4", "ogg", "wav", "webm",
  ]

  /// Returns the demuxer for a kind of container that can be remuxed.
  private static func demuxer(
    of kind: String, _ source: any ByteSource
  ) throws(ParseError) -> String {
    let isKnown = remuxed.contains(kind) || ContainerKind.all.contains { $0.kind == kind }
    guard isKnown else {
      throw ParseError(.unsupported, at: 0, "remuxing \(kind) files is not supported")
    }
    return try Demuxers.name(for: kind, source)
  }
}
