/// Corrects the sample rate and the channels of an audio track from the header of its first frame,
/// because many writers declare two channels in every sample entry.
///
/// It applies to MPEG audio, and to AC-3 and E-AC-3 in `mp4a`, which have no configuration record,
/// if the samples are in this file and not encrypted.
struct FirstFrameReader {
  /// The window with the sample tables.
  let tables: SourceWindow
  /// The window with the samples.
  let samples: SourceWindow

  /// Sets the audio properties of `track`, whose atom is `trak`, if its codec requires it and its
  /// samples are in this file and not encrypted.
  func read(_ track: inout MovieTrack, of trak: Atom, log: inout DiagnosticLog) {
    guard track.description.audio != nil, track.description.encryptionScheme == nil,
      let codec = track.description.codecString, let stbl = track.sampleTable
    else { return }
    let isMPEG = FirstFrameReader.mpegAudio.contains(codec)
    guard isMPEG || FirstFrameReader.dolby.contains(codec), let minf = trak.first(.mdia, .minf),
      ChunkOrigins(minf, in: tables).isOwn(description: 1)
    else { return }
    do {
      var list = try SampleTable(stbl, in: tables).samples()
      guard let first = try list.next() else { return }
      let bytes = try samples.bytes(at: first.offset, upTo: Int(min(8, first.size)))
      if isMPEG {
        guard let header = MPEGFrameHeader(bytes) else { return }
        track.description.audio?.channels = header.channels
        track.description.audio?.sampleRate = Double(header.sampleRate)
      } else if let frame = DolbyFrame(bytes), !frame.isFurther {
        // A frame that adds channels to the preceding one, or belongs to another program
        // (`isFurther`), would not describe the whole audio.
        let speakers = DolbyFrame.speakers(
          mode: frame.mode, hasLowFrequencies: frame.hasLowFrequencies)
        track.description.audio?.channels = speakers.nonzeroBitCount
        track.description.speakers = speakers
        if let rate = frame.sampleRate { track.description.audio?.sampleRate = Double(rate) }
      }
    } catch { log.add(error.insideSampleTable(.stsz)) }
  }

  /// MPEG-1 and MPEG-2 audio (RFC 6381; mp4ra.org), and QuickTime's formats of layer III.
  private static let mpegAudio = ["mp4a.6B", "mp4a.69", ".mp3", "ms%00U"]
  /// AC-3 and E-AC-3 in `mp4a` (mp4ra.org).
  private static let dolby = ["mp4a.A5", "mp4a.A6"]
}
