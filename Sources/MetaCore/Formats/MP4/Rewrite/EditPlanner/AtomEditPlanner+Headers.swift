/// Changes to headers: dates, languages, names and rotations. Only the affected bytes change.
extension AtomEditPlanner {
  /// Adds the header changes of an edit.
  mutating func changeHeaders(_ edit: DocumentEdit) throws(ParseError) {
    if let date = edit.headerDate { try changeDates(to: date) }
    if edit.clearsHeaderDates { try clearDates() }
    for track in edit.tracks { try change(track) }
  }

  // MARK: Dates

  /// Writes the creation date into the headers of the movie, of all tracks and of their media.
  ///
  /// - Throws: `notRepresentable` when the file has no movie, or the date is not exact to the
  ///   second.
  private mutating func changeDates(to date: MetadataDate) throws(ParseError) {
    guard let movie = tree.movie else {
      throw ParseError(.notRepresentable, at: 0, "the file has no header that can hold a date")
    }
    guard let seconds = date.macEpochSeconds else {
      throw ParseError(
        .notRepresentable, at: movie.offset,
        "headers require complete dates with a time and time zone, not earlier than 1970")
    }
    for atom in AtomEditPlanner.dated(movie) { try patchDate(seconds, in: atom) }
  }

  /// Clears the dates; zero means that there is no date (QTFF "Movie Header Atom").
  ///
  /// The modification date is usually equal to the creation date, so it is cleared as well.
  private mutating func clearDates() throws(ParseError) {
    guard let movie = tree.movie else { return }
    for atom in AtomEditPlanner.dated(movie) {
      let width = try header(of: atom).isWide ? 8 : 4
      try patch(0, width: width, at: 4, of: atom)
      try patch(0, width: width, at: 4 + width, of: atom)
    }
  }

  /// Returns the headers of a movie that contain dates.
  private static func dated(_ movie: Atom) -> [Atom] {
    let tracks = movie.children(.trak).flatMap { trak in
      [trak.child(.tkhd), trak.child(.mdia)?.child(.mdhd)]
    }
    return ([movie.child(.mvhd)] + tracks).compactMap(\.self)
  }

  /// Changes the creation date, which follows the version and flags.
  private mutating func patchDate(_ seconds: UInt64, in atom: Atom) throws(ParseError) {
    let header = try header(of: atom)
    guard header.isWide || seconds <= UInt64(UInt32.max) else {
      throw ParseError(
        .notRepresentable, at: atom.offset, "`\(atom.type)` can only hold dates up to 2040")
    }
    try patch(seconds, width: header.isWide ? 8 : 4, at: 4, of: atom)
  }

  /// Reads the version and flags of a header; version 1 has 64-bit dates and durations.
  private func header(of atom: Atom) throws(ParseError) -> FullAtomHeader {
    var reader = ByteReader(try tree.window.bytes(at: atom.payloadOffset, count: 4))
    return try FullAtomHeader(parsing: &reader)
  }

  /// Writes a number at an offset in an atom's payload, unless the same number is already stored
  /// there.
  private mutating func patch(
    _ number: UInt64, width: Int, at offset: Int, of atom: Atom
  ) throws(ParseError) {
    guard atom.payloadSize >= Int64(offset + width) else {
      throw ParseError(.unsupported, at: atom.offset, "`\(atom.type)` is too short")
    }
    let place = atom.payloadOffset + Int64(offset)
    var reader = ByteReader(try tree.window.bytes(at: place, count: width))
    if try reader.unsigned(width: width) != number {
      patches.patch(number, width: width, at: place)
    }
  }

  /// Writes a duration at one of two offsets, depending on the version of the header.
  mutating func patchDuration(
    _ duration: UInt64, following offsets: (short: Int, long: Int), of atom: Atom
  ) throws(ParseError) {
    let isWide = try header(of: atom).isWide
    guard isWide || duration < UInt64(UInt32.max) else {
      throw ParseError(
        .notRepresentable, at: atom.offset, "the duration is out of range for the header")
    }
    try patch(duration, width: isWide ? 8 : 4, at: isWide ? offsets.long : offsets.short, of: atom)
  }

  // MARK: Tracks

  /// Adds the header changes of one track: enabled flag, rotation, language and name.
  ///
  /// - Throws: `notRepresentable` when there is no such track, or a header cannot store a value.
  mutating func change(_ edit: TrackEdit) throws(ParseError) {
    guard let movie = tree.movie,
      let trak = movie.children.first(where: {
        $0.type == .trak && tree.trackID(of: $0) == edit.trackID
      }), let tkhd = trak.child(.tkhd)
    else { throw ParseError(.notRepresentable, at: 0, "there is no track \(edit.trackID)") }
    do {
      if let isEnabled = edit.isEnabled {
        let flags = try header(of: tkhd).flags & 0xFF
        try patch(UInt64(isEnabled ? flags | 1 : flags & ~1), width: 1, at: 3, of: tkhd)
      }
      if let rotation = edit.rotation { try setRotation(tkhd, to: rotation) }
      if let language = edit.language { try changeLanguage(language, of: trak, in: movie) }
      if let name = edit.name { try changeName(name, of: trak, in: movie) }
    } catch { throw error.inside(.trak).inside(.moov) }
  }

