/// The form of a file identity in edit and rename records: device, inode, size, then seconds and
/// nanoseconds of the modification time, each as eight bytes.
extension FileIdentity {
  init(_ reader: inout ByteReader) throws(ParseError) {
    self.init(
      device: try reader.u64(), inode: try reader.u64(), size: try reader.i64(),
      modified: FileTime(seconds: try reader.i64(), nanoseconds: try reader.i64()))
  }

  func encode(into writer: inout ByteWriter) {
    writer.u64(device)
    writer.u64(inode)
    writer.i64(size)
    writer.i64(modified.seconds)
    writer.i64(modified.nanoseconds)
  }
}
