extension ResolvedEdit {
  /// Compares the pictures, chapters and items of an edit with those of the planned file, and adds
  /// those that are missing or changed to the notes and losses.
  ///
  /// `plan` creates the new file from `source`; values of the edit that were not loaded are read
  /// from `values`. An edit without pictures, chapters and items is not checked; for an unchanged
  /// file, only the comparison with `document` is needed.
  ///
  /// - Throws: ``EditRefusal`` if a loss is not allowed, and errors from reading.
  package mutating func checkPromise(
    _ plan: RewritePlan, of source: any ByteSource, _ document: Document,
    values: any ByteSource, allowingLoss: Bool
  ) throws {
    guard !promise.isEmpty else { return }
    let planned: (document: Document, source: any ByteSource)
    if plan.isUnchanged {
      planned = (document, source)
    } else {
      let new = PlannedSource(plan, of: source)
      planned = (try Inspector.inspect(new), new)
    }
    let findings = try promise.findings(in: planned.document, from: planned.source, old: values)
    notes += findings.notes
    losses += findings.losses
    guard findings.losses.isEmpty || allowingLoss else {
      throw EditRefusal(losses: losses, isLossy: true)
    }
  }
}
