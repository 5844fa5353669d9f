internal import CLibAV

/// The role of a channel in a loudness measurement, which determines its weight (ITU-R BS.1770).
package enum SpeakerRole: Sendable, Hashable {
  /// A front speaker, or any other channel.
  case main
  /// A side or back speaker.
  case surround
  /// A low-frequency channel, which is not measured.
  case lowFrequencies

  /// Returns the roles of the channels in a layout with the given libavutil name; without a name,
  /// or if it does not match the number of channels, those of the default layout.
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

  /// Returns the role of a speaker, as in FFmpeg's `ebur128` filter.
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
