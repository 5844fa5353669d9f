import Foundation

// QuickTime, MP4, 3GP.

extension StrictFile {
  private static let containers: Set = [
    "moov", "trak", "mdia", "minf", "stbl", "mvex", "moof", "traf", "mfra", "udta", "ilst", "meta",
  ]
  private static let freeSpaceTypes: Set = ["free", "skip"]

  mutating func readMovie() {
    var tracks = MovieTracks()
    readAtoms(0..<bytes.count, "", &tracks)
    for track in tracks.all { samples(of: track, tracks.media) }
  }

  /// The contents of the movie's sample tables so far.
  struct MovieTracks {
    var all: [Track] = []
    /// The stretches of media data.
    var media: [Range<Int>] = []
    /// Sizes of samples where a fragment gives none, by track.
    var defaults: [Int: Int] = [:]
    /// Where the fragment that is being read begins, and what its offsets count from.
    var fragment = 0
    var base = 0
    var position = 0
    var sampleSize = 0
    var trackID = 0
    var isFirstOfFragment = true
    /// Whether a header gives the track of the runs, and their base offset.
    var hasHeader = false
  }

  struct Track {
    var id = 0
    var isElsewhere = false
    var chunkRuns: [(first: Int, samples: Int)] = []
    /// The number of samples, and their sizes: one for all, or one for each.
    var count = 0
    var size = 0
    var sizes: [Int] = []
    var chunks: [Int] = []

    /// How many bytes samples have together.
    func length(_ samples: Range<Int>) -> Int {
      size > 0 ? samples.count * size : sizes[samples].reduce(0, +)
    }
  }

