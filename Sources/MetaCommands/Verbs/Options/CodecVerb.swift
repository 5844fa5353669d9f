internal import ArgumentParser
internal import MetaCore

/// A verb that runs in this process if MetaCore supports everything that it requires, such as
/// decoders and encoders, otherwise in the helper, which then runs the whole command.
///
/// ``CommandRunner`` calls ``helperNeeds(in:)`` on the parsed verb and starts the helper if
/// necessary.
protocol CodecVerb: WebVerb {
  /// The files, which are processed one after another; if the helper is lost on a file, a new
  /// helper continues with the next file. A command that fails as a whole has at most one.
  var helperFiles: [InputPath] { get }

  /// Returns the requirements for the helper, or nil if this process does all the work.
  func helperNeeds(in environment: Environment) -> HelperNeeds?

  /// Whether an interruption ends the command normally, so that this process waits for the helper
  /// to finish.
  var endsInOrder: Bool { get }
}

extension CodecVerb {
  static var runsIn: VerbProcess { .decodingProcess }
  var endsInOrder: Bool { false }
}

/// The requirements for running a command in the helper: the program, its memory limit, and the
/// reason, for the error if it is not installed.
struct HelperNeeds {
  /// The memory limit in bytes, or nil for the default.
  var memory: UInt?
  /// The helper program.
  var program = HelperProgram.foreign

  /// A specific reason why this process cannot run the command; nil if the reason is only that the
  /// command needs codecs or devices.
  var task: String?

  /// The reason why the helper is needed, for the error if it is not installed.
  var reason: String {
    if let task { return task }
    return switch program {
    case .foreign: "this program does not include decoders or encoders"
    case .capture: "this program does not support devices or filter graphs"
    }
  }
}

/// Parses the option values that configure encoders: settings for video and audio, and frame rates.
enum EncodingWords {
  /// Returns video settings changed by text such as `codec=h264,bitrate=5M,speed=fast`.
  static func video(
    _ text: String?, _ usual: VideoOutputSettings, option: String = "--video"
  ) throws -> VideoOutputSettings {
    guard let text else { return usual }
    var settings = usual
    try named(option) { () throws(MetaError) in try settings.apply(text: text) }
    return settings
  }

  /// Returns audio settings changed by text such as `codec=aac,bitrate=128k`.
  static func audio(
    _ text: String?, _ usual: AudioOutputSettings, option: String = "--audio"
  ) throws -> AudioOutputSettings {
    guard let text else { return usual }
    var settings = usual
    try named(option) { () throws(MetaError) in try settings.apply(text: text) }
    return settings
  }

  /// Runs `body`, and names the option in its error.
  private static func named(_ option: String, _ body: () throws(MetaError) -> Void) throws {
    do throws(MetaError) { try body() } catch {
      throw ValidationError("\(option): \(error.reason).")
    }
  }

  /// Returns the frame duration for a frame rate, such as `25`, `29.97` (30000/1001, as in SMPTE
  /// standards) or `30000/1001`.
  static func frameDuration(_ text: String) throws -> MediaTime {
    guard let duration = frameDuration(of: text), duration.isNumeric,
      (0.001...1000).contains(duration.seconds)
    else {
      throw ValidationError(
        "--fps must be a frame rate from 0.001 to 1000, such as 25, 29.97 or 30000/1001.")
    }
    return duration
  }

  /// Returns the frame duration for a fraction or a decimal number, or nil for other text.
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
