package import LibAV
package import MetaCore
package import SystemPackage

extension ForeignRemux {
  /// What a remux is to do; metadata are what our converters made, in the keys of the output's
  /// container.
  package struct Request: Sendable {
    /// A track that is kept.
    package struct Track: Sendable, Hashable {
      /// Its number in the document of the input.
      package var id: UInt32
      /// The language that the output says it has.
      package var language: LanguageTag?
      /// The name that the output gives it.
      package var name: String?
      /// How long it plays, in seconds; nil where that is not known.
      var seconds: Double?
      /// Further tags of it, in the words of the muxer.
      var entries: [MediaEntry] = []

      /// Makes a choice.
      package init(id: UInt32, language: LanguageTag? = nil, name: String? = nil) {
        self.id = id
        self.language = language
        self.name = name
      }

      /// A track that stays what it is.
      package init(_ track: TrackDescription) {
        self.init(id: track.id, language: track.language, name: track.name)
        seconds = track.duration?.seconds
      }
    }

    /// The file that is read.
    package var input: FilePath
    /// What kind of container it is, as its document says.
    let container: String
    /// Where the new file's bytes go.
    package var output: OutputBytes
    /// The kind of container that is made.
    let kind: OutputKind
    /// The tracks that are kept, in the order of the output.
    package var tracks: [Track]
    /// The metadata of the whole file, in order.
    package var metadata: [MediaEntry] = []
    /// The chapters, in order of time.
    package var chapters: [Chapter] = []
    /// Pictures and other files that go with the tracks.
    package var attachments: [Attachment] = []
    /// The part that is wanted; nil for all.
    package var cut: PacketCut?
    /// The samples of each track and what is played of them, where MetaCore reads the tables of the
    /// input.
    package var media: [TrackMedia] = []
    /// How long the whole file plays, in seconds; nil where that is not known, or not all of it is
    /// wanted.
    var seconds: Double?
    /// How many bytes the input lacks by what its headers say; nil where they do not say it.
    var missingBytes: Int64?
    /// Whether to go on where the output cannot hold everything.
    package var allowsLoss = false

    /// Makes a request for a file without metadata.
    init(
      input: FilePath, _ container: String, output: OutputBytes, _ kind: OutputKind,
      tracks: [Track]
    ) {
      (self.input, self.container) = (input, container)
      (self.output, self.kind) = (output, kind)
      self.tracks = tracks
    }
  }

  /// Something that an output cannot hold.
  package struct Loss: Sendable, Hashable, CustomStringConvertible {
    /// What kind of thing is lost.
    package enum Kind: String, Sendable, Hashable {
      case track, metadata, chapters, attachment, language, name, samples
      /// The edit list of a track.
      case edits
    }

    /// What kind of thing it is.
    package let kind: Kind
    /// Which one: the number of a track, a key, the name of a file.
    package let name: String
    /// Why, in words.
    package let reason: String

    /// The same in one sentence.
    package var description: String {
      switch kind {
      case .edits: "track \(name): \(reason)"
      case .samples where name.allSatisfy(\.isNumber): "samples of track \(name): \(reason)"
      default: "\(kind.rawValue) \(name): \(reason)"
      }
    }
  }

  /// What a remux came to.
  package struct Result: Sendable, Hashable {
    /// What became of each track, by its number in the input, in the order of the output.
    package var tracks: [Track]
    /// What the output does not hold.
    package var losses: [ForeignRemux.Loss]
    /// Where the part that was wanted begins in fact, in microseconds; nil where all was.
    package var beginning: Int64?
    /// What libavformat had to say.
    package var findings: [String]
    /// The same tracks as libavformat's packets have it.
    var outcomes: [Remuxer.Outcome] = []
    /// What ``MatroskaDelayWriter`` is to write.
    var delays: [MatroskaDelayWriter.Delay] = []

    /// What became of a track.
    package struct Track: Sendable, Hashable {
      /// Its number in the input.
      package let id: UInt32
      /// How many packets it has.
      package let packets: Int
      /// How many of them have another time than in the input, because the output cannot hold
      /// theirs.
      package let correctedTimes: Int
      /// The name that FFmpeg has for its codec.
      let codec: String
      /// The bitstream filter that its packets went through.
      package let filter: String?
    }
  }
}