  private mutating func readAtoms(
    _ range: Range<Int>, _ path: String, _ tracks: inout MovieTracks
  ) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard range.upperBound - offset >= 8 else {
        // QuickTime ends user data with a zero of 32 bits.
        let isEnd = path.hasSuffix("/udta") && range.upperBound - offset == 4
        if !isEnd { fault("\(path): \(range.upperBound - offset) bytes behind the last atom") }
        return add("\(path)/end", offset..<range.upperBound)
      }
      var (size, header) = (number(offset, 4), 8)
      let type = text((offset + 4)..<(offset + 8))
      if size == 1 { (size, header) = (number(offset + 8, 8), 16) }
      if size == 0, path.isEmpty { size = range.upperBound - offset }
      guard size >= header, size <= range.upperBound - offset else {
        fault("\(path)/\(type): \(size) bytes do not fit")
        // Truncated free space is free space.
        guard !StrictFile.freeSpaceTypes.contains(type) else { return }
        // The available part of a movie, a fragment, its index, or an item list.
        if ["moov", "moof", "traf", "mfra", "udta", "meta", "ilst"].contains(type),
          size > range.upperBound - offset
        {
          return read(type, offset..<range.upperBound, header, "\(path)/\(type)", &tracks)
        }
        // Truncated atoms may contain offsets.
        let isTable = ["/moov/trak", "/moof", "/mfra"].contains { path.hasPrefix($0) }
        return add("\(path)/rest", offset..<range.upperBound, content: isTable ? Data() : nil)
      }
      read(type, offset..<(offset + size), header, "\(path)/\(type)", &tracks)
      offset += size
    }
  }

  private mutating func read(
    _ type: String, _ atom: Range<Int>, _ header: Int, _ path: String,
    _ tracks: inout MovieTracks
  ) {
    let payload = (atom.lowerBound + header)..<atom.upperBound
    if StrictFile.freeSpaceTypes.contains(type) { return }
    let isList = path.hasSuffix("/ilst/\(type)")
    if StrictFile.containers.contains(type), !isList {
      var inside = payload
      if type == "trak" { tracks.all.append(Track()) }
      if type == "moof" { (tracks.fragment, tracks.isFirstOfFragment) = (atom.lowerBound, true) }
      if type == "traf" { tracks.hasHeader = false }
      if type == "meta", isFull(payload) {
        add("\(path)/version", payload.lowerBound..<(payload.lowerBound + 4))
        inside = (payload.lowerBound + 4)..<payload.upperBound
      }
      return readAtoms(inside, path, &tracks)
    }
    if type == "mdat" { tracks.media.append(payload) }
    if path.hasPrefix("/moov/trak/mdia/minf/stbl/") { checkEntries(type, payload) }
    if isInPlace(type, path) { note(type, payload, &tracks) }
    let (content, name) = fixed(type, payload, isOutside: tracks.all.last?.isElsewhere == true)
    add(name.map { path.dropLast(4) + $0 } ?? path, atom, content: content ?? bytes[payload])
  }

  /// Whether an atom says something of the track or fragment around it, and not of user data or of
  /// nothing (ISO/IEC 14496-12 §8.5.1, §8.7.1, §8.8.6).
  private func isInPlace(_ type: String, _ path: String) -> Bool {
    switch type {
    case "dinf": path == "/moov/trak/mdia/minf/dinf"
    case "stsz", "stz2", "stsc", "stco", "co64": path.hasPrefix("/moov/trak/mdia/minf/stbl/")
    case "tfhd", "trun": path.hasPrefix("/moof/traf/")
    default: true
    }
  }

  /// Whether a `meta` atom has version and flags, whatever they are; QuickTime's begins with its
  /// first child instead.
  private func isFull(_ payload: Range<Int>) -> Bool {
    let start = payload.lowerBound
    guard payload.count >= 8 else { return payload.count >= 4 }
    let isType = bytes[(start + 4)..<(start + 8)].allSatisfy {
      (0x20...0x7E).contains($0) || $0 == 0xA9
    }
    return !(isType && (8...payload.count).contains(number(start, 4)))
  }

  // MARK: Offsets

  /// The content of an atom without its offsets, and the name under which it is compared.
  private mutating func fixed(
    _ type: String, _ payload: Range<Int>, isOutside: Bool
  ) -> (Data?, String?) {
    let start = payload.lowerBound
    let flags = number(start + 1, 3)
    var content = bytes[payload]
    func blank(_ offset: Int, _ count: Int) {
      guard offset + count <= payload.upperBound else { return }
      content.replaceSubrange(offset..<(offset + count), with: Data(count: count))
    }
    switch type {
    case "stco", "co64":
      // Chunks in another file stay where they are.
      if isOutside { return (nil, nil) }
      return (
        bytes[min(start + 4, payload.upperBound)..<min(start + 8, payload.upperBound)], "stco"
      )
    case "tfhd" where flags & 1 != 0: blank(start + 8, 8)
    case "trun" where flags & 1 != 0: blank(start + 8, 4)
    case "saio":
      let (at, width) = (start + (flags & 1 != 0 ? 12 : 4), number(start, 1) == 0 ? 4 : 8)
      for index in 0..<min(number(at, 4), payload.count / width) {
        blank(at + 4 + index * width, width)
      }
    case "sidx":
      let width = number(start, 1) == 0 ? 4 : 8
      blank(start + 12 + width, width)
      for size in noteIndex(payload, width) { blank(size, 4) }
    case "tfra": blankAccess(payload, &content)
    case "iloc": blankItems(payload, &content)
    default: return (nil, nil)
    }
    return (content, nil)
  }

  /// Notes what the pieces of an index begin and end with; gives the places of the sizes that say
  /// so.
  private mutating func noteIndex(_ payload: Range<Int>, _ width: Int) -> [Int] {
    let start = payload.lowerBound
    var place = payload.upperBound + number(start + 12 + width, width)
    let list = start + 12 + 2 * width
    var sizes: [Int] = []
    for index in 0..<min(number(list + 2, 2), payload.count / 12) {
      let size = list + 4 + index * 12
      let head = target(place)
      let isMedia = StrictFile.isSegment(head)
      targets.append(isMedia ? head : Data())
      if place <= bytes.count { place += number(size, 4) & 0x7FFF_FFFF }
      targets.append(isMedia ? target(place - 12) : Data())
      sizes.append(size)
    }
    return sizes
  }

  /// Whether a piece that an index may name begins so (ISO/IEC 14496-12 §8.16.3); an index of a
  /// damaged file may point at anything.
  private static func isSegment(_ head: Data) -> Bool {
    let types = ["moof", "sidx", "ssix", "styp", "emsg", "prft", "mdat"]
    return types.contains { head.dropFirst(4).starts(with: Data($0.utf8)) }
  }

  /// The bytes at an offset in an index; empty after the end of the file, where all offsets are
  /// equivalent.
  private func target(_ place: Int) -> Data {
    place <= bytes.count - 12 ? stretch(place, 12) : Data()
  }

  private mutating func blankAccess(_ payload: Range<Int>, _ content: inout Data) {
    let start = payload.lowerBound
    let width = number(start, 1) == 0 ? 4 : 8
    let sizes = number(start + 8, 4)
    let entry = 2 * width + (sizes >> 4 & 3) + (sizes >> 2 & 3) + (sizes & 3) + 3
    for index in 0..<min(number(start + 12, 4), payload.count / entry) {
      let place = start + 16 + index * entry + width
      guard place + width <= payload.upperBound else { return }
      let target = stretch(number(place, width), 12)
      // An index of a damaged file may point at metadata, which change.
      targets.append(target.dropFirst(4).starts(with: Data("moof".utf8)) ? target : Data())
      content.replaceSubrange(place..<(place + width), with: Data(count: width))
    }
  }

  private mutating func blankItems(_ payload: Range<Int>, _ content: inout Data) {
    var at = payload.lowerBound
    let version = number(at, 1)
    let (offsetSize, lengthSize) = (number(at + 4, 1) >> 4, number(at + 4, 1) & 15)
    let (baseSize, indexSize) = (number(at + 5, 1) >> 4, version > 0 ? number(at + 5, 1) & 15 : 0)
    let wide = version == 2 ? 4 : 2
    let count = number(at + 6, wide)
    at += 6 + wide
    for _ in 0..<min(count, payload.count) where at < payload.upperBound {
      at += wide
      let isInFile = version == 0 || number(at, 2) & 15 == 0
      at += version > 0 ? 2 : 0
      let reference = number(at, 2)
      at += 2
      let base = number(at, baseSize)
      let isHere = isInFile && reference == 0
      if isHere, at + baseSize <= payload.upperBound {
        content.replaceSubrange(at..<(at + baseSize), with: Data(count: baseSize))
      }
      at += baseSize
      let extents = number(at, 2)
      at += 2
      let extentSize = indexSize + offsetSize + lengthSize
      // Extents without any fields are all the same.
      for _ in 0..<min(extents, extentSize > 0 ? payload.count / extentSize : 1) {
        at += indexSize
        let (offset, length) = (number(at, offsetSize), number(at + offsetSize, lengthSize))
        if isHere, at + offsetSize <= payload.upperBound {
          targets.append(stretch(base + offset, length))
          content.replaceSubrange(at..<(at + offsetSize), with: Data(count: offsetSize))
        }
        at += offsetSize + lengthSize
      }
    }
  }

  // MARK: Samples

  /// Records the sample locations of an atom.
  private mutating func note(
    _ type: String, _ payload: Range<Int>, _ tracks: inout MovieTracks
  ) {
    switch type {
    case "trex":
      tracks.defaults[number(payload.lowerBound + 4, 4)] = number(payload.lowerBound + 16, 4)
    case "tfhd": noteFragment(payload, &tracks)
    case "trun" where tracks.hasHeader: noteRun(payload, &tracks)
    default:
      if let last = tracks.all.indices.last { note(type, payload, &tracks.all[last]) }
    }
  }

  /// How many bytes an entry of a sample table has.
  private static let entrySizes = [
    "stts": 8, "ctts": 8, "stss": 4, "stps": 4, "stsc": 12, "stco": 4, "co64": 8,
  ]

  /// Whether a sample table has the entries that it claims.
  private mutating func checkEntries(_ type: String, _ payload: Range<Int>) {
    let start = payload.lowerBound
    var (count, size, head) = (number(start + 4, 4), StrictFile.entrySizes[type] ?? 0, 8)
    if type == "stsz" {
      (count, size, head) = (number(start + 8, 4), number(start + 4, 4) == 0 ? 4 : 0, 12)
    }
    guard size > 0, count * size > payload.count - head else { return }
    fault("\(type): not all of its \(count) entries are there")
  }

  private func note(_ type: String, _ payload: Range<Int>, _ track: inout Track) {
    let (start, most) = (payload.lowerBound, payload.count)
    switch type {
    case "tkhd": track.id = number(start + (number(start, 1) == 0 ? 12 : 20), 4)
    case "dinf":
      // A reference to another file makes the media of the track external.
      track.isElsewhere =
        number(start + 12, 4) > 0 && number(start + 16, 4) > 12 && number(start + 27, 1) & 1 == 0
    case "stsz":
      let (size, count) = (number(start + 4, 4), number(start + 8, 4))
      // More of them than the file has bytes lie outside of it.
      (track.size, track.count) = (size, min(count, size > 0 ? bytes.count : most / 4))
      track.sizes = size > 0 ? [] : (0..<track.count).map { number(start + 12 + $0 * 4, 4) }
    case "stz2" where number(start + 7, 1) >= 8:
      let width = number(start + 7, 1) / 8
      (track.size, track.count) = (0, min(number(start + 8, 4), most / width))
      track.sizes = (0..<track.count).map { number(start + 12 + $0 * width, width) }
    case "stsc":
      track.chunkRuns = (0..<min(number(start + 4, 4), most / 12)).map {
        (number(start + 8 + $0 * 12, 4), number(start + 12 + $0 * 12, 4))
      }
    case "stco", "co64":
      let width = type == "stco" ? 4 : 8
      track.chunks = (0..<min(number(start + 4, 4), most / width)).map {
        number(start + 8 + $0 * width, width)
      }
    default: break
    }
  }

  private mutating func samples(of track: Track, _ media: [Range<Int>]) {
    guard !track.isElsewhere else { return }
    var (sample, run) = (0, 0)
    for (index, chunk) in track.chunks.enumerated() {
      while run + 1 < track.chunkRuns.count, track.chunkRuns[run + 1].first <= index + 1 {
        run += 1
      }
      guard run < track.chunkRuns.count else { break }
      let end = min(track.count, sample + track.chunkRuns[run].samples)
      let length = track.length(sample..<end)
      sample = end
      guard length > 0 else { continue }
      self.media[track.id, default: []].append(stretch(chunk, length))
      if !StrictFile.holds(media, chunk..<(chunk + length)) {
        fault("track \(track.id): chunk \(index) is outside of mdat")
      }
    }
  }

  /// Whether one of these ranges, in file order, contains all of another.
  private static func holds(_ stretches: [Range<Int>], _ range: Range<Int>) -> Bool {
    var (low, high) = (0, stretches.count)
    while low < high {
      let middle = (low + high) / 2
      if stretches[middle].upperBound < range.upperBound { low = middle + 1 } else { high = middle }
    }
    return low < stretches.count && stretches[low].lowerBound <= range.lowerBound
  }

  private mutating func noteFragment(_ payload: Range<Int>, _ tracks: inout MovieTracks) {
    var at = payload.lowerBound
    let flags = number(at + 1, 3)
    (tracks.trackID, tracks.hasHeader) = (number(at + 4, 4), true)
    tracks.sampleSize = tracks.defaults[tracks.trackID] ?? 0
    at += 8
    if flags & 1 != 0 {
      tracks.base = number(at, 8)
      at += 8
    } else if tracks.isFirstOfFragment || flags & 0x20000 != 0 {
      tracks.base = tracks.fragment
    } else {
      tracks.base = tracks.position
    }
    tracks.position = tracks.base
    tracks.isFirstOfFragment = false
    if flags & 2 != 0 { at += 4 }
    if flags & 8 != 0 { at += 4 }
    if flags & 0x10 != 0 { tracks.sampleSize = number(at, 4) }
  }

  private mutating func noteRun(_ payload: Range<Int>, _ tracks: inout MovieTracks) {
    var at = payload.lowerBound
    let flags = number(at + 1, 3)
    let count = number(at + 4, 4)
    at += 8
    if flags & 1 != 0 {
      tracks.position = tracks.base + Int(Int32(truncatingIfNeeded: number(at, 4)))
      at += 4
    }
    if flags & 4 != 0 { at += 4 }
    let fields = [0x100, 0x200, 0x400, 0x800].map { flags & $0 != 0 }
    let width = fields.count { $0 } * 4
    var length = min(count, bytes.count) * tracks.sampleSize
    if fields[1] {
      let capacity = max(0, payload.upperBound - at) / width
      at += fields[0] ? 4 : 0
      length = (0..<min(count, capacity)).reduce(0) { $0 + number(at + $1 * width, 4) }
    }
    media[tracks.trackID, default: []].append(stretch(tracks.position, length))
    tracks.position += length
  }
}
