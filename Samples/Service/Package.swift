// swift-tools-version: 6.2
import PackageDescription

// A service in a container: the Dockerfile beside this file builds it and runs it without a toolchain. A package
// elsewhere has a URL and a version in place of the path (Docs/depending.md).
let package = Package(
    name: "Service",
    dependencies: [.package(name: "Holdfast", path: "../..")],
    targets: [
        .executableTarget(name: "Service", dependencies: [.product(name: "Holdfast", package: "Holdfast")])
    ]
)
