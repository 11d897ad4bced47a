import HoldfastLibC
import Testing

@testable import HoldfastTrustStores

/// Programs that are run, and the lists that they print.
struct ProgramOutputTests {
    @Test("Output, errors, input and exit code come through, each its own way; nothing of the environment does")
    func run() throws {
        let programs = StorePrograms(path: "/usr/bin:/bin", home: "/nowhere")
        let run = try programs.run(
            ["sh", "-c", "cat; echo \"$HOME $LC_ALL ${XDG_STATE_HOME-none}\" >&2; exit 7"], input: Array("in".utf8))
        #expect(run.text == "in")
        #expect(run.errors == Array("/nowhere C.UTF-8 none\n".utf8))
        #expect(run.exitCode == 7)
        #expect(try programs.run(["sh", "-c", "kill -9 $$"]).exitCode == 137)
    }

    /// A pipe whose other end a program had would stay open for as long as that program.
    @Test("A program gets none of this process's descriptors but its three streams")
    func descriptors() throws {
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let programs = StorePrograms(path: "/usr/bin:/bin", home: nil)
        let look = "for number in \(ends[0]) \(ends[1]); do [ -e /proc/$$/fd/$number ] && echo $number; done; true"
        let run = try programs.run(["sh", "-c", look])
        #expect(run.exitCode == 0 && run.output.isEmpty, "\(run.text)")
    }

    @Test("More than a pipe holds both ways, and a program that reads nothing")
    func large() throws {
        let programs = StorePrograms(path: "/usr/bin:/bin", home: nil)
        let bytes = [UInt8](repeating: 0x61, count: 1 << 20)
        #expect(try programs.run(["cat"], input: bytes).output == bytes)
        #expect(try programs.run(["true"], input: bytes).exitCode == 0)
    }

    @Test("A program that is not there is said with its packages, one that fails with its first words")
    func failures() {
        let programs = StorePrograms(path: "/usr/bin:/bin", home: nil)
        #expect(throws: TrustStoreError.noProgram("no-such-program", packages: "p")) {
            try programs.run(["no-such-program"], packages: "p")
        }
        #expect(throws: TrustStoreError.program("sh", "first")) {
            try programs.succeed(["sh", "-c", "echo; echo first >&2; echo second >&2; exit 1"])
        }
    }

    /// As certutil of NSS 3.87 prints it.
    @Test("certutil's list: nicknames with spaces and commas, and the three groups of flags")
    func certutil() {
        let text = """

            Certificate Nickname                                         Trust Attributes
                                                                         SSL,S/MIME,JAR/XPI

            holdfast-0011223344556677                                    C,,\u{20}\u{20}
            Some CA, with a comma                                        CT,C,C
            a very long nickname of an authority that has more than the room for it CTu,Cu,Cu
            none                                                         ,,\u{20}\u{20}\u{20}
            """
        let entries = NSSStore.entries(text)
        #expect(
            entries.map(\.nickname) == [
                "holdfast-0011223344556677", "Some CA, with a comma",
                "a very long nickname of an authority that has more than the room for it", "none",
            ])
        #expect(entries.map(\.trust) == ["C,,", "CT,C,C", "CTu,Cu,Cu", ",,"])
    }

    /// As keytool of OpenJDK 17 prints it.
    @Test("keytool's list: aliases and fingerprints of trusted certificates, and not of keys")
    func keytool() {
        let text = """
            Keystore type: PKCS12
            Keystore provider: SUN

            Your keystore contains 3 entries

            holdfast-ab, Nov 26, 2026, trustedCertEntry,\u{20}
            Certificate fingerprint (SHA-256): 45:44:64
            debian:a, b.pem, Nov 26, 2026, trustedCertEntry,\u{20}
            Certificate fingerprint (SHA-256): 01:02
            mine, Nov 26, 2026, PrivateKeyEntry,\u{20}
            Certificate fingerprint (SHA-256): 03:04
            """
        let entries = JavaStore.entries(text)
        #expect(entries.map(\.alias) == ["holdfast-ab", "debian:a, b.pem"])
        #expect(entries.map(\.fingerprint) == ["45:44:64", "01:02"])
    }

    @Test("Steps as lines of a shell")
    func words() {
        #expect(ShellWord.quoted("a/b-c.pem") == "a/b-c.pem")
        #expect(ShellWord.quoted("it's here") == #"'it'\''s here'"#)
        #expect(ShellWord.quoted("") == "''")
        #expect("\(TrustStep.run(["certutil", "-t", "C,,"], input: [1]))" == "certutil -t C,, < CA.pem")
        #expect("\(TrustStep.remove(path: "/a b"))" == "rm '/a b'")
    }
}
