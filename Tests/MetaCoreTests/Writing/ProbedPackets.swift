import TestSupport
import Testing

/// The packets of a file as ffprobe reads them.
enum ProbedPackets {
  /// One line for each, with the MD5 of its bytes.
  static func lines(
    _ path: String,
    _ entries: String = "stream_index,pts_time,dts_time,duration_time,size,flags,data_hash"
  ) throws -> [Substring] {
    let ffprobe = try #require(Program.find("ffprobe"))
    let result = try Program.run(
      ffprobe,
      [
        "-v", "error", "-show_packets", "-show_data_hash", "MD5", "-of", "compact",
        "-show_entries", "packet=\(entries)", path,
      ])
    // Side data come between the fields, and end the line.
    let names = Set(entries.split(separator: ","))
    let text = result.text.replacing("\n|", with: "|")
    return text.split(separator: "\n").filter { $0.hasPrefix("packet") }.map { line in
      let fields = line.split(separator: "|").filter { field in
        names.contains(field.prefix { $0 != "=" })
      }
      return Substring(fields.joined(separator: "|"))
    }
  }
}
