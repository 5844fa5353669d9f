internal import Synchronization

/// How the samples of an input come to an output; AVFoundation's `AVCaptureConnection`.
///
/// ``CaptureSession/addOutput(_:)`` makes one for each kind of samples that the output takes. What
/// is set here holds from the next sample on; a movie that is being recorded keeps the ``turn``
/// with which it was begun, unless pictures themselves are turned.
public final class CaptureConnection: Sendable {
  /// What its samples are.
  public let mediaType: MediaType
  /// Where they go.
  public let output: any CaptureOutput
  private let state: Mutex<State>

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

  /// Whether samples come to the output; a movie shows its last picture meanwhile, and has silence
  /// for sound.
  public var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set { state.withLock { $0.isEnabled = newValue } }
  }

  /// How pictures are turned; AVFoundation's `videoRotationAngle` and `isVideoMirrored`.
  public var turn: PictureTurn {
    get { state.withLock { $0.turn } }
    set { state.withLock { $0.turn = newValue } }
  }

  /// Whether pictures themselves are turned, before they are filtered; else a movie says how
  /// players are to turn them, which costs nothing.
  ///
  /// False of a movie to begin with, true of other outputs, which cannot say it. Outputs whose
  /// pictures are turned differently are filtered separately.
  public var turnsPixels: Bool {
    get { state.withLock { $0.turnsPixels } }
    set { state.withLock { $0.turnsPixels = newValue } }
  }

  /// How pictures are turned before they come to the output.
  var pixelTurn: PictureTurn { state.withLock { $0.turnsPixels ? $0.turn : .none } }

  /// How the output is to say that its pictures are turned.
  var statedTurn: PictureTurn { state.withLock { $0.turnsPixels ? .none : $0.turn } }
}
