// swift-tools-version: 6.3
import PackageDescription

/// Every target is held to the same rules; there is no second list.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// Releases: `metatool` needs nothing of the system that it runs on, its helper no more than FFmpeg's libraries.
let isRelease = Context.environment["META_RELEASE"] == "1"

let package = Package(
  name: "metatool",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "MetaCore", targets: ["MetaCore"]),
    .library(name: "MetaCoreFoundation", targets: ["MetaCoreFoundation"]),
    .library(name: "MetaForeign", targets: ["MetaForeign"]),
    .library(name: "MetaCapture", targets: ["MetaCapture"]),
    .executable(name: "metatool", targets: ["metatool"]),
    .executable(name: "metatool-foreign", targets: ["metatool-foreign"]),
    .executable(name: "metatool-capture", targets: ["metatool-capture"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"]), .brew(["nettle"])]),
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(name: "CLinux"),
    .target(name: "LibC", dependencies: ["CLinux"], swiftSettings: settings),
    // What the two programs need where there is no /proc.
    .target(name: "CProcessStart"),
    // Lets `metatool serve` outlive a trap.
    .target(name: "CTraps"),
    .systemLibrary(
      name: "CLibAV", pkgConfig: "libavformat libavcodec libavutil libswresample libswscale",
      providers: [
        .apt([
          "libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswresample-dev",
          "libswscale-dev", "libavdevice-dev", "libavfilter-dev",
        ]), .brew(["ffmpeg"]),
      ]),
    // TagLib, which only the foreign helper uses; the shim lets no exception escape to Swift.
    .systemLibrary(
      name: "CTagLibHeaders", pkgConfig: "taglib",
      providers: [.apt(["libtag1-dev"]), .brew(["taglib"])]),
    .target(name: "CTagLib", dependencies: ["CTagLibHeaders"]),
    .target(name: "TagLib", dependencies: ["CTagLib"], swiftSettings: settings),
    // Loudness, which only the foreign helper measures.
    .systemLibrary(
      name: "CEBUR128", pkgConfig: "libebur128",
      providers: [.apt(["libebur128-dev"]), .brew(["libebur128"])]),
    .target(name: "EBUR128", dependencies: ["CEBUR128"], swiftSettings: settings),
    .target(
      name: "MetaCore",
      dependencies: [
        "CNettle", "CZlib", "LibC", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    // Foundation's types for users of MetaCore; nothing of `metatool` itself may depend on it.
    .target(
      name: "MetaCoreFoundation",
      dependencies: ["MetaCore", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: settings),
    // What only programs need: processes, threads, terminals, traps.
    .target(
      name: "MetaSystem",
      dependencies: [
        "CTraps", "LibC", "MetaCore", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .target(name: "YAMLText", dependencies: ["CYAML"], swiftSettings: settings),
    // toml++ of Debian's libtomlplusplus-dev, whose headers are all that is needed: compiled here, without exceptions.
    .target(name: "CTOML"),
    .target(name: "TOMLText", dependencies: ["CTOML"], swiftSettings: settings),
    // What FFmpeg's libraries know, for the foreign helper; nothing of `metatool` itself may depend on these two.
    .target(
      name: "LibAV",
      dependencies: [
        "CLibAV", "LibC", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .target(
      name: "MetaForeign",
      dependencies: [
        "EBUR128", "LibAV", "MetaCore", "MetaSystem", "TagLib",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    // Devices and filter graphs: libavdevice and libavfilter, which take so long to load that a program of its own has them.
    .target(
      name: "LibAVDevice", dependencies: ["CLibAV", "LibAV"], swiftSettings: settings,
      linkerSettings: [.linkedLibrary("avdevice"), .linkedLibrary("avfilter")]),
    .target(
      name: "MetaCapture",
      dependencies: [
        "LibAV", "LibAVDevice", "MetaCore", "MetaForeign",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .target(
      name: "MetaCommands",
      dependencies: [
        "MetaCore", "MetaSystem", "TOMLText", "YAMLText",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "metatool", dependencies: ["CProcessStart", "MetaCommands"], swiftSettings: settings,
      linkerSettings: isRelease ? [.unsafeFlags(["-static-executable"])] : []),
    .executableTarget(
      name: "metatool-foreign", dependencies: ["CProcessStart", "MetaCommands", "MetaForeign"],
      swiftSettings: settings),
    .executableTarget(
      name: "metatool-capture",
      dependencies: ["CProcessStart", "MetaCapture", "MetaCommands", "MetaForeign"],
      swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["MetaCore"], path: "Tests/TestSupport",
      swiftSettings: settings),
    // Edits one file by a plan, so that tests can kill it at any system call.
    .executableTarget(
      name: "edit-helper",
      dependencies: [
        "MetaCore", "TestSupport", .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/EditHelper", swiftSettings: settings),
    .testTarget(
      name: "MetaCoreTests",
      dependencies: [
        "CZlib", "MetaCore", "MetaCoreFoundation", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      exclude: ["Golden", "Tables"], swiftSettings: settings),
    .testTarget(
      name: "MetaCommandsTests",
      dependencies: [
        "MetaCommands", "MetaCore", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      exclude: [
        "Golden", "Corpus/CorpusExceptions.tsv", "Corpus/CorpusRefusals.tsv",
        "Corpus/ExportRefusals.tsv", "Corpus/corpus_limits.py", "Edits/tag_values.py",
        "Peers/PeerEditExceptions.tsv", "Peers/PeerExceptions.tsv", "Peers/peers.py",
        "Peers/taglib_peer.cpp", "Verbs/EverydayTasks.tsv", "Verbs/Recipes.tsv",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "MetaForeignTests",
      dependencies: [
        "LibAV", "MetaCommands", "MetaCore", "MetaForeign", "TagLib", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      exclude: ["failing_helper.py", "range_server.py", "Readers/Unread.tsv"],
      swiftSettings: settings),
  ]
)

// The programs of examples/metacore, a package of its own, are built with the tests, which run them; they see only what is public.
package.targets += ["dump", "edit", "artwork", "export"].map { name in
  .executableTarget(
    name: "example-\(name)",
    dependencies: ["MetaCore", .product(name: "SystemPackage", package: "swift-system")],
    path: "examples/metacore/Sources/\(name)", packageAccess: false, swiftSettings: settings)
}
// Those that decode or encode.
package.targets += [
  "waveform", "bins", "frames", "slideshow", "keyframes", "tandem", "livefilter",
].map { name in
  .executableTarget(
    name: "example-\(name)",
    dependencies: [
      "MetaCore", "MetaForeign", .product(name: "SystemPackage", package: "swift-system"),
    ],
    path: "examples/metacore/Sources/\(name)", packageAccess: false, swiftSettings: settings)
}

// The model object of a media item editor, of a package of its own, too.
let mediaItem = "examples/mediaitem"
package.targets += [
  .target(
    name: "MediaItemModel", dependencies: ["MetaCore"],
    path: "\(mediaItem)/Sources/MediaItemModel", packageAccess: false, swiftSettings: settings),
  .executableTarget(
    name: "example-mediaitem", dependencies: ["MediaItemModel", "MetaCore"],
    path: "\(mediaItem)/Sources/mediaitem", packageAccess: false, swiftSettings: settings),
  .testTarget(
    name: "MediaItemModelTests", dependencies: ["MediaItemModel", "MetaCore"],
    path: "\(mediaItem)/Tests/MediaItemModelTests", packageAccess: false,
    swiftSettings: settings),
]

if Context.environment["META_MEASURE"] == "1" {
  // Scripts/media-writing measures this program and `metatool`.
  package.targets.append(
    .executableTarget(
      name: "encode-helper",
      dependencies: [
        "MetaCore", "MetaForeign", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/EncodeHelper", swiftSettings: settings))
}

if Context.environment["META_FUZZ"] == "1" {
  // libFuzzer brings its own main, so the target exists only when asked for.
  package.targets.append(
    .executableTarget(
      name: "MetaFuzz", dependencies: ["MetaCommands", "MetaCore", "TestSupport"],
      swiftSettings: settings))
}
