internal import CLibAV

/// Copies streams from one container to another without decoding them: adds them to the output,
/// then reads, filters and writes their packets.
///
/// Between the two steps, the caller (`ForeignRemux` in MetaForeign) adds the metadata and writes
/// the header; afterwards it writes the trailer.
package enum Remuxer {
  /// The progress of a copy.
  package struct Progress: Sendable, Hashable {
    /// The number of input packets copied.
    package let packets: Int
    /// The read position in the input, in bytes.
    package let bytesRead: Int64
  }

  /// The statistics of one copied stream, which the caller compares with the expected contents of
  /// the input.
  package struct StreamOutcome: Sendable, Hashable {
    /// The index of the input stream.
    package let source: Int
    /// The number of the stream's packets written.
    package var packets = 0
    /// The number of timestamps that were corrected because they were missing or did not increase.
    package var correctedTimes = 0
    /// The number of input packets copied.
    package var sourcePackets = 0
    /// The number of bytes in these packets.
    package var sourceBytes: Int64 = 0
    /// The number of these packets that the demuxer reported as corrupt.
    package var damagedPackets = 0
    /// The duration from the earliest start of a packet written to the latest end, in microseconds.
    package var length: Int64 = 0
    /// The bitstream filter applied to the stream's packets.
    package let filter: String?
  }

  /// Adds the streams to the output in order, as the input describes them; must be called before
  /// ``OutputContainer/begin(_:options:)``.
  ///
  /// - Throws: ``LibAVError`` if a stream does not exist or cannot be described.
  package static func prepare(
    _ streams: [OutputStream], from input: borrowing InputContainer,
    into output: borrowing OutputContainer, muxer: String
  ) throws(LibAVError) -> RemuxedStreams {
    var lanes = RemuxedStreams()
    for stream in streams {
      guard let source = unsafe input.stream(at: stream.source) else {
        throw LibAVError(LibAVError.invalidArgument, "there is no stream \(stream.source)")
      }
      let codec = unsafe text(avcodec_get_name(source.pointee.codecpar.pointee.codec_id))
      let name = BitstreamFilter.name(codec: codec, from: input.demuxer, to: muxer)
      let filter = try name.map { name throws(LibAVError) in
        try unsafe FilterOwner(BitstreamFilter(name, for: source))
      }
      let place = try unsafe output.add(
        stream, like: source, filter?.filter.parameters ?? UnsafePointer(source.pointee.codecpar),
        filter?.filter.timeBase ?? source.pointee.time_base)
      lanes.lanes.append(
        RemuxedStream(
          place: place, filter: filter, schedule: stream.schedule,
          outcome: StreamOutcome(source: stream.source, filter: name)))
    }
    return lanes
  }

  /// Copies the packets of the prepared streams, either all of them or those in a range, after the
  /// header was written.
  ///
  /// The actual start of the range becomes zero; without a range, it is `begin`, in microseconds,
  /// or the beginning of the input. `progress` is called after every 256 packets and at the end.
  ///
  /// - Returns: The range with its actual start; nil without a range.
  /// - Throws: ``LibAVError``, also if `isCancelled` is true.
  @discardableResult
  package static func copy(
    _ lanes: inout RemuxedStreams, from input: borrowing InputContainer,
    to output: borrowing OutputContainer, cut: PacketCut? = nil, begin: Int64? = nil,
    progress: (Progress) -> Void = { _ in }, isCancelled: () -> Bool = { false }
  ) throws(LibAVError) -> PacketCut? {
    input.select(Set(lanes.lanes.map(\.outcome.source)))
    var cut = cut
    if cut != nil { cut = try input.seek(to: cut) }
    lanes.start(input, output, cut?.begin ?? begin)
    let packet = try Packet()
    let filtered = try Packet()
    var written = 0
    while try input.read(into: packet) {
      guard !isCancelled() else { throw LibAVError(LibAVError.exit, "copying packets") }
      let source = Int(unsafe packet.pointer.pointee.stream_index)
      guard let lane = lanes.lanes.firstIndex(where: { $0.outcome.source == source }) else {
        continue
      }
      if let cut {
        let base = unsafe input.stream(at: source)?.pointee.time_base
        guard let base, unsafe cut.contains(packet.pointer.pointee, base) else { continue }
      }
      guard lanes.lanes[lane].accept(packet) else { continue }
      try lanes.lanes[lane].pass(packet, filtered, to: output)
      written += 1
      if written.isMultiple(of: 256) {
        progress(Progress(packets: written, bytesRead: input.position))
      }
    }
    for lane in lanes.lanes.indices { try lanes.lanes[lane].drain(filtered, to: output) }
    progress(Progress(packets: written, bytesRead: input.position))
    return cut
  }
}

