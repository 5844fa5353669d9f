import MetaCore
import SystemPackage
import TestSupport

/// `edit PATH SHAPE SEED [OPTION...]`, `recover PATH`, `undo PATH`: one job of the edit engine, in
/// a process that may be killed.
@main enum EditHelper {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let verb = arguments.first, arguments.count > 1 else { return print("no verb") }
    let rest = Array(arguments.dropFirst())
    let path = FilePath(rest[0])
    do {
      switch verb {
      case "edit": try edit(path, Array(rest.dropFirst()))
      case "recover": print(try Recovery.recover(path))
      case "undo": print(try StateFolder.standard?.undo.undo(path) ?? .unchanged)
      default: print("no such verb")
      }
    } catch let error as MetaError {
      print("\(error.code)", error.reason)
    }
  }

  private static func edit(_ path: FilePath, _ words: [String]) throws {
    let identity = try FileIdentity(of: path)
    guard words.count > 1, let shape = RandomPlan.Shape(rawValue: words[0]),
      let seed = UInt64(words[1])
    else { return print("no shape") }
    var options = EditOptions()
    options.keepsUndo = true
    for word in words.dropFirst(2) { set(word, &options) }
    let plan = try RandomPlan.make(shape, size: identity.size, seed: seed)
    let result = try PlanExecutor(path: path, options: options)
      .execute(plan, readFrom: identity)
    print(([result.strategy?.rawValue ?? "unchanged"] + result.notes).joined(separator: "; "))
  }

  private static func set(_ word: String, _ options: inout EditOptions) {
    switch word {
    case "sync": options.synchronizes = true
    case "no-undo": options.keepsUndo = false
    case "require-undo": options.requiresUndo = true
    case "force": options.force = true
    case "keep-mtime": options.keepsModified = true
    case "erase": options.erases = true
    default: options.strategy = EditStrategy(rawValue: word)
    }
  }
}
