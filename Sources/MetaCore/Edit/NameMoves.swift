internal import SystemPackage

/// Moves of files from name to name, in an order in which every name is free when it is given.
struct NameMoves {
  typealias Move = (from: FilePath, to: FilePath)

  private let moves: [Move]

  /// Each file and each new name at most once.
  init(_ moves: [Move]) { self.moves = moves }

  /// What a file is called while its new name is not free yet.
  static func between(_ path: FilePath) -> FilePath {
    FileNames.beside(path, suffix: ".metatool-name")
  }

  /// Does all of them.
  ///
  /// - Throws: ``MetaError`` at the first that is not possible, and `cancelled` when `stops` says so; those before it are done.
  func run(_ stops: () -> Bool) throws(MetaError) {
    var pending = Dictionary(moves.map { ($0.from, $0.to) }) { first, _ in first }
    for (first, _) in moves {
      // Along the chain to the name that is free, and back.
      var chain: [FilePath] = []
      var from = first
      while let to = pending[from] {
        chain.append(from)
        from = to
        if from == first { break }
      }
      guard !chain.isEmpty else { continue }
      guard !stops() else { throw MetaError(.cancelled, file: first, reason: "stopped") }
      let isRound = from == first
      if isRound { try move(first, to: NameMoves.between(first)) }
      for (place, name) in chain.enumerated().reversed() {
        guard let to = pending.removeValue(forKey: name) else { continue }
        try move(place == 0 && isRound ? NameMoves.between(first) : name, to: to)
      }
    }
  }

  private func move(_ from: FilePath, to: FilePath) throws(MetaError) {
    do throws(Errno) {
      do throws(Errno) {
        try FileNames.renameToFree(from, to: to)
      } catch .fileExists where FileNames.isSame(from, to) {
        // Upper case instead of lower case, where the file system sees no difference.
        try FileNames.renameToFree(from, to: NameMoves.between(from))
        try FileNames.renameToFree(NameMoves.between(from), to: to)
      }
    } catch {
      throw MetaError(error, "renaming it to \(to)", from)
    }
  }
}
