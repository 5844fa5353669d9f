/// Copies between kinds of memory that the standard library has no safe way for yet.
package enum ByteCopy {
  /// The bytes of a span as an array, in one piece.
  package static func array(of span: Span<UInt8>) -> [UInt8] {
    unsafe span.withUnsafeBufferPointer { unsafe [UInt8]($0) }
  }
}
