extension TrackSamples {
  /// Appends samples that are decoded after the existing ones; their chunks are in the same file.
  ///
  /// Only times, sizes, sync samples and chunks are appended.
  mutating func append(_ more: TrackSamples) {
    let first = count
    for run in more.durations.runs { durations.append(run.value, count: run.count) }
    for run in more.compositions.runs { compositions.append(run.value, count: run.count) }
    // Without a list, all samples are sync samples.
    if sync != nil || more.sync != nil {
      if sync == nil { sync = Array(0..<first) }
      for number in more.sync ?? Array(0..<more.count) { sync?.append(number + first) }
    }
    for index in 0..<more.count { sizes.append(more.sizes[index]) }
    for chunk in more.chunks {
      var chunk = chunk
      chunk.first += first
      chunks.append(chunk)
    }
  }
}
