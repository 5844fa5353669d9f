/// Recognises the names that samplers give to the loop points among the markers of WAV and AIFF
/// files, because loop points are not chapters.
enum LoopName {
  /// Whether a marker name denotes a loop point, such as `beg loop` in AIFF 1.3 (§"Marker Chunk")
  /// or `Start Sustain` in samplers.
  static func isLoop(_ name: String) -> Bool {
    let words = name.lowercased().split(separator: " ")
    return words.count == 2 && ["beg", "begin", "start", "end"].contains(words[0])
      && ["loop", "sus", "sustain", "rel", "release"].contains(words[1])
  }
}
