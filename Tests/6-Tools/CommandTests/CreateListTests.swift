import Foundation
import PeerPrograms
import TestSupport
import Testing

/// The lists of `holdfast create crl`: read and followed by OpenSSL, and by `evaluate`.
@Suite(.ownThread)
struct CreateListTests {
    /// A root and two servers below it.
    static func world() throws -> Folder {
        let folder = try Folder()
        try CreateTests.shell(
            """
            "$holdfast" create ca --name Root --out ca.pem --key ca.key
            for name in a b; do
              "$holdfast" create leaf --san $name.test --ca ca.pem --ca-key ca.key --out $name.pem --key $name.key
            done
            """, in: folder)
        return folder
    }

    /// RFC 5280 §6.3.3: a certificate on its issuer's list is revoked, one that is not there is not.
    @Test("By file and by number, in PEM and in DER: OpenSSL verifies the list, and both refuse what it has")
    func revoked() throws {
        let run = try CreateTests.shell(
            """
            serial=$(openssl x509 -in b.pem -noout -serial | cut -d= -f2)
            create() { "$holdfast" create crl "$@" --ca ca.pem --ca-key ca.key --force; }
            create --revoked-cert a.pem --reason keyCompromise --out file.crl
            create --revoked "$serial:superseded:2026-01-02T03:04:05Z" --out number.crl
            create --revoked "$(echo $serial | sed 's/../&:/g; s/:$//')" --der --out number.der
            openssl crl -inform der -in number.der -out of-der.crl
            create --out empty.crl
            for list in file number of-der empty; do
              openssl crl -in $list.crl -CAfile ca.pem -noout 2>&1
              for name in a b; do
                openssl verify -crl_check -CAfile ca.pem -CRLfile $list.crl $name.pem >/dev/null 2>&1 \\
                  && theirs=0 || theirs=2
                "$holdfast" evaluate $name.pem --host $name.test --anchors-only ca.pem --crl $list.crl \\
                  --revocation hard --json | grep -o '"code":"revoked"' | head -1 | grep -c . > seen || true
                echo "$list $name: openssl $theirs, holdfast $(cat seen)"
              done
            done
            openssl crl -in number.crl -noout -text | grep -A2 'Revocation Date' | sed 's/^ *//; s/ *$//'
            openssl crl -in file.crl -noout -text | grep -A1 'Reason Code' | tail -1 | sed 's/^ *//'
            """, in: Self.world())
        func both(_ list: String, _ a: Bool, _ b: Bool) -> [String] {
            ["verify OK"]
                + [("a", a), ("b", b)].map { name, isRevoked in
                    "\(list) \(name): openssl \(isRevoked ? 2 : 0), holdfast \(isRevoked ? 1 : 0)"
                }
        }
        let expected =
            both("file", true, false) + both("number", false, true) + both("of-der", false, true)
            + both("empty", false, false) + [
                "Revocation Date: Jan  2 03:04:05 2026 GMT", "CRL entry extensions:", "X509v3 CRL Reason Code:",
                "Key Compromise",
            ]
        #expect(run.output.split(separator: "\n").map(String.init) == expected, "\(run.output)\(run.errors)")
    }

