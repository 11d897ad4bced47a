import Foundation
import PeerPrograms
import TestSupport
import Testing

/// Docs/depending.md, held against the manifests: what a reader copies has to be a package that names real products.
@Suite(
    "How to depend on the package", .ownThread, .enabled(if: Peer.exists("swift"), "no Swift toolchain on the PATH"))
struct DependingTests {
    private struct Manifest: Decodable {
        struct Named: Decodable { let name: String }
        struct Target: Decodable { let dependencies: [Dependency] }
        struct Dependency: Decodable { let product: [String?]? }
        let products: [Named]
        let targets: [Target]

        var productsOfOthers: [String] { targets.flatMap(\.dependencies).compactMap { $0.product?.first ?? nil } }

        private enum CodingKeys: String, CodingKey { case products, targets }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            products = try container.decodeIfPresent([Named].self, forKey: .products) ?? []
            targets = try container.decode([Target].self, forKey: .targets)
        }
    }

    private static let top = ProjectFolder.top

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: top.appending(path: path), encoding: .utf8)
    }

    private static func manifest(in folder: URL) throws -> Manifest {
        // The folder of products is locked while tests run.
        let scratch = try TemporaryFolder()
        let run = try Peer.run(
            "swift",
            ["package", "--package-path", folder.path, "--scratch-path", scratch.path, "dump-package"])
        try #require(run.status == 0, "\(run.errors)")
        return try JSONDecoder().decode(Manifest.self, from: Data(run.output.utf8))
    }

    @Test("the table of products is the manifest's, each once")
    func products() throws {
        let section = try #require(try Self.text("Docs/depending.md").components(separatedBy: "## Products").last)
        let rows = section.components(separatedBy: "## What a machine needs")[0].split(separator: "\n")
            .filter { $0.hasPrefix("| `") }
        let named = rows.compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
        #expect(
            Set(named) == Set(try Self.manifest(in: Self.top).products.map(\.name)) && named.count == Set(named).count)
    }

    @Test(
        "a manifest that is shown is one, and asks for products that are there",
        arguments: [
            "Docs/depending.md", "Docs/Holdfast.docc/Depending-on-Holdfast.md", "Samples/FromOutside",
            "Samples/TestedClient", "README.md", "Docs/library.md", "Docs/networking.md",
        ])
    func shown(_ place: String) throws {
        let products = Set(try Self.manifest(in: Self.top).products.map(\.name))
        var folder = Self.top.appending(path: place)
        let own = try TemporaryFolder()
        if place.hasSuffix(".md") {
            let blocks = try Self.text(place).components(separatedBy: "```swift\n").dropFirst()
                .map { $0.components(separatedBy: "```")[0] }
            let block = try #require(blocks.first { $0.contains(".package(name:") })
            let isWhole = block.hasPrefix("// swift-tools-version")
            // A part of a manifest stands in one as it is shown.
            try own.write(
                isWhole
                    ? block
                    : "// swift-tools-version: 6.2\nimport PackageDescription\n"
                        + "let package = Package(name: \"Shown\", \(block))\n", to: "Package.swift")
            folder = own.url
        }
        let asked = try Self.manifest(in: folder).productsOfOthers
        #expect(!asked.isEmpty && products.isSuperset(of: asked), "\(asked)")
    }

    /// What Debian calls them stands in scripts/setup too, which installs them.
    @Test("the packages that building needs are those that the set-up installs")
    func packages() throws {
        let setup = try Self.text("scripts/setup")
        let needed = try Self.text("Docs/depending.md").split(separator: "\n").first { $0.hasPrefix("| to build") }
        let names = try #require(needed).split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }
            .map { String($0.element) }.filter { $0 != "scripts/setup" }
        #expect(names.count == 4 && names.allSatisfy { setup.contains($0) }, "\(names)")
    }
}
