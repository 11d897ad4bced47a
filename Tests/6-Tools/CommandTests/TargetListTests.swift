import TestSupport
import Testing

/// Targets from standard input, and names in scripts other than Latin.
@Suite(.ownThread)
struct TargetListTests {
    @Test(
        """
        One a line: remarks, empty lines, spaces and CR LF are passed over, and a target that comes twice is checked \
        twice
        """
    )
    func lines() throws {
        let input =
            "\u{feff}# servers\r\n\r\n  127.0.0.1:1\t# a "
            + "remark\r\n127.0.0.1:1\n\t\n[::1]:1/#fragment\n#last\n127.0.0.1:1#x"
        let run = try CommandRun("holdfast", ["check", "--json", "localhost:1", "-"], in: Folder(), input: input)
        #expect(run.exitCode == 3, "\(run.errors)")
        #expect(
            try Verdict.all(run.output).map(\.target)
                == ["localhost:1", "127.0.0.1:1", "127.0.0.1:1", "[::1]:1/#fragment", "127.0.0.1:1#x"])
    }

    @Test("What is wrong is named with its line, before anything is connected to")
    func wrong() throws {
        try Script(
            """
            $ holdfast check -
            < www.example.com
            <
            < http://www.example.com
            ! holdfast: standard input, line 3: 'http://www.example.com' is no https URL
            ! hint: without TLS there is no certificate to judge; write https://…
            = 2
            $ holdfast check -
            < www.example.com www.example.org
            ! holdfast: standard input, line 1: 'www.example.com www.example.org': …
            ! hint: …
            = 2
            $ holdfast check - -
            < 127.0.0.1:1
            ! holdfast: - is given twice
            ! hint: standard input can be read once
            = 2
            $ holdfast check - -4
            < 127.0.0.1:1
            < [::1]:1
            ! holdfast: '::1' is no IPv4 address, and -4 dials no others
            ! hint: …
            = 2
            $ holdfast check -
            < # nothing but a remark
            ! holdfast: standard input names no target
            ! hint: write one URL a line
            = 2
            """
        ).run(in: Folder())
    }

    @Test("Too many, too much, where all are kept; what is no text")
    func limits() throws {
        let many = String(repeating: "127.0.0.1:1\n", count: 10_001)
        let run = try CommandRun("holdfast", ["ats", "-"], in: Folder(), input: many)
        #expect(
            run.exitCode == 2 && run.errors.hasPrefix("holdfast: standard input, line 10001: more than 10000 targets\n")
        )
        let together = String(repeating: "127.0.0.1:1\n", count: 10_000)
        let sum = try CommandRun("holdfast", ["ats", "127.0.0.1:1", "-"], in: Folder(), input: together)
        #expect(sum.exitCode == 2 && sum.errors.hasPrefix("holdfast: more than 10000 targets\n"))
        let remarks = String(repeating: "#", count: 1 << 21)
        let large = try CommandRun("holdfast", ["ats", "-"], in: Folder(), input: remarks)
        #expect(large.exitCode == 1 && large.errors.contains("is too large: more than 1 MiB"))
        let binary = try CommandRun(
            shell: #"printf 'a.example\n\xff\n' | "$holdfast" check -; echo $?"#, in: Folder())
        #expect(binary.output == "2\n")
        #expect(binary.errors.hasPrefix("holdfast: standard input, line 2: it is not UTF-8\n"))
    }

    @Test("For check there is no limit: a list of any length is read to its end before anything is connected to")
    func unlimited() throws {
        let remarks = String(repeating: "#", count: 1 << 21)
        let many = String(repeating: "127.0.0.1:1\n", count: 10_001)
        let input = remarks + "\n" + many + "http://www.example.com\n"
        let run = try CommandRun("holdfast", ["check", "--json", "-"], in: Folder(), input: input)
        #expect(run.exitCode == 2 && run.output == "")
        #expect(
            run.errors.hasPrefix("holdfast: standard input, line 10003: 'http://www.example.com' is no https URL\n"),
            "\(run.errors)")
    }

    /// RFC 5891 §5: a U-label is converted for lookup; which forms of it are the same is UTS #46's mapping, without its
    /// transitional one, which took ß for ss.
    @Test(
        "U-labels become A-labels at the door",
        arguments: [
            ("https://bücher.example", "xn--bcher-kva.example"), ("BÜCHER.Example", "xn--bcher-kva.example"),
            ("bu\u{308}cher.example", "xn--bcher-kva.example"), ("faß.example", "xn--fa-hia.example"),
            ("日本語。example", "xn--wgv71a119e.example"), ("https://b%C3%BCcher.example", "xn--bcher-kva.example"),
        ])
    func names(written: String, name: String) throws {
        let run = try CommandRun(
            "holdfast", ["check", "--json", written + ":1", "--resolve", "\(name):1:127.0.0.1"], in: Folder())
        #expect(run.exitCode == 3, "\(run.errors)")
        #expect(try Verdict(run.output).host == name)
    }

    @Test(
        "What cannot be converted, or becomes something else than a name, is refused",
        arguments: [
            "a\u{202e}b.example", "\u{200d}.example", "xn--ü.example", "bücher..example", "℀.example", "a／b.example",
            "ü＃.example", "ü：1", String(repeating: "ü", count: 64) + ".example",
        ])
    func refused(written: String) throws {
        let run = try CommandRun("holdfast", ["check", "--json", "https://\(written)"], in: Folder())
        #expect(run.exitCode == 2, "\(run.output)")
        #expect(run.output == "" && run.errors.split(separator: "\n").count == 2, "\(run.errors)")
    }
}
