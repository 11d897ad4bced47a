// swift-tools-version: 6.2
import PackageDescription

// A window with a real web view, WebKitGTK's, whose pages are judged by Holdfast: Docs/webviews.md. It is a package of
// its own, since nobody else needs libwebkit2gtk-4.1-dev. `make demo-webview` builds and opens it.
let package = Package(
    name: "WebView",
    products: [.library(name: "HoldfastTrustFromFile", type: .dynamic, targets: ["TrustFromFile"])],
    dependencies: [.package(name: "Holdfast", path: "../..")],
    targets: [
        .systemLibrary(
            name: "CWebKitGTK", pkgConfig: "webkit2gtk-4.1", providers: [.apt(["libwebkit2gtk-4.1-dev"])]),
        // A module of GIO's, which WebKit's own process for the network loads.
        .target(name: "TrustFromFile", dependencies: ["CWebKitGTK"]),
        // Of WebKitGTK what the program calls, as Swift.
        .target(name: "WebKitView", dependencies: ["CWebKitGTK"]),
        .executableTarget(
            name: "WebView",
            dependencies: [
                "WebKitView", "TrustFromFile",
                .product(name: "Holdfast", package: "Holdfast"), .product(name: "HoldfastGate", package: "Holdfast"),
                .product(name: "HoldfastNetworking", package: "Holdfast"),
            ]),
    ]
)
