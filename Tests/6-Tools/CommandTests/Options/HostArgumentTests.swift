import HoldfastDiagnostics
import HoldfastStatements
import HoldfastTrust
import TestSupport
import Testing

@testable import HoldfastCommand

/// `--host` takes what stands in a certificate: a DNS name or an address (RFC 5280 §4.2.1.6), which have no port.
@Suite("The name of --host", .ownThread)
struct HostArgumentTests {
    @Test(
        "a server as other commands take it is refused with the name to write",
        arguments: [
            ("svc.example.test:443", "is a name with a port", "svc.example.test"),
            ("192.0.2.7:8443", "is a name with a port", "192.0.2.7"),
            ("[2001:db8::7]:443", "is a name with a port", "2001:db8::7"),
            ("https://svc.example.test/", "is a URL", "svc.example.test"),
            ("https://svc.example.test:8443/a?b", "is a URL", "svc.example.test"),
            ("http://svc.example.test", "is a URL", "svc.example.test"),
            ("svc.example.test/", "has more than a name in it", "svc.example.test"),
            ("ann@svc.example.test", "has more than a name in it", "svc.example.test"),
        ])
    func longer(_ text: String, _ what: String, _ name: String) throws {
        for option in [CommandOption.host, .gateOnly] {
            let error = try #require(throws: CommandError.self) { try HostArgument.parse(text, of: option) }
            #expect(error.exitCode == .usage && error.message.contains(what), "\(error.message)")
            #expect(error.hint == "give the name alone: \(option.name) \(name)")
            #expect(error.statement.chinese.contains("名称"), "\(error.statement.chinese)")
            #expect(error.adviceStatement?.chinese == "请只给出名称：\(option.name) \(name)")
        }
    }

    @Test("a password is not shown")
    func password() throws {
        let run = try CommandRun(
            "holdfast", ["evaluate", "a.pem", "--host", "https://ann:secret@a.example/"], in: Folder())
        #expect(run.exitCode == 2 && !run.errors.contains("secret") && run.errors.contains("a.example"))
    }

    @Test("what is no server either keeps its own words", arguments: ["", "a b", "a:b", "2001:db8::g", "a..b"])
    func others(_ text: String) throws {
        let error = try #require(throws: CommandError.self) { try HostArgument.parse(text, of: .host) }
        #expect(error.hint == "write a DNS name or an IP address, without scheme and port")
    }

    @Test("names and addresses are taken", arguments: ["a.example", "bücher.example", "192.0.2.7", "[::1]", "::1"])
    func names(_ text: String) throws { _ = try HostArgument.parse(text, of: .host) }
}
