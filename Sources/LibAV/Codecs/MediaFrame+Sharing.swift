package import CLibAV

/// For the overlays of other libraries that take libavutil's frames.
extension MediaFrame {
  /// Takes what is in libavutil's frame, which is empty afterwards.
  ///
  /// - Throws: ``LibAVError`` when there is no memory.
  package convenience init(
    taking frame: UnsafeMutablePointer<AVFrame>, timeBase: Fraction
  ) throws(LibAVError) {
    try unsafe self.init(moving: frame, timeBase: timeBase)
  }

  /// Gives libavutil's frame to `body`, which must not change it.
  package func withFrame<Result>(_ body: (UnsafeMutablePointer<AVFrame>) -> Result) -> Result {
    unsafe body(pointer)
  }
}
