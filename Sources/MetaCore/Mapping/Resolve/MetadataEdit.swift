/// One change to the metadata of a file, such as setting a field or removing a picture; a list of
/// changes is applied in order and in one step.
///
/// A field is changed in every container that has it, in the form of each container; a new field is
/// added where files of this type normally store it. ``Asset/apply(_:options:)`` writes edits to a
/// file, and ``ExportOptions/edits`` applies them to a new one.
public struct MetadataEdit: Sendable, Hashable {
  /// The change; later versions may add more kinds.
  package let change: Change

  /// How the given values change the existing values of a key: they replace them, are added to
  /// them, or are removed from them.
  package enum ValueChange: Sendable, Hashable {
    case set, add, remove
  }

  /// The kinds of changes; the static members of ``MetadataEdit`` create edits from them.
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
  /// Replaces the values; an empty list removes them.
  ///
  /// In a pair, nil keeps the existing number and zero removes it: `8` changes `3/10` to `8/10`.
  public static func set(_ target: EditTarget, _ values: [MetadataValue]) -> MetadataEdit {
    MetadataEdit(change: .set(target, values))
  }

  /// Adds values to the existing ones, without duplicates.
  ///
  /// An additional string for a single-valued field follows the first one, if a container can hold
  /// several. A second value for a field that is not text is rejected.
  public static func add(_ target: EditTarget, _ values: [MetadataValue]) -> MetadataEdit {
    MetadataEdit(change: .add(target, values))
  }

  /// Removes these values.
  public static func remove(_ target: EditTarget, _ values: [MetadataValue]) -> MetadataEdit {
    MetadataEdit(change: .remove(target, values))
  }

  /// Replaces the items with the same identifier and, if given, the same description, owner,
  /// picture type and language.
  ///
  /// The item is stored with its data type, language and extra attributes; the edit is rejected if
  /// the item would be read back differently. An item in the common key space, or in a key space
  /// that files of this type do not have, is converted to its field.
  public static func setItem(_ item: MetadataItem) -> MetadataEdit {
    MetadataEdit(change: .setItem(item))
  }

  /// Adds an item after those with the same identifier, stored as by ``setItem(_:)``; an item that
  /// already exists is not added again.
  public static func addItem(_ item: MetadataItem) -> MetadataEdit {
    MetadataEdit(change: .addItem(item))
  }

  /// Shifts an existing date by the given number of seconds.
  public static func shift(_ field: Field, seconds: Int64) -> MetadataEdit {
    MetadataEdit(change: .shift(field, seconds: seconds))
  }

  /// Removes all items except for those of the given fields; pictures are items of the `artwork`
  /// field.
  ///
  /// Chapters, header dates and gapless playback information are kept.
  public static func clear(keeping fields: [Field]) -> MetadataEdit {
    MetadataEdit(change: .clear(keeping: fields))
  }

  /// Removes private data: where, by whom and with which device the media was recorded, and who
  /// bought or owned it (``PrivateData``).
  ///
  /// The freed bytes are overwritten with zeros. If the result replaces the file, earlier edits can
  /// no longer be undone.
  public static let clearPrivate = MetadataEdit(change: .clearPrivate)

  /// Redecodes text that is declared as Latin-1 (ID3v1, ID3v2 frames), or whose encoding is not
  /// declared (`INFO`), in the given encoding, and writes it as Unicode if necessary.
  ///
  /// If the encoding was guessed, the result contains a note.
  public static func reread(_ encoding: SourceEncoding) -> MetadataEdit {
    MetadataEdit(change: .reread(encoding))
  }

  /// Replaces the pictures.
  public static func setArtwork(_ pictures: [Artwork]) -> MetadataEdit {
    MetadataEdit(change: .setArtwork(pictures))
  }

  /// Adds pictures after the existing ones, except for those that the file already has.
  public static func addArtwork(_ pictures: [Artwork]) -> MetadataEdit {
    MetadataEdit(change: .addArtwork(pictures))
  }

  /// Removes the pictures at these indexes of ``Document/artwork``.
  public static func removeArtwork(_ places: [Int]) -> MetadataEdit {
    MetadataEdit(change: .removeArtwork(places))
  }

  /// Replaces the chapters.
  public static func setChapters(_ chapters: [Chapter]) -> MetadataEdit {
    MetadataEdit(change: .setChapters(chapters))
  }

  /// Replaces all entries with those of a complete dump, in their containers and order.
  ///
  /// An entry that already exists stays where it is; a new entry is written with its bytes, if it
  /// has them, or created from its items. Entries without a container are lost.
  package static func restore(_ entries: [PlacedEntry]) -> MetadataEdit {
    MetadataEdit(change: .restore(entries))
  }

  /// Changes the headers of a track.
  public static func track(_ edit: TrackEdit) -> MetadataEdit {
    MetadataEdit(change: .track(edit))
  }

  /// Applies an edit to the items of one track, by its ID.
  public static func onTrack(_ id: UInt32, _ edit: MetadataEdit) -> MetadataEdit {
    MetadataEdit(change: .onTrack(id, edit))
  }
}

extension MetadataEdit {
  /// Replaces the values of a field; without values, the field is removed.
  public static func set(_ field: Field, _ values: MetadataValue...) -> MetadataEdit {
    .set(.field(field), values)
  }

  /// Adds values of a field to the existing ones.
  public static func add(_ field: Field, _ values: MetadataValue...) -> MetadataEdit {
    .add(.field(field), values)
  }

  /// Removes these values from a field.
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
