internal import CTagLib

/// What TagLib reads in a file.
package struct TagLibFile: Sendable {
  /// A value of the property map; a name with several values is there several times.
  package struct Property: Sendable {
    /// The name as TagLib has it: `TITLE`.
    package var name: String
    /// The value.
    package var value: String
  }

  /// A picture.
  package struct Picture: Sendable {
    /// Its MIME type; empty where the format has none.
    package var mimeType: String
    /// Its type as ID3 and FLAC number it (3 is the front cover); nil where the format has none.
    package var type: Int?
    /// How many bytes it has.
    package var size: Int64
  }

  /// The property map, in TagLib's order.
  package internal(set) var properties: [Property] = []
  /// The pictures, in TagLib's order.
  package internal(set) var pictures: [Picture] = []
  /// How long it plays, in milliseconds; nil where TagLib does not say.
  package internal(set) var milliseconds: Int?

  /// Why there is nothing.
  package enum Refusal: Error, Sendable {
    /// TagLib has no reader for such files, or does not accept this one.
    case notOpened
    /// TagLib threw an exception.
    case exception
  }

  /// Reads a file of so many bytes; `name` has the extension by which TagLib chooses its reader.
  ///
  /// `read` gives the bytes at an offset, as many as are asked for or as there are; nil when it fails.
  ///
  /// - Throws: ``Refusal`` when TagLib does not read it.
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

/// One call of the shim: what its callbacks get.
private final class TagLibCall {
  let read: (Int64, Int) -> [UInt8]?
  var file = TagLibFile()

  init(read: @escaping (Int64, Int) -> [UInt8]?) { self.read = read }

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
      picture: {
        let picture = unsafe TagLibFile.Picture(
          mimeType: text($1, $2), type: $3 < 0 ? nil : Int($3), size: $4)
        unsafe TagLibCall.of($0)?.file.pictures.append(picture)
      },
      sound: { context, milliseconds, _, _, _ in
        unsafe TagLibCall.of(context)?.file.milliseconds = Int(milliseconds)
      })
    return unsafe metatool_taglib_read(name, input, output)
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> TagLibCall? {
    unsafe context.map { unsafe Unmanaged<TagLibCall>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Copies bytes; how many, or -1.
  private func fill(_ buffer: UnsafeMutablePointer<UInt8>?, at offset: Int64, count: Int64) -> Int64
  {
    guard let buffer = unsafe buffer, let count = Int(exactly: count), count > 0,
      let bytes = read(offset, count), bytes.count <= count
    else { return -1 }
    _ = unsafe UnsafeMutableBufferPointer(start: buffer, count: count).update(fromContentsOf: bytes)
    return Int64(bytes.count)
  }
}

/// Bytes of UTF-8 as text; what is not valid is replaced.
private func text(_ start: UnsafePointer<CChar>?, _ length: Int64) -> String {
  guard let start = unsafe start, let length = Int(exactly: length), length > 0 else { return "" }
  return unsafe String(
    decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
}
