/// A format whose media can be taken into another file, sample by sample and untouched.
package protocol RemuxableFormat: MediaFormat {
  /// Whether its files can take tracks of other movies.
  var takesReplacements: Bool { get }

  /// The types of files that it can become, its own first.
  func targets(of document: Document) -> [FileType]

  /// The new file.
  ///
  /// - Throws: `unsupported` where the target cannot hold something that is asked for, `wouldLose` where something would be lost and that is not
  ///   allowed, and whatever makes the file unreadable.
  func remux(
    _ document: Document, in window: SourceWindow, _ request: RemuxRequest
  ) throws(ParseError) -> RemuxPlan

  /// The media of each track and what is played of them, where the format has tables of samples; empty where it has none.
  ///
  /// `hidingPreroll` says whether a new file can say of sound that its beginning is not played; nil leaves out what is kept of the samples.
  ///
  /// - Throws: whatever makes the tables unreadable.
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

/// What media are taken into another file, and which.
package struct RemuxRequest: Sendable {
  /// The type of the new file.
  package var fileType: FileType
  /// The tracks that are wanted, by their numbers; nil for all.
  package var tracks: Set<UInt32>?
  /// What is wanted of the media, in times of the file; nil for all.
  package var range: MediaTimeRange?
  /// Whether what tells about the media stands before them.
  package var isFastStart = true
  /// How long fragments are, at least, where the new file is to have them; nil where it is not.
  package var fragmentInterval: MediaTime?
  /// Whether what the target cannot hold may be left out.
  package var allowsLoss = false
  /// Tracks of other movies whose samples the new file has; their media are addressed after the old file (``JoinedLayout``).
  package var replacements: [TrackReplacements] = []
  /// The tracks whose samples are going to be others, so that the new file need not hold those that they have.
  package var encoded: Set<UInt32> = []

  /// A request for all media.
  package init(_ fileType: FileType) { self.fileType = fileType }

  /// Refuses times that are no numbers.
  func checkTimes() throws(ParseError) {
    try range?.start.checkNumeric("the start of the range")
    try range?.end.checkNumeric("the end of the range")
    try fragmentInterval?.checkNumeric("the length of fragments")
  }
}

/// What a remux comes to, before anything is written.
package struct RemuxPlan: Sendable {
  /// The new file, made of pieces of the old one.
  package var rewrite: RewritePlan
  /// What is not in the new file.
  package var losses: [Diagnostic] = []
  /// What is worth knowing beside.
  package var notes: [Diagnostic] = []
  /// Whether the new file has all metadata that the old one has, item for item.
  package var keepsMetadata: Bool
  /// What is played of the first sound, where it was cut; in samples.
  package var gapless: GaplessSound?
  /// What each track is to hold, where the format has tables of samples.
  package var promised: [PromisedTrack] = []
}

extension Diagnostic {
  /// That nothing less than frames could be left out, and what is played therefore.
  static func frameBorder(
    _ samples: Range<Int64>, sampleRate: Int, at offset: Int64
  ) -> Diagnostic {
    let times = [samples.lowerBound, samples.upperBound].map { sample in
      "\((Double(sample) / Double(max(1, sampleRate)) * 1000).rounded() / 1000) s"
    }
    return Diagnostic(
      code: .frameBorder, path: StructurePath(), offset: offset,
      message: "cut on a frame border: from \(times[0]) to \(times[1])")
  }
}
