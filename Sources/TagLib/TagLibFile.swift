internal import CTagLib

/// The metadata that TagLib reads from a file: its property map and the number of pictures, for
/// comparing other readers with MetaCore.
package struct TagLibFile: Sendable {
  /// A value of the property map; a name with several values has several entries.
  package struct Property: Sendable {
    /// TagLib's name for the property, such as `TITLE`.
    package var name: String
    /// The value.
    package var value: String
  }

  /// The property map, in TagLib's order.
  package internal(set) var properties: [Property] = []
  /// The number of pictures.
  package internal(set) var pictureCount = 0

  /// The reason why a file cannot be read.
  package enum Refusal: Error, Sendable {
    /// TagLib does not support the format, or rejects the file.
    case notOpened
    /// TagLib threw an exception.
    case exception
  }

  /// Reads a file of `length` bytes; `name` has the extension from which TagLib chooses its reader,
  /// before it considers the content.
  ///
  /// `read` returns up to `count` bytes at an offset, or nil if reading fails.
  ///
  /// - Throws: ``Refusal`` if TagLib cannot read it.
  package init(
    name: String, length: Int64, read: @escaping (_ offset: Int64, _ count: Int) -> [UInt8]?
  ) throws(Refusal) {
    let call = TagLibCall(read: read)
    let result = call.run(name: name, length: length)
    switch result {
    case Int32(metatool_taglib_read_it.rawValue): self = call.file
    case Int32(metatool_taglib_not_opened.rawValue): throw .notOpened
    default: throw .exception
    }
  }

  fileprivate init() {}
}

/// Passes the bytes of a file to the C functions around TagLib, and collects the results that they
/// report through callbacks during one call.
private final class TagLibCall {
  let read: (Int64, Int) -> [UInt8]?
  var file = TagLibFile()

  init(read: @escaping (Int64, Int) -> [UInt8]?) { self.read = read }

  /// Calls TagLib, and returns the result code of the shim.
  func run(name: String, length: Int64) -> Int32 {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    let input = unsafe metatool_taglib_input(context: context, length: length) {
      unsafe TagLibCall.of($0)?.fill($2, at: $1, count: $3) ?? -1
    }
    let output = unsafe metatool_taglib_output(
      context: context,
      property: {
        let property = unsafe TagLibFile.Property(name: text($1, $2), value: text($3, $4))
        unsafe TagLibCall.of($0)?.file.properties.append(property)
      },
      pictures: { context, count in
        unsafe TagLibCall.of(context)?.file.pictureCount = Int(clamping: count)
      })
    return unsafe metatool_taglib_read(name, input, output)
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> TagLibCall? {
    unsafe context.map { unsafe Unmanaged<TagLibCall>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Copies bytes and returns their number, or -1 if reading fails.
  private func fill(_ buffer: UnsafeMutablePointer<UInt8>?, at offset: Int64, count: Int64) -> Int64
  {
    guard let buffer = unsafe buffer, let count = Int(exactly: count), count > 0,
      let bytes = read(offset, count), bytes.count <= count
    else { return -1 }
    _ = unsafe UnsafeMutableBufferPointer(start: buffer, count: count).update(fromContentsOf: bytes)
    return Int64(bytes.count)
  }
}

/// Decodes UTF-8, replacing invalid bytes.
private func text(_ start: UnsafePointer<CChar>?, _ length: Int64) -> String {
  guard let start = unsafe start, let length = Int(exactly: length), length > 0 else { return "" }
  return unsafe String(
    decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
}
