import MediaItemModel
import MetaCore

/// mediaitem FILE [NAME=VALUE...] [-o OUTPUT]: shows a media item, or edits it in place or to a new
/// file.
@main
enum Main {
  static func main() async {
    var words = Array(CommandLine.arguments.dropFirst())
    var output: String?
    if let option = words.firstIndex(of: "-o"), words.indices.contains(option + 1) {
      output = words[option + 1]
      words.removeSubrange(option...(option + 1))
    }
    guard let path = words.first else {
      return print("mediaitem FILE [NAME=VALUE...] [-o OUTPUT]")
    }
    do throws(MetaError) {
      var item = try await MediaItem(path: path)
      for word in words.dropFirst() where !item.values.set(word) {
        return print("\(word) is not name, artist, albumArtist, genre, comment, track or disc")
      }
      if let output {
        try await item.export(to: output)
      } else if item.isEdited {
        try await item.save()
      }
      print(item.values.lines.joined(separator: "\n"))
    } catch {
      print("\(error)")
    }
  }
}

extension MediaItem.Values {
  /// Sets a value from NAME=VALUE; false for an unknown name.
  fileprivate mutating func set(_ word: String) -> Bool {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    let text = String(parts[1])
    let list = text.split(separator: ";").map { String($0) }
    switch parts[0] {
    case "name": name = text
    case "artist": artists = list
    case "albumArtist": albumArtists = list
    case "genre": genres = list
    case "comment": comment = text
    case "track": track = NumberPair(text: text)
    case "disc": disc = NumberPair(text: text)
    default: return false
    }
    return true
  }

  fileprivate var lines: [String] {
    let pictures = artwork.map { "\($0.mime ?? "picture"), \($0.byteCount) bytes" }
    let values: [(String, String?)] = [
      ("name", name), ("artist", artists.joined(separator: ";")),
      ("albumArtist", albumArtists.joined(separator: ";")),
      ("genre", genres.joined(separator: ";")), ("comment", comment), ("track", track.text),
      ("disc", disc.text), ("artwork", pictures),
    ]
    return values.map { "\($0)=\($1 ?? "")" }
  }
}

extension NumberPair {
  /// `3/10`, `3`, or nothing.
  fileprivate init(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    self.init(number: parts.first ?? nil, count: parts.count > 1 ? parts[1] : nil)
  }

  fileprivate var text: String {
    (number.map { "\($0)" } ?? "") + (count.map { "/\($0)" } ?? "")
  }
}
