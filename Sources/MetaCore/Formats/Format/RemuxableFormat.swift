/// A format whose media can be copied to a new file without encoding it: it plans the new file for
/// an export, which other code writes.
///
/// These formats are MP4 and QuickTime, MPEG audio, and ADTS.
package protocol RemuxableFormat: MediaFormat {
  /// Whether exports of files in the format can receive tracks from other movies.
  var takesReplacements: Bool { get }

  /// Returns the file types to which a document can be remuxed, its own type first; empty when it
  /// cannot be remuxed.
  func targets(of document: Document) -> [FileType]

  /// Plans the new file.
  ///
  /// - Throws: `unsupported` when the target cannot hold the requested data, `wouldLose` when data
  ///   would be lost without permission, and errors that make the file unreadable.
  func remux(
    _ document: Document, in window: SourceWindow, _ request: RemuxRequest
  ) throws(ParseError) -> RemuxPlan

  /// Returns the media of each track with its edit list, if the format has sample tables; otherwise
  /// the result is empty.
  ///
  /// `hidingPreroll` states whether the new file can mark the beginning of the audio as not played;
  /// nil omits the samples that are kept (``TrackMedia/stretches``).
  ///
  /// - Throws: Errors that make the tables unreadable.
  func media(
    of document: Document, in window: SourceWindow, hidingPreroll: Bool?
  ) throws(ParseError) -> [TrackMedia]
}

extension RemuxableFormat {
  package var takesReplacements: Bool { false }

  package func media(
    of document: Document, in window: SourceWindow, hidingPreroll: Bool?
  ) throws(ParseError) -> [TrackMedia] { [] }
}

/// The request for an export: the type of the new file, the tracks and time range to copy to it,
/// and options such as fragments and replaced samples.
package struct RemuxRequest: Sendable {
  /// The type of the new file.
  package var fileType: FileType
  /// The IDs of the tracks to copy; nil to copy all tracks.
  package var tracks: Set<UInt32>?
  /// The time range of the media to copy; nil to copy all of it.
  package var range: MediaTimeRange?
  /// Whether the tables precede the media.
  package var isFastStart = true
  /// The minimum duration of fragments; nil when the new file has none.
  package var fragmentInterval: MediaTime?
  /// Whether content that the target cannot hold may be dropped.
  package var allowsLoss = false
  /// Tracks from other movies that provide samples; their media is addressed as if it followed the
  /// source file (``JoinedLayout``).
  package var replacements: [TrackReplacements] = []
  /// The tracks whose samples will be replaced, so that the new file need not support the original
  /// ones.
  package var encoded: Set<UInt32> = []

  /// Creates a request for all media.
  package init(_ fileType: FileType) { self.fileType = fileType }

  /// Rejects times that are not numeric.
  func checkTimes() throws(ParseError) {
    try range?.start.checkNumeric("the start of the range")
    try range?.end.checkNumeric("the end of the range")
    try fragmentInterval?.checkNumeric("the length of fragments")
  }
}

/// The result of planning an export: the new file as pieces of the source and new bytes, and the
/// content that it lacks.
package struct RemuxPlan: Sendable {
  /// The new file, composed of pieces of the source.
  package var rewrite: RewritePlan
  /// The content that the new file lacks.
  package var losses: [Diagnostic] = []
  /// Additional notes.
  package var notes: [Diagnostic] = []
  /// Whether the new file has all metadata items of the source.
  package var keepsMetadata: Bool
  /// The gapless playback information of the first audio track if it was cut, in samples.
  package var gapless: GaplessInfo?
  /// The content expected of each track, if the format has sample tables.
  package var promised: [PromisedTrack] = []
}

extension Diagnostic {
  /// Returns the note stating that only whole frames could be cut, and the resulting range.
  static func frameBorder(
    _ samples: Range<Int64>, sampleRate: Int, at offset: Int64
  ) -> Diagnostic {
    let times = [samples.lowerBound, samples.upperBound].map { sample in
      "\((Double(sample) / Double(max(1, sampleRate)) * 1000).rounded() / 1000) s"
    }
    return Diagnostic(
      code: .frameBorder, path: StructurePath(), offset: offset,
      message: "cut at frame boundaries: from \(times[0]) to \(times[1])")
  }
}
