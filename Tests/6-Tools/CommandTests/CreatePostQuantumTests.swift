import PeerPrograms
import TestSupport
import Testing

/// What `holdfast create` makes of ML-DSA, and what it says where OpenSSL does not have it.
@Suite(.ownThread)
struct CreatePostQuantumTests {
    static let kinds = ["ml-dsa-44", "ml-dsa-65", "ml-dsa-87"]

    @Test(
        "Without ML-DSA in OpenSSL nothing is made, and the reason is said",
        .disabled(if: OpenSSLLibrary.hasMLDSA, "this OpenSSL has ML-DSA, and makes it"), arguments: kinds)
    func absent(_ kind: String) throws {
        let folder = try Folder()
        let run = try CommandRun("holdfast", ["create", "key", "--key-type", kind, "--out", "a.key"], in: folder)
        #expect(run.exitCode == 2 && run.output.isEmpty)
        #expect(run.errors.contains("this machine's OpenSSL does not have \(kind.uppercased())"), "\(run.errors)")
        #expect(try CommandRun(shell: "[ ! -e a.key ]", in: folder).exitCode == 0)
    }

    /// RFC 9881 by OpenSSL's reading: certificates, a request, a list and a response.
    @Test(
        "Root, intermediate, server, request, list and response: OpenSSL verifies them, and default trusts",
        .enabled(if: OpenSSLLibrary.hasMLDSA, "OpenSSL has no ML-DSA"), arguments: kinds)
    func chain(_ kind: String) throws {
        let run = try CreateTests.shell(
            """
            "$holdfast" create ca --name Root --key-type \(kind) --out ca.pem --key ca.key
            "$holdfast" create intermediate --name Middle --key-type \(kind) --ca ca.pem --ca-key ca.key --out int.pem \
            --key int.key
            "$holdfast" create leaf --san pq.made.test --key-type \(kind) --ca int.pem --ca-key int.key \
            --out server.pem --key server.key --p12 server.p12
            openssl verify -x509_strict -CAfile ca.pem -untrusted int.pem -verify_hostname pq.made.test -purpose \
            sslserver server.pem
            "$holdfast" create csr --renew server.pem --key server.key --out server.csr
            openssl req -in server.csr -noout -verify 2>&1
            "$holdfast" create crl --ca int.pem --ca-key int.key --out list.pem
            openssl crl -in list.pem -CAfile int.pem -noout 2>&1
            "$holdfast" evaluate server.pem --host pq.made.test --anchors-only ca.pem --revocation soft --crl list.pem \
            | sed -n 1p
            openssl pkey -in server.key -noout -text | sed -n 1p
            "$holdfast" inspect server.p12 --passphrase-file <(echo changeit) | grep -c 'private key, ML-DSA'
            """, in: Folder())
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 6, "\(run.output)")
        #expect(lines.first == "server.pem: OK" && lines[1].contains("verify OK") && lines[2] == "verify OK")
        #expect(lines[3].hasPrefix("server.pem: trusted"), "\(run.output)")
        #expect(lines[4].contains("\(kind.uppercased()) Private-Key") && lines[5] == "1", "\(run.output)")
    }
}
