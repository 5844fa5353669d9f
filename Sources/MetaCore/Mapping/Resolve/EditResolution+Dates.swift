// Edits to dates: movie headers are kept in sync with the creation date, and dates can be shifted.

extension EditResolution {
  /// The formats that store a creation date in their headers.
  private static let movies: Set<String> = ["mp4", "mov", "3gp", "3g2"]

  /// Whether the movie headers also store a field.
  func isInHeaders(_ field: Field) -> Bool {
    field == .creationDate && trackID == nil
      && EditResolution.movies.contains(document.container.kind)
  }

  /// The creation date in the movie header, or the new date if it is changed; nil if it is cleared.
  private var headerDate: MetadataDate? {
    if edit.clearsHeaderDates { return nil }
    return edit.headerDate ?? document.container.facts.creationDate
  }

  /// Sets the dates in the headers, as seconds in UTC; returns whether the headers can hold the
  /// value.
  mutating func setHeaders(_ value: MetadataValue) -> Bool {
    guard case .date(let date) = value else { return false }
    if date.unixEpochSeconds == nil {
      note(
        .headerInUTC, .none,
        "in the movie headers, the missing parts of \(date) become the earliest date and UTC"
      )
    }
    guard let seconds = date.earliest.unixEpochSeconds, seconds >= 0,
      let header = MetadataDate(unixEpoch: seconds)
    else { return false }
    edit.clearsHeaderDates = false
    let dates = [headerDate] + (edit.headerDate == nil ? document.tracks.map(\.creationDate) : [])
    if dates.contains(where: { $0?.unixEpochSeconds != seconds }) { edit.headerDate = header }
    return true
  }

  /// Clears the dates in the headers, if there are any.
  mutating func clearHeaders() {
    edit.headerDate = nil
    edit.clearsHeaderDates = true
  }

  /// Shifts a date in all sources of the field.
  mutating func shift(_ field: Field, seconds: Int64) {
    guard field.kind == .date else {
      return addLoss(.wrongType, field, .common, "\(field.name) is not a date that can be shifted")
    }
    var isThere = false
    for source in sources(of: field) {
      guard let value = source.values.first else { continue }
      isThere = true
      guard case .date(let date) = value, let moved = date.shifted(by: seconds) else {
        addLoss(
          .wrongType, field, source.keySpace,
          "\(ValueForm.text(value)) in \(source.container.rawValue) cannot be shifted by \(seconds) seconds"
        )
        continue
      }
      losses += write(field, [.date(moved)], into: source)
    }
    if isInHeaders(field), let date = headerDate {
      isThere = true
      if let moved = date.shifted(by: seconds), moved.macEpochSeconds != nil {
        edit.headerDate = moved
      } else {
        addLoss(.outOfRange, field, .common, "the headers cannot store dates before 1970")
      }
    }
    if !isThere { note(.nothingToMove, .none, "there is no \(field.name) to shift") }
  }
}

extension MetadataDate {
  /// The earliest date and time that this date may denote; in UTC if it has no zone.
  fileprivate var earliest: MetadataDate {
    MetadataDate(
      year: year, month: month ?? 1, day: day ?? 1, hour: hour ?? 0, minute: minute ?? 0,
      second: second ?? 0, zone: zone == .unknown ? .utc : zone)
  }
}
