import Foundation
import TestSupport
import Testing

@testable import HoldfastCommand

/// Verbs, trial runs and missing operands as other programs have them.
@Suite("Habits of verbs", .ownThread)
struct VerbHabitTests {
    @Test("verbs by other names are answered with the whole line")
    func verbs() throws {
        let folder = try Folder()
        try folder.write("ca.pem", "x")
        for (typed, hint) in [
            ("trust ls", "write holdfast trust list"), ("trust rm a.test", "write holdfast trust remove a.test"),
            // p11-kit's trust(1): "trust anchor /path/to/certificate.crt".
            ("trust anchor ca.pem", "write holdfast trust-store install ca.pem"),
            ("trust-store add ca.pem", "write holdfast trust-store install ca.pem"),
            ("trust-store remove ca.pem", "write holdfast trust-store uninstall ca.pem"),
            ("trust-store list", "write holdfast trust-store status CA.pem"),
            ("credentials rm a.test", "write holdfast credentials remove a.test"),
            ("trust a.test", "did you mean holdfast trust add a.test?"),
            ("trust https://a.test:8443", "did you mean holdfast trust add https://a.test:8443?"),
            ("trust printer", "it does add, list, remove; did you mean holdfast trust add printer?"),
            ("trust-store ca.pem", "did you mean holdfast trust-store install ca.pem?"),
            ("pin a.test", "did you mean holdfast pin compute a.test?"),
            (
                "trust ca.pem",
                "an authority is trusted by holdfast trust-store install ca.pem, one server's certificate by holdfast "
                    + "trust add ca.pem --host NAME"
            ),
            ("trust lst", "did you mean holdfast trust list?"),
        ] {
            let run = try CommandRun("holdfast", typed.split(separator: " ").map(String.init), in: folder)
            #expect(run.exitCode == 2 && run.errors.hasSuffix("\nhint: \(hint)\n"), "\(typed): \(run.errors)")
        }
    }

    @Test("a password of a URL in the place of a verb is not shown")
    func password() throws {
        let run = try CommandRun("holdfast", ["trust", "https://ann:secret@a.test"], in: Folder())
        #expect(run.exitCode == 2 && !run.errors.contains("secret"), "\(run.errors)")
    }

    @Test("--dry-run is answered by what the command does instead")
    func trials() throws {
        let folder = try Folder()
        for (typed, hint) in [
            (
                "trust-store install --dry-run ca.pem",
                "leave it out: each step is shown first, and nothing is done unless you say yes; write holdfast "
                    + "trust-store install ca.pem"
            ),
            (
                "trust-store status --dry-run ca.pem",
                "leave it out: trust-store status changes nothing; write holdfast trust-store status ca.pem"
            ),
            (
                "check --dry-run a.test --json",
                "leave it out: check changes nothing; write holdfast check --json a.test"
            ),
            (
                "convert --dry-run leaf.pem",
                "leave it out: convert replaces no file unless --force is given; write holdfast convert leaf.pem"
            ),
            (
                "trust remove a.test --dry-run",
                "leave it out: holdfast trust list shows what there is; write holdfast trust remove a.test"
            ),
        ] {
            let run = try CommandRun("holdfast", typed.split(separator: " ").map(String.init), in: folder)
            #expect(run.exitCode == 2 && run.errors.hasSuffix("\nhint: \(hint)\n"), "\(typed): \(run.errors)")
        }
        let group = try CommandRun("holdfast", ["trust-store", "--dry-run"], in: folder)
        #expect(group.errors.contains("shows each step first") && group.errors.contains("status CA.pem"))
        // The advice is true of each command that it is given for.
        for command in Command.running {
            guard case .replacesNothing = TrialRun.advice(for: command) else { continue }
            #expect(command.options.contains { $0.name == "--force" }, "\(command.name)")
        }
    }

    @Test("trust-store without a file names the user's own authority, or how one is made")
    func authority() throws {
        let folder = try Folder()
        let home = ["HOME": folder.url.path, "XDG_DATA_HOME": folder.url.appending(path: "data").path]
        let none = try CommandRun("holdfast", ["trust-store", "install"], in: folder, environment: home)
        #expect(
            none.exitCode == 2
                && none.errors.hasSuffix(
                    "\nhint: name an authority's certificate: holdfast trust-store install CA.pem; holdfast create ca "
                        + "makes one\n"),
            "\(none.errors)")
        #expect(try CommandRun("holdfast", ["create", "ca"], in: folder, environment: home).exitCode == 0)
        for verb in ["install", "uninstall", "status", "export"] {
            let run = try CommandRun("holdfast", ["trust-store", verb], in: folder, environment: home)
            let file = folder.url.appending(path: "data/holdfast/authority/ca.pem").path
            #expect(run.errors.hasSuffix("\nhint: write holdfast trust-store \(verb) \(file)\n"), "\(run.errors)")
        }
    }
}
