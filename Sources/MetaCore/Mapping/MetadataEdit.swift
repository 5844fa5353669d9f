/// What a person or program wants changed in the metadata of a file.
public enum MetadataEdit: Sendable, Hashable {
  /// These values instead of those that are there; none removes what is there.
  case set(EditTarget, [MetadataValue])
  /// These values beside those that are there.
  case add(EditTarget, [MetadataValue])
  /// Without these values.
  case remove(EditTarget, [MetadataValue])
  /// A date that is there, moved by so many seconds.
  case shift(Field, seconds: Int64)
  /// Without any item but those of these fields; pictures are items of `artwork`.
  case clear(keeping: [Field])
  /// These pictures instead of those that are there.
  case setArtwork([Artwork])
  /// These pictures behind those that are there.
  case addArtwork([Artwork])
  /// Without the pictures at these places among those that are there.
  case removeArtwork([Int])
  /// These chapters instead of those that are there.
  case setChapters([Chapter])
  /// These entries in their places, instead of everything that is there: what a complete dump held.
  case restore([ItemHome: [DocumentEdit.Entry]])
  /// Headers of a track.
  case track(TrackEdit)
}

/// What an edit is about.
public enum EditTarget: Sendable, Hashable {
  /// A field, in every place that holds it.
  case field(Field)
  /// The items of one identifier; with extra attributes (a description, a language, an owner) only those that have these.
  case items(MetadataIdentifier, [ExtraAttribute])
}
