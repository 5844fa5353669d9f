/// What a person or program wants changed in the metadata of a file.
///
/// A field is changed in every place that holds it, in the form of each place; where no place holds it, it goes where files of this kind
/// have it.
public struct MetadataEdit: Sendable, Hashable {
  /// What it is, of all that there may be; more are added in later versions.
  package let change: Change

  /// What becomes of the values of a key.
  package enum ValueChange: Sendable, Hashable {
    case set, add, remove
  }

  package enum Change: Sendable, Hashable {
    case set(EditTarget, [MetadataValue])
    case add(EditTarget, [MetadataValue])
    case remove(EditTarget, [MetadataValue])
    case own(OwnKey, ValueChange, [MetadataValue])
    case setItem(MetadataItem)
    case addItem(MetadataItem)
    case shift(Field, seconds: Int64)
    case clear(keeping: [Field])
    case clearPrivate
    case reread(SourceEncoding)
    case setArtwork([Artwork])
    case addArtwork([Artwork])
    case removeArtwork([Int])
    case setChapters([Chapter])
    case restore([PlacedEntry])
    case track(TrackEdit)
    indirect case onTrack(UInt32, MetadataEdit)
  }
}

extension MetadataEdit {
  /// These values instead of those that are there; none removes what is there.
  ///
  /// Of a number with its count, what is nil stays as it is and nought goes: `8` of `3/10` makes `8/10`.
  public static func set(_ target: EditTarget, _ values: [MetadataValue]) -> MetadataEdit {
    MetadataEdit(change: .set(target, values))
  }

  /// These values beside those that are there; what is there already is not added again.
  ///
  /// A further text of a single field stands behind the first one, where a place can hold several. Of a field that is no text a second
  /// value is refused.
  public static func add(_ target: EditTarget, _ values: [MetadataValue]) -> MetadataEdit {
    MetadataEdit(change: .add(target, values))
  }

  /// Without these values.
  public static func remove(_ target: EditTarget, _ values: [MetadataValue]) -> MetadataEdit {
    MetadataEdit(change: .remove(target, values))
  }

  /// This item instead of those with its identifier, and its description, owner, picture type and language where it has these.
  ///
  /// It is stored with its data type, language and extra attributes; the edit is refused when the file would not read as it was given. An item
  /// of the common key space, or of one that files of this kind do not have, becomes the field that it is an item of.
  public static func setItem(_ item: MetadataItem) -> MetadataEdit {
    MetadataEdit(change: .setItem(item))
  }

  /// This item after those with its identifier, as ``setItem(_:)`` stores it; one that exists is not added again.
  public static func addItem(_ item: MetadataItem) -> MetadataEdit {
    MetadataEdit(change: .addItem(item))
  }

  /// A date that is there, moved by so many seconds.
  public static func shift(_ field: Field, seconds: Int64) -> MetadataEdit {
    MetadataEdit(change: .shift(field, seconds: seconds))
  }

  /// Without any item but those of these fields; pictures are items of `artwork`.
  ///
  /// Chapters, header dates and what players need to play without gaps stay.
  public static func clear(keeping fields: [Field]) -> MetadataEdit {
    MetadataEdit(change: .clear(keeping: fields))
  }

  /// Without private data: where, with what and by whom it was recorded, bought or owned (``PrivateData``).
  ///
  /// What it frees becomes zeros, and edits from before cannot be taken back any more.
  public static let clearPrivate = MetadataEdit(change: .clearPrivate)

  /// With text that the file calls Latin-1 (ID3v1, frames of ID3v2), or whose encoding nothing tells (`INFO`), read in this one, and written as
  /// Unicode where it needs that.
  ///
  /// A guess is a note of the edit.
  public static func reread(_ encoding: SourceEncoding) -> MetadataEdit {
    MetadataEdit(change: .reread(encoding))
  }

  /// These pictures instead of those that are there.
  public static func setArtwork(_ pictures: [Artwork]) -> MetadataEdit {
    MetadataEdit(change: .setArtwork(pictures))
  }

  /// These pictures behind those that are there.
  public static func addArtwork(_ pictures: [Artwork]) -> MetadataEdit {
    MetadataEdit(change: .addArtwork(pictures))
  }

  /// Without the pictures at these places among those that are there.
  public static func removeArtwork(_ places: [Int]) -> MetadataEdit {
    MetadataEdit(change: .removeArtwork(places))
  }

  /// These chapters instead of those that are there.
  public static func setChapters(_ chapters: [Chapter]) -> MetadataEdit {
    MetadataEdit(change: .setChapters(chapters))
  }

  /// These entries in their places and in this order, instead of everything that is there: what a complete dump held.
  ///
  /// An entry that is there already stays where it is; one that has bytes gets these, any other is made of its items. What has no container
  /// is lost.
  package static func restore(_ entries: [PlacedEntry]) -> MetadataEdit {
    MetadataEdit(change: .restore(entries))
  }

  /// Headers of a track.
  public static func track(_ edit: TrackEdit) -> MetadataEdit {
    MetadataEdit(change: .track(edit))
  }

  /// The same edit of the items of one track, by its number.
  public static func onTrack(_ id: UInt32, _ edit: MetadataEdit) -> MetadataEdit {
    MetadataEdit(change: .onTrack(id, edit))
  }
}

extension MetadataEdit {
  /// These values of a field instead of those that are there; without values, the field is removed.
  public static func set(_ field: Field, _ values: MetadataValue...) -> MetadataEdit {
    .set(.field(field), values)
  }

  /// These values of a field beside those that are there.
  public static func add(_ field: Field, _ values: MetadataValue...) -> MetadataEdit {
    .add(.field(field), values)
  }

  /// The field without these values.
  public static func remove(_ field: Field, _ values: MetadataValue...) -> MetadataEdit {
    .remove(.field(field), values)
  }
}

extension MetadataEdit {
  /// The field or items whose values are changed; nil for other edits.
  var target: EditTarget? {
    switch change {
    case .set(let target, _), .add(let target, _), .remove(let target, _): target
    default: nil
    }
  }
}
