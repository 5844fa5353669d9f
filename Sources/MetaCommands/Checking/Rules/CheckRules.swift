/// All rules.
enum CheckRules {
  /// The rules, where covers have at least `minimumCover` pixels in each direction.
  static func all(minimumCover: Int) -> [any CheckRule] {
    [
      DamageRule(), DuplicateRule(), ConflictRule(), MojibakeRule(), MissingFieldRule(),
      SpellingRule(), AlbumArtistRule(), DateRule(), GenreRule(), DiscCountRule(),
      TrackCountRule(), TrackNumberRule(), MissingCoverRule(), SmallCoverRule(minimumCover),
      SeveralCoversRule(), UnequalCoverRule(),
    ]
  }
}
