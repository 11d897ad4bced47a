// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
]

func holdfast(_ product: String) -> Target.Dependency { .product(name: product, package: "Holdfast") }

let package = Package(
    name: "HoldfastBenchmarks",
    products: [
        .executable(name: "holdfast-bench", targets: ["HoldfastBench"]),
        .executable(name: "holdfast-bench-session", targets: ["SessionBench"]),
        .executable(name: "holdfast-bench-names", targets: ["NamesBench"]),
        .executable(name: "holdfast-bench-foundation", targets: ["FoundationBench"]),
        .executable(name: "holdfast-bench-verdict", targets: ["VerdictBench"]),
    ],
    dependencies: [.package(name: "Holdfast", path: "..")],
    targets: [
        .executableTarget(
            name: "HoldfastBench",
            dependencies: [holdfast("HoldfastX509"), holdfast("HoldfastTrust"), holdfast("HoldfastAuthority")],
            swiftSettings: settings),
        // The clients of `make bench-http`, each a program: one process is measured at a time.
        .target(name: "BenchLoad", swiftSettings: settings),
        .executableTarget(
            name: "SessionBench", dependencies: ["BenchLoad", holdfast("Holdfast")], swiftSettings: settings),
        .executableTarget(
            name: "NamesBench",
            dependencies: ["BenchLoad", holdfast("HoldfastNetworking"), holdfast("HoldfastTrust")],
            swiftSettings: settings + [.define("HOLDFAST_NAMES")]),
        .executableTarget(name: "FoundationBench", dependencies: ["BenchLoad"], swiftSettings: settings),
        .executableTarget(
            name: "VerdictBench",
            dependencies: ["BenchLoad", holdfast("HoldfastX509"), holdfast("HoldfastTrust")], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
