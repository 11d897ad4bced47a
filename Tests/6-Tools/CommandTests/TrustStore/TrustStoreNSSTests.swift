import Foundation
import PeerPrograms
import TestSupport
import Testing

/// `holdfast trust-store` with databases of NSS, as Chromium and Firefox have them, and NSS's own certutil.
@Suite(.ownThread, .enabled(if: TrustStoreFixture.has("certutil"), "certutil is not installed"))
struct TrustStoreNSSTests {
    /// Chromium's database and two profiles of Firefox, one of which has something in it.
    private func databases() throws -> Folder {
        let folder = try TrustStoreFixture.folder()
        _ = try TrustStoreFixture.run(
            """
            for place in .pki/nssdb .mozilla/firefox/a.default .mozilla/firefox/b.dev; do
              mkdir -p "home/$place"; certutil -N --empty-password -d "sql:home/$place"
            done
            mkdir home/.mozilla/firefox/empty
            certutil -A -d sql:home/.mozilla/firefox/b.dev -n 'Somebody else' -t C,, -a < root.pem
            """, in: folder)
        return folder
    }

    @Test("Installed in each database as a trusted issuer of servers, NSS says; and taken out, nothing else with it")
    func roundTrip() throws {
        let folder = try databases()
        let run = try TrustStoreFixture.run(
            """
            lists() { for d in home/.pki/nssdb home/.mozilla/firefox/*; do
              ! test -f $d/cert9.db || certutil -L -d sql:$d; done; }
            lists > before
            "$holdfast" trust-store install --only nss --yes ca.pem
            lists | grep -c "^$label  *C,, *$"
            "$holdfast" create leaf www.a.test 2>/dev/null
            certutil -A -d sql:home/.pki/nssdb -n leaf -t ,, -a < www.a.test.pem
            certutil -V -d sql:home/.pki/nssdb -n leaf -u V
            certutil -D -d sql:home/.pki/nssdb -n leaf
            "$holdfast" trust-store status --only nss ca.pem > status; echo $?; grep -c ': trusted$' status
            "$holdfast" trust-store install --only nss ca.pem 2> again
            grep -c 'nothing is done' again
            "$holdfast" trust-store uninstall --only nss --yes ca.pem
            lists | diff before - && echo 'as before'
            "$holdfast" trust-store status --only nss ca.pem >/dev/null || echo $?
            "$holdfast" trust-store uninstall --only nss ca.pem >/dev/null 2>&1; echo $?
            """, in: folder)
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(
            lines.filter { !$0.hasPrefix("Chromium") && !$0.hasPrefix("Firefox") && !$0.hasPrefix("  ") } == [
                "3", "certutil: certificate is valid", "0", "3", "3", "as before", "33", "0",
            ], "\(run.output)\(run.errors)")
    }

    @Test("The plan has each command, and done by hand they do the same")
    func plan() throws {
        let folder = try databases()
        let run = try TrustStoreFixture.run(
            """
            "$holdfast" trust-store install --only nss ca.pem 2> plan || echo $?
            certutil -L -d sql:home/.pki/nssdb | grep -c "$label" || true
            sed -n 's/^  \\(certutil .*\\) < CA.pem$/\\1 < ca.pem/p' plan > commands
            wc -l < commands; bash -e commands
            "$holdfast" trust-store status --only nss ca.pem | grep -c ': trusted$'
            """, in: folder)
        #expect(run.output == "2\n0\n3\n3\n", "\(run.output)\(run.errors)")
        let plan = try String(contentsOf: folder.url.appending(path: "plan"), encoding: .utf8)
        #expect(plan.contains("install CN=Store CA, until "))
        #expect(plan.contains("\n  may issue for test, 127.0.0.0/8 alone\n"))
        #expect(plan.contains("holdfast: there is no terminal to ask on; nothing was done"))
    }

