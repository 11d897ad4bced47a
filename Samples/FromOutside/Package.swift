// swift-tools-version: 6.2
import PackageDescription

// A package of its own that depends on Holdfast, as a reader's would: Docs/depending.md says what stands there in place
// of the path. `swift run --package-path Samples/FromOutside FromOutside` builds and runs it.
let package = Package(
    name: "FromOutside",
    dependencies: [.package(name: "Holdfast", path: "../..")],
    targets: [
        .executableTarget(
            name: "FromOutside",
            dependencies: [
                .product(name: "Holdfast", package: "Holdfast"), .product(name: "HoldfastTestBed", package: "Holdfast"),
            ]),
        .executableTarget(
            name: "FromOutsideURLSession",
            dependencies: [
                .product(name: "HoldfastNetworking", package: "Holdfast"),
                .product(name: "HoldfastTestBed", package: "Holdfast"),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]),
    ]
)
