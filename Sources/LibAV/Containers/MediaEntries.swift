internal import CLibAV

/// A key and its value in a libavformat dictionary: metadata for a file, stream or chapter, or an
/// option, such as for a demuxer, a muxer, a device or an encoder.
package struct MediaEntry: Sendable, Hashable {
  /// The key, as libavformat names it.
  package let key: String
  /// The value.
  package let value: String

  /// Creates an entry.
  package init(_ key: String, _ value: String) {
    self.key = key
    self.value = value
  }
}

extension [MediaEntry] {
  /// Returns the value for a key, ignoring case.
  package subscript(key: String) -> String? {
    first { $0.key.lowercased() == key.lowercased() }?.value
  }

  /// Creates the entries of a dictionary, in the same order.
  init(_ dictionary: OpaquePointer?) {
    self.init()
    var entry = unsafe av_dict_get(dictionary, "", nil, AV_DICT_IGNORE_SUFFIX)
    while let current = unsafe entry {
      append(unsafe MediaEntry(text(current.pointee.key), text(current.pointee.value)))
      unsafe entry = unsafe av_dict_get(dictionary, "", current, AV_DICT_IGNORE_SUFFIX)
    }
  }

  /// Creates a dictionary from the entries, which the caller must free; of several entries with the
  /// same key, ignoring case, it has the last.
  func makeDictionary() -> OpaquePointer? {
    var dictionary: OpaquePointer?
    for entry in self { unsafe av_dict_set(&dictionary, entry.key, entry.value, 0) }
    return unsafe dictionary
  }
}

/// Returns the text of a C string, with invalid UTF-8 replaced by U+FFFD.
func text(_ string: UnsafePointer<CChar>?) -> String {
  unsafe string.map { unsafe String(cString: $0) } ?? ""
}
