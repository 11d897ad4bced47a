import Foundation
import PeerPrograms
import TestSupport
import Testing

/// `holdfast create` without options, and the renewal in one step; read and judged by OpenSSL.
@Suite(.ownThread)
struct CreateDefaultsTests {
    private static let home = "export XDG_DATA_HOME=$PWD/data\n"

    /// RFC 5280 §4.2.1.10, by OpenSSL: what the authority may issue for, and what it may not.
    @Test("create ca makes the user's own, for names that lead to this machine; create leaf NAME finds it")
    func own() throws {
        let run = try CreateTests.shell(
            Self.home + """
                "$holdfast" create ca 2> said
                cd data/holdfast/authority; stat -c '%a %n' . ca.key; cd ../../..
                "$holdfast" create leaf www.example.test '*.dev.test' localhost 127.0.0.1 ::1 2>> said
                stat -c '%a %n' www.example.test+4.key; ca=data/holdfast/authority/ca.pem
                for name in www.example.test a.dev.test localhost; do
                  openssl verify -x509_strict -CAfile $ca -purpose sslserver -verify_hostname $name \
                    www.example.test+4.pem
                done
                openssl verify -CAfile $ca -verify_ip 127.0.0.1 www.example.test+4.pem
                openssl verify -CAfile $ca -verify_ip ::1 www.example.test+4.pem
                cmp <(openssl pkey -in www.example.test+4.key -pubout) \
                  <(openssl x509 -in www.example.test+4.pem -noout -pubkey) && echo 'its key'
                "$holdfast" create leaf www.example.com 2>> said || echo $?
                "$holdfast" create leaf 192.0.2.1 2>> said || echo $?
                "$holdfast" create leaf '*.dev.test' 2>> said; ls _wildcard.dev.test.*
                """, in: Folder())
        #expect(
            run.output == """
                700 .
                600 ca.key
                600 www.example.test+4.key
                www.example.test+4.pem: OK
                www.example.test+4.pem: OK
                www.example.test+4.pem: OK
                www.example.test+4.pem: OK
                www.example.test+4.pem: OK
                its key
                2
                2
                _wildcard.dev.test.key
                _wildcard.dev.test.pem

                """, "\(run.output)\(run.errors)")
    }

    /// The refusal names the file in which the authority lies, and the option that gives it; then the chain is trusted.
    @Test("a chain of the user's own authority is refused with the option to paste, which then has it trusted")
    func paste() throws {
        let run = try CreateTests.shell(
            Self.home + """
                unset SSL_CERT_FILE SSL_CERT_DIR
                "$holdfast" create ca 2> said; "$holdfast" create leaf a.test 2>> said
                "$holdfast" evaluate a.test.pem --host a.test > refused || echo $?
                tr -s ' \\n' ' ' < refused | sed -n 's/.*with \\(--anchors [^ ,]*\\).*/\\1/p' > option
                cat option; echo
                "$holdfast" evaluate a.test.pem --host a.test $(cat option) > trusted && head -1 trusted
                """, in: Folder())
        let lines = run.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 3, "\(run.output)\(run.errors)")
        #expect(lines[0] == "20" && lines[1].hasPrefix("--anchors ") && lines[1].hasSuffix("/authority/ca.pem"))
        #expect(lines[2].contains("trusted"), "\(run.output)")
    }

    @Test("A new authority ends with the next steps, and they work as they stand; the kind of each key is said")
    func nextSteps() throws {
        let folder = try Folder()
        let run = try CreateTests.shell(
            Self.home + """
                "$holdfast" create ca --name Dev --permit test --permit localhost --out mine.pem --key mine.key 2> said
                sed -n 's/^next: holdfast //p' said
                sed -n 's/^next: holdfast \\(create .*\\)/"$holdfast" \\1/p' said > steps
                export holdfast; bash -e steps 2>&1
                openssl verify -CAfile mine.pem www.test.pem
                """, in: folder)
        let lines = run.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 6, "\(run.output)\(run.errors)")
        #expect(lines[0] == "create leaf www.test --ca mine.pem --ca-key mine.key")
        #expect(lines[1] == "check --anchors mine.pem www.test")
        #expect(lines[2] == "trust-store install mine.pem")
        #expect(lines[3].hasPrefix("leaf: www.test.pem, valid until "))
        #expect(lines[4] == "new key: www.test.key (EC P-256)")
        #expect(lines[5] == "www.test.pem: OK")
    }

    @Test("create leaf without a name asks for one, not for the files that a name would give")
    func nameless() throws {
        try Script(
            """
            $ holdfast create leaf
            ! holdfast: create leaf needs NAME…
            ! hint: write the server's name or address, as holdfast create leaf app.test
            = 2
            """
        ).run(in: Folder())
    }

    @Test("The next steps name a server, never a network, and quote what a shell would part")
    func nextStepWords() throws {
        let run = try CreateTests.shell(
            Self.home + """
                mkdir 'a b'
                "$holdfast" create ca --name Dev --permit 10.0.0.0/8 --permit dev.test --out 'a b/c.pem' \
                  --key 'a b/c.key' 2>&1 | sed -n 's/^next: //p'
                """, in: Folder())
        #expect(
            run.output == """
                holdfast create leaf dev.test --ca 'a b/c.pem' --ca-key 'a b/c.key'
                holdfast check --anchors 'a b/c.pem' dev.test
                holdfast trust-store install 'a b/c.pem'

                """, "\(run.output)\(run.errors)")
    }

    @Test("ca.pem and ca.key of the current folder come before the user's own; without either, how to make one is said")
    func order() throws {
        let run = try CreateTests.shell(
            Self.home + """
                "$holdfast" create leaf a.test 2>&1 || echo $?
                "$holdfast" create ca --name Own 2>/dev/null
                "$holdfast" create leaf a.test 2>/dev/null; openssl x509 -in a.test.pem -noout -issuer
                "$holdfast" create ca --name Here --permit test --out ca.pem --key ca.key 2>/dev/null
                "$holdfast" create leaf b.test 2>&1 | head -1; openssl x509 -in b.test.pem -noout -issuer
                "$holdfast" create leaf b.test 2>&1 || echo $?
                "$holdfast" create leaf b.test --usage client 2>&1 | head -1 || true
                """, in: Folder())
        #expect(
            run.output.withPlainNames == """
                holdfast: create leaf needs --ca FILE
                hint: run holdfast create ca first, which makes an authority of your own; \
                ca.pem and ca.key of this folder are taken too
                2
                issuer=CN=Own
                authority: ca.pem
                issuer=CN=Here
                authority: ca.pem
                holdfast: 'b.test.pem' is there already
                hint: name another file, or replace it with --force
                2
                holdfast: names without an option are a server's

                """, "\(run.output)\(run.errors)")
    }

    @Test("--p12: OpenSSL opens it with changeit, or with the passphrase; key, certificate and root are in it")
    func bundle() throws {
        let run = try CreateTests.shell(
            Self.home + """
                "$holdfast" create ca 2>/dev/null; echo secret > pass
                "$holdfast" create leaf a.test --p12 a.p12 2> said; grep -c 'password changeit' said; stat -c %a a.p12
                openssl pkcs12 -in a.p12 -passin pass:changeit -nodes -out all.pem
                grep -c 'BEGIN CERTIFICATE' all.pem
                cmp <(openssl pkey -in all.pem) <(openssl pkey -in a.test.key) && echo 'its key'
                openssl verify -CAfile data/holdfast/authority/ca.pem all.pem
                "$holdfast" create leaf b.test --p12 b.p12 --passphrase-file pass 2>/dev/null
                openssl pkcs12 -in b.p12 -passin pass:secret -nokeys -clcerts 2>&1 | grep -c 'BEGIN CERTIFICATE'
                "$holdfast" create leaf c.test --p12 b.p12 2>/dev/null || echo $?; ls c.test.pem 2>/dev/null || true
                "$holdfast" create leaf c.test --p12 c.p12 --json --force 2>/dev/null | grep -o '"p12":"c.p12"'
                """, in: Folder())
        #expect(
            run.output == "1\n600\n2\nits key\nall.pem: OK\n1\n2\n\"p12\":\"c.p12\"\n", "\(run.output)\(run.errors)")
    }
}
