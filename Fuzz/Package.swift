// swift-tools-version: 6.2
import PackageDescription

// What libFuzzer runs: scripts/fuzz builds this package with its instrumentation. What is checked of an input stands in
// Tests/7-House/FuzzTests/Properties, which Sources/Properties leads to, so that the quick tests check it too.

/// The settings of the main package; the properties see what is internal to the rooms, as tests do.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
]

let rooms: [Target.Dependency] = [
    "HoldfastX509", "HoldfastTrust", "HoldfastAuthority", "Holdfast", "HoldfastTracing", "HoldfastNetworking",
    "HoldfastGate",
].map {
    .product(name: $0, package: "Holdfast")
}

let package = Package(
    name: "HoldfastFuzz",
    dependencies: [.package(name: "Holdfast", path: "..")],
    targets: [
        .target(name: "Properties", dependencies: rooms, swiftSettings: settings),
        .executableTarget(
            name: "Fuzz", dependencies: ["Properties"],
            swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]),
    ],
    swiftLanguageModes: [.v6]
)
