import Foundation
import TestSupport
import Testing

/// `holdfast pin verify` and `pin simulate`: what matches, and what would.
@Suite(.ownThread)
struct PinVerifyTests {
    @Test("a server with the pin, and with another: exit 26 and the chain's own pins")
    func servers() throws {
        let site = try PinSite()
        let (own, other) = (try site.pin("site.pem"), try site.pin("newkey.pem"))
        #expect(own != other)
        let good = try site.live("pin", "verify", "--pin", own, site.url)
        #expect(
            good.exitCode == 0 && good.output.contains("the pins match") && good.output.contains(own), "\(good.errors)")
        let bad = try site.live("pin", "verify", "--pin", other, site.url)
        #expect(bad.exitCode == 26 && bad.output.contains(own) && bad.output.contains("pinMismatch"), "\(bad.errors)")
        let either = try site.live("pin", "verify", "--pin", other, "--pin", own, site.url)
        #expect(either.exitCode == 0)
        // A server that is not trusted is that, whatever its pins say.
        #expect(try site.live("pin", "verify", "--pin", own, site.url, anchors: "root.pem").exitCode == 20)
    }

    @Test("the pins of a file count for their servers alone; a server without any is an error")
    func files() throws {
        let site = try PinSite()
        let policy = { (pattern: String, pin: String, more: String) in
            """
            {"schema":"holdfast.policy/1","hosts":{"\(pattern)":{"pins":{"anywhere":["\(pin)"],"backup":"waived"\(more)}}}}
            """
        }
        let (own, other) = (try site.pin("site.pem"), try site.pin("newkey.pem"))
        try site.folder.write("own.json", policy("**.test", own, ""))
        try site.folder.write("other.json", policy("**.test", other, ""))
        try site.folder.write("reporting.json", policy("**.test", other, ",\"enforcement\":\"reportOnly\""))
        try site.folder.write("elsewhere.json", policy("elsewhere.test", own, ""))
        for (name, code) in [("own", Int32(0)), ("other", 26), ("reporting", 0), ("elsewhere", 2)] {
            let run = try site.live("pin", "verify", "--pins", "\(name).json", site.url)
            #expect(run.exitCode == code, "\(name): \(run.output)\(run.errors)")
            let arguments = [
                "pin", "verify", "--pins", "\(name).json", "--host", "good.test", "--anchors-only", "ca.pem",
            ]
            let recorded = try CommandRun("holdfast", arguments + ["site.pem"], in: site.folder)
            #expect(recorded.exitCode == code, "\(name): \(recorded.output)\(recorded.errors)")
        }
        struct Line: Decodable {
            let schema, result: String
            let pattern: String?
            let missing: [String]
        }
        let json = try site.live("pin", "verify", "--json", "--pins", "reporting.json", site.url)
        let line = try JSONDecoder().decode(Line.self, from: Data(json.output.utf8))
        #expect(line.schema == "holdfast.pinVerification/1" && line.result == "reported" && line.pattern == "**.test")
        #expect(line.missing == ["anywhere"])
    }

    @Test("the text: the verdict and whose pins, then the errors, then the pins, each with its label")
    func text() throws {
        let site = try PinSite()
        let (own, root, other) = (try site.pin("site.pem"), try site.pin("ca.pem"), try site.pin("newkey.pem"))
        func write(_ name: String, _ groups: String) throws {
            let text = "{\"schema\":\"holdfast.policy/1\",\"hosts\":{\"**.test\":{\"pins\":{\(groups)}}}}"
            try site.folder.write(name, text)
        }
        func item(_ pin: String, _ label: String) -> String { "{\"pin\":\"\(pin)\",\"label\":\"\(label)\"" }
        try write(
            "good.json", "\"leaf\":[\(item(other, "in use"))},\(item(own, "in the safe")),\"backup\":true}]")
        let subject = try CreateTests.shell(
            "openssl x509 -in site.pem -noout -subject -nameopt RFC2253", in: site.folder
        ).output.dropFirst("subject=".count).dropLast()
        let authority = try CreateTests.shell(
            "openssl x509 -in ca.pem -noout -subject -nameopt RFC2253", in: site.folder
        ).output.dropFirst("subject=".count).dropLast()
        let good = try site.live("pin", "verify", "--pins", "good.json", site.url)
        #expect(
            good.output == """
                \(site.url): the pins match (those of **.test)
                  \(own)  0: \(subject) (backup: in the safe)

                """)
        let json = try site.live("pin", "verify", "--json", "--pins", "good.json", site.url)
        #expect(json.output.contains("\"label\":\"backup: in the safe\""), "\(json.output)")
        try write(
            "bad.json",
            "\"leaf\":[\"\(other)\",\(item(root, "the root"))}],\"authorities\":[\"\(other)\"],\"backup\":\"waived\"")
        let bad = try site.live("pin", "verify", "--pins", "bad.json", site.url)
        let lines = bad.output.split(separator: "\n").map(String.init)
        #expect(bad.exitCode == 26 && bad.errors == "")
        #expect(
            lines.first
                == "\(site.url): no pin matches for the server's certificate and for the authorities (those of **.test)"
        )
        #expect(lines.dropFirst().prefix(2) == ["  refused: pinMismatch", "  the chain has, the server's own first:"])
        #expect(lines.dropFirst(3).first == "    \(own)  0: \(subject)")
        #expect(lines.dropLast().last == "    \(root)  \(lines.count - 5): \(authority) (the root)", "\(lines)")
        #expect(lines.last == "  more         holdfast explain pinMismatch")
        let chinese = try site.live("pin", "verify", "--language", "zh", "--pins", "bad.json", site.url)
        #expect(
            chinese.output.hasPrefix(
                """
                \(site.url)：没有与服务器证书、各级颁发机构的证书匹配的固定（属于 **.test）
                  拒绝：pinMismatch
                  证书链中有（服务器自己的在前）：

                """), "\(chinese.output)")
        let next = try site.run("pin", "simulate", "--pins", "good.json", "--host", "good.test", "site.pem")
        #expect(next.output.contains("leaf: found: \(own) (backup: in the safe)"), "\(next.output)")
    }

    @Test(
        """
        the next certificate: the same key passes, another is refused, a lone leaf under an authority's pin is \
        undecided
        """
    )
    func simulation() throws {
        let site = try PinSite()
        try CreateTests.shell(
            """
            openssl req -new -key site.key -subj /CN=good.test -out next.csr
            openssl req -x509 -newkey ed25519 -nodes -keyout ca2.key -subj /CN=Next -out ca2.pem 2>/dev/null
            openssl x509 -req -in next.csr -CA ca2.pem -CAkey ca2.key -CAcreateserial -days 30 -out renewed.pem \
            2>/dev/null
            """, in: site.folder)
        let own = try site.pin("site.pem")
        let whole =
            "certificate-"
            + (try CreateTests.shell(
                "\"$holdfast\" pin compute --certificate site.pem", in: site.folder
            ).output.dropLast().dropFirst("certificate-".count))
        let above = try site.pin("ca2.pem")
        for (pin, files, code) in [
            (own, ["renewed.pem"], Int32(0)), (own, ["newkey.pem", "ca.pem"], 26),
            (whole, ["renewed.pem", "ca2.pem"], 26),
            (whole, ["site.pem"], 0), (above, ["renewed.pem"], 20), (above, ["renewed.pem", "ca2.pem"], 0),
            (above, ["--known", "ca2.pem", "renewed.pem"], 0),
        ] {
            let run = try CommandRun("holdfast", ["pin", "simulate", "--pin", pin] + files, in: site.folder)
            #expect(run.exitCode == code, "\(pin) \(files): \(run.output)\(run.errors)")
        }
        struct Line: Decodable { let schema, verdict: String }
        let json = try site.run("pin", "simulate", "--json", "--pin", own, "newkey.pem", "ca.pem")
        let line = try JSONDecoder().decode(Line.self, from: Data(json.output.utf8))
        #expect(line.schema == "holdfast.pinSimulation/1" && line.verdict == "fails")
    }

    @Test("without pins, with both kinds, with what is none: usage")
    func usage() throws {
        try Script(
            """
            $ holdfast pin verify leaf.pem
            ! holdfast: --pins FILE or --pin PIN is needed
            ! hint: holdfast pin compute prints pins
            = 2
            $ holdfast pin simulate --pin sha256/AAAA leaf.pem
            ! holdfast: --pin: a pin of sha256 has 32 bytes, not 3
            ! hint: holdfast pin compute prints pins
            = 2
            $ holdfast pin simulate --pin sha256/AAAA --pins leaf.pem leaf.pem
            ! holdfast: --pins excludes --pin
            ! hint: leave one of the two out, or put the pin into the file
            = 2
            """
        ).run(in: Folder())
    }
}
