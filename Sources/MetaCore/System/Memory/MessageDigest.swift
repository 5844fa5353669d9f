internal import CNettle

/// A SHA-256 digest (FIPS 180-4), computed incrementally: for binary values in dumps, and for the
/// media of a file (`MediaDigest`).
package struct SHA256: Sendable {
  private var context = sha256_ctx()

  /// Creates the digest of no bytes.
  package init() { unsafe nettle_sha256_init(&context) }

  /// Adds bytes to the digest.
  package mutating func append(_ bytes: ArraySlice<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe nettle_sha256_update(&context, buffer.count, buffer.baseAddress)
    }
  }

  /// Returns the 32 bytes of the digest.
  package consuming func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    unsafe nettle_sha256_digest(&context, digest.count, &digest)
    return digest
  }
}

/// An MD5 digest (RFC 1321), computed incrementally: for decoded audio (FLAC), Monkey's Audio
/// files, and the samples that `read` prints; it protects against damage, not forgery.
package struct MD5: Sendable {
  private var context = md5_ctx()

  /// Creates the digest of no bytes.
  package init() { unsafe nettle_md5_init(&context) }

  /// Adds bytes to the digest.
  package mutating func append(_ bytes: ArraySlice<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe nettle_md5_update(&context, buffer.count, buffer.baseAddress)
    }
  }

  /// Returns the 16 bytes of the digest.
  package consuming func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(MD5_DIGEST_SIZE))
    unsafe nettle_md5_digest(&context, digest.count, &digest)
    return digest
  }
}

extension Sequence<UInt8> {
  /// The bytes in lower-case hexadecimal, two digits each.
  package var hexadecimal: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(underestimatedCount * 2)
    for byte in self {
      for digit in [byte >> 4, byte & 15] {
        digits.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
      }
    }
    return String(decoding: digits, as: UTF8.self)
  }
}
