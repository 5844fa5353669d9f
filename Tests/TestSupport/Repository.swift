package import Foundation

/// The locations of test files: in the package, and next to it.
package enum Repository {
  /// The folder of the package.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The samples, by name.
  package static let samples: [String] = {
    let extensions: Set = [
      "m4a", "m4b", "m4v", "mp4", "mov", "3gp", "mp3", "aac", "aiff", "aifc", "wav", "dsf", "id3",
      "flac", "ogg", "oga", "opus", "spx", "ogv", "wv", "ape", "mpc", "tta", "ofr", "tak", "wma",
      "wmv", "dff",
    ]
    let names = (try? FileManager.default.contentsOfDirectory(atPath: sample("").path)) ?? []
    return names.filter { extensions.contains(URL(filePath: $0).pathExtension) }.sorted()
  }()

  /// The place of a sample.
  package static func sample(_ name: String) -> URL { root.appending(path: "Samples/\(name)") }

  /// The bytes of a sample.
  package static func bytes(of sample: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: self.sample(sample)))
  }

  /// The inputs found by fuzzing a target.
  package static func fuzzCorpus(_ target: String) throws -> [[UInt8]] {
    let folder = root.appending(path: "Fuzz/Corpus/\(target)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try names.filter { $0 != "README" }.sorted().map {
      [UInt8](try Data(contentsOf: folder.appending(path: $0)))
    }
  }

  /// The corpus of real files, or nil when it is not here.
  package static let corpus = folder("METATOOL_CORPUS", nextTo: "shared/corpus")

  /// The tables of facts, or nil when they are not here.
  package static let facts = folder("METATOOL_FACTS", nextTo: "shared/facts")

  /// Whether every case of every matrix is run, not a sample of them.
  package static let runsEverything =
    ProcessInfo.processInfo.environment["METATOOL_TEST_ALL"] == "1"

  /// The cases of a matrix: usually `count` of them, chosen by the seed, and all with
  /// `METATOOL_TEST_ALL=1`.
  package static func cases<Case>(of matrix: [Case], usually count: Int, seed: UInt64) -> [Case] {
    var generator = SeededGenerator(seed: seed)
    return runsEverything ? matrix : Array(matrix.shuffled(using: &generator).prefix(count))
  }

  private static func folder(_ variable: String, nextTo path: String) -> URL? {
    let named = ProcessInfo.processInfo.environment[variable].map { URL(filePath: $0) }
    let url = named ?? root.deletingLastPathComponent().appending(path: path)
    return FileManager.default.fileExists(atPath: url.path) ? url : nil
  }
}
