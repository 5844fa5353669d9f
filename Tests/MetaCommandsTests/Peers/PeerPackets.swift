import Foundation
import TestSupport

/// The packets that ffprobe finds in a file, in times of seconds, so that containers can be
/// compared; attached pictures are no media.
struct PeerPackets: Equatable {
  struct Packet: Equatable {
    /// Presentation and decode time in microseconds; nil when unknown.
    let times: [Int?]
    let size: String
    let hash: String
    let isKey: Bool
  }

  struct Stream: Equatable {
    let index: Int
    let type: String
    let codec: String
    var packets: [Packet] = []

    /// Whether ffmpeg packs its samples arbitrarily.
    var isPlainSound: Bool { type == "audio" && (codec.isEmpty || codec.hasPrefix("pcm_")) }
    var size: Int { packets.reduce(0) { $0 + (Int($1.size) ?? 0) } }
  }

  private let url: URL
  private let followsEdits: Bool

  private(set) var streams: [Stream] = []
  /// The complaints of ffprobe, without memory addresses.
  private(set) var complaints: [String] = []

  /// Nil when ffprobe cannot open the file; without edits, it reads all samples with media times.
  init?(_ url: URL, followsEdits: Bool = true) throws {
    guard let ffprobe = Program.find("ffprobe") else { return nil }
    (self.url, self.followsEdits) = (url, followsEdits)
    let entries =
      "packet=stream_index,pts_time,dts_time,size,flags,data_hash"
      + ":stream=index,codec_type,codec_name:stream_disposition=attached_pic"
    let result = try Program.run(
      ffprobe,
      (followsEdits ? [] : ["-ignore_editlist", "1"]) + [
        "-v", "error", "-show_data_hash", "md5", "-show_entries", entries, "-of", "json", url.path,
      ])
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
      streams.append(
        Stream(
          index: index, type: stream["codec_type"] as? String ?? "data",
          codec: stream["codec_name"] as? String ?? ""))
    }
    for packet in read["packets"] as? [[String: Any]] ?? [] {
      guard let place = (packet["stream_index"] as? Int).flatMap({ places[$0] }) else { continue }
      streams[place].packets.append(
        Packet(packet, isAudio: streams[place].type == "audio"))
    }
  }

  /// The first difference from another file; nil when there is none.
  func difference(from other: PeerPackets) throws -> String? {
    guard streams.count == other.streams.count else {
      return "\(streams.count) streams became \(other.streams.count)"
    }
    for (number, pair) in zip(streams, other.streams).enumerated() {
      let (old, new) = (pair.0.packets, pair.1.packets)
      if old.count != new.count, pair.0.isPlainSound, pair.0.size == pair.1.size {
        guard !followsEdits || old.first?.times == new.first?.times,
          try hash(of: pair.0) == other.hash(of: pair.1)
        else { return "stream \(number): other sound, or at another time" }
        continue
      }
      guard old.count == new.count else {
        return "stream \(number): \(old.count) packets became \(new.count)"
      }
      // Without edits, the first time may be any.
      let shift = followsEdits ? 0 : (new.first?.times[0] ?? 0) - (old.first?.times[0] ?? 0)
      for (index, packets) in zip(old, new).enumerated()
      where !packets.0.isSame(as: packets.1, later: shift) {
        return "stream \(number), packet \(index): \(packets.0) became \(packets.1)"
      }
    }
    return nil
  }

  /// The hash of all of a stream.
  private func hash(of stream: Stream) throws -> String {
    guard let ffmpeg = Program.find("ffmpeg") else { return "" }
    return try Program.run(
      ffmpeg,
      ["-v", "error", "-i", url.path, "-map", "0:\(stream.index)", "-c", "copy"]
        + ["-f", "hash", "-hash", "md5", "-"]
    ).text
  }
}

extension PeerPackets.Packet {
  fileprivate init(_ packet: [String: Any], isAudio: Bool) {
    times = ["pts_time", "dts_time"].map { name in
      (packet[name] as? String).flatMap(Double.init).map { Int(($0 * 1e6).rounded()) }
    }
    size = packet["size"] as? String ?? ""
    hash = packet["data_hash"] as? String ?? ""
    // ffmpeg treats all audio in fragments as key frames, regardless of the flags.
    isKey = isAudio || (packet["flags"] as? String)?.first == "K"
  }

  fileprivate func isSame(as other: PeerPackets.Packet, later shift: Int) -> Bool {
    size == other.size && hash == other.hash && isKey == other.isKey
      && zip(times, other.times).allSatisfy { one, two in
        switch (one, two) {
        case (let one?, let two?): abs(one + shift - two) <= 2
        default: one == two
        }
      }
  }
}
