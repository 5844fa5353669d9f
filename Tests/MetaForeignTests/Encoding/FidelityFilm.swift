import Foundation
import MetaCore
import TestSupport
import Testing

/// A generated film to transcode, and the properties that the target cannot store.
struct FidelityFilm: Sendable, CustomTestStringConvertible {
  let name: String
  /// The arguments of ffmpeg that make it; empty for a sample.
  var arguments: [String] = []
  /// The extension of the film.
  var source = "mov"
  /// The extension of the target.
  var target = "mp4"
  var video: VideoOutputSettings.Codec? = .h264
  var audio: AudioOutputSettings.Format? = .aac
  /// A change of the film after ffmpeg made it.
  var patch: (@Sendable (inout MoviePatch) -> Void)?
  /// The properties that neither codec nor container can hold, with the reason.
  var exceptions: [String: String] = [:]
  /// The reason why it is not transcoded; nil when it is.
  var refusal: String?
  /// The edit list to set before transcoding.
  var edits: [(duration: Int, time: Int)] = []

  var testDescription: String { name }

  // MARK: Parts of ffmpeg's arguments

  static func pictures(
    _ options: String = "", size: String = "320x180", rate: String = "25", filter: String = "null"
  ) -> [String] {
    [
      "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=\(rate):duration=1,\(filter)", "-c:v",
      "libx264", "-preset", "ultrafast", "-bf", "2",
    ] + options.split(separator: " ").map(String.init)
  }

  static func sound(_ layout: String, _ codec: String = "pcm_s16le") -> [String] {
    [
      "-f", "lavfi", "-i",
      "anoisesrc=amplitude=0.1:sample_rate=48000:duration=1:seed=7,aformat=channel_layouts=mono,pan=\(layout)|"
        + channels(layout).map { "\($0)=c0" }.joined(separator: "|"), "-c:a", codec,
    ]
  }

  private static func channels(_ layout: String) -> [String] {
    let count = ["mono": 1, "stereo": 2, "3.0": 3, "quad": 4, "5.0": 5, "5.1": 6, "7.1": 8][layout]
    return (0..<(count ?? 2)).map { "c\($0)" }
  }
}

extension FidelityFilm {
  /// All films.
  static let all: [FidelityFilm] =
    times + turns + colors + dynamics + shapes + sounds + tracks + texts
    + samples

  // MARK: Times

  /// After an empty edit, ffprobe includes the encoder delay at the start of the audio.
  private static let priming = [
    "start_time": "with the encoder's delay", "duration": "with the encoder's delay",
  ]

  private static let times: [FidelityFilm] = [
    FidelityFilm(name: "plain", arguments: pictures() + ["-bf", "0"]),
    FidelityFilm(name: "reordered", arguments: pictures() + sound("stereo", "aac")),
    FidelityFilm(
      name: "edit list", arguments: pictures() + sound("stereo", "aac"), source: "mp4",
      exceptions: [
        "nb_frames": "only what is played is encoded",
        "interlaced_frame": "ffprobe does not decode the first picture of the source",
        "top_field_first": "the same",
      ], edits: [(600, 5120)]),
    FidelityFilm(
      name: "empty edit", arguments: pictures() + sound("stereo", "aac"), source: "mp4",
      edits: [(500, -1), (1000, 1024)]),
    FidelityFilm(
      name: "late sound",
      arguments: ["-itsoffset", "0.3"] + sound("mono").prefix(4) + pictures() + [
        "-map", "1:v", "-map", "0:a", "-c:a", "aac",
      ], exceptions: priming.merging(["played": "ffmpeg's movie counts milliseconds"]) { $1 }),
    FidelityFilm(
      name: "variable frame rate",
      arguments: pictures(
        "-vsync vfr -video_track_timescale 90000",
        filter: "select='not(mod(n\\,3))+not(mod(n\\,7))'"
      )),
    FidelityFilm(
      name: "frame rate 30000/1001", arguments: pictures(rate: "30000/1001") + sound("stereo")),
    FidelityFilm(name: "frame rate 12.5", arguments: pictures(rate: "25/2"), video: .hevc),
    FidelityFilm(
      name: "timecode", arguments: pictures() + ["-timecode", "10:11:12:13"], target: "mov"),
    FidelityFilm(
      name: "timecode drop frame",
      arguments: pictures(rate: "30000/1001") + ["-timecode", "01:00:00;02"], target: "mov",
      video: .hevc),
  ]

  // MARK: Rotation

  private static let turns: [FidelityFilm] = [90, 180, 270].map { angle in
    FidelityFilm(name: "turned by \(angle)", arguments: [], source: "mov", video: .h264)
      .turned(angle)
  }

  private func turned(_ angle: Int) -> FidelityFilm {
    var film = self
    film.arguments =
      FidelityFilm.pictures() + ["-metadata:s:v:0", "rotate=\(angle)"]
    return film
  }

  // MARK: Colours

