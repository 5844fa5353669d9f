package import CLibAV

/// Access to libavutil's frames for the wrappers of other libraries.
extension MediaFrame {
  /// Moves the content of a libavutil frame, which is empty afterwards.
  ///
  /// - Throws: ``LibAVError`` if there is not enough memory.
  package convenience init(
    taking frame: UnsafeMutablePointer<AVFrame>, timeBase: Fraction
  ) throws(LibAVError) {
    try unsafe self.init(moving: frame, timeBase: timeBase)
  }

  /// Passes the libavutil frame to `body`, which must not modify it.
  package func withFrame<Result>(_ body: (UnsafeMutablePointer<AVFrame>) -> Result) -> Result {
    unsafe body(pointer)
  }
}
