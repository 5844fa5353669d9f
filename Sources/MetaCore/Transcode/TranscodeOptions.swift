/// What is asked of a transcode: an export, of which some tracks are encoded anew.
public struct TranscodeOptions: Sendable, Hashable {
  /// The export: the type of the new file, which tracks go along, what of their time, and the metadata.
  public var export = ExportOptions()
  /// How tracks of video are encoded; nil for tracks that stay as they are.
  public var video: VideoOutputSettings?
  /// How tracks of audio are encoded; nil for tracks that stay as they are.
  public var audio: AudioOutputSettings?

  /// Everything stays as it is.
  public init() {}

  /// How a track is encoded; nil for one that stays as it is.
  func settings(for track: TrackDescription) -> OutputSettings? {
    switch track.mediaType {
    case .video: video.map { .video($0) }
    case .audio: audio.map { .audio($0) }
    default: nil
    }
  }
}

/// What became of a file.
public struct TranscodeResult: Sendable {
  /// A track that was encoded.
  public struct Track: Sendable, Hashable {
    /// Its number.
    public let id: UInt32
    /// How it was encoded.
    public let settings: OutputSettings
    /// How many pictures, or samples of each channel, it has.
    public var sampleCount: Int64 = 0
  }

  /// The tracks that were encoded, in the order of the file.
  public var tracks: [Track]
  /// What of the media was damaged, and is replaced by silence or left out.
  public var findings: [Diagnostic]
  /// What the export came to.
  public var draft: ExportDraft
  /// The new file.
  public var result: EditResult
}