    /// RFC 5280 §5.1.2.4 to §5.1.2.5, §5.2.3, §5.2.4, §5.2.5, §5.2.6.
    @Test("Number, times, base, scope and place of changes stand in the list as OpenSSL reads it")
    func fields() throws {
        let run = try CreateTests.shell(
            """
            "$holdfast" create crl --ca ca.pem --ca-key ca.key --number 300 --delta-of 17 --only users \\
              --point http://crl.test/a --indirect --at 2026-11-21T10:00:00Z --out d.crl
            openssl crl -in d.crl -noout -lastupdate -nextupdate
            openssl crl -in d.crl -noout -text | sed 's/^ *//; s/ *$//' \\
              | grep -E -A1 'CRL Number|Delta|URI|Only|Indirect' | grep -v -e '^--'
            "$holdfast" create crl --ca ca.pem --ca-key ca.key --this-update 2026-11-21T10:00:00Z \\
              --next-update 2026-11-22T10:00:00Z --freshest-url http://crl.test/d --out c.crl
            openssl crl -in c.crl -noout -lastupdate -nextupdate
            openssl crl -in c.crl -noout -text | grep -A3 'Freshest' | grep -o URI.*
            """, in: Self.world())
        for words in [
            "lastUpdate=Nov 21 09:00:00 2026 GMT\nnextUpdate=Nov 28 09:00:00 2026 GMT", "CRL Number:\n300\n",
            "Delta CRL Indicator: critical\n17\n", "URI:http://crl.test/a", "Only User Certificates\n",
            "Indirect CRL\n", "lastUpdate=Nov 21 10:00:00 2026 GMT\nnextUpdate=Nov 22 10:00:00 2026 GMT\n",
            "URI:http://crl.test/d\n",
        ] { #expect(run.output.contains(words), "\(words)\n\(run.output)") }
    }

    /// RFC 5280 §5.3.3: "If this extension is not present on the first entry in an indirect CRL, the certificate issuer
    /// defaults to the CRL issuer. On subsequent entries […] the certificate issuer for the entry is the same as that
    /// for the preceding entry." Those of the list's own issuer stand first.
    @Test("A certificate of another authority: an error, or with --indirect an entry that names its issuer")
    func indirect() throws {
        let folder = try Self.world()
        let run = try CreateTests.shell(
            """
            "$holdfast" create ca --name Other --out o.pem --key o.key
            "$holdfast" create leaf --san c.test --ca o.pem --ca-key o.key --out c.pem --key c.key
            "$holdfast" create crl --ca ca.pem --ca-key ca.key --revoked-cert c.pem --revoked-cert a.pem --indirect \\
              --out all.crl
            openssl crl -in all.crl -noout -text | grep -E 'Serial Number|DirName' | sed 's/^ *//; s/.*: *//'
            for name in a c; do openssl x509 -in $name.pem -noout -serial | cut -d= -f2; done
            """, in: folder)
        let lines = run.output.withPlainNames.split(separator: "\n").map(String.init)
        try #require(lines.count == 5, "\(run.output)")
        #expect([lines[0], lines[1]] == [lines[3], lines[4]])
        #expect(lines[2].hasSuffix("CN=Other") || lines[2].hasSuffix("CN = Other"), "\(lines[2])")
        try Script(
            """
            $ holdfast create crl --ca ca.pem --ca-key ca.key --revoked-cert c.pem --out d.crl
            ! holdfast: certificates of Other cannot stand on the list of Root
            ! hint: name their authority by --ca; --indirect makes a list that speaks of others
            = 2
            """
        ).run(in: folder)
    }

    @Test("What no list may have is an error, or made with --allow-refused; a file that is there stays")
    func refused() throws {
        let folder = try Self.world()
        try CreateTests.shell(
            """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout n.key -out n.pem -subj /CN=N \\
              -addext keyUsage=critical,keyCertSign 2>/dev/null
            """, in: folder)
        let front = "$ holdfast create crl --ca ca.pem --ca-key ca.key --out l.crl"
        let hint = "! hint: --allow-refused makes what will be refused\n= 2"
        try Script(
            """
            \(front) --revoked xyz
            ! holdfast: --revoked: 'xyz' does not begin with a serial number
            ! hint: write it in hexadecimal, as holdfast inspect does
            = 2
            \(front) --revoked 01:keyCompromize
            ! holdfast: --revoked: 'keyCompromize' is no reason
            ! hint: did you mean keyCompromise?
            = 2
            \(front) --revoked 01::today
            ! holdfast: --revoked: 'today' is no time
            ! hint: write a date such as 2026-11-21, or a time such as 2026-11-21T10:00:00Z (RFC 3339)
            = 2
            \(front) --revoked 01 --revoked 0001
            ! holdfast: the certificate 01 is taken back twice
            \(hint)
            \(front) --revoked 01:removeFromCRL
            ! holdfast: removeFromCRL stands on lists of changes alone: see --delta-of
            \(hint)
            \(front) --number 3 --delta-of 4
            ! holdfast: the list of number 3 cannot be a change to a later one
            \(hint)
            \(front) --next-update none
            ! holdfast: a list has to say when the next one is there
            \(hint)
            \(front) --at 2026-11-21T10:00:00Z --next-update 2026-11-20T10:00:00Z
            ! holdfast: it would be over before it begins: --next-update is before 2026-11-21T09:00:00Z
            \(hint)
            \(front) --only servers
            ! holdfast: --only: 'servers' is no kind
            ! hint: kinds are users and authorities
            = 2
            \(front) --cert a.pem
            ! holdfast: option --cert does not apply to create crl
            ! hint: holdfast create crl --help --all lists the options that do
            = 2
            $ holdfast create crl --ca n.pem --ca-key n.key --out l.crl
            ! holdfast: the key usage of N does not let it sign lists
            \(hint)
            $ holdfast create crl --ca n.pem --ca-key n.key --out n.crl --allow-refused --at 2026-11-21T10:00:00Z
            ! crl: n.crl, valid until 2026-11-28T09:00:00Z
            $ holdfast create crl --ca ca.pem --ca-key ca.key --out n.crl
            ! holdfast: 'n.crl' is there already
            ! hint: name another file, or replace it with --force
            = 2
            $ holdfast create crl --out l.crl
            ! holdfast: create crl needs --ca FILE
            ! hint: create ca makes an authority; self-signed needs none
            = 2
            """
        ).run(in: folder)
        #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "l.crl").path))
    }

    @Test("--json tells the number, how many are taken back, and the times")
    func report() throws {
        try Script(
            """
            $ holdfast create crl --ca ca.pem --ca-key ca.key --revoked 01 --revoked 02 --at 2026-11-21T10:00:00Z \
            --number 255 --out l.crl --json
            > {"kind":"crl","nextUpdate":"2026-11-28T09:00:00Z","number":"ff","out":"l.crl","revoked":2,\
            "schema":"holdfast.created/1","thisUpdate":"2026-11-21T09:00:00Z"}
            """
        ).run(in: Self.world())
    }
}
