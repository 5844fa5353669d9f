@testable import MetaCore

extension APETag {
  /// A whole tag of `items`, with header and footer as this version has them.
  static func encode(_ items: [APEItem], version: UInt32 = 2000) -> [UInt8] {
    var body = ByteWriter()
    for item in items { item.encode(into: &body) }
    var (header, footer) = (APETagHeader.header, APETagHeader.footer)
    footer.version = version
    footer.tagSize = UInt32(clamping: body.count + APETagHeader.size)
    footer.itemCount = UInt32(clamping: items.count)
    if version < 2000 { footer.flags = 0 }
    header.tagSize = footer.tagSize
    header.itemCount = footer.itemCount
    var writer = ByteWriter()
    if version >= 2000 { header.encode(into: &writer) }
    writer.append(body.bytes)
    footer.encode(into: &writer)
    return writer.bytes
  }
}
