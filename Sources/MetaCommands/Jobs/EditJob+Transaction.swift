internal import MetaCore

// Either all files are edited or none.
extension EditJob {
  /// Plans all edits, and performs them if no edit is refused; a later failure undoes all of them.
  func runTogether(
    _ files: FileList, _ edits: @escaping @Sendable (InputPath) -> Edits,
    _ environment: Environment
  ) throws(Failure) -> ExitStatus {
    let plan = BatchPass(planning, files, edits, in: environment)
    let failures = try plan.run(isHeld: true).failures
    if !failures.isEmpty {
      return try giveUp(plan, plan.wantedFiles, failures, "nothing was changed")
    }
    guard !environment.isStopped else {
      environment.warn("stopped; nothing was changed")
      return .done
    }
    return try write(plan.wantedFiles, edits, environment)
  }

  /// The same job as a dry run.
  private var planning: EditJob {
    var job = self
    job.write.isDryRun = true
    job.write.printsJSON = false
    job.isQuiet = true
    return job
  }

  /// Writes the planned files as one transaction, which is committed if all succeed; otherwise, the
  /// files are restored.
  private func write(
    _ files: FileList, _ edits: @escaping @Sendable (InputPath) -> Edits,
    _ environment: Environment
  ) throws(Failure) -> ExitStatus {
    var job = self
    // A rollback restores the files from their undo data, so undo data is required and kept until
    // the commit, regardless of the user's choice.
    job.write.options.requiresUndo = true
    job.write.options.keepsUndo = true
    // The files have already been filtered.
    job.inputs.condition = nil
    let transaction = try orNamedFailure { () throws(MetaError) in
      try EditTransaction(job.write.options)
    }
    let pass = BatchPass(job, files, edits, in: environment, transaction)
    let (failures, batch): ([Batch.Failed], Batch)
    do throws(Failure) {
      (failures, batch) = try pass.run(isHeld: true)
    } catch {
      _ = rollBackAll(transaction, environment)
      throw error
    }
    if failures.isEmpty, !environment.isStopped {
      try orNamedFailure { () throws(MetaError) in
        try transaction.commit(keepsUndo: write.options.keepsUndo)
      }
      try batch.release()
      pass.printTally(isQuiet: isQuiet)
      return .done
    }
    let isWhole = rollBackAll(transaction, environment)
    guard !failures.isEmpty else {
      environment.warn("stopped; all changes were undone")
      return isWhole ? .done : .ioError
    }
    let status = try giveUp(pass, files, failures, "all changes were undone")
    return isWhole ? status : .ioError
  }

  /// Rolls back the transaction and reports the files that could not be restored; returns whether
  /// all files were restored.
  private func rollBackAll(_ transaction: EditTransaction, _ environment: Environment) -> Bool {
    let unrestored = transaction.rollBack()
    for error in unrestored { environment.warn(remaining: error) }
    return unrestored.isEmpty
  }

  /// Reports that nothing was done or that everything was undone; returns the exit status of the
  /// first failure.
  ///
  /// In JSON, each of the selected `files` gets its failure, or `notDone` if it did not fail
  /// itself, even if it was not started.
  private func giveUp(
    _ pass: BatchPass, _ files: FileList, _ failures: [Batch.Failed], _ reason: String
  ) throws(Failure) -> ExitStatus {
    let status = failures.first?.failure.status ?? .done
    let failures = pass.byFile(failures)
    pass.environment.warn(
      "\(reason), because \(failures.count == 1 ? "a file" : "some files") could not be processed")
    guard write.printsJSON else { return status }
    var results = ResultWriter(.list(depth: 1), to: pass.environment.sink)
    for path in files {
      let notDone = Failure(.refused, "notDone", reason)
      try results.value { $0.failure(failures[path] ?? notDone, at: path) }
    }
    try results.finish()
    return status
  }
}
