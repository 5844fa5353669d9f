internal import MetaCore

/// The files of one album: those of one folder with one album title.
///
/// Folders of discs (`CD1`, `Disc 2`) belong to the folder that they are in. Case and blanks of the
/// title do not count, so that spellings can be compared. Files without an album title, and files
/// with video, are in no album.
struct CheckedAlbum: Sendable {
  /// The title as the first file spells it.
  let title: String
  /// The files, by their places among all.
  fileprivate(set) var files: [Int]

  /// What tells albums apart.
  private struct Key: Hashable {
    let folder: String
    let title: String
  }

  /// The albums of files, in the order of their first files.
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
  /// The number of the disc: of its field, else of its folder, else 1.
  var discNumber: Int { disc?.number ?? path.discOfFolder ?? 1 }
}

extension InputPath {
  /// The folder of the album: the file's own, or the one around it where that is a folder of a
  /// disc.
  var albumFolder: String {
    let folder = folder
    guard discOfFolder != nil else { return String(folder) }
    return String(InputPath(text: String(folder.dropLast())).folder)
  }

  /// The number in the name of a folder of a disc: 2 of `CD2`, `Disc 02` and `Disk_2 - Live`.
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

  private var name: Substring { text[folder.endIndex...] }
}

extension String {
  /// The text by which spellings are compared: lower case, one blank between words.
  var withoutCaseAndBlanks: String {
    lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
