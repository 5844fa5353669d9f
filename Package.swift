// swift-tools-version: 6.3
import PackageDescription

/// The compiler settings of every Swift target.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// Whether this is a release build, in which `metatool` is linked statically.
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
    // Allows the programs to start without /proc.
    .target(name: "CProcessStart"),
    // Handles traps, so that `metatool serve` can report and survive them.
    .target(name: "CTraps"),
    .systemLibrary(
      name: "CLibAV", pkgConfig: "libavformat libavcodec libavutil libswresample libswscale",
      providers: [
        .apt([
          "libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswresample-dev",
          "libswscale-dev", "libavdevice-dev", "libavfilter-dev",
        ]), .brew(["ffmpeg"]),
      ]),
    // TagLib, for the foreign helper only; the shim lets no C++ exception escape to Swift.
    .systemLibrary(
      name: "CTagLibHeaders", pkgConfig: "taglib",
      providers: [.apt(["libtag1-dev"]), .brew(["taglib"])]),
    .target(name: "CTagLib", dependencies: ["CTagLibHeaders"]),
    .target(name: "TagLib", dependencies: ["CTagLib"], swiftSettings: settings),
    // Loudness measurement, for the foreign helper only.
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
    // Foundation types for users of MetaCore; `metatool` must not depend on it.
    .target(
      name: "MetaCoreFoundation",
      dependencies: ["MetaCore", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: settings),
    // Processes, threads, terminals and traps, which only programs need.
    .target(
      name: "MetaSystem",
      dependencies: [
        "CTraps", "LibC", "MetaCore", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .target(name: "YAMLText", dependencies: ["CYAML"], swiftSettings: settings),
    // toml++ from Debian's libtomlplusplus-dev, header-only and compiled without exceptions.
    .target(name: "CTOML"),
    .target(name: "TOMLText", dependencies: ["CTOML"], swiftSettings: settings),
    // FFmpeg's libraries, for the foreign helper; `metatool` must not depend on LibAV and
    // MetaForeign.
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
    // Devices and filter graphs. libavdevice and libavfilter take long to load, so a separate
    // program uses them.
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
    // Edits one file according to a plan, so that tests can kill it at any system call.
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
        "LibAV", "MetaCapture", "MetaCommands", "MetaCore", "MetaForeign", "TagLib", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      exclude: ["failing_helper.py", "range_server.py", "Readers/Unread.tsv"],
      swiftSettings: settings),
  ]
)

// The programs in examples/metacore, which is also a separate package. They are built here because
// the tests run them, and use only public declarations.
package.targets += ["dump", "edit", "artwork", "export"].map { name in
  .executableTarget(
    name: "example-\(name)",
    dependencies: ["MetaCore", .product(name: "SystemPackage", package: "swift-system")],
    path: "examples/metacore/Sources/\(name)", packageAccess: false, swiftSettings: settings)
}
// The example programs that decode or encode.
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

// The model object of a media item editor, which is also a separate package.
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
  // A program that Scripts/media-writing measures.
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
  // libFuzzer provides its own main function, so the target exists only if it is requested.
  package.targets.append(
    .executableTarget(
      name: "MetaFuzz", dependencies: ["MetaCommands", "MetaCore", "TestSupport"],
      swiftSettings: settings))
}
