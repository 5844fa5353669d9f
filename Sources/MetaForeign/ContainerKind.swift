internal import MetaCore

/// A kind of container that libavformat reads for us.
struct ContainerKind: Sendable {
  /// What `container.kind` of a dump says.
  let kind: String
  /// What MetaCore calls it when it recognises it (`ForeignKinds`).
  let names: [String]
  /// The name of libavformat's demuxer.
  let demuxer: String
  /// The extensions of its files.
  let extensions: [String]
  /// The uniform type identifier of its files.
  let fileType: String
  /// The key space of its items.
  let keySpace: KeySpace
  /// Where in the file its items stand, in the words of the format.
  let place: String
  /// Whether the tags of the file stand in its streams, as those of Ogg do.
  var hasTagsInStreams = false

  /// How people call it.
  var name: String { names[0] }

  /// One row for each kind: what a file is called, read with, and where its items come from.
  static let all: [ContainerKind] = [
    ContainerKind(
      kind: "matroska", names: ["Matroska or WebM"], demuxer: "matroska",
      extensions: ["mkv", "webm", "mka", "mks", "mk3d"], fileType: "org.matroska.mkv",
      keySpace: .matroska, place: "Segment"),
    ContainerKind(
      kind: "avi", names: ["AVI"], demuxer: "avi", extensions: ["avi", "divx"],
      fileType: "public.avi", keySpace: .riff, place: "LIST/INFO"),
    ContainerKind(
      kind: "mpegts", names: ["MPEG transport stream", "MPEG transport stream (M2TS)"],
      demuxer: "mpegts", extensions: ["ts", "m2ts", "mts"],
      fileType: "public.mpeg-2-transport-stream", keySpace: .transportStream, place: "SDT"),
    ContainerKind(
      kind: "mpegps", names: ["MPEG program stream"], demuxer: "mpeg",
      extensions: ["mpg", "mpeg", "vob"], fileType: "public.mpeg", keySpace: .libavformat,
      place: ""),
    ContainerKind(
      kind: "flv", names: ["Flash video"], demuxer: "flv", extensions: ["flv"],
      fileType: "com.adobe.flash.video", keySpace: .flashVideo, place: "onMetaData"),
    ContainerKind(
      kind: "ogg",
      names: [
        "Ogg", "Theora video in Ogg", "Vorbis audio in Ogg", "Opus audio in Ogg",
        "Speex audio in Ogg", "FLAC audio in Ogg", "Ogg with a skeleton",
      ], demuxer: "ogg", extensions: ["ogg", "oga", "ogv", "opus", "spx"],
      fileType: "org.xiph.ogg", keySpace: .vorbis, place: "comments", hasTagsInStreams: true),
    ContainerKind(
      kind: "flac", names: ["FLAC audio"], demuxer: "flac", extensions: ["flac"],
      fileType: "org.xiph.flac", keySpace: .vorbis, place: "VORBIS_COMMENT"),
    ContainerKind(
      kind: "asf", names: ["Windows Media (ASF)"], demuxer: "asf",
      extensions: ["wma", "wmv", "asf"], fileType: "com.microsoft.advanced-systems-format",
      keySpace: .asf, place: "Header"),
    ContainerKind(
      kind: "caf", names: ["Core Audio Format"], demuxer: "caf", extensions: ["caf"],
      fileType: "com.apple.coreaudio-format", keySpace: .audioFile, place: "info"),
    ContainerKind(
      kind: "ape", names: ["Monkey's Audio"], demuxer: "ape", extensions: ["ape"],
      fileType: "com.monkeysaudio.ape", keySpace: .ape, place: "APEv2"),
    ContainerKind(
      kind: "wavpack", names: ["WavPack audio"], demuxer: "wv", extensions: ["wv"],
      fileType: "com.wavpack.wv", keySpace: .ape, place: "APEv2"),
    ContainerKind(
      kind: "tta", names: ["True Audio"], demuxer: "tta", extensions: ["tta"],
      fileType: "org.tta.tta", keySpace: .ape, place: "APEv2"),
    ContainerKind(
      kind: "au", names: ["AU audio"], demuxer: "au", extensions: ["au", "snd"],
      fileType: "public.au-audio", keySpace: .libavformat, place: ""),
    ContainerKind(
      kind: "amr", names: ["AMR audio"], demuxer: "amr", extensions: ["amr"],
      fileType: "org.3gpp.adaptive-multi-rate-audio", keySpace: .libavformat, place: ""),
    ContainerKind(
      kind: "ac3", names: ["AC-3 audio"], demuxer: "ac3", extensions: ["ac3"],
      fileType: "public.ac3-audio", keySpace: .libavformat, place: ""),
    ContainerKind(
      kind: "eac3", names: ["E-AC-3 audio"], demuxer: "eac3", extensions: ["eac3", "ec3"],
      fileType: "public.enhanced-ac3-audio", keySpace: .libavformat, place: ""),
    ContainerKind(
      kind: "w64", names: ["Wave64"], demuxer: "w64", extensions: ["w64"],
      fileType: "com.sony.wave64", keySpace: .riff, place: ""),
    ContainerKind(
      kind: "mxf", names: ["MXF"], demuxer: "mxf", extensions: ["mxf"],
      fileType: "org.smpte.mxf", keySpace: .libavformat, place: "Preface"),
    ContainerKind(
      kind: "rm", names: ["RealMedia"], demuxer: "rm", extensions: ["rm", "rmvb"],
      fileType: "com.real.realmedia", keySpace: .libavformat, place: "CONT"),
  ]
}
