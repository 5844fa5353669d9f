// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "metacore-examples",
  dependencies: [
    // Elsewhere: .package(url: "https://…/metatool", branch: "main")
    .package(name: "metatool", path: "../.."),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: ["dump", "edit", "artwork", "export"].map { name in
    .executableTarget(
      name: name,
      dependencies: [
        .product(name: "MetaCore", package: "metatool"),
        .product(name: "SystemPackage", package: "swift-system"),
      ])
  })
