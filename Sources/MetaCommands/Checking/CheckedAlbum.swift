internal import MetaCore

/// One album in the files that `check` reads: the files in one folder that have the same album
/// title.
///
/// Disc folders (`CD1`, `Disc 2`) belong to their parent folder. Titles are compared without case
/// and repeated white space, so that different spellings end up in one album. Only music (files
/// with audio and without video) that has an album title belongs to an album.
struct CheckedAlbum: Sendable {
  /// The title as spelled in the first file.
  let title: String
  /// The indices of the files.
  fileprivate(set) var files: [Int]

  /// The properties that identify an album: the folder, and the title without case and repeated
  /// white space.
  private struct Key: Hashable {
    let folder: String
    let title: String
  }

  /// Groups files into albums, in the order of their first files.
  static func albums(of files: [CheckedFile]) -> [CheckedAlbum] {
    var places: [Key: Int] = [:]
    var albums: [CheckedAlbum] = []
    for (index, file) in files.enumerated() where file.isMusic {
      guard let title = file.album else { continue }
      let key = Key(folder: file.path.albumFolder, title: title.withoutCaseAndBlanks)
      if let place = places[key] {
        albums[place].files.append(index)
      } else {
        places[key] = albums.count
        albums.append(CheckedAlbum(title: title, files: [index]))
      }
    }
    return albums
  }
}

extension CheckedFile {
  /// The disc number from the field, or else from the folder name, or else 1.
  var discNumber: Int { disc?.number ?? path.discOfFolder ?? 1 }
}

extension InputPath {
  /// The folder of the album: the parent of a disc folder, or else the file's own folder.
  var albumFolder: String {
    let folder = folder
    guard discOfFolder != nil else { return String(folder) }
    return String(InputPath(text: String(folder.dropLast())).folder)
  }

  /// The number in the name of a disc folder: 2 for `CD2`, `Disc 02` and `Disk_2 - Live`.
  var discOfFolder: Int? {
    let name = InputPath(text: String(folder.dropLast())).name.lowercased()
    guard
      let prefix = ["disque", "disc", "disk", "cd"].first(where: { name.hasPrefix($0) })
    else { return nil }
    let rest = name.dropFirst(prefix.count).drop { " -_.".contains($0) }
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard (1...3).contains(digits.count), rest.dropFirst(digits.count).first?.isLetter != true
    else { return nil }
    return Int(digits)
  }

  /// The text after the last slash.
  private var name: Substring { text[folder.endIndex...] }
}

extension String {
  /// The text in lower case with single spaces between words, for comparing spellings.
  var withoutCaseAndBlanks: String {
    lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
