internal import Synchronization

/// A set of tracks of which only one is played at a time, such as audio in several languages; the
/// counterpart of AVFoundation's `AVAssetWriterInputGroup`.
public struct AssetWriterInputGroup: Sendable, Hashable {
  /// The IDs of the tracks.
  public let trackIDs: [UInt32]
  /// The ID of the track played by default, nil if there is no such track; all other tracks in the
  /// group are disabled.
  public let defaultTrackID: UInt32?

  /// Creates a group of the tracks with the given IDs (``SampleBufferReceiver/trackID``).
  public init(trackIDs: [UInt32], defaultTrackID: UInt32? = nil) {
    self.trackIDs = trackIDs
    self.defaultTrackID = defaultTrackID
  }

  /// Creates a group of inputs that were added to the writer; the counterpart of AVFoundation's
  /// `init(inputs:defaultInput:)`.
  public init(inputs: [ClassicWriterInput], defaultInput: ClassicWriterInput? = nil) {
    // Zero is not a valid ID, so an input without a writer is detected.
    trackIDs = inputs.map { $0.trackID ?? 0 }
    defaultTrackID = defaultInput.map { $0.trackID ?? 0 }
  }
}

/// Groups and associations of tracks.
extension AssetWriter {
  /// The groups that were added, in order.
  public var inputGroups: [AssetWriterInputGroup] {
    state.withLock { state in
      state.relations.groups.map {
        AssetWriterInputGroup(trackIDs: $0.tracks, defaultTrackID: $0.defaultTrack)
      }
    }
  }

  /// Returns whether a group can be added: its tracks must belong to this writer and have one media
  /// type and no other group, and writing must not have started.
  public func canAdd(_ group: AssetWriterInputGroup) -> Bool {
    state.withLock { $0.status == .unknown && AssetWriter.fault(of: group, in: $0) == nil }
  }

  /// Adds a group.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if writing has started, `invalidAttributes` for
  ///   tracks that cannot form a group.
  public func add(_ group: AssetWriterInputGroup) throws(MetaError) {
    try configure(
      "add a group", unless: { AssetWriter.fault(of: group, in: $0) },
      { $0.relations.groups.append((group.trackIDs, group.defaultTrackID)) })
  }

  /// Returns an error message for tracks that cannot form a group.
  private static func fault(of group: AssetWriterInputGroup, in state: borrowing State) -> String? {
    let all = Set(group.trackIDs)
    guard !all.isEmpty, all.count == group.trackIDs.count else {
      return "a group requires at least one track, and no track may appear twice"
    }
    var types: Set<MediaType> = []
    for id in all {
      guard let type = mediaType(ofTrack: id, in: state) else {
        return "the writer has no track \(id)"
      }
      types.insert(type)
    }
    guard types.count == 1 else { return "the tracks of a group must have the same media type" }
    guard !state.relations.groups.contains(where: { !all.isDisjoint(with: $0.tracks) }) else {
      return "a track cannot be in more than one group"
    }
    guard group.defaultTrackID.map(all.contains) ?? true else {
      return "the default track is not in the group"
    }
    return nil
  }

  private static func mediaType(ofTrack id: UInt32, in state: borrowing State) -> MediaType? {
    guard id > 0, Int(id) <= state.tracks.count else { return nil }
    return state.tracks[Int(id) - 1].input.mediaType
  }

  // MARK: Associations

  /// Returns whether one track can refer to another with the given type of association.
  public func canAddTrackAssociation(
    from trackID: UInt32, to otherID: UInt32, type: TrackAssociationType
  ) -> Bool {
    state.withLock {
      $0.status == .unknown && AssetWriter.fault(from: trackID, to: otherID, type, in: $0) == nil
    }
  }

  /// Adds a reference from one track to another, by ID.
  ///
  /// A reference to a track that has no samples when writing finishes is omitted.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if writing has started, `invalidAttributes` for
  ///   tracks that cannot be associated in this way.
  public func addTrackAssociation(
    from trackID: UInt32, to otherID: UInt32, type: TrackAssociationType
  ) throws(MetaError) {
    try configure(
      "add an association", unless: { AssetWriter.fault(from: trackID, to: otherID, type, in: $0) },
      { $0.relations.associations.append((trackID, otherID, type)) })
  }

  /// Returns an error message for tracks that cannot be associated in this way.
  private static func fault(
    from id: UInt32, to other: UInt32, _ type: TrackAssociationType, in state: borrowing State
  ) -> String? {
    guard let source = mediaType(ofTrack: id, in: state),
      let target = mediaType(ofTrack: other, in: state), id != other
    else { return "the writer does not have these two tracks" }
    guard type.connects(source, target) else {
      return
        "association `\(type.rawValue)` is not allowed from a \(source.rawValue) track to a \(target.rawValue) track"
    }
    return nil
  }

  /// Changes the configuration, unless `fault` returns an error message.
  private func configure(
    _ what: String, unless fault: (borrowing State) -> String?,
    _ change: (inout sending State) -> Void
  ) throws(MetaError) {
    var reason: String?
    try configure(what) { state in
      reason = fault(state)
      if reason == nil { change(&state) }
    }
    if let reason { throw MetaError(.invalidAttributes, file: path, reason: reason) }
  }
}

extension SampleBufferReceiver {
  /// Adds a reference from this receiver's track to the track of another receiver of the same
  /// writer; the counterpart of AVFoundation's `addTrackAssociation(withTrackOf:type:)`.
  ///
  /// - Throws: ``MetaError``, as for ``AssetWriter/addTrackAssociation(from:to:type:)``.
  public func addTrackAssociation(
    withTrackOf other: SampleBufferReceiver, type: TrackAssociationType
  ) throws(MetaError) {
    guard writer === other.writer else {
      throw MetaError(
        .invalidAttributes, file: writer.path, reason: "the tracks belong to different movies")
    }
    try writer.addTrackAssociation(from: trackID, to: other.trackID, type: type)
  }
}

extension ClassicWriterInput {
  /// Returns whether this input's track can refer to the track of another input.
  public func canAddTrackAssociation(
    withTrackOf other: ClassicWriterInput, type: TrackAssociationType
  ) -> Bool {
    guard let writer, writer === other.writer, let trackID, let otherID = other.trackID else {
      return false
    }
    return writer.canAddTrackAssociation(from: trackID, to: otherID, type: type)
  }

  /// Adds a reference from this input's track to the track of another input; the counterpart of
  /// AVFoundation's `addTrackAssociation(withTrackOf:type:)`.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if either input does not belong to a writer, or an
  ///   error from ``AssetWriter/addTrackAssociation(from:to:type:)``.
  public func addTrackAssociation(
    withTrackOf other: ClassicWriterInput, type: TrackAssociationType
  ) throws(MetaError) {
    guard let writer, let trackID, let otherID = other.trackID else {
      throw MetaError(
        .wrongState, reason: "cannot associate an input that does not belong to a writer")
    }
    guard writer === other.writer else {
      throw MetaError(
        .invalidAttributes, file: writer.path, reason: "the tracks belong to different movies")
    }
    try writer.addTrackAssociation(from: trackID, to: otherID, type: type)
  }
}
