internal import Synchronization

/// A connection from an input to an output; the counterpart of AVFoundation's
/// `AVCaptureConnection`.
///
/// ``CaptureSession/addOutput(_:)`` creates a connection for each media type that the output
/// accepts. Changes take effect with the next sample; a movie that is being recorded keeps the
/// ``turn`` with which it was started, unless the frames themselves are rotated.
public final class CaptureConnection: Sendable {
  /// The media type of the samples.
  public let mediaType: MediaType
  /// The output.
  public let output: any CaptureOutput
  private let state: Mutex<State>

  /// The settings of the connection; programs change them while the session's threads read them.
  private struct State {
    var isEnabled = true
    var turn = PictureTurn.none
    var turnsPixels: Bool
  }

  init(_ mediaType: MediaType, _ output: any CaptureOutput) {
    self.mediaType = mediaType
    self.output = output
    state = Mutex(State(turnsPixels: !(output is CaptureMovieFileOutput)))
  }

  /// Whether samples are delivered to the output; while they are not, a movie holds its last frame
  /// and its audio is silent.
  public var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set { state.withLock { $0.isEnabled = newValue } }
  }

  /// The rotation of the video; the counterpart of AVFoundation's `videoRotationAngle` and
  /// `isVideoMirrored`.
  public var turn: PictureTurn {
    get { state.withLock { $0.turn } }
    set { state.withLock { $0.turn = newValue } }
  }

  /// Whether the frames themselves are rotated, before filtering; otherwise, a movie only stores
  /// the rotation for players, which requires no processing.
  ///
  /// The default is false for a movie and true for other outputs, which cannot store a rotation.
  /// Frames are filtered separately for outputs with different rotations.
  public var turnsPixels: Bool {
    get { state.withLock { $0.turnsPixels } }
    set { state.withLock { $0.turnsPixels = newValue } }
  }

  /// The rotation applied to frames before they reach the output.
  var pixelTurn: PictureTurn { state.withLock { $0.turnsPixels ? $0.turn : .none } }

  /// The rotation that the output stores as metadata.
  var statedTurn: PictureTurn { state.withLock { $0.turnsPixels ? .none : $0.turn } }
}
