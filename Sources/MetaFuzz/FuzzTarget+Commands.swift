internal import Foundation
internal import MetaCommands
internal import MetaCore
internal import TestSupport

// Inputs of the command line other than media files.
extension FuzzTarget {
  /// Samples of formats that keep chapters and fields in different ways.
  private static let samples = [
    "plain.m4a", "plain.mp3", "plain.flac", "broadcast.wav", "song.wma",
  ]
  .compactMap { try? DataSource(Repository.bytes(of: $0)) }

  /// Changes in JSON, whose first byte chooses the file that they are applied to.
  static func apply(_ input: [UInt8]) {
    guard let choice = input.first, !samples.isEmpty else { return }
    HostileInput.apply(Array(input.dropFirst()), to: samples[Int(choice) % samples.count])
  }

  /// Chapters in every form, which every format is then to hold.
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

  /// Lines to `serve`, which are read but not done.
  static func serve(_ input: [UInt8]) {
    for line in input.split(separator: 10).prefix(16) { HostileInput.request(Array(line)) }
  }
}
