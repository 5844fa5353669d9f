internal import MetaCore

/// A rule that predicts how many pictures another reader finds.
struct PictureRule: Sendable {
  let reader: ForeignReading.Reader
  /// The containers that it is about; none for all.
  var kinds: Set<String> = []
  /// The reason for the number.
  let reason: String
  /// How many it finds; nil where the rule has nothing to say.
  let predict: @Sendable (ReaderFile) -> Int?

  /// The reason for what a reader finds: that of the first rule whose prediction is just that.
  static func reason(
    for theirs: Int, in file: ReaderFile, _ reader: ForeignReading.Reader
  ) -> String? {
    all.first { rule in
      rule.reader == reader
        && (rule.kinds.isEmpty || rule.kinds.contains(file.document.container.kind))
        && rule.predict(file) == theirs
    }?.reason
  }

  static let all = [
    PictureRule(reader: .tagLib, reason: "TagLib shows one tag only, or the first ID3v2 tag") {
      file in
      let tag = file.first(of: [.vorbis, .id3, .ape, .id3v1]) { file.items($0).firstTag }
      return tag?.items.count { ["APIC", "PIC"].contains($0.frameName) }
    },
    PictureRule(reader: .libavformat, reason: "libavformat leaves out empty pictures") { file in
      file.document.artwork.count { $0.data.count > 0 }
    },
    PictureRule(
      reader: .libavformat, kinds: ["musepack"],
      reason: "libavformat reads no pictures in such files"
    ) { _ in 0 },
  ]
}
