/// Names of the ends of a loop, which are no chapters.
enum LoopName {
  /// Whether a marker is named as AIFF 1.3 (§"Marker Chunk") names the ends of loops, `beg loop`, or as samplers do: `Start Sustain`.
  static func isLoop(_ name: String) -> Bool {
    let words = name.lowercased().split(separator: " ")
    return words.count == 2 && ["beg", "begin", "start", "end"].contains(words[0])
      && ["loop", "sus", "sustain", "rel", "release"].contains(words[1])
  }
}
