// swift-tools-version: 6.2
import PackageDescription

// A client and its tests, in XCTest and in Swift Testing, against the good and bad servers of HoldfastTestBed.
// `swift test --package-path Samples/TestedClient` builds and runs them; Docs/catalogue.md tells of the rest.
let package = Package(
    name: "TestedClient",
    dependencies: [.package(name: "Holdfast", path: "../..")],
    targets: [
        .target(name: "TestedClient", dependencies: [.product(name: "Holdfast", package: "Holdfast")]),
        .testTarget(
            name: "TestedClientTests",
            dependencies: [
                "TestedClient", .product(name: "Holdfast", package: "Holdfast"),
                .product(name: "HoldfastTestBed", package: "Holdfast"),
            ]),
    ]
)
