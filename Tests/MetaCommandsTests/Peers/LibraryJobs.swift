import Foundation
import MetaCore
import TestSupport

/// The jobs of docs/library-jobs.md in MetaCore; every line of code between the braces of a job is
/// in the document.
enum LibraryJobs {
  static func title(_ path: String) async throws -> String? {
    let title = try await Asset(path).load(.fields).title
    return title
  }

  static func setTitle(_ path: String) async throws {
    try await Asset(path).apply([.set(.title, "Blue")])
  }

  static func artists(_ path: String) async throws -> [String] {
    let artists = try await Asset(path).load(.fields).artist
    return artists
  }

  static func track(_ path: String) async throws -> NumberPair? {
    let track = try await Asset(path).load(.fields).track
    return track
  }

  static func cover(_ path: String) async throws -> [UInt8]? {
    let cover = try await Asset(path).loadCoverData()
    return cover
  }

  static func setCover(_ path: String, _ image: [UInt8]) async throws {
    try await Asset(path).apply([.setArtwork([Artwork(image: image)])])
  }

  static func setOwnKey(_ path: String) async throws {
    try await Asset(path).apply([.set(OwnKey("MYTAG"), "x")])
  }

  static func edited(_ buffer: [UInt8]) async throws -> [UInt8] {
    let edited = try await Asset(bytes: buffer).edited([.set(.title, "Blue")])
    return edited
  }
}

/// The parsed document.
struct LibraryJobDocument {
  /// A job: its heading, and the statements in each language.
  struct Job {
    let name: String
    var code: [String: [String]] = [:]
  }

  private(set) var jobs: [Job] = []
  /// The counts of the table, by the first words of the job's row.
  private(set) var counts: [[String]] = []

  init() throws {
    let text = try String(
      contentsOf: Repository.root.appending(path: "docs/library-jobs.md"), encoding: .utf8)
    var language: String?
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        language = line == "```" ? nil : String(line.dropFirst(3))
      } else if let language, !line.isEmpty {
        jobs[jobs.count - 1].code[language, default: []].append(line)
      } else if line.hasPrefix("## ") {
        jobs.append(Job(name: String(line.dropFirst(3))))
      } else if line.hasPrefix("| "), !line.contains("---"), !line.hasPrefix("| task") {
        counts.append(line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) })
      }
    }
  }
}
