// swift-tools-version: 6.3
import PackageDescription

/// Programs that decode or encode need MetaForeign, and thus FFmpeg's libraries.
let programs = [
  "dump": ["MetaCore"], "edit": ["MetaCore"], "artwork": ["MetaCore"], "export": ["MetaCore"],
  "waveform": ["MetaCore", "MetaForeign"], "frames": ["MetaCore", "MetaForeign"],
  "bins": ["MetaCore", "MetaForeign"], "slideshow": ["MetaCore", "MetaForeign"],
  "keyframes": ["MetaCore", "MetaForeign"], "tandem": ["MetaCore", "MetaForeign"],
  "livefilter": ["MetaCore", "MetaForeign"],
]

let package = Package(
  name: "metacore-examples",
  dependencies: [
    // Elsewhere: .package(url: "https://…/metatool", branch: "main")
    .package(name: "metatool", path: "../.."),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: programs.map { name, libraries in
    .executableTarget(
      name: name,
      dependencies: libraries.map { .product(name: $0, package: "metatool") } + [
        .product(name: "SystemPackage", package: "swift-system")
      ])
  })
