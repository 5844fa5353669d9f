import Foundation
import SystemPackage
import TestSupport

@testable import MetaCore

/// A folder with one file of pseudo-random bytes, and a state folder.
struct EditScene {
  let scratch: Scratch
  let path: FilePath
  let bytes: [UInt8]
  var options = EditOptions()

  init(size: Int64 = 200_000, seed: UInt64 = 1, in folder: URL? = nil) throws {
    scratch = try Scratch()
    bytes = RandomPlan.bytes(size, seed: seed)
    let work = folder ?? scratch.folder.appending(path: "work")
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    path = FilePath(work.appending(path: "song.m4a").path)
    try Data(bytes).write(to: URL(filePath: path.string))
    options.state = StateFolder(FilePath(scratch.file("state-home/metatool").path))
    options.patience = .milliseconds(50)
    options.keepsUndo = true
  }

  var url: URL { URL(filePath: path.string) }
  var folder: URL { url.deletingLastPathComponent() }
  var store: UndoStore { StateFolder(FilePath(scratch.file("state-home/metatool").path)).undo }

  var content: [UInt8] { get throws { [UInt8](try Data(contentsOf: url)) } }
  var identity: FileIdentity { get throws { try FileIdentity(of: path) } }

  /// The other files in the file's folder.
  var others: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0 != path.lastComponent?.string }
    }
  }

  func plan(_ shape: RandomPlan.Shape, _ seed: UInt64) throws -> RewritePlan {
    try RandomPlan.make(shape, size: Int64(try content.count), seed: seed)
  }

  @discardableResult func execute(_ plan: RewritePlan) throws -> EditResult {
    try PlanExecutor(path: path, options: options).execute(plan, readFrom: try identity)
  }

  @discardableResult func undo() throws -> EditResult {
    try store.undo(path, options: options)
  }
}
