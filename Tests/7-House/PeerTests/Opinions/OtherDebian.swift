import Foundation
import PeerPrograms
import TestSupport

/// A tree of another Debian beside this system, which `scripts/debian` makes and enters.
struct OtherDebian: Sendable {
    /// Debian 13, with Chromium.
    static let peers13 = OtherDebian(name: "peers13")
    /// The suite that moves, with Go, NSS and Java.
    static let peersSid = OtherDebian(name: "peers-sid")

    /// The name that `scripts/debian` knows it by.
    let name: String

    static let project = ProjectFolder.top

    /// Whether the tree was made: `make test-peers` tries to, and says why where it cannot be had.
    var isThere: Bool {
        FileManager.default.fileExists(atPath: Self.project.appending(path: ".build/\(name)/etc/debian_version").path)
    }

    /// The words that run a command there, in the folder of the project.
    func words(_ command: [String]) -> [String] {
        [Self.project.appending(path: "scripts/debian").path, name, "run"] + command
    }

    /// The environment of those words.
    ///
    /// - Parameter places: folders of this machine by the place at which they are seen there.
    func environment(_ places: [String: String]) -> [String: String] {
        let text = places.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        return ProcessInfo.processInfo.environment.merging(["PLACES": text]) { $1 }
    }

    /// Runs a command there to its end.
    func run(_ command: [String], places: [String: String] = [:]) throws -> Peer {
        let variables = environment(places)
        return try Peer.run("env", ["PLACES=\(variables["PLACES"] ?? "")"] + words(command))
    }
}