  private static func color(_ primaries: String, _ transfer: String, _ matrix: String) -> String {
    "-color_primaries \(primaries) -color_trc \(transfer) -colorspace \(matrix)"
  }

  /// VP9, ProRes and HEVC of 4:2:2 do not say where between pixels chroma is.
  private static let noPlace = ["chroma_location": "the codec does not say it"]

  private static let colors: [FidelityFilm] = [
    FidelityFilm(
      name: "BT.601, 625 lines", arguments: pictures(color("bt470bg", "gamma28", "bt470bg"))),
    FidelityFilm(
      name: "BT.601, 525 lines",
      arguments: pictures(color("smpte170m", "smpte170m", "smpte170m")), target: "mov"),
    FidelityFilm(name: "BT.709", arguments: pictures(color("bt709", "bt709", "bt709"))),
    FidelityFilm(
      name: "BT.709 as HEVC", arguments: pictures(color("bt709", "bt709", "bt709")), target: "mov",
      video: .hevc),
    FidelityFilm(
      name: "BT.709 as AV1", arguments: pictures(color("bt709", "bt709", "bt709")), video: .av1),
    FidelityFilm(
      name: "BT.709 as VP9", arguments: pictures(color("bt709", "bt709", "bt709")), video: .vp9,
      exceptions: noPlace),
    FidelityFilm(
      name: "BT.709 as ProRes", arguments: pictures(color("bt709", "bt709", "bt709")),
      target: "mov", video: .proRes422,
      exceptions: noPlace.merging(["pix_fmt": "ProRes 422 has 4:2:2 of 10 bits"]) { $1 }),
    FidelityFilm(
      name: "full range",
      arguments: pictures(color("bt709", "bt709", "bt709") + " -pix_fmt yuvj420p")),
    FidelityFilm(
      name: "BT.2020 of 10 bits",
      arguments: pictures(
        color("bt2020", "bt2020-10", "bt2020nc") + " -pix_fmt yuv420p10le"), video: .hevc),
    FidelityFilm(
      name: "4:2:2 of 10 bits", arguments: pictures("-pix_fmt yuv422p10le"), target: "mov",
      video: .h264),
    FidelityFilm(
      name: "4:2:2 of 10 bits as HEVC", arguments: pictures("-pix_fmt yuv422p10le"), video: .hevc,
      exceptions: noPlace),
    FidelityFilm(
      name: "ProRes to MP4",
      arguments: pictures(color("bt709", "bt709", "bt709")) + [
        "-c:v", "prores_ks", "-pix_fmt", "yuv422p10le",
      ],
      exceptions: noPlace.merging(
        Dictionary(
          uniqueKeysWithValues: ["color_primaries", "color_space", "color_transfer"].map {
            ($0, "its frames say it, which ffprobe does not read")
          })
      ) { $1 }),
    FidelityFilm(name: "4:4:4", arguments: pictures("-pix_fmt yuv444p"), video: .h264),
  ]

  private static let pq = color("bt2020", "smpte2084", "bt2020nc") + " -pix_fmt yuv420p10le"

  private static let dynamics: [FidelityFilm] =
    [VideoOutputSettings.Codec.h264, .hevc, .av1, .vp9].map { codec in
      FidelityFilm(
        name: "HDR10 as \(codec.rawValue)", arguments: pictures(pq), video: codec,
        patch: { $0.describe(track: 0, with: MoviePatch.mdcv + MoviePatch.clli) },
        exceptions: codec == .vp9 ? noPlace : [:])
    } + [
      FidelityFilm(
        name: "HDR10 in the stream",
        arguments: pictures(pq) + [
          "-c:v", "libx265", "-tag:v", "hvc1", "-x265-params",
          "log-level=none:hdr10=1:max-cll=1000,400:master-display="
            + "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)",
        ], target: "mov", video: .hevc),
      FidelityFilm(
        name: "HLG",
        arguments: pictures(
          color("bt2020", "arib-std-b67", "bt2020nc") + " -pix_fmt yuv420p10le"),
        target: "mov", video: .hevc),
    ]

  // MARK: Shapes

  private static let shapes: [FidelityFilm] = [
    FidelityFilm(
      name: "top field first",
      arguments: pictures(
        "-flags +ildct+ilme -top 1 -x264opts tff=1", rate: "50", filter: "interlace=scan=tff")),
    FidelityFilm(
      name: "bottom field first",
      arguments: pictures(
        "-flags +ildct+ilme -top 0 -x264opts bff=1", rate: "50", filter: "interlace=scan=bff"),
      target: "mov"),
    FidelityFilm(
      name: "top field first as HEVC",
      arguments: pictures(
        "-flags +ildct+ilme -top 1 -x264opts tff=1", rate: "50", filter: "interlace=scan=tff"),
      target: "mov", video: .hevc,
      exceptions: [
        "interlaced_frame": "x265 codes whole frames; fiel says what they are",
        "top_field_first": "the same",
      ]),
    FidelityFilm(
      name: "pixel aspect", arguments: pictures(size: "360x288", filter: "setsar=16/15")),
    FidelityFilm(
      name: "pixel aspect as HEVC", arguments: pictures(size: "360x288", filter: "setsar=64/45"),
      target: "mov", video: .hevc),
    FidelityFilm(
      name: "clean aperture", arguments: pictures(),
      patch: { $0.describe(track: 0, with: MoviePatch.clap(300, 160, 2, -4)) }),
    FidelityFilm(
      name: "clean aperture and pixel aspect", arguments: pictures(filter: "setsar=4/3"),
      target: "mov", video: .hevc,
      patch: { $0.describe(track: 0, with: MoviePatch.clap(304, 176, 0, 0)) }),
    FidelityFilm(name: "odd size", arguments: pictures("-pix_fmt yuv444p", size: "321x181")),
  ]

