import Foundation
import PeerPrograms
import TestSupport
import Testing

/// `holdfast create renew`: the certificate's successor in its place.
@Suite(.ownThread)
struct CreateRenewTests {
    private static let start = """
        export XDG_DATA_HOME=$PWD/data
        "$holdfast" create ca --name Root --permit test --out ca.pem --key ca.key 2>/dev/null
        "$holdfast" create leaf a.test b.test --days 20 --key-type p-384 --at 2026-01-01T00:00:00Z --out a.pem \
          --key a.key 2>/dev/null
        names() { openssl x509 -in "$1" -noout -ext subjectAltName,extendedKeyUsage,keyUsage,basicConstraints; }
        public() { openssl x509 -in "$1" -noout -pubkey; }

        """

    @Test("Names, usages, key and length of life stay; the dates and the serial number are new; OpenSSL verifies it")
    func renewed() throws {
        let run = try CreateTests.shell(
            Self.start + """
                cp a.pem old.pem; cp a.key old.key
                "$holdfast" create renew a.pem 2> said; cat said | sed 's/until .*/until …/'
                diff <(names old.pem) <(names a.pem); diff <(public old.pem) <(public a.pem); cmp a.key old.key
                openssl verify -CAfile ca.pem -verify_hostname b.test a.pem
                test "$(openssl x509 -in a.pem -noout -serial)" != "$(openssl x509 -in old.pem -noout -serial)"
                seconds() { date -d "$(openssl x509 -in "$1" -noout -$2 | cut -d= -f2)" +%s; }
                for file in old.pem a.pem; do echo $(($(seconds $file enddate) - $(seconds $file startdate))); done
                "$holdfast" create renew a.pem --at 2026-02-01T00:00:00Z --days 30 --out later.pem 2>/dev/null
                openssl x509 -in later.pem -noout -dates
                """, in: Folder())
        #expect(
            run.output == """
                authority: ca.pem
                renew: a.pem, valid until …
                a.pem: OK
                1727999
                1727999
                notBefore=Jan 31 00:00:00 2026 GMT
                notAfter=Mar  1 23:59:59 2026 GMT

                """, "\(run.output)\(run.errors)")
    }

    @Test("--new-key: another key of the same kind, said, and never over the old one without --force")
    func newKey() throws {
        let run = try CreateTests.shell(
            Self.start + """
                cp a.pem old.pem; cp a.key old.key
                "$holdfast" create renew a.pem --new-key 2>/dev/null || echo $?
                cmp a.pem old.pem; cmp a.key old.key
                "$holdfast" create renew a.pem --new-key --force 2>&1 | grep 'new key'
                cmp -s a.key old.key || echo 'another key'; stat -c %a a.key
                diff <(openssl pkey -in a.key -pubout) <(public a.pem)
                openssl pkey -in a.key -noout -text | grep -o 'secp384r1'
                openssl verify -CAfile ca.pem a.pem
                """, in: Folder())
        #expect(
            run.output == "2\nnew key: a.key (EC P-384)\nanother key\n600\nsecp384r1\na.pem: OK\n",
            "\(run.output)\(run.errors)")
    }

    @Test("Below an intermediate, found beside the certificate; with a bundle that has the key")
    func below() throws {
        let run = try CreateTests.shell(
            """
            export XDG_DATA_HOME=$PWD/data; mkdir place
            "$holdfast" create ca --name Root --permit test --out root-ca.pem --key root-ca.key 2>/dev/null
            "$holdfast" create intermediate --name Below --ca root-ca.pem --ca-key root-ca.key --out place/ca.pem \
              --key place/ca.key 2>/dev/null
            "$holdfast" create leaf a.test --ca place/ca.pem --ca-key place/ca.key --out place/a.pem \
              --key place/a.key 2>/dev/null
            "$holdfast" create renew place/a.pem --p12 a.p12 --json 2>/dev/null | grep -o '"kind":"renew"'
            grep -c BEGIN place/a.pem; openssl verify -CAfile root-ca.pem -untrusted place/a.pem place/a.pem
            openssl pkcs12 -in a.p12 -passin pass:changeit -nodes -nocerts 2>/dev/null \
              | openssl pkey | cmp - place/a.key && echo 'its key'
            """, in: Folder())
        #expect(
            run.output == "\"kind\":\"renew\"\n2\nplace/a.pem: OK\nits key\n", "\(run.output)\(run.errors)")
    }

    @Test("Another authority's, an authority itself, a file with a key, two files: refused, and nothing is changed")
    func refused() throws {
        let folder = try Folder()
        try CreateTests.shell(
            Self.start + """
                "$holdfast" create ca --name Root --permit test --out other-ca.pem --key other-ca.key
                "$holdfast" create self-signed --san c.test --out c.pem --key c.key
                cat a.pem a.key > both.pem; sha256sum *.pem *.key > sums
                """, in: folder)
        try Script(
            """
            $ holdfast create renew a.pem --ca other-ca.pem --ca-key other-ca.key
            ! holdfast: 'a.pem' was issued by Root, and not by this authority
            ! hint: create leaf makes a certificate below another one
            = 2
            $ holdfast create renew c.pem
            ! holdfast: the authority that issued it, c.test, is in no usual place
            ! hint: name it: --ca FILE --ca-key FILE
            = 2
            $ holdfast create renew ca.pem
            ! holdfast: 'ca.pem' is an authority's certificate
            ! hint: create ca --key FILE makes another one with the same key
            = 2
            $ holdfast create renew both.pem
            ! holdfast: 'both.pem' holds a private key too, which would be gone
            ! hint: write the renewed certificate elsewhere: --out FILE
            = 2
            $ holdfast create renew
            ! holdfast: create renew needs FILE
            ! hint: holdfast create renew --help shows examples
            = 2
            $ holdfast create renew a.pem --san d.test
            ! holdfast: option --san does not apply to create renew
            ! hint: holdfast create renew --help --all lists the options that do
            = 2
            $ holdfast create renew a.pem --out ca.pem
            ! authority: ca.pem
            ! holdfast: 'ca.pem' is there already
            ! hint: name another file, or replace it with --force
            = 2
            """
        ).run(in: folder)
        try CreateTests.shell("sha256sum --quiet -c sums", in: folder)
    }
}
