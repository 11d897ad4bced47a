import Foundation
import TestSupport
import Testing

/// `holdfast trust-store` without a store: what it refuses, and what it writes for other programs and phones.
@Suite(.ownThread)
struct TrustStoreCommandTests {
    @Test("Words that make no sense, each with its way out; exit code 2")
    func usage() throws {
        let folder = try TrustStoreFixture.folder()
        try Script(
            """
            $ holdfast trust-store
            ! holdfast: trust-store needs VERB CA.pem
            ! hint: holdfast trust-store --help shows what it does
            = 2
            $ holdfast trust-store instal ca.pem
            ! holdfast: 'instal' is nothing that holdfast trust-store does
            ! hint: did you mean holdfast trust-store install?
            = 2
            $ holdfast trust-store install
            ! holdfast: trust-store install needs CA.pem
            ! hint: …holdfast trust-store install …
            = 2
            $ holdfast trust-store install ca.pem --only system,browsers
            ! holdfast: --only: 'browsers' is no kind of store
            ! hint: kinds are system, nss, java
            = 2
            $ holdfast trust-store install ca.pem --root no-such-folder
            ! holdfast: --root: 'no-such-folder' is no folder
            ! hint: name the top of a tree of files
            = 2
            $ holdfast trust-store status ca.pem --root nothing
            ! holdfast: there is no store of the kinds java, nss, system
            ! hint: look at --root, HOME
            = 1
            $ holdfast trust-store status ca.pem --root nothing --only nss
            ! holdfast: there is no store of the kinds nss
            ! hint: start the browser once, so that it makes its database
            = 1
            $ holdfast trust-store export ca.pem
            ! holdfast: --mobileconfig FILE or --cer FILE is needed
            ! hint: the one for Apple's devices, the other for Android's
            = 2
            $ holdfast trust-store export ca.pem --cer ./ca.pem --force
            ! holdfast: --cer names the authority's own file
            ! hint: name another
            = 2
            """
        ).run(in: folder)
    }

    @Test("Files that are put into no store: with a key, of a server, of several, none, malformed, over")
    func refused() throws {
        let folder = try TrustStoreFixture.folder()
        try CreateTests.shell(
            """
            cat ca.pem ca.key > both.pem; cat ca.pem other-ca.pem > two.pem
            "$holdfast" create leaf www.a.test
            "$holdfast" create ca --name Old --permit test --at 2020-01-01T00:00:00Z --days 30 --out old.pem \
              --key old.key
            head -c 300 <(openssl x509 -in ca.pem -outform der) > cut-ca.der
            """, in: folder)
        try Script(
            """
            $ holdfast trust-store install --root nothing both.pem
            ! holdfast: 'both.pem': it holds a private key, or may hold one: that belongs into no store
            ! hint: name a file with the certificate alone; the key stays where it is
            = 2
            $ holdfast trust-store install ca.key
            ! holdfast: 'ca.key': it holds a private key, or may hold one: that belongs into no store
            ! hint: name a file with the certificate alone; the key stays where it is
            = 2
            $ holdfast trust-store install www.a.test.pem
            ! holdfast: 'www.a.test.pem': it is no authority's certificate: nobody would be trusted through it
            ! hint: name the certificate of the authority that issued it
            = 2
            $ holdfast trust-store install two.pem
            ! holdfast: 'two.pem': it holds 2 certificates, and one is meant
            ! hint: name a file with the root alone
            = 2
            $ holdfast trust-store export text.txt --cer a.cer
            ! holdfast: 'text.txt': …
            ! hint: name the authority's certificate, in PEM or DER
            ! more: holdfast explain malformedCertificate
            = 30
            $ holdfast trust-store export cut-ca.der --cer a.cer
            ! holdfast: 'cut-ca.der': …
            ! hint: name the authority's certificate, in PEM or DER
            ! more: holdfast explain malformedCertificate
            = 30
            $ holdfast trust-store install no-such-file.pem
            ! holdfast: 'no-such-file.pem': no such file or directory
            ! hint: check the spelling; a relative path starts at the current folder
            = 1
            """
        ).run(in: folder)
        let run = try TrustStoreFixture.run(
            """
            mkdir -p tree/usr/local/share/ca-certificates
            "$holdfast" trust-store install --only system --root tree --yes old.pem || echo $?
            ls tree/usr/local/share/ca-certificates
            """, in: folder)
        #expect(run.output == "21\n")
        #expect(run.errors.hasPrefix("holdfast: 'old.pem': it expired on 2020-01-29T"), "\(run.errors)")
    }

