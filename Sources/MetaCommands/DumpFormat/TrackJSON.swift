internal import MetaCore

extension JSONWriter {
  /// Writes a track; members that do not apply are omitted.
  mutating func track(_ track: TrackDescription) {
    beginObject()
    member("id", track.id)
    member("mediaType", track.mediaType.rawValue)
    member("codec", track.codec)
    member("codecString", track.codecString)
    member("encryptionScheme", track.encryptionScheme)
    member("duration", track.duration?.seconds)
    member("timescale", track.timescale)
    member("sampleCount", track.sampleCount)
    member("bitRate", track.bitRate)
    member("bitRateMode", track.bitRateMode?.rawValue)
    member("language", track.language?.code)
    member("name", track.name)
    member("enabled", track.isEnabled)
    member("alternateGroup", track.alternateGroup)
    member("creationDate", track.creationDate?.description)
    member("modificationDate", track.modificationDate?.description)
    if let audio = track.audio { self.audio(audio, track.channelLayout) }
    if let video = track.video { self.video(video) }
    member("startTimecode", track.startTimecode)
    member("reelName", track.reelName)
    if !track.edits.isEmpty { array("edits", track.edits) { $0.edit($1) } }
    if !track.references.isEmpty { array("references", track.references) { $0.reference($1) } }
    if !track.metadataKeys.isEmpty { array("metadataKeys", track.metadataKeys) { $0.string($1) } }
    if !track.characteristics.isEmpty {
      array("characteristics", track.characteristics) { $0.string($1) }
    }
    endObject()
  }

  /// Writes the members that only audio tracks have.
  private mutating func audio(_ audio: AudioDescription, _ layout: String?) {
    member("sampleRate", audio.sampleRate)
    member("channels", audio.channels)
    member("channelLayout", layout)
    member("bitsPerSample", audio.bitsPerSample)
    member("encoderDelay", audio.encoderDelay)
    member("encoderPadding", audio.encoderPadding)
    member("encoder", audio.encoder)
    member("decodedMD5", audio.decodedMD5)
  }

  /// Writes the members that only video tracks have; sizes are in pixels.
  private mutating func video(_ video: VideoDescription) {
    member("width", video.width)
    member("height", video.height)
    member("displayWidth", video.displayWidth)
    member("displayHeight", video.displayHeight)
    member("rotation", video.rotation)
    if video.isMirrored { member("mirrored", true) }
    if let matrix = video.matrix { array("matrix", matrix) { $0.real($1) } }
    if let aspect = video.pixelAspect { array("pixelAspect", aspect) { $0.integer($1) } }
    if let aperture = video.cleanAperture { array("cleanAperture", aperture) { $0.real($1) } }
    member("frameRate", video.frameRate)
    member("bitDepth", video.bitDepth)
    member("encoder", video.encoder)
    if let color = video.color { self.color(color) }
    member("hdrFormat", video.hdrFormat)
    parts("dolbyVision", video.dolbyVision)
    parts("masteringDisplay", video.masteringDisplay)
    if let light = video.contentLight { array("contentLight", light) { $0.integer($1) } }
    parts("spatial", video.spatial)
  }

  private mutating func parts(_ name: StaticString, _ parts: [MetadataValue.Part]) {
    guard !parts.isEmpty else { return }
    object(name) {
      $0.members(parts, BinaryValues(rendering: .size, source: DataSource([])))
    }
  }

  private mutating func color(_ color: ColorDescription) {
    object("color") { json in
      json.member("kind", color.kind)
      json.member("primaries", color.primaries)
      json.member("transfer", color.transfer)
      json.member("matrix", color.matrix)
      json.member("fullRange", color.isFullRange)
    }
  }

  /// Writes an entry of the edit list, with times in seconds; `mediaStart` is null for an empty
  /// edit.
  private mutating func edit(_ edit: TrackSegment) {
    beginObject()
    member("duration", edit.duration.seconds)
    key("mediaStart")
    if let start = edit.mediaStart { real(start.seconds) } else { null() }
    member("rate", edit.rate)
    endObject()
  }

  private mutating func reference(_ reference: TrackReference) {
    beginObject()
    member("type", reference.type)
    array("tracks", reference.trackIDs) { $0.integer($1) }
    endObject()
  }
}
