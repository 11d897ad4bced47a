import Foundation
import PeerPrograms
import TestSupport
import Testing

/// `holdfast trust-store` with a key store of a runtime that is made up, and Java's own keytool.
@Suite(.ownThread, .enabled(if: TrustStoreFixture.has("keytool"), "keytool is not installed"))
struct TrustStoreJavaTests {
    private func runtime() throws -> Folder {
        let folder = try TrustStoreFixture.folder()
        _ = try TrustStoreFixture.run(
            """
            mkdir -p java/lib/security; openssl x509 -in root.pem -out first.pem
            keytool -importcert -noprompt -keystore java/lib/security/cacerts -storepass changeit -alias first \\
              < first.pem 2>/dev/null
            """, in: folder)
        return folder
    }

    private static let list = """
        export JAVA_HOME=$PWD/java
        list() { keytool -list -keystore java/lib/security/cacerts -storepass changeit -J-Duser.language=en; }

        """

    @Test("Put in as a trusted certificate, keytool says; and taken out, nothing else with it")
    func roundTrip() throws {
        let folder = try runtime()
        let run = try TrustStoreFixture.run(
            Self.list + """
                list > before
                "$holdfast" trust-store install --only java --yes ca.pem 2>plan; grep -c 'keytool -importcert' plan
                list | grep -A1 "^$label, .*trustedCertEntry" | tail -1 | grep -o '[0-9A-F:]*$' | tr -d :
                openssl x509 -in ca.pem -outform der | sha256sum | tr a-f A-F | cut -c1-64
                "$holdfast" trust-store uninstall --only java --yes ca.pem 2>/dev/null | head -1
                list | diff before - && echo 'as before'
                """, in: folder)
        let lines = run.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 7, "\(run.output)\(run.errors)")
        #expect(lines[0] == "Java's store: trusted")
        #expect(lines[2] == "1")
        #expect(lines[3] == lines[4])
        #expect(lines[5...] == ["Java's store: the authority is not in it", "as before"])
    }

    @Test("Another alias' certificate, another certificate's alias, and a store of another password are left alone")
    func others() throws {
        let folder = try runtime()
        let run = try TrustStoreFixture.run(
            Self.list + """
                store="-keystore java/lib/security/cacerts -storepass changeit"
                keytool -importcert -noprompt $store -alias 'by, hand' < ca.pem 2>/dev/null
                "$holdfast" trust-store uninstall --only java --yes ca.pem 2>/dev/null | head -1
                keytool -delete $store -alias 'by, hand'; keytool -importcert -noprompt $store -alias "$label" \\
                  < other-ca.pem 2>/dev/null
                list > before
                for verb in install uninstall; do
                  "$holdfast" trust-store $verb --only java --yes ca.pem 2>/dev/null | head -1 || true
                done
                list | diff before -
                keytool -storepasswd $store -new another 2>/dev/null
                "$holdfast" trust-store install --only java --yes ca.pem 2>/dev/null || echo $?
                """, in: folder)
        let lines = run.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 6, "\(run.output)\(run.errors)")
        #expect(lines[0] == "Java's store: trusted, put there by somebody else as by, hand")
        #expect(lines[1].hasPrefix("Java's store: left alone: the alias holdfast-"))
        #expect(lines[2] == lines[1])
        #expect(lines[3].hasPrefix("Java's store: not known: keytool: "), "\(lines[3])")
        #expect(lines[5] == "1")
    }

    /// The hook of ca-certificates-java: `debian:` and the name of the link in /etc/ssl/certs.
    @Test("What Debian's hook took over from the system's store counts as put there, and is taken out too")
    func hook() throws {
        let folder = try runtime()
        let run = try TrustStoreFixture.run(
            Self.list + """
                list > before
                for alias in "$label" "debian:$label.pem"; do
                  keytool -importcert -noprompt -keystore java/lib/security/cacerts -storepass changeit \
                    -alias "$alias" \\
                    < ca.pem 2>/dev/null
                done
                "$holdfast" trust-store uninstall --only java --yes ca.pem 2>/dev/null | head -1
                list | diff before - && echo 'as before'
                """, in: folder)
        #expect(run.output == "Java's store: the authority is not in it\nas before\n", "\(run.output)\(run.errors)")
    }

    @Test("Without JAVA_HOME, the runtime of the keytool on the path is meant too; status only reads")
    func path() throws {
        let folder = try runtime()
        let run = try TrustStoreFixture.run(
            """
            mkdir java/bin other; printf '#!/bin/sh\\nexec /usr/bin/keytool "$@"\\n' > java/bin/keytool
            chmod +x java/bin/keytool; ln -s ../java/bin/keytool other/keytool
            PATH=$PWD/other:$PATH "$holdfast" trust-store status --only java ca.pem | grep "$(pwd -P)/java" || true
            """, in: folder)
        let place = folder.url.resolvingSymlinksInPath().path + "/java/lib/security/cacerts"
        #expect(run.output == "  \(place)\n", "\(run.output)\(run.errors)")
    }

    @Test("Below --root, Debian's link to /etc/ssl/certs/java is the tree's, and two runtimes share one store")
    func tree() throws {
        let folder = try runtime()
        let run = try TrustStoreFixture.run(
            """
            for version in 17 21; do
              mkdir -p tree/usr/lib/jvm/java-$version/lib/security
              ln -s /etc/ssl/certs/java/cacerts tree/usr/lib/jvm/java-$version/lib/security/cacerts
            done
            mkdir -p tree/etc/ssl/certs/java; mv java/lib/security/cacerts tree/etc/ssl/certs/java/
            "$holdfast" trust-store status --only java --root tree ca.pem | grep -A1 'Java' || true
            """, in: folder)
        let place = folder.url.resolvingSymlinksInPath().path + "/tree/etc/ssl/certs/java/cacerts"
        #expect(run.output == "Java's store: the authority is not in it\n  \(place)\n", "\(run.output)\(run.errors)")
    }
}
