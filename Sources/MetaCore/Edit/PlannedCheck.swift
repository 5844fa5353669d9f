extension ResolvedEdit {
  /// Compares the pictures, chapters and items that were asked for with those that the planned file has, and lists what is missing or changed.
  ///
  /// `plan` makes the new file of `source`; values of the edit that were not read are in `values`. Costs nothing where the edit is about
  /// neither, and where nothing changes no more than the comparison with `document`.
  ///
  /// - Throws: ``EditRefusal`` when something is lost and that is not allowed, and what reading throws.
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
