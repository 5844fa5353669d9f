import Foundation
import SystemPackage
import TestSupport

@testable import MetaCommands
@testable import MetaCore

/// A copy of a file in its own folder, which is edited, inspected, and restored by undo.
final class EditedFile {
  let scratch: Scratch
  let url: URL
  /// The file before any edit.
  let bytes: Data
  let document: Document
  /// The digest of its media: by our own reader and by ffmpeg, if these read it.
  let digest: MediaDigest?
  let peerMedia: String?
  let editor: FileEditor
  private var modified: FileTime

  init(copying original: URL, asksPeers: Bool = true) throws {
    scratch = try Scratch()
    let folder = scratch.file("work")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appending(path: original.lastPathComponent)
    bytes = try Data(contentsOf: original)
    try bytes.write(to: url)
    let source = try FileSource(path: FilePath(url.path))
    document = try Inspector.inspect(source)
    digest = try? MediaDigest(of: Environment.test().stoppable(source))
    peerMedia = asksPeers ? PeerMedia.read(url) : nil
    modified = try FileIdentity(of: FilePath(url.path)).modified
    var options = EditOptions()
    options.state = StateFolder(FilePath(scratch.file("state").path))
    options.keepsUndo = true
    editor = FileEditor(path: FilePath(url.path), options: options)
  }

  /// Restores the old bytes in any case.
  func reset() throws {
    guard try Data(contentsOf: url) != bytes else { return }
    try bytes.write(to: url)
    modified = try FileIdentity(of: editor.path).modified
  }

  /// Unexpected changes of an edit, and missing ones.
  func brokenMedia() throws -> [String] {
    let source = try FileSource(path: editor.path)
    var broken: [String] = []
    if let digest {
      broken = digest.differences(from: try MediaDigest(of: Environment.test().stoppable(source)))
    }
    guard let peerMedia else { return broken }
    guard let new = PeerMedia.read(url) else { return broken + ["ffmpeg reads it no more"] }
    let (old, lines) = (peerMedia.split(separator: "\n"), new.split(separator: "\n"))
    if old != lines {
      let first = zip(old, lines).first { $0 != $1 }
      broken.append(
        "ffmpeg: \(old.count) lines became \(lines.count): \(first?.0 ?? "") -> \(first?.1 ?? "")")
    }
    return broken
  }

  /// Undoes the edit; returns what is not restored.
  func rollBackAll() throws -> [String] {
    guard let store = editor.options.state?.undo else { return ["no undo"] }
    var broken: [String] = []
    _ = try store.undo(editor.path, options: editor.options)
    if try Data(contentsOf: url) != bytes { broken.append("undo does not give the old file") }
    if try FileIdentity(of: editor.path).modified != modified {
      broken.append("undo does not give the old time")
    }
    let nextTo = try FileManager.default.contentsOfDirectory(
      atPath: url.deletingLastPathComponent().path)
    if nextTo != [url.lastPathComponent] { broken.append("left beside the file: \(nextTo)") }
    if !broken.isEmpty { try reset() }
    return broken
  }
}

/// What ffmpeg finds in a file: the hash of each stream, and the times and sizes of all packets,
/// without attached pictures.
enum PeerMedia {
  static func read(_ url: URL) -> String? {
    guard let scratch = try? Scratch(), let bytes = try? Data(contentsOf: url) else { return nil }
    let stream = StrictFile(bytes).parts.first { $0.path == "stream" }
    guard let stream else { return packets(of: url) }
    // ffmpeg treats tags after a stream as audio.
    let file = scratch.file(url.lastPathComponent)
    guard (try? bytes.prefix(stream.range.upperBound).write(to: file)) != nil else { return nil }
    return packets(of: file)
  }

  private static func packets(of url: URL) -> String? {
    guard let ffmpeg = Program.find("ffmpeg"), let ffprobe = Program.find("ffprobe"),
      let hash = try? Program.run(
        ffmpeg,
        ["-v", "quiet", "-i", url.path]
          + ["0:V?", "0:a?", "0:s?", "0:d?"].flatMap { ["-map", $0] }
          + ["-copy_unknown", "-c", "copy", "-f", "streamhash", "-"]),
      let packets = try? Program.run(
        ffprobe,
        ["-v", "quiet", "-of", "json", "-show_packets", "-show_streams", "-show_entries"]
          + [
            "packet=stream_index,pts,dts,duration,size,flags:"
              + "stream=index,codec_name,time_base:stream_disposition=attached_pic", url.path,
          ]),
      hash.status == 0, packets.status == 0
    else { return nil }
    return hash.text + withoutPictures(packets.output)
  }

  /// A line for each packet; streams are numbered without attached pictures.
  private static func withoutPictures(_ json: Data) -> String {
    let read = (try? JSONSerialization.jsonObject(with: json)) as? [String: [[String: Any]]] ?? [:]
    var numbers: [Int: Int] = [:]
    for stream in read["streams"] ?? [] {
      let picture = (stream["disposition"] as? [String: Int])?["attached_pic"]
      guard picture != 1, let index = stream["index"] as? Int else { continue }
      numbers[index] = numbers.count
    }
    let lines = (read["packets"] ?? []).compactMap { packet -> String? in
      guard let stream = packet["stream_index"] as? Int, let number = numbers[stream] else {
        return nil
      }
      let facts = ["pts", "dts", "duration", "size", "flags"].map { "\(packet[$0] ?? "-")" }
      return "\(number) " + facts.joined(separator: " ")
    }
    return lines.joined(separator: "\n")
  }
}
