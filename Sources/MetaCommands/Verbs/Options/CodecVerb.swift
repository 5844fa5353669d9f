internal import ArgumentParser
internal import MetaCore

/// A verb that decodes or encodes media: in this process where MetaCore does all of it, else in the
/// helper, which then runs the whole command.
protocol CodecVerb: WebVerb {
  /// The files that are worked on one after the other: should the helper be lost over one, another
  /// helper goes on with the next.
  var helperFiles: [InputPath] { get }

  /// What the helper needs for it; nil where this process does all of it.
  func helperNeeds(in environment: Environment) -> HelperNeeds?

  /// Whether an interruption is how the user ends it in order, so that who waits for the helper
  /// does not end before it.
  var endsInOrder: Bool { get }
}

extension CodecVerb {
  static var runsIn: Host { .decodingProcess }
  var endsInOrder: Bool { false }
}

/// What the helper needs to decode or to encode media.
struct HelperNeeds {
  /// How many bytes of memory it may have; nil for its usual limit.
  var memory: UInt?
  /// Which program it is.
  var program = HelperProgram.foreign

  /// What this process does not do; nil for media.
  var task: String?

  /// Why it is needed, for the error where it is not installed.
  var reason: String {
    if let task { return task }
    return switch program {
    case .foreign: "media are neither decoded nor encoded here"
    case .capture: "there are neither devices nor filter graphs here"
    }
  }
}

/// The words of options for encoded media.
enum EncodingWords {
  /// Settings of video, changed as `codec=h264,bitrate=5M,speed=fast` says.
  static func video(
    _ text: String?, _ usual: VideoOutputSettings, option: String = "--video"
  ) throws -> VideoOutputSettings {
    guard let text else { return usual }
    var settings = usual
    try named(option) { () throws(MetaError) in try settings.apply(text: text) }
    return settings
  }

  /// Settings of sound, changed as `codec=aac,bitrate=128k` says.
  static func audio(
    _ text: String?, _ usual: AudioOutputSettings, option: String = "--audio"
  ) throws -> AudioOutputSettings {
    guard let text else { return usual }
    var settings = usual
    try named(option) { () throws(MetaError) in try settings.apply(text: text) }
    return settings
  }

  private static func named(_ option: String, _ body: () throws(MetaError) -> Void) throws {
    do throws(MetaError) { try body() } catch {
      throw ValidationError("\(option): \(error.reason).")
    }
  }

  /// How long a picture is presented at a number of pictures per second: `25`, `29.97` (which is
  /// 30000/1001, as SMPTE has it) or `30000/1001`.
  static func frameDuration(_ text: String) throws -> MediaTime {
    guard let duration = frameDuration(of: text), duration.isNumeric,
      (0.001...1000).contains(duration.seconds)
    else {
      throw ValidationError(
        "--fps takes a number of pictures per second from 0.001 to 1000: 25, 29.97, 30000/1001.")
    }
    return duration
  }

  private static func frameDuration(of text: String) -> MediaTime? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let above = UInt32(parts[0]), let below = Int64(parts[1]), below > 0 else { return nil }
      return MediaTime(value: below, timescale: above)
    }
    guard text.allSatisfy({ "0123456789.".contains($0) }) else { return nil }
    return Double(text).flatMap { MediaTime(frameRate: $0) }
  }
}
