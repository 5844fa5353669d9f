internal import LibAV
internal import MetaCore

/// Converts libavformat's description of a file (streams, chapters, metadata) to the duration,
/// tracks, chapters and items of a ``Document``, for ``LibAVContainer``.
struct ForeignContent {
  private let kind: ContainerKind
  private let streams: [StreamInfo]
  private let chapters: [ChapterInfo]
  /// The metadata of the file, followed by that of each program in a multiplex.
  private let dictionaries: [[MediaEntry]]
  private let duration: (microseconds: Int64, isEstimated: Bool)?

  init(kind: ContainerKind, input: borrowing InputContainer) {
    self.kind = kind
    streams = input.streams
    chapters = input.chapters
    dictionaries = [input.entries] + input.programs.map(\.entries)
    duration = input.duration
  }

  /// Adds the requested parts to a document.
  func fill(_ document: inout Document, _ options: ReadOptions) {
    fillDuration(of: &document)
    if options.tracks {
      document.tracks = streams.filter(\.isTrack).prefix(options.limits.tracks).map(track)
    }
    if options.items {
      document.items = Array(items().prefix(options.limits.items))
    }
    if options.chapters {
      document.chapters = chapters.prefix(options.limits.chapters).compactMap(chapter)
    }
  }

  /// Sets the duration: that of the only track, otherwise that of the file, otherwise that of the
  /// longest track.
  private func fillDuration(of document: inout Document) {
    let timed = streams.filter(\.isTrack)
    if timed.count == 1, let duration = timed[0].duration {
      document.duration = timed[0].timeBase.time(duration)
    } else if let duration {
      document.duration = MediaTime(value: duration.microseconds, timescale: 1_000_000)
      document.isDurationEstimated = duration.isEstimated
    } else {
      // In a truncated file, the header still contains the intended durations of the streams.
      let durations = timed.compactMap { stream in stream.duration.flatMap(stream.timeBase.time) }
      document.duration = durations.max { $0.seconds < $1.seconds }
    }
  }

  /// Describes a stream as a track.
  private func track(_ stream: StreamInfo) -> TrackDescription {
    var track = TrackDescription(id: stream.trackID(among: streams), mediaType: stream.mediaType)
    track.codec = stream.codec
    track.codecString = CodecText.string(
      codec: stream.codec, configuration: ByteSlice(stream.configuration))
    track.duration = stream.duration.flatMap(stream.timeBase.time) ?? taggedDuration(of: stream)
    track.timescale = stream.timeBase.time(0)?.timescale
    track.sampleCount = stream.frameCount
    track.language = stream.language.map {
      LanguageTag(iso639: $0) ?? LanguageTag(rawValue: $0)
    }
    track.name = stream.title
    // mkvmerge writes the bit rate as a tag.
    let noted = stream.entries.first { $0.key.uppercased().hasPrefix("BPS") }
    track.bitRate = stream.bitRate ?? noted.flatMap { Int64($0.value) }
    track.video = stream.video.map(VideoDescription.init)
    track.audio = stream.audio.map(AudioDescription.init)
    track.speakers = stream.audio?.speakers
    return track
  }

  /// Returns the duration of a Matroska stream from the tag that FFmpeg and mkvmerge write; without
  /// one, the duration of the file if the stream is its only track and the duration is not
  /// estimated, otherwise nil.
  private func taggedDuration(of stream: StreamInfo) -> MediaTime? {
    let tag = stream.entries.first { $0.key.uppercased().hasPrefix("DURATION") }
    if let tagged = tag.flatMap({ MediaTime(clock: $0.value) }), tagged.value > 0 { return tagged }
    let timed = streams.filter(\.isTrack)
    guard timed.count == 1, let duration, !duration.isEstimated else { return nil }
    return MediaTime(value: duration.microseconds, timescale: 1_000_000)
  }

  private func chapter(_ chapter: ChapterInfo) -> Chapter? {
    guard let start = chapter.timeBase.time(chapter.start) else { return nil }
    return Chapter(
      start: start,
      end: chapter.timeBase.time(chapter.end), title: chapter.entries["title"],
      source: kind.kind)
  }

  // MARK: Items

  /// Returns the items of the file, its programs and its tracks, and the attached pictures and
  /// files.
  private func items() -> [MetadataItem] {
    var items = dictionaries.flatMap(kind.items)
    // These are properties of the track description.
    let describedKeys: Set = ["language", "title"]
    for stream in streams where stream.isTrack {
      var streamItems = kind.items(of: stream.entries.filter { !describedKeys.contains($0.key) })
      let id = stream.trackID(among: streams)
      for index in streamItems.indices { streamItems[index].trackID = id }
      items += streamItems
    }
    return items + streams.compactMap { $0.attachment.flatMap(kind.item) }
  }
}

extension StreamInfo {
  /// Whether the stream is a track, not an attached picture or file.
  var isTrack: Bool { media != .attachment && !disposition.contains(.attachedPicture) }

  /// Returns the track ID: the file's own if all streams have unique positive IDs, otherwise the
  /// index, counted from 1.
  func trackID(among streams: [StreamInfo]) -> UInt32 {
    let numbers = Set(streams.map(\.id))
    let isOwn = numbers.count == streams.count && streams.allSatisfy { $0.id > 0 }
    return UInt32(clamping: isOwn ? id : index + 1)
  }

  /// The media type of the stream's samples.
  var mediaType: MediaType {
    switch media {
    case .video: .video
    case .audio: .audio
    case .subtitle: .subtitle
    default: MediaType(rawValue: "data")
    }
  }
}

extension Fraction {
  /// Returns a time in these units; nil if the units are invalid or the product overflows.
  func time(_ value: Int64) -> MediaTime? {
    guard numerator > 0, denominator > 0 else { return nil }
    let (scaled, overflow) = value.multipliedReportingOverflow(by: Int64(numerator))
    return overflow ? nil : MediaTime(value: scaled, timescale: UInt32(denominator))
  }
}

extension VideoDescription {
  /// Converts libavformat's properties; the colour description is omitted if all colours are
  /// "unspecified" (2) and the range is unknown.
  init(_ video: VideoStreamInfo) {
    self.init(width: video.width, height: video.height)
    frameRate = video.frameRate
    rotation = video.rotation
    let (across, down) = (video.pixelAspect.numerator, video.pixelAspect.denominator)
    if across > 0, down > 0, across != down { pixelAspect = [Int(across), Int(down)] }
    guard video.colors.contains(where: { $0 != 2 }) || video.isFullRange != nil else { return }
    var description = ColorDescription(kind: "nclx")
    let known = video.colors.map { $0 == 2 ? nil : Optional($0) }
    description.primaries = known[0]
    description.transfer = known[1]
    description.matrix = known[2]
    description.isFullRange = video.isFullRange
    color = description
  }
}

extension AudioDescription {
  init(_ info: AudioStreamInfo) {
    self.init()
    sampleRate = info.sampleRate > 0 ? Double(info.sampleRate) : nil
    channels = info.channels > 0 ? info.channels : nil
    bitsPerSample = info.bitsPerSample
    encoderDelay = info.encoderDelay
  }
}
