import Foundation
import PeerPrograms
import TestSupport
import Testing

/// Roots that a file rejects, and ones that cannot be read, by every door of the commands, beside OpenSSL's verdict.
@Suite(.ownThread)
struct AnchorDistrustTests {
    /// `www.pem` of `ca.pem`; the root again as OpenSSL keeps it with words. None has the name of a recorded file.
    private func folder() throws -> Folder {
        let folder = try Folder()
        try CreateTests.shell(
            """
            "$holdfast" create ca --name 'Words CA' --permit test --out ca.pem --key ca.key 2>/dev/null
            "$holdfast" create leaf www.a.test --ca ca.pem --ca-key ca.key --out www.pem --key www.key 2>/dev/null
            "$holdfast" create ca --name 'Other CA' --permit test --out another.pem --key another.key 2>/dev/null
            openssl x509 -in ca.pem -addreject serverAuth -setalias 'Not any more' -out reject.pem
            openssl x509 -in ca.pem -addtrust emailProtection -out mail.pem
            openssl x509 -in ca.pem -addtrust clientAuth -out client.pem
            openssl x509 -in ca.pem -addtrust serverAuth -addreject emailProtection -out server.pem
            openssl x509 -in ca.pem -addreject anyExtendedKeyUsage -out nothing.pem
            mkdir words; cp reject.pem words/a.pem; cp another.pem words/b.pem
            cat another.pem reject.pem > bundle.pem
            """, in: folder)
        return folder
    }

