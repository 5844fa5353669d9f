import Foundation
import TestSupport

/// The packets that ffprobe finds in a file, in times of seconds, so that containers can be compared; attached pictures are no media.
struct PeerPackets: Equatable {
  struct Packet: Equatable {
    /// When it is shown and decoded, in microseconds; nil where nothing says.
    let times: [Int?]
    let size: String
    let hash: String
    let isKey: Bool
  }

  struct Stream: Equatable {
    let type: String
    var packets: [Packet] = []
  }

  private(set) var streams: [Stream] = []
  /// What ffprobe complains about, without places in memory.
  private(set) var complaints: [String] = []

  /// Nil where ffprobe cannot open the file.
  init?(_ url: URL) throws {
    guard let ffprobe = Program.find("ffprobe") else { return nil }
    let entries =
      "packet=stream_index,pts_time,dts_time,size,flags,data_hash"
      + ":stream=index,codec_type:stream_disposition=attached_pic"
    let result = try Program.run(
      ffprobe,
      ["-v", "error", "-show_data_hash", "md5", "-show_entries", entries, "-of", "json", url.path])
    guard result.status == 0,
      let read = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    else { return nil }
    complaints = result.errors.split(separator: "\n").map { line in
      String(line.replacing(url.path, with: "").drop { $0 != "]" })
    }
    var places: [Int: Int] = [:]
    for stream in read["streams"] as? [[String: Any]] ?? [] {
      let isPicture = (stream["disposition"] as? [String: Int])?["attached_pic"] == 1
      guard !isPicture, let index = stream["index"] as? Int else { continue }
      places[index] = streams.count
      streams.append(Stream(type: stream["codec_type"] as? String ?? "data"))
    }
    for packet in read["packets"] as? [[String: Any]] ?? [] {
      guard let place = (packet["stream_index"] as? Int).flatMap({ places[$0] }) else { continue }
      streams[place].packets.append(
        Packet(packet, isAudio: streams[place].type == "audio"))
    }
  }

  /// The first difference from another file; nil where there is none.
  func difference(from other: PeerPackets) -> String? {
    guard streams.map(\.packets.count) == other.streams.map(\.packets.count) else {
      return "packets \(streams.map(\.packets.count)) became \(other.streams.map(\.packets.count))"
    }
    for (number, pair) in zip(streams, other.streams).enumerated() {
      for (index, packets) in zip(pair.0.packets, pair.1.packets).enumerated()
      where !packets.0.isSame(as: packets.1) {
        return "stream \(number), packet \(index): \(packets.0) became \(packets.1)"
      }
    }
    return nil
  }
}

extension PeerPackets.Packet {
  fileprivate init(_ packet: [String: Any], isAudio: Bool) {
    times = ["pts_time", "dts_time"].map { name in
      (packet[name] as? String).flatMap(Double.init).map { Int(($0 * 1e6).rounded()) }
    }
    size = packet["size"] as? String ?? ""
    hash = packet["data_hash"] as? String ?? ""
    // ffmpeg takes all sound of fragments for key frames, whatever their flags say.
    isKey = isAudio || (packet["flags"] as? String)?.first == "K"
  }

  fileprivate func isSame(as other: PeerPackets.Packet) -> Bool {
    size == other.size && hash == other.hash && isKey == other.isKey
      && zip(times, other.times).allSatisfy { one, two in
        switch (one, two) {
        case (let one?, let two?): abs(one - two) <= 2
        default: one == two
        }
      }
  }
}
