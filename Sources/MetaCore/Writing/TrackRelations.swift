/// The relations between the tracks of a movie being written, by track ID: alternate groups
/// (`tkhd`) and references (`tref`).
struct TrackRelations: Sendable {
  /// Groups of tracks of which only one is played, with the track played by default.
  var groups: [(tracks: [UInt32], defaultTrack: UInt32?)] = []
  /// References from one track to another.
  var associations: [(from: UInt32, to: UInt32, type: TrackAssociationType)] = []

  /// Adds the groups and references to the tracks of a movie, except for references to missing
  /// tracks.
  func apply(to movie: inout NewMovie) {
    let known = Set(movie.tracks.map(\.id))
    for index in movie.tracks.indices {
      let id = movie.tracks[index].id
      if let group = groups.firstIndex(where: { $0.tracks.contains(id) }) {
        movie.tracks[index].alternateGroup = Int16(clamping: group + 1)
        movie.tracks[index].isEnabled = groups[group].defaultTrack == id
      }
      movie.tracks[index].references = references(of: id, in: known)
    }
  }

  /// Returns the references of a track to existing tracks, one entry per type.
  private func references(
    of id: UInt32, in known: Set<UInt32>
  ) -> [(type: FourCC, ids: [UInt32])] {
    var references: [(type: FourCC, ids: [UInt32])] = []
    for association in associations where association.from == id && known.contains(association.to) {
      guard let type = FourCC(association.type.rawValue) else { continue }
      if let index = references.firstIndex(where: { $0.type == type }) {
        guard !references[index].ids.contains(association.to) else { continue }
        references[index].ids.append(association.to)
      } else {
        references.append((type: type, ids: [association.to]))
      }
    }
    return references
  }
}

/// The type of a track reference; the counterpart of AVFoundation's `AVAssetTrack.AssociationType`,
/// with the codes used in `tref`.
public struct TrackAssociationType: Sendable, Hashable, RawRepresentable {
  /// The type of the atom in `tref`: four characters.
  public let rawValue: String

  /// Creates a type from its four characters.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Refers to audio that is played if this track cannot be decoded.
  public static let audioFallback = TrackAssociationType(rawValue: "fall")
  /// Refers to the text track with the chapters (QTFF "Chapter Lists").
  public static let chapterList = TrackAssociationType(rawValue: "chap")
  /// Refers from subtitles to the subtitles that are always shown.
  public static let forcedSubtitlesOnly = TrackAssociationType(rawValue: "forc")
  /// Refers to a track that is selected together with this one.
  public static let selectionFollower = TrackAssociationType(rawValue: "folw")
  /// Refers to the track with the timecode (QTFF "Timecode Media").
  public static let timecode = TrackAssociationType(rawValue: "tmcd")
  /// Refers from metadata to the track that it describes (ISO/IEC 14496-12 §8.3.3).
  public static let metadataReferent = TrackAssociationType(rawValue: "cdsc")

  /// Returns whether tracks with the given media types can be associated.
  func connects(_ source: MediaType, _ target: MediaType) -> Bool {
    switch self {
    case .audioFallback: source == .audio && target == .audio
    case .chapterList: target == .text || target == .video
    case .forcedSubtitlesOnly: source == .subtitle && target == .subtitle
    case .selectionFollower: true
    case .timecode: target == .timecode
    case .metadataReferent: source == .metadata
    default: FourCC(rawValue) != nil
    }
  }
}
