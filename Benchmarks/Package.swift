// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
]

let package = Package(
    name: "HoldfastBenchmarks",
    products: [
        .executable(name: "holdfast-bench", targets: ["HoldfastBench"]),
        .executable(name: "holdfast-bench-http", targets: ["HoldfastHTTPBench"]),
    ],
    dependencies: [.package(name: "Holdfast", path: "..")],
    targets: [
        .executableTarget(
            name: "HoldfastBench",
            dependencies: [
                .product(name: "HoldfastX509", package: "Holdfast"),
                .product(name: "HoldfastTrust", package: "Holdfast"),
                .product(name: "HoldfastAuthority", package: "Holdfast"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "HoldfastHTTPBench",
            dependencies: [
                .product(name: "HoldfastNetworking", package: "Holdfast"),
                .product(name: "HoldfastTrust", package: "Holdfast"),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
