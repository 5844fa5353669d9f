import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Extreme options of exports: each gives a plan or an error, none crashes.
@Suite struct PublicExportArgumentTests {
  private static let times: [MediaTime] = [Int64.min, -1, 0, 1, 1 << 40, 1 << 62, .max].flatMap {
    value in [1, 1000, UInt32.max].compactMap { MediaTime(value: value, timescale: $0) }
  }

  private func draft(_ sample: String, _ options: ExportOptions) {
    let path = FilePath(Repository.sample(sample).path)
    _ = try? FileExporter(path: path, options: options).draft(to: FilePath("/nowhere/x.mov"))
  }

  @Test(arguments: [
    "delayed-sound.mp4", "timecode-25.mp4", "fragmented-sidx.mp4", "book-chapters.m4b",
  ])
  func partsOfMovies(sample: String) {
    for start in Self.times {
      for end in Self.times {
        var options = ExportOptions()
        options.fileType = FileType(rawValue: "com.apple.quicktime-movie")
        options.timeRange = MediaTimeRange(start: start, end: end)
        options.allowsLoss = true
        draft(sample, options)
      }
    }
  }

  @Test(arguments: ["delayed-sound.mp4", "id3v24-chapters.mp3", "id3.aac"])
  func intervalsTracksAndPadding(sample: String) {
    let type = FileType(pathExtension: String(sample.suffix(3)))
    for time in Self.times {
      var options = ExportOptions()
      options.fileType = type
      options.movieFragmentInterval = time
      options.allowsLoss = true
      draft(sample, options)
      options.movieFragmentInterval = nil
      options.padding = time.value
      options.tracks = [UInt32(truncatingIfNeeded: time.value)]
      draft(sample, options)
      options.tracks = nil
      options.timeRange = MediaTimeRange(start: time, end: time)
      draft(sample, options)
      if let zero = MediaTime(value: 0, timescale: 1) {
        options.timeRange = MediaTimeRange(start: zero, end: time)
        options.padding = 0
        draft(sample, options)
      }
    }
  }
}