    @Test("An authority without limits is said to be so, loudly, by create, install, status and export")
    func unlimited() throws {
        let folder = try TrustStoreFixture.folder()
        let run = try TrustStoreFixture.run(
            """
            mkdir -p tree/usr/local/share/ca-certificates
            said() { grep -c 'warning: NO LIMITS: .* every name in the world' said || true; }
            "$holdfast" create ca --name Wide --out wide.pem --key wide.key 2> said; said
            "$holdfast" trust-store install --only system --root tree wide.pem > said 2>&1 || true; said
            "$holdfast" trust-store status --only system --root tree wide.pem > said || true; said
            "$holdfast" trust-store export wide.pem --cer wide.cer 2> said; said
            "$holdfast" trust-store status --only system --root tree ca.pem > said || true; said
            "$holdfast" create ca --json --name Wide --out wide.pem --key wide.key --force \
              | grep -c '"warnings":\\["NO LIMITS'
            """, in: folder)
        #expect(run.output == "1\n1\n1\n1\n0\n1\n", "\(run.output)\(run.errors)")
    }

    @Test("Variables for a shell: whole paths, in quotes where needed; with no store's list the authority alone")
    func environment() throws {
        let folder = try TrustStoreFixture.folder()
        let run = try TrustStoreFixture.run(
            """
            mkdir -p "a folder" tree/usr/local/share/ca-certificates; cp ca.pem "a folder/ca.pem"
            eval "$("$holdfast" trust-store status --root tree --only system --print-env 'a folder/ca.pem')"
            for name in NODE_EXTRA_CA_CERTS SSL_CERT_FILE REQUESTS_CA_BUNDLE CURL_CA_BUNDLE GIT_SSL_CAINFO; do
              cmp "${!name}" ca.pem; case ${!name} in /*) echo whole;; esac
            done
            openssl x509 -in ca.pem -outform der -out ca.der
            "$holdfast" trust-store status --root tree --only system --print-env ca.der || echo $?
            "$holdfast" trust-store status --root tree --only system --json ca.pem || echo $?
            """, in: folder)
        let lines = run.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 8, "\(run.output)\(run.errors)")
        #expect(lines[..<6] == ["whole", "whole", "whole", "whole", "whole", "2"])
        PrintedJSON.check(lines[6], of: ["trust-store", "status", "--json"])
        #expect(lines[6].contains(#""permitted":["test","127.0.0.0/8"]"#), "\(lines[6])")
        #expect(lines[7] == "33")
    }

    @Test("For phones: the certificate in DER, and a profile that Python reads; never over a file without --force")
    func export() throws {
        let folder = try TrustStoreFixture.folder()
        let run = try TrustStoreFixture.run(
            """
            "$holdfast" trust-store export ca.pem --mobileconfig ca.mobileconfig --cer ca.cer
            cmp ca.cer <(openssl x509 -in ca.pem -outform der) && echo same
            "$holdfast" trust-store export ca.pem --cer ca.cer 2>/dev/null || echo $?
            "$holdfast" trust-store export ca.pem --mobileconfig - | cmp - ca.mobileconfig && echo same
            "$holdfast" trust-store export ca.pem --force --json --cer ca.cer
            """, in: folder)
        let lines = run.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 4, "\(run.output)\(run.errors)")
        #expect(lines[..<3] == ["same", "2", "same"])
        PrintedJSON.check(lines[3], of: ["trust-store", "export", "--json"])
        #expect(run.errors == "written: ca.mobileconfig\nwritten: ca.cer\n", "\(run.errors)")
    }

    @Test(
        "Python's plistlib finds the payload in the profile",
        .enabled(if: TrustStoreFixture.has("python3"), "Python is not installed"))
    func python() throws {
        let run = try TrustStoreFixture.run(
            """
            "$holdfast" trust-store export ca.pem --mobileconfig ca.mobileconfig 2>/dev/null
            python3 -c "import plistlib, sys
            p = plistlib.load(open('ca.mobileconfig', 'rb'))
            c = p['PayloadContent'][0]
            print(p['PayloadType'], c['PayloadType'], type(c['PayloadVersion']).__name__)
            open('in.der', 'wb').write(c['PayloadContent'])"
            cmp in.der <(openssl x509 -in ca.pem -outform der) && echo same
            """, in: TrustStoreFixture.folder())
        #expect(run.output == "Configuration com.apple.security.root int\nsame\n", "\(run.output)\(run.errors)")
    }
}