/// The streams of a remux, with the state and the statistics of each, after
/// ``Remuxer/prepare(_:from:into:muxer:)`` has added them to the output.
package struct RemuxedStreams {
  fileprivate(set) var lanes: [RemuxedStream] = []

  /// The results for the streams.
  package var outcomes: [Remuxer.StreamOutcome] {
    lanes.map { lane in
      var outcome = lane.outcome
      outcome.correctedTimes = lane.clock?.corrections ?? 0
      return outcome
    }
  }

  /// Starts the clocks of all streams at the same input time.
  fileprivate mutating func start(
    _ input: borrowing InputContainer, _ output: borrowing OutputContainer, _ begin: Int64?
  ) {
    // A stream that intentionally starts later, such as after an empty edit, keeps its start.
    let begin = begin ?? input.origin
    for index in lanes.indices {
      guard let stream = unsafe input.stream(at: lanes[index].outcome.source) else { continue }
      unsafe lanes[index].start(stream, output, begin: begin)
    }
  }
}

/// A copyable box for a bitstream filter.
final class FilterOwner {
  let filter: BitstreamFilter

  init(_ filter: consuming BitstreamFilter) { self.filter = filter }
}

/// A copyable box for a reference to a packet that is written later.
private final class QueuedPacket {
  let packet: Packet

  init(_ other: borrowing Packet) throws(LibAVError) {
    packet = try Packet()
    try LibAVError.check(unsafe av_packet_ref(packet.pointer, other.pointer), "keeping a packet")
  }
}

/// Copies the packets of one stream for ``Remuxer``: schedules and filters them, converts their
/// times, writes them, and counts them.
///
/// It also holds the first video packets back until their decode times are known.
@safe struct RemuxedStream {
  /// The index of the output stream.
  let outputIndex: Int
  let filter: FilterOwner?
  private var schedule: PacketSchedule?
  /// The range from the first packet to the end of the last, in output units.
  private var span: Range<Int64>?
  var outcome: Remuxer.StreamOutcome
  /// The conversion of times; nil until the copy begins.
  private(set) var clock: PacketClock?
  /// The first video packets, held until their decode times are known.
  private var heldPackets: [QueuedPacket]? = []
  /// The codec parameters of the input stream, which belong to the input.
  private var parameters: UnsafeMutablePointer<AVCodecParameters>?

  init(
    place: Int, filter: FilterOwner?, schedule: PacketSchedule?, outcome: Remuxer.StreamOutcome
  ) {
    self.outputIndex = place
    self.filter = filter
    self.schedule = schedule
    self.outcome = outcome
    unsafe parameters = nil
  }

  /// Creates the clock, after the muxer has chosen the time base of the output; `begin` is the time
  /// that becomes zero, in microseconds.
  mutating func start(
    _ stream: UnsafeMutablePointer<AVStream>, _ output: borrowing OutputContainer, begin: Int64
  ) {
    let source = unsafe filter?.filter.timeBase ?? stream.pointee.time_base
    let parameters = unsafe stream.pointee.codecpar
    let type = unsafe parameters?.pointee.codec_type ?? AVMEDIA_TYPE_UNKNOWN
    let rate = unsafe parameters?.pointee.sample_rate ?? 0
    unsafe self.parameters = unsafe parameters
    clock = PacketClock(
      source: source, target: output.timeBase(of: outputIndex),
      shift: av_rescale_q(begin, AVRational(num: 1, den: AV_TIME_BASE), source),
      isStrict: output.needsRisingTimes
        && (type == AVMEDIA_TYPE_VIDEO || type == AVMEDIA_TYPE_AUDIO),
      sampleRate: type == AVMEDIA_TYPE_AUDIO && rate > 0 ? rate : nil)
  }

