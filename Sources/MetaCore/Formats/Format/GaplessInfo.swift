/// The gapless playback information of one audio track: the numbers of decoded samples before and
/// after the played samples (encoder delay and padding), and the number of played samples.
package struct GaplessInfo: Sendable, Hashable {
  /// The number of decoded samples to drop at the start: the encoder delay.
  package var before: Int64
  /// The number of decoded samples to drop at the end: the padding of the last frame.
  package var following: Int64
  /// The number of samples to play between the dropped samples.
  package var count: Int64
}

/// The iTunes string (`iTunSMPB`), a list of numbers with 8 hexadecimal digits (the fourth has 16),
/// each preceded by a space.
///
///     00000000 00000840 000001CA 00000000003F31F6 ...    zero, encoder delay, padding, samples to play
extension GaplessInfo {
  /// Parses the string; nil when it has a different form.
  init?(itunesText text: String) {
    // The numbers are in the first 44 characters; the limit applies to strings of other forms.
    let parts = text.utf8.prefix(256).split(separator: UInt8(ascii: " "))
    guard parts.count >= 4, GaplessInfo.number(parts[0], digits: 8) != nil,
      let before = GaplessInfo.number(parts[1], digits: 8),
      let following = GaplessInfo.number(parts[2], digits: 8),
      let count = GaplessInfo.number(parts[3], digits: 16)
    else { return nil }
    self.init(before: before, following: following, count: count)
  }

  /// Parses a number with exactly this many hexadecimal digits; nil if the text is not such a
  /// number or the number is too large.
  private static func number(_ digits: Substring.UTF8View, digits count: Int) -> Int64? {
    guard digits.count == count, digits.allSatisfy(isDigit) else { return nil }
    return Int64(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
      UInt8(ascii: "a")...UInt8(ascii: "f"):
      true
    default: false
    }
  }

  /// The iTunes string.
  var itunesText: String {
    func hex(_ number: Int64, _ width: Int) -> String {
      String(hexadecimal: max(0, number), width: width, uppercase: true)
    }
    let rest = [String](repeating: hex(0, 8), count: 8)
    return " "
      + ([hex(0, 8), hex(before, 8), hex(following, 8), hex(count, 16)] + rest)
      .joined(separator: " ")
  }
}

extension Document {
  /// Sets the encoder delay and the padding of the only audio track from the iTunes string, if the
  /// media has neither.
  ///
  /// An edit list that skips samples has priority: the iTunes string would remove them a second
  /// time.
  mutating func addGaplessInfo() {
    let audioTracks = tracks.indices.filter { tracks[$0].mediaType == .audio }
    guard audioTracks.count == 1, let index = audioTracks.first, let audio = tracks[index].audio,
      audio.encoderDelay == nil, audio.encoderPadding == nil,
      !tracks[index].edits.contains(where: { ($0.mediaStart?.value ?? 0) > 0 }),
      let text = items.first(where: \.isGaplessInfo)?.value.stringValue,
      let gapless = GaplessInfo(itunesText: text), gapless.before > 0 || gapless.following > 0
    else { return }
    tracks[index].audio?.encoderDelay = Int(clamping: gapless.before)
    tracks[index].audio?.encoderPadding = Int(clamping: gapless.following)
  }
}

extension MetadataItem {
  /// Whether the item is the iTunes string: an MP4 item, or an ID3 comment with that name.
  fileprivate var isGaplessInfo: Bool {
    guard case .text(let name) = key else { return false }
    switch keySpace {
    case .iTunesLong: return name == "com.apple.iTunes.iTunSMPB"
    case .id3:
      return (name == "COMM" || name == "COM") && self[extra: .info]?.stringValue == "iTunSMPB"
    default: return false
    }
  }
}
