internal import CLibAV

/// What a channel is in a measurement of loudness.
package enum SpeakerRole: Sendable, Hashable {
  /// A speaker in the front, or anything else.
  case main
  /// A speaker at the side or at the back.
  case surround
  /// Low frequencies only, which are not measured.
  case lowFrequencies

  /// The roles of channels in a layout by libavutil's name; without one, and for a name that does
  /// not fit, in the usual layout for the number of channels.
  package static func roles(ofLayout name: String?, channels: Int) -> [SpeakerRole] {
    var layout = unsafe AVChannelLayout()
    defer { unsafe av_channel_layout_uninit(&layout) }
    let isNamed = name.map { unsafe av_channel_layout_from_string(&layout, $0) == 0 } ?? false
    if unsafe !isNamed || Int(layout.nb_channels) != channels {
      unsafe av_channel_layout_uninit(&layout)
      unsafe av_channel_layout_default(&layout, Int32(clamping: channels))
    }
    return (0..<max(0, channels)).map { index in
      role(of: unsafe av_channel_layout_channel_from_index(&layout, UInt32(clamping: index)))
    }
  }

  /// The role of a speaker, which is that of FFmpeg's filter ebur128.
  private static func role(of channel: AVChannel) -> SpeakerRole {
    switch channel {
    case AV_CHAN_LOW_FREQUENCY, AV_CHAN_LOW_FREQUENCY_2: .lowFrequencies
    case AV_CHAN_BACK_LEFT, AV_CHAN_BACK_RIGHT, AV_CHAN_BACK_CENTER, AV_CHAN_SIDE_LEFT,
      AV_CHAN_SIDE_RIGHT, AV_CHAN_TOP_BACK_LEFT, AV_CHAN_TOP_BACK_CENTER, AV_CHAN_TOP_BACK_RIGHT,
      AV_CHAN_SURROUND_DIRECT_LEFT, AV_CHAN_SURROUND_DIRECT_RIGHT:
      .surround
    default: .main
    }
  }
}