  // MARK: Sound

  private static let sounds: [FidelityFilm] =
    ["mono", "stereo", "5.1", "7.1"].flatMap { layout in
      [
        FidelityFilm(name: "\(layout) as AAC", arguments: sound(layout), target: "m4a", video: nil),
        FidelityFilm(
          name: "\(layout) as ALAC", arguments: sound(layout), target: "mov", video: nil,
          audio: .alac, refusal: layout == "7.1" ? "does not support the channel layout 7.1" : nil),
        FidelityFilm(
          name: "\(layout) as FLAC", arguments: sound(layout), video: nil, audio: .flac,
          exceptions: layout == "5.1"
            ? ["channel_layout": "ffmpeg takes the six channels of FLAC for 5.1(side)"] : [:]),
        FidelityFilm(
          name: "\(layout) as PCM", arguments: sound(layout, "aac"), target: "mov", video: nil,
          audio: .linearPCM),
        FidelityFilm(
          name: "\(layout) as Opus", arguments: sound(layout), video: nil, audio: .opus),
      ]
    }

  // MARK: Tracks and metadata

  private static let tracks: [FidelityFilm] = [
    FidelityFilm(
      name: "two languages",
      arguments: pictures() + sound("stereo") + [
        "-map", "0:v", "-map", "1:a", "-map", "1:a", "-metadata:s:a:0", "language=fra",
        "-metadata:s:a:1", "language=jpn", "-disposition:a:1", "0",
      ]),
    FidelityFilm(
      name: "alternate groups",
      arguments: pictures() + sound("stereo") + ["-map", "0:v", "-map", "1:a", "-map", "1:a"],
      patch: { patch in for track in 1...2 { patch.setAlternateGroup(track: track, 7) } }),
  ]

  private static let texts: [FidelityFilm] = [
    FidelityFilm(
      name: "chapters",
      arguments: pictures() + sound("stereo") + [
        "-i", "CHAPTERS", "-map", "0:v", "-map", "1:a", "-map_metadata", "2",
      ]),
    FidelityFilm(
      name: "subtitles",
      arguments: pictures() + sound("stereo", "aac") + [
        "-i", "SUBTITLES", "-map", "0:v", "-map", "1:a", "-map", "2:s", "-c:s", "mov_text",
        "-metadata:s:s:0", "language=deu",
      ], source: "mp4"),
    FidelityFilm(
      name: "cover",
      arguments: pictures() + sound("stereo", "aac") + [
        "-i", "COVER", "-map", "0:v", "-map", "1:a", "-map", "2:v", "-c:v:1", "png",
        "-disposition:v:1", "attached_pic", "-metadata", "title=Holiday", "-metadata",
        "artist=Ours", "-metadata", "track=3/12",
      ], source: "mp4"),
  ]

  static let chapterText = """
    ;FFMETADATA1
    title=Chapters
    [CHAPTER]
    TIMEBASE=1/1000
    START=0
    END=400
    title=First
    [CHAPTER]
    TIMEBASE=1/1000
    START=400
    END=1000
    title=Second

    """

  static let subtitleText = """
    1
    00:00:00,100 --> 00:00:00,500
    Hello

    2
    00:00:00,600 --> 00:00:00,900
    Again

    """

  /// Samples of the repository with clean aperture, languages, timecode, timed metadata, subtitles,
  /// chapters and covers.
  private static let samples: [FidelityFilm] = [
    FidelityFilm(name: "moov-first.mp4", source: "", target: "mp4"),
    FidelityFilm(name: "timecode-gps.mov", source: "", target: "mov"),
    FidelityFilm(name: "live-photo.mov", source: "", target: "mov"),
    FidelityFilm(name: "track-names.mov", source: "", target: "mov"),
    FidelityFilm(name: "episode.m4v", source: "", target: "m4v"),
    FidelityFilm(name: "book-chapters.m4b", source: "", target: "m4b", video: nil),
    FidelityFilm(name: "book-chapters.m4b", source: "", target: "mp4"),
    FidelityFilm(name: "song-itunes.m4a", source: "", target: "m4a", video: nil),
    FidelityFilm(name: "delayed-sound.mp4", source: "", target: "mp4", exceptions: priming),
  ]
}
