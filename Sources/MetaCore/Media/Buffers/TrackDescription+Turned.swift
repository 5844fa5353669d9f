extension TrackDescription {
  /// Returns the track description for frames that have been rotated for display.
  func turned(by turn: PictureTurn) -> TrackDescription {
    guard turn != .none else { return self }
    var turned = self
    turned.video = video?.turned(by: turn)
    turned.formatExtensions = TrackDescription.turned(formatExtensions, by: turn)
    return turned
  }

  /// Returns the atoms of a sample description, with the clean aperture rotated as well.
  private static func turned(_ extensions: ByteSlice, by turn: PictureTurn) -> ByteSlice {
    var writer = ByteWriter()
    var list = SliceAtoms(extensions)
    while let atom = list.next() {
      let aperture = atom.type == .clap ? try? CleanApertureAtom.parse(atom.payload) : nil
      writer.atom(atom.type) { writer in
        if let aperture {
          aperture.turned(by: turn).encode(into: &writer)
        } else {
          writer.append(atom.payload)
        }
      }
    }
    return ByteSlice(writer.bytes)
  }
}

extension FormatDescription {
  /// Returns the format for frames that have been rotated for display.
  func turned(by turn: PictureTurn) -> FormatDescription {
    turn == .none ? self : FormatDescription(track.turned(by: turn)) ?? self
  }
}

extension VideoDescription {
  /// Returns the properties of rotated frames: size, pixel aspect ratio and clean aperture are
  /// adjusted, and no rotation remains.
  fileprivate func turned(by turn: PictureTurn) -> VideoDescription {
    var turned = self
    turned.rotation = 0
    turned.isMirrored = false
    if let clean = cleanAperture, clean.count == 4 {
      let offset = turn.turned(clean[2], clean[3]) { -$0 }
      turned.cleanAperture =
        (turn.swapsSides ? [clean[1], clean[0]] : [clean[0], clean[1]]) + [offset.0, offset.1]
    }
    guard turn.swapsSides else { return turned }
    swap(&turned.width, &turned.height)
    turned.pixelAspect?.reverse()
    return turned
  }
}

extension CleanApertureAtom {
  fileprivate func turned(by turn: PictureTurn) -> CleanApertureAtom {
    let offset = turn.turned(horizontalOffset, verticalOffset) { fraction in
      Fraction(
        numerator: Int32(clamping: -Int64(fraction.numerator)), denominator: fraction.denominator)
    }
    return CleanApertureAtom(
      width: turn.swapsSides ? height : width, height: turn.swapsSides ? width : height,
      horizontalOffset: offset.0, verticalOffset: offset.1)
  }
}

extension PictureTurn {
  /// Returns the offset from the centre, to the right and down, after the image is rotated.
  fileprivate func turned<Number>(
    _ right: Number, _ down: Number, _ negated: (Number) -> Number
  ) -> (Number, Number) {
    var (right, down) = (right, down)
    for _ in 0..<quarterTurns { (right, down) = (negated(down), right) }
    return (isMirrored ? negated(right) : right, down)
  }
}
