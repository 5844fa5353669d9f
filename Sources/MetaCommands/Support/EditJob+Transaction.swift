internal import MetaCore

// All files are edited, or none is.
extension EditJob {
  /// Plans all edits, and does them when none of them is refused; what fails then takes everything back.
  func runTogether(
    _ files: FileList, _ edits: @escaping @Sendable (InputPath) -> Edits
  ) throws(Failure) -> ExitStatus {
    // Requests are stopped in another way.
    guard Answer.current == nil else { return try planAndWrite(files, edits) }
    return try Interruptions.putOff { () throws(Failure) in try planAndWrite(files, edits) }
  }

  private func planAndWrite(
    _ files: FileList, _ edits: @escaping @Sendable (InputPath) -> Edits
  ) throws(Failure) -> ExitStatus {
    let plan = EditPass(planning, files, edits)
    let failures = try plan.run(isHeld: true).failures
    if !failures.isEmpty { return try giveUp(plan, failures, "nothing was done") }
    guard !Interruptions.areWaiting, !Answer.isCancelled else {
      Messages.write("stopped; nothing was done")
      return .done
    }
    return try write(plan.wantedFiles, edits)
  }

  /// The same job without anything being written.
  private var planning: EditJob {
    var job = self
    job.write.isDryRun = true
    job.write.printsJSON = false
    job.isQuiet = true
    return job
  }

  private func write(
    _ files: FileList, _ edits: @escaping @Sendable (InputPath) -> Edits
  ) throws(Failure) -> ExitStatus {
    var job = self
    job.write.options.requiresUndo = true
    job.write.options.keepsUndo = true
    // What is wanted is known by now.
    job.inputs.condition = nil
    let transaction = try orNamedFailure { () throws(MetaError) in
      try EditTransaction(job.write.options)
    }
    let pass = EditPass(job, files, edits, in: transaction)
    let (failures, batch): ([Batch.Failed], Batch)
    do throws(Failure) {
      (failures, batch) = try pass.run(isHeld: true)
    } catch {
      _ = takeBack(transaction)
      throw error
    }
    if failures.isEmpty, !Interruptions.areWaiting, !Answer.isCancelled {
      try orNamedFailure { () throws(MetaError) in
        try transaction.commit(keepsUndo: write.options.keepsUndo)
      }
      try batch.release()
      pass.printTally(isQuiet: isQuiet)
      return .done
    }
    let isWhole = takeBack(transaction)
    guard !failures.isEmpty else {
      Messages.write("stopped; what was done is taken back")
      return isWhole ? .done : .ioError
    }
    let status = try giveUp(pass, failures, "what was done is taken back")
    return isWhole ? status : .ioError
  }

  /// Takes back what was done, and says which files could not be brought back; whether all could.
  private func takeBack(_ transaction: EditTransaction) -> Bool {
    let left = transaction.rollBack()
    for error in left { Messages.write(leftBehind: error) }
    return left.isEmpty
  }

  /// Says that nothing is done, and why.
  private func giveUp(
    _ pass: EditPass, _ failures: [Batch.Failed], _ reason: String
  ) throws(Failure) -> ExitStatus {
    let status = failures.first?.failure.status ?? .done
    let failures = pass.byFile(failures)
    Messages.write("\(reason), because \(failures.count == 1 ? "a file" : "some files") failed")
    guard write.printsJSON else { return status }
    var output = Output()
    var json = JSONWriter(.lines(depth: 1))
    json.beginArray()
    for path in pass.wantedFiles {
      json.element()
      let notDone = Failure(.refused, "notDone", reason)
      json.failure(failures[path] ?? notDone, at: path)
    }
    json.endArray()
    try output.write(json.bytes + [0x0A])
    try output.flush()
    return status
  }
}

/// Runs `body`, whose error becomes a failure of the command.
func orFailure<Value>(_ body: () throws(MetaError) -> Value) throws(Failure) -> Value {
  do throws(MetaError) { return try body() } catch { throw Failure(error) }
}

/// Runs `body`, which is about many files; its error becomes a failure whose message names the file.
func orNamedFailure<Value>(
  _ body: () throws(MetaError) -> Value
) throws(Failure) -> Value {
  do throws(MetaError) {
    return try body()
  } catch {
    let failure = Failure(error)
    let place = error.file.map { InputPath($0).display + ": " } ?? ""
    throw Failure(failure.status, failure.code, place + failure.message)
  }
}

extension Messages {
  /// A file that is not as it was before, though it should be.
  static func write(leftBehind error: MetaError) {
    let place = error.file.map { InputPath($0).display + ": " } ?? ""
    write("\(place)could not be brought back: \(error.reason)")
  }
}
