package import LibAV
package import MetaCore
package import SystemPackage

extension ForeignRemux {
  /// The input, output, tracks, range and metadata of a remux; the metadata is already converted to
  /// the keys of the output's container.
  package struct Request: Sendable {
    /// A track to copy.
    package struct Track: Sendable, Hashable {
      /// The track's ID in the input.
      package var id: UInt32
      /// The track's language in the output.
      package var language: LanguageTag?
      /// The track's name in the output.
      package var name: String?
      /// The track's duration in seconds; nil if unknown.
      var seconds: Double?

      /// Creates a track to copy.
      package init(id: UInt32, language: LanguageTag? = nil, name: String? = nil) {
        self.id = id
        self.language = language
        self.name = name
      }

      /// Creates a track to copy with its language and name.
      package init(_ track: TrackDescription) {
        self.init(id: track.id, language: track.language, name: track.name)
        seconds = track.duration?.seconds
      }
    }

    /// The input file.
    package var input: FilePath
    /// The kind of container of the input.
    let container: String
    /// The destination of the output.
    package var output: OutputBytes
    /// The kind of container of the output.
    let kind: OutputKind
    /// The tracks to copy, in the order of the output.
    package var tracks: [Track]
    /// The metadata of the whole file, in order.
    package var metadata: [MediaEntry] = []
    /// The chapters, ordered by time.
    package var chapters: [Chapter] = []
    /// Attached pictures and other files.
    package var attachments: [Attachment] = []
    /// The range to copy; nil to copy everything.
    package var cut: PacketCut?
    /// The samples and edit list of each track, if MetaCore reads the tables of the input.
    package var media: [TrackMedia] = []
    /// The duration of the whole file in seconds; nil if it is unknown or only part of it is
    /// copied.
    var seconds: Double?
    /// The number of bytes missing from the input according to its headers; nil if unknown.
    var missingBytes: Int64?
    /// Whether to continue if the output cannot store everything.
    package var allowsLoss = false

    /// Creates a request without metadata.
    init(
      input: FilePath, _ container: String, output: OutputBytes, _ kind: OutputKind,
      tracks: [Track]
    ) {
      (self.input, self.container) = (input, container)
      (self.output, self.kind) = (output, kind)
      self.tracks = tracks
    }
  }

  /// Something that a remux cannot copy, because the container cannot store it or the input is
  /// incomplete; or media that the new file plays although the edit list of the source excludes it.
  package struct Loss: Sendable, Hashable, CustomStringConvertible {
    /// The kind of loss; the raw value is used in messages.
    package enum Kind: String, Sendable, Hashable {
      case track, metadata, chapters, attachment, language, name, samples
      /// The edit list of a track.
      case edits
    }

    /// The kind of the loss.
    package let kind: Kind
    /// A track ID, a key or a file name that identifies what is lost, or the number of chapters.
    package let name: String
    /// The reason.
    package let reason: String

    /// The loss and its reason, for messages.
    package var description: String {
      switch kind {
      case .edits, .language, .name: "track \(name): \(reason)"
      case .samples where name.allSatisfy(\.isNumber): "samples of track \(name): \(reason)"
      default: "\(kind.rawValue) \(name): \(reason)"
      }
    }
  }

  /// The result of a remux: what was copied, lost and changed.
  package struct Result: Sendable, Hashable {
    /// The copied tracks, in the order of the output.
    package var tracks: [Track]
    /// The parts of the input that are missing from the output.
    package var losses: [ForeignRemux.Loss]
    /// The actual beginning of the copied range, in microseconds; nil if everything was copied.
    package var beginning: Int64?
    /// libavformat's error messages.
    package var findings: [String]
    /// The packet statistics of the same tracks.
    var outcomes: [Remuxer.StreamOutcome] = []
    /// The delays for ``MatroskaDelayWriter``.
    var delays: [MatroskaDelayWriter.Delay] = []

    /// A copied track.
    package struct Track: Sendable, Hashable {
      /// The track's ID in the input.
      package let id: UInt32
      /// The number of the track's packets.
      package let packets: Int
      /// The number of timestamps that were corrected because they were missing or did not
      /// increase.
      package let correctedTimes: Int
      /// FFmpeg's name for the track's codec.
      let codec: String
      /// The bitstream filter applied to the track's packets.
      package let filter: String?
    }
  }
}
