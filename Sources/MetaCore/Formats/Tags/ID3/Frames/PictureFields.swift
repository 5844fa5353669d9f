// The image format of ID3v2.2, and the data types for the MIME types of pictures.

extension FrameReader {
  /// Reads a three-letter format and converts it to its MIME type; unknown formats are kept.
  mutating func readImageFormat() throws(ParseError) {
    let format = TextEncoding.latin1.decode(try reader.bytes(3))
    if let row = AttachedPictureFormat.rows.first(where: { $0.format == format }) {
      content.store(.string(row.mime), at: .extra(.mime))
    } else {
      content.store(.string(format), at: .extra(.format))
    }
  }
}

extension FrameWriter {
  /// Writes the letters that were read, or else the three letters for the MIME type, or else zeros.
  mutating func writeImageFormat() {
    let mime = content.value(at: .extra(.mime))?.stringValue
    let known = AttachedPictureFormat.rows.first { $0.mime == mime }?.format
    let format = content.value(at: .extra(.format))?.stringValue ?? known ?? "\0\0\0"
    var bytes = (ID3TextEncoding.latin1.encode(format) ?? []).prefix(3)
    while bytes.count < 3 { bytes.append(0) }
    writer.append(bytes)
  }
}

/// The declared formats of pictures in ID3v2 frames: the three letters of 2.2 with their MIME
/// types, and the data types of items for MIME types.
enum AttachedPictureFormat {
  /// The MIME type of a picture that is referenced by a link (ID3v2.4 §4.14).
  static let link = "-->"

  fileprivate static let rows: [(format: String, mime: String)] = [
    ("JPG", "image/jpeg"), ("PNG", "image/png"), ("GIF", "image/gif"), ("BMP", "image/bmp"),
    ("-->", link),
  ]

  /// Returns the data type for a declared MIME type.
  static func dataType(mime: String?) -> DataType {
    switch mime {
    case nil: image
    case "image/jpeg": jpeg
    case "image/png": png
    case link: url
    case let other?: dataType(ofUnusual: other)
    }
  }

  /// Returns the data type for other spellings in use, such as `image/jpg`, `JPG` or `image/x-png`.
  private static func dataType(ofUnusual mime: String) -> DataType {
    switch mime.lowercased().split(separator: "/").last ?? "" {
    case "jpeg", "jpg", "pjpeg": jpeg
    case "png", "x-png": png
    case "gif": DataType(.gif)
    case "bmp", "x-ms-bmp": DataType(.bmp)
    default: image
    }
  }

  private static let jpeg = DataType(.jpeg)
  private static let png = DataType(.png)
  private static let image = DataType(.image)
  private static let url = DataType(.url)
}
