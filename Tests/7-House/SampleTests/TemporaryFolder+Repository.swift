import Foundation
import PeerPrograms
import TestSupport

extension TemporaryFolder {
    /// A repository of git with these of the project's scripts, and nothing else.
    convenience init(repositoryWith scripts: [String]) throws {
        try self.init()
        let top = ProjectFolder.top
        try makeFolder("scripts")
        for script in scripts {
            try FileManager.default.copyItem(at: top.appending(path: "scripts/\(script)"), to: url("scripts/\(script)"))
        }
        _ = try Peer.run("git", ["-C", path, "init", "-q"])
    }
}
