// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "mediaitem",
  products: [.library(name: "MediaItemModel", targets: ["MediaItemModel"])],
  dependencies: [
    // Elsewhere: .package(url: "https://…/metatool", from: "0.2.0")
    .package(name: "metatool", path: "../..")
  ],
  targets: [
    .target(
      name: "MediaItemModel", dependencies: [.product(name: "MetaCore", package: "metatool")]),
    .executableTarget(
      name: "mediaitem",
      dependencies: ["MediaItemModel", .product(name: "MetaCore", package: "metatool")]),
    .testTarget(
      name: "MediaItemModelTests",
      dependencies: ["MediaItemModel", .product(name: "MetaCore", package: "metatool")]),
  ])