    /// openssl-verification-options(1), Trust Anchors; error 28 is "certificate rejected".
    @Test("what OpenSSL says of each root's words is the verdict here")
    func words() throws {
        let folder = try folder()
        let run = try CreateTests.shell(
            """
            for root in ca reject mail client server nothing; do
              ours=0; "$holdfast" evaluate www.pem --host www.a.test --anchors-only $root.pem >said 2>&1 || ours=$?
              theirs=0; openssl verify -purpose sslserver -no-CApath -no-CAstore -CAfile $root.pem www.pem \\
                >theirs.txt 2>&1 || theirs=$(grep -o 'error [0-9][0-9]*' theirs.txt)
              echo "$root $ours $theirs"
            done
            """, in: folder)
        #expect(
            run.output == """
                ca 0 0
                reject 23 error 28
                mail 23 error 28
                client 23 error 28
                server 0 0
                nothing 23 error 28

                """, "\(run.output)\(run.errors)")
    }

    @Test("each door: file, folder, bundle, SSL_CERT_FILE, a policy file; and the verdict says whose words they are")
    func doors() throws {
        let folder = try folder()
        try folder.write(
            "policy.json",
            #"{"schema": "holdfast.policy/1", "hosts": {"www.a.test": {"anchors": {"files": ["reject.pem"]}}}}"#)
        let run = try CreateTests.shell(
            """
            judge() { "$holdfast" evaluate www.pem --host www.a.test "$@" 2>/dev/null | head -1 || true; }
            judge --anchors-only reject.pem; judge --anchors-only words; judge --anchors-only bundle.pem
            judge --anchors reject.pem; SSL_CERT_FILE=bundle.pem judge; judge --policy-file policy.json
            judge --anchors-only reject.pem --language zh-Hans
            """, in: folder)
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 7, "\(run.output)")
        for line in lines.dropLast() {
            #expect(
                line
                    == "www.pem: refused: the trust settings of Words CA reject it as an anchor for serverAuth",
                "\(line)")
        }
        #expect(lines.last?.contains("Words CA 的信任设置拒绝将其用作 serverAuth 的信任锚") == true, "\(lines)")
        let json = try CreateTests.shell(
            """
            "$holdfast" evaluate www.pem --host www.a.test --anchors-only bundle.pem --json
            """, in: folder, exit: 23)
        PrintedJSON.check(json.output, of: ["evaluate", "--json"])
        #expect(json.output.contains(#""result":"deny""#) && json.output.contains(#""code":"anchorRejected""#))
    }

    @Test("inspect shows the words, convert says that they are left out, and no store takes the root")
    func others() throws {
        let folder = try folder()
        let run = try CreateTests.shell(
            """
            "$holdfast" inspect reject.pem | grep -E '^  (trusted for|rejected for|alias)' | tr -s ' '
            "$holdfast" inspect ca.pem | grep -c 'trusted for' || true
            "$holdfast" inspect --json reject.pem > inspected
            "$holdfast" convert reject.pem --to der --out reject.der 2>&1 | grep '^left out'
            "$holdfast" convert reject.pem --to pem --out plain.pem --json 2>/dev/null > converted
            "$holdfast" trust-store export reject.pem --cer export.cer 2>&1 || echo $?
            test ! -e export.cer
            "$holdfast" trust-store export server.pem --cer export.cer 2>&1 | tail -1
            """, in: folder)
        let words = "trusted for all that is not rejected, rejected for serverAuth"
        #expect(
            run.output == """
                 trusted for all that is not rejected
                 rejected for serverAuth
                 alias Not any more
                0
                left out: the trust settings of Words CA in 'reject.pem': \(words), alias 'Not any more'
                holdfast: 'reject.pem': its file's trust settings do not let it be an anchor for servers: \(words)
                hint: somebody distrusts it on purpose; otherwise take it from a source without such settings
                2
                written: export.cer

                """, "\(run.output)\(run.errors)")
        let inspected = try String(contentsOf: folder.url.appending(path: "inspected"), encoding: .utf8)
        PrintedJSON.check(String(inspected.split(separator: "\n")[0]), of: ["inspect", "--json"])
        #expect(inspected.contains(#""rejected":["serverAuth"]"#), "\(inspected)")
        let converted = try String(contentsOf: folder.url.appending(path: "converted"), encoding: .utf8)
        #expect(converted.contains("the trust settings of Words CA"), "\(converted)")
    }

    /// RFC 7468 §5: a bundle holds several certificates; one of them that is no DER leaves the others as they are.
    @Test("a certificate that cannot be read among several is passed over, and told with its place")
    func malformed() throws {
        let folder = try folder()
        let run = try CreateTests.shell(
            """
            printf -- '-----BEGIN CERTIFICATE-----\\nMAMCAQI=\\n-----END CERTIFICATE-----\\n' > one.pem
            cat another.pem one.pem ca.pem > some.pem
            "$holdfast" evaluate www.pem --host www.a.test --anchors-only some.pem 2>said | head -1; cat said
            SSL_CERT_FILE=some.pem "$holdfast" evaluate www.pem --host www.a.test --json 2>/dev/null > verdict
            "$holdfast" evaluate www.pem --host www.a.test --anchors-only one.pem 2>&1 || echo $?
            """, in: folder)
        let lines = run.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 5, "\(run.output)\(run.errors)")
        #expect(lines[0].hasPrefix("www.pem: trusted"))
        #expect(lines[1].hasPrefix("warning: anchors 'some.pem': certificate 2 (line "), "\(lines[1])")
        #expect(lines[1].hasSuffix("; it is passed over"), "\(lines[1])")
        #expect(lines[2].hasPrefix("holdfast: anchors 'one.pem': certificate 1 (line 1): "), "\(lines[2])")
        #expect(lines[4] == "2")
        let verdict = try String(contentsOf: folder.url.appending(path: "verdict"), encoding: .utf8)
        PrintedJSON.check(String(verdict.split(separator: "\n")[0]), of: ["evaluate", "--json"])
        #expect(verdict.contains(#""anchorProblems":[{"certificate":2,"file":"some.pem","line":"#), "\(verdict)")
    }

    /// NSS takes no such key (SEC_ERROR_ADDING_CERT); whoever makes the authority is told before it is in use.
    @Test("create ca for Ed25519 says that browsers' databases do not take it")
    func edwards() throws {
        let folder = try Folder()
        let run = try CreateTests.shell(
            """
            "$holdfast" create ca --name X --permit test --key-type ed25519 --out ca.pem --key ca.key 2>&1
            """, in: folder)
        #expect(run.output.contains("databases of browsers: certutil does not take such a key"), "\(run.output)")
    }
}
