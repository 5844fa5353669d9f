/// The list of all rules for `check`; ``CheckedLibrary`` applies the rules for the requested kinds.
enum CheckRules {
  /// Returns all rules; `minimumCover` is the minimum width and height of covers in pixels.
  static func all(minimumCover: Int) -> [any CheckRule] {
    [
      DamageRule(), DuplicateRule(), ConflictRule(), MojibakeRule(), MissingFieldRule(),
      SpellingRule(), AlbumArtistRule(), DateRule(), GenreRule(), DiscCountRule(),
      TrackCountRule(), TrackNumberRule(), MissingCoverRule(), SmallCoverRule(minimumCover),
      SeveralCoversRule(), UnequalCoverRule(),
    ]
  }
}
