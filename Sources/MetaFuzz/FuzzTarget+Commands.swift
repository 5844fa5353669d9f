internal import Foundation
internal import MetaCommands
internal import MetaCore
internal import TestSupport

// Fuzz targets for command-line inputs other than media files.
extension FuzzTarget {
  /// Samples in formats that store chapters and fields in different ways.
  private static let samples = [
    "plain.m4a", "plain.mp3", "plain.flac", "broadcast.wav", "song.wma",
  ]
  .compactMap { try? DataSource(Repository.bytes(of: $0)) }

  /// Applies changes given in JSON; the first byte of the input chooses the sample.
  static func apply(_ input: [UInt8]) {
    guard let choice = input.first, !samples.isEmpty else { return }
    HostileInput.apply(Array(input.dropFirst()), to: samples[Int(choice) % samples.count])
  }

  /// Parses chapters in every format and writes them to every sample.
  static func chapters(_ input: [UInt8]) {
    for chapters in HostileInput.chapters(input) {
      for sample in samples {
        guard let edited = try? EditInput(sample).preview([.setChapters(chapters)]) else {
          continue
        }
        precondition(edited.document.chapters.count <= max(chapters.count, 1))
      }
    }
  }

  /// Parses requests of `serve`, the first 16 lines that are not empty, without running them.
  static func serve(_ input: [UInt8]) {
    for line in input.split(separator: 10).prefix(16) { HostileInput.request(Array(line)) }
  }
}
