internal import CLibAV

/// One entry of a dictionary of libavformat.
package struct MediaEntry: Sendable, Hashable {
  /// The key, as libavformat has it.
  package let key: String
  /// The value.
  package let value: String

  /// Makes an entry.
  package init(_ key: String, _ value: String) {
    self.key = key
    self.value = value
  }
}

extension [MediaEntry] {
  /// The value of a key, without regard to case.
  package subscript(key: String) -> String? {
    first { $0.key.lowercased() == key.lowercased() }?.value
  }

  /// What a dictionary holds, in its order.
  init(_ dictionary: OpaquePointer?) {
    self.init()
    var entry = unsafe av_dict_get(dictionary, "", nil, AV_DICT_IGNORE_SUFFIX)
    while let current = unsafe entry {
      append(unsafe MediaEntry(text(current.pointee.key), text(current.pointee.value)))
      unsafe entry = unsafe av_dict_get(dictionary, "", current, AV_DICT_IGNORE_SUFFIX)
    }
  }

  /// A dictionary of the entries; the caller's to free.
  func makeDictionary() -> OpaquePointer? {
    var dictionary: OpaquePointer?
    for entry in self { unsafe av_dict_set(&dictionary, entry.key, entry.value, 0) }
    return unsafe dictionary
  }
}

/// The text of a C string; what is no UTF-8 in it becomes U+FFFD.
func text(_ string: UnsafePointer<CChar>?) -> String {
  unsafe string.map { unsafe String(cString: $0) } ?? ""
}