    @Test("Another certificate of that name, and the same one of another name, are left alone by both verbs")
    func others() throws {
        let folder = try databases()
        let run = try TrustStoreFixture.run(
            """
            rm -r home/.mozilla/firefox/b.dev
            certutil -A -d sql:home/.pki/nssdb -n "$label" -t ,, -a < other-ca.pem
            certutil -A -d sql:home/.mozilla/firefox/a.default -n 'By hand' -t C,, -a < ca.pem
            lists() { certutil -L -d sql:home/.pki/nssdb; certutil -L -d sql:home/.mozilla/firefox/a.default; }
            lists > before
            "$holdfast" trust-store status --only nss ca.pem || echo $?
            "$holdfast" trust-store install --only nss --yes ca.pem >/dev/null 2>&1 || echo $?
            lists | diff before -
            "$holdfast" trust-store uninstall --only nss --yes ca.pem >/dev/null 2>&1; echo $?
            lists | diff before - && echo 'as before'
            """, in: folder)
        #expect(run.output.hasSuffix("33\n1\n0\nas before\n"), "\(run.output)")
        #expect(run.output.contains("left alone: the nickname holdfast-"), "\(run.output)")
        #expect(run.output.contains("trusted, put there by somebody else as By hand"), "\(run.output)")
    }

    @Test("Trust that was taken away in the browser's settings is said, and given again")
    func takenAway() throws {
        let folder = try databases()
        let run = try TrustStoreFixture.run(
            """
            rm -r home/.mozilla
            "$holdfast" trust-store install --only nss --yes ca.pem >/dev/null 2>&1
            certutil -M -d sql:home/.pki/nssdb -n "$label" -t ,,
            "$holdfast" trust-store status --only nss --json ca.pem || echo $?
            "$holdfast" trust-store install --only nss --yes ca.pem 2>/dev/null | head -1
            """, in: folder)
        let lines = run.output.split(separator: "\n")
        try #require(lines.count == 3, "\(run.output)")
        PrintedJSON.check(String(lines[0]), of: ["trust-store", "status", "--json"])
        #expect(lines[0].contains(#""standing":"incomplete""#))
        #expect(lines[1...] == ["33", "Chromium's database: trusted"])
    }

    @Test("A database of another user is not touched", .enabled(if: geteuid() == 0, "only the superuser can"))
    func owner() throws {
        let folder = try databases()
        let run = try TrustStoreFixture.run(
            """
            rm -r home/.mozilla; chown 12345 home/.pki/nssdb/cert9.db
            before=$(sha256sum home/.pki/nssdb/*)
            "$holdfast" trust-store install --only nss --yes ca.pem 2>/dev/null || echo $?
            test "$before" = "$(sha256sum home/.pki/nssdb/*)" && echo 'as before'
            """, in: folder)
        #expect(run.output.hasSuffix("1\nas before\n"), "\(run.output)")
        #expect(run.output.contains("it belongs to user 12345: run this as that user"), "\(run.output)")
    }

    @Test("On a terminal it asks: only y does it", arguments: [("y", true), ("yes", true), ("n", false), ("", false)])
    func asking(_ answer: String, _ isDone: Bool) throws {
        let folder = try databases()
        let run = try TrustStoreFixture.run(
            """
            export holdfast
            { sleep 1; printf '\(answer)\\n'; sleep 1; } \
              | script -qec '"$holdfast" trust-store install --only nss ca.pem' /dev/null > said || true
            grep -c 'Do it? \\[y/N\\]' said
            certutil -L -d sql:home/.pki/nssdb | grep -c "$label" || true
            """, in: folder)
        #expect(run.output == "1\n\(isDone ? 1 : 0)\n", "\(run.output)\(run.errors)")
    }

    @Test("Without certutil it says what to install, and changes nothing")
    func noProgram() throws {
        let folder = try databases()
        // Found nowhere: neither on the path nor in the folders of administrators.
        let run = try TrustStoreFixture.run(
            """
            test ! -e /usr/sbin/certutil -a ! -e /sbin/certutil
            PATH=$PWD/nothing "$holdfast" trust-store install --only nss --yes ca.pem 2>/dev/null || echo $?
            """, in: folder)
        #expect(run.output.contains("certutil is not installed (libnss3-tools, on Fedora nss-tools)"), "\(run.output)")
        #expect(run.output.hasSuffix("\n1\n"))
    }
}
