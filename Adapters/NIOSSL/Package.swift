// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Verdicts of Holdfast in SwiftNIO's TLS. A package of its own, so that Holdfast itself has no remote dependencies:
// `make test-adapters MIRRORS=FOLDER` builds and tests it over clones that lie in a folder. Docs/niossl.md is its page.
let package = Package(
    name: "HoldfastNIOSSL",
    products: [
        .library(name: "HoldfastNIOSSL", targets: ["HoldfastNIOSSL"]),
        .library(name: "HoldfastNIOSSLLogging", targets: ["HoldfastNIOSSLLogging"]),
    ],
    dependencies: [
        .package(name: "Holdfast", path: "../.."),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.98.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.11.0"),
    ],
    targets: [
        // The engine alone: of C libraries it takes OpenSSL.
        .target(
            name: "HoldfastNIOSSL",
            dependencies: [
                .product(name: "HoldfastTrust", package: "Holdfast"),
                .product(name: "HoldfastX509", package: "Holdfast"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ], swiftSettings: settings),
        .target(
            name: "HoldfastNIOSSLLogging",
            dependencies: ["HoldfastNIOSSL", .product(name: "Logging", package: "swift-log")], swiftSettings: settings),
        // What the page shows, compiled and run by the tests.
        .target(
            name: "Recipes",
            dependencies: [
                "HoldfastNIOSSL", "HoldfastNIOSSLLogging",
                .product(name: "Holdfast", package: "Holdfast"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(
            name: "HoldfastNIOSSLTests",
            dependencies: [
                "HoldfastNIOSSL", "HoldfastNIOSSLLogging", "Recipes",
                .product(name: "Holdfast", package: "Holdfast"),
                .product(name: "HoldfastAuthority", package: "Holdfast"),
                .product(name: "HoldfastTestBed", package: "Holdfast"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: settings),
    ]
)
