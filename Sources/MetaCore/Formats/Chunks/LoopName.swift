/// Names of the ends of a loop, which are no chapters.
enum LoopName {
  /// Whether the name of a marker is one for loops, as in AIFF 1.3 (§"Marker Chunk"), `beg loop`,
  /// or of samplers: `Start Sustain`.
  static func isLoop(_ name: String) -> Bool {
    let words = name.lowercased().split(separator: " ")
    return words.count == 2 && ["beg", "begin", "start", "end"].contains(words[0])
      && ["loop", "sus", "sustain", "rel", "release"].contains(words[1])
  }
}