  /// Sets the times of a packet according to the schedule, if any, and counts it; returns false if
  /// it is not copied.
  mutating func accept(_ packet: borrowing Packet) -> Bool {
    if schedule != nil {
      guard unsafe schedule?.schedule(&packet.pointer.pointee) ?? true else { return false }
      let unplayed = unsafe schedule?.unplayedEnd(of: packet.pointer.pointee) ?? 0
      if unplayed > 0, let base = clock?.source, let parameters = unsafe parameters {
        unsafe packet.skipEnd(
          OutputContainer.samples(unplayed, base, parameters.pointee))
      }
    }
    outcome.sourcePackets += 1
    outcome.sourceBytes += Int64(unsafe packet.pointer.pointee.size)
    if unsafe packet.pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 {
      outcome.damagedPackets += 1
    }
    return true
  }

  /// Filters and writes a packet; `spare` receives filtered packets.
  mutating func pass(
    _ packet: borrowing Packet, _ spare: borrowing Packet, to output: borrowing OutputContainer
  ) throws(LibAVError) {
    guard let filter else {
      try writeInOrder(packet, to: output)
      return
    }
    try filter.filter.send(packet)
    while try filter.filter.receive(into: spare) { try writeInOrder(spare, to: output) }
  }

  /// Holds back the first video packets, at most 32, until a decode time is known, and derives
  /// theirs from it, because Matroska has no decode times for reordered frames.
  private mutating func writeInOrder(
    _ packet: borrowing Packet, to output: borrowing OutputContainer
  ) throws(LibAVError) {
    guard heldPackets != nil else { return try write(packet, to: output) }
    let isVideo = unsafe parameters?.pointee.codec_type == AVMEDIA_TYPE_VIDEO
    if isVideo, unsafe packet.pointer.pointee.dts == Int64.min,
      heldPackets?.count ?? 0 < RemuxedStream.maxHeld
    {
      heldPackets?.append(try QueuedPacket(packet))
      return
    }
    let time = unsafe packet.pointer.pointee.dts
    try release(before: time, to: output)
    try write(packet, to: output)
  }

  /// A number greater than the number of frames that any decoder delays.
  private static let maxHeld = 32

  /// Writes the packets that were held back, with decode times that end before `time`, one packet
  /// duration apart; if `time` is missing, they keep theirs.
  private mutating func release(
    before time: Int64, to output: borrowing OutputContainer
  ) throws(LibAVError) {
    let waiting = heldPackets ?? []
    heldPackets = nil
    for (index, queued) in waiting.enumerated() {
      let duration = unsafe queued.packet.pointer.pointee.duration
      let steps = Int64(waiting.count - index)
      if time != Int64.min, duration > 0, duration < 1 << 32 {
        unsafe queued.packet.pointer.pointee.dts =
          time.subtractingReportingOverflow(steps * duration).partialValue
      }
      try write(queued.packet, to: output)
    }
  }

  /// Writes the packets that a filter still holds.
  mutating func drain(
    _ spare: borrowing Packet, to output: borrowing OutputContainer
  ) throws(LibAVError) {
    if let filter {
      try filter.filter.end()
      while try filter.filter.receive(into: spare) { try writeInOrder(spare, to: output) }
    }
    try release(before: Int64.min, to: output)
  }

  /// Writes a packet with its times in output units.
  private mutating func write(
    _ packet: borrowing Packet, to output: borrowing OutputContainer
  ) throws(LibAVError) {
    let size = unsafe packet.pointer.pointee.size
    let samples = unsafe av_get_audio_frame_duration2(parameters, size)
    let frame = unsafe samples > 0 ? samples : parameters?.pointee.frame_size ?? 0
    unsafe clock?.set(&packet.pointer.pointee, frameSize: frame)
    unsafe measure(packet.pointer.pointee)
    unsafe packet.pointer.pointee.stream_index = Int32(clamping: outputIndex)
    try output.write(packet)
    outcome.packets += 1
  }

  /// Extends the range of the written packets, whose length is part of the result.
  private mutating func measure(_ packet: AVPacket) {
    guard let clock else { return }
    let start = unsafe packet.pts
    let (end, overflow) = unsafe start.addingReportingOverflow(max(0, packet.duration))
    guard !overflow else { return }
    let extended = min(span?.lowerBound ?? start, start)..<max(span?.upperBound ?? end, end)
    span = extended
    outcome.length = av_rescale_q(
      extended.upperBound.subtractingReportingOverflow(extended.lowerBound).partialValue,
      clock.target,
      AVRational(num: 1, den: AV_TIME_BASE))
  }
}