  /// Changes the rotation in the matrix, which follows the dates, the ID, the duration and the
  /// layer.
  private mutating func setRotation(_ tkhd: Atom, to rotation: Int) throws(ParseError) {
    let track = try TrackHeaderAtom.parse(try tkhd.payload(in: tree.window, limit: 4096))
    guard let matrix = track.matrix.rotated(to: rotation, width: track.width, height: track.height)
    else {
      throw ParseError(
        .notRepresentable, at: tkhd.offset,
        "the rotation must be 0, 90, 180 or 270 degrees, and the existing matrix must not skew or rotate otherwise"
      )
    }
    // The offset of the matrix in the payload (ISO/IEC 14496-12 §8.3.2).
    let start = track.header.isWide ? 52 : 40
    let numbers = [
      matrix.a, matrix.b, matrix.u, matrix.c, matrix.d, matrix.v, matrix.x, matrix.y, matrix.w,
    ]
    for (index, number) in numbers.enumerated() {
      try patch(UInt64(UInt32(bitPattern: number)), width: 4, at: start + index * 4, of: tkhd)
    }
  }

  /// Changes the language in `mdhd`, and in `elng` if it exists or is needed.
  private mutating func changeLanguage(
    _ language: LanguageTag, of trak: Atom, in movie: Atom
  ) throws(ParseError) {
    guard let media = trak.child(.mdia), let mdhd = media.child(.mdhd) else {
      throw ParseError(.notRepresentable, at: trak.offset, "the track has no media header")
    }
    let packed = language.packedQuickTime ?? MediaHeaderAtom.undetermined
    try patch(UInt64(packed), width: 2, at: try header(of: mdhd).isWide ? 32 : 20, of: mdhd)
    // `mdhd` stores only three letters; `elng` is needed for tags such as `de-CH`.
    let isPlain = LanguageTag(packedQuickTime: packed) == language
    let old = media.child(.elng)
    guard old != nil || !isPlain else { return }
    var writer = ByteWriter()
    writer.atom(.elng) { ExtendedLanguageAtom(language: language.rawValue).encode(into: &$0) }
    let range = old.map { $0.offset..<$0.end } ?? mdhd.end..<mdhd.end
    replace(range, writer.bytes, [movie, trak, media])
  }

  /// Replaces bytes, unless the new bytes are identical.
  private mutating func replace(_ range: Range<Int64>, _ bytes: [UInt8], _ parents: [Atom]) {
    let old = try? tree.window.bytes(at: range.lowerBound, upTo: range.count)
    if old?.bytes.elementsEqual(bytes) != true { append(range, bytes, parents) }
  }

  /// Changes the name of a track in `udta`: QuickTime's `name` and the 3GPP atom `tnam`, whichever
  /// exist; a new name is stored in `name`.
  ///
  /// An empty name removes both atoms.
  private mutating func changeName(
    _ name: String, of trak: Atom, in movie: Atom
  ) throws(ParseError) {
    let udta = trak.child(.udta)
    let names = udta?.children.filter { $0.type == .name || $0.type == .tnam } ?? []
    guard !names.isEmpty else {
      guard !name.isEmpty else { return }
      var writer = ByteWriter()
      writer.atom(.name) { $0.append(name.utf8) }
      try add(
        writer.bytes, to: [movie, trak] + [udta].compactMap { $0 },
        missing: udta == nil ? [.udta] : [])
      return
    }
    guard let udta else { return }
    for atom in names {
      let range = atom.offset..<atom.end
      guard !name.isEmpty else {
        append(range, [], [movie, trak, udta])
        continue
      }
      let old = try atom.payload(in: tree.window, limit: 1 << 16)
      var writer = ByteWriter()
      writer.atom(atom.type) { body in
        // In the 3GPP atom, the version, flags and language precede the text.
        if atom.type == .tnam { body.append(old.clamped(from: 0, count: 6)) }
        body.append(name.utf8)
        if old.bytes.last == 0 { body.u8(0) }
      }
      replace(range, writer.bytes, [movie, trak, udta])
    }
  }
}

extension TransformationMatrix {
  /// Returns the matrix with a different clockwise rotation and the upper left corner in the same
  /// position; nil if the old or new rotation is not a multiple of 90 degrees, or a number is out
  /// of range.
  func rotated(to degrees: Int, width: UInt32, height: UInt32) -> TransformationMatrix? {
    guard let now = rotation, degrees >= 0, degrees < 360, degrees.isMultiple(of: 90),
      let corner = corner(width, height)
    else { return nil }
    var matrix = self
    for _ in 0..<((degrees - now + 360) % 360 / 90) {
      guard matrix.b != .min, matrix.d != .min else { return nil }
      (matrix.a, matrix.b, matrix.c, matrix.d) = (-matrix.b, matrix.a, -matrix.d, matrix.c)
    }
    guard matrix != self else { return self }
    (matrix.x, matrix.y) = (0, 0)
    guard let other = matrix.corner(width, height),
      let x = Int32(exactly: corner.x - other.x), let y = Int32(exactly: corner.y - other.y)
    else { return nil }
    (matrix.x, matrix.y) = (x, y)
    return matrix
  }

  /// Returns the upper left corner of a frame of the given size.
  private func corner(_ width: UInt32, _ height: UInt32) -> (x: Int64, y: Int64)? {
    func product(_ factor: Int32, _ length: UInt32) -> Int64 {
      Int64(factor) * Int64(length) / 65536
    }
    let left = min(0, product(a, width)) + min(0, product(c, height)) + Int64(x)
    let top = min(0, product(b, width)) + min(0, product(d, height)) + Int64(y)
    return (left, top)
  }
}
