import Foundation
import PeerPrograms
import TestSupport
import Testing

/// Requests: made, and answered by an authority of one's own.
@Suite(.ownThread)
struct CreateRequestTests {
    @Test("Of a request that OpenSSL made only key and names are taken; the rest is told")
    func signing() throws {
        let run = try CreateTests.shell(
            """
            "$holdfast" create ca --name Root --out ca.pem --key ca.key 2>/dev/null
            openssl req -new -newkey rsa:2048 -nodes -keyout a.key -subj '/O=Asked/CN=a.test' -out a.csr \
              -addext 'subjectAltName=DNS:a.test,DNS:b.test,email:me@a.test' -addext \
              'basicConstraints=critical,CA:TRUE' \
              -addext 'keyUsage=keyCertSign' 2>/dev/null
            "$holdfast" create leaf --csr a.csr --ca ca.pem --ca-key ca.key --out a.pem
            openssl x509 -in a.pem -noout -subject -ext basicConstraints,keyUsage,subjectAltName | grep -v X509v3
            diff <(openssl x509 -in a.pem -noout -pubkey) <(openssl pkey -in a.key -pubout)
            openssl verify -CAfile ca.pem a.pem
            """, in: Folder())
        let lines = run.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines.first?.withPlainNames == "subject=O=Asked, CN=a.test")
        #expect(lines.last == "a.pem: OK")
        #expect(
            Set(lines[1...3]) == [
                "CA:FALSE", "Digital Signature, Key Encipherment", "DNS:a.test, DNS:b.test, email:me@a.test",
            ])
        #expect(run.errors.contains("not taken from the request: the extension basicConstraints (to be a CA)"))
        #expect(run.errors.contains("not taken from the request: the extension keyUsage"), "\(run.errors)")
    }

    @Test("A request whose signature is not its key's is refused, and so is one with a short key")
    func refused() throws {
        let folder = try Folder()
        try CreateTests.shell(
            """
            "$holdfast" create ca --name Root --out ca.pem --key ca.key
            "$holdfast" create csr --name a.test --key a.key --key-type ed25519 --out a.csr
            openssl req -in a.csr -outform der -out a.der
            printf '\\0' | dd of=a.der bs=1 seek=$(($(stat -c %s a.der) - 8)) conv=notrunc 2>/dev/null
            printf '\\0\\0\\0' | dd of=a.der bs=1 seek=$(($(stat -c %s a.der) - 4)) conv=notrunc 2>/dev/null
            openssl req -new -newkey rsa:1024 -nodes -keyout b.key -subj /CN=b.test -out b.csr 2>/dev/null
            """, in: folder)
        try Script(
            """
            $ holdfast create leaf --csr a.der --ca ca.pem --ca-key ca.key --out a.pem
            ! holdfast: …
            = 2
            $ holdfast create leaf --csr b.csr --ca ca.pem --ca-key ca.key --out b.pem
            ! holdfast: …1024…
            = 2
            $ holdfast create leaf --csr leaf.pem --ca ca.pem --ca-key ca.key --out c.pem
            ! holdfast: 'leaf.pem' holds no request
            ! hint: create csr makes one
            = 2
            $ holdfast create leaf --csr a.csr --ca ca.pem --ca-key a.key --out c.pem
            ! holdfast: 'ca.pem' holds no certificate of the authority's key
            ! hint: give the certificate that was made with this key
            = 2
            $ holdfast create leaf --csr a.csr --ca ca.pem --ca-key ca.key --key a.key --out c.pem
            ! holdfast: --key does not go with --csr
            ! hint: the key is the request's own
            = 2
            $ holdfast create intermediate --csr a.csr --ca ca.pem --out c.pem
            ! holdfast: --ca-key FILE is needed
            ! hint: 'ca.pem' holds no private key
            = 2
            """
        ).run(in: folder)
    }

    @Test("A server that is named by its common name alone gets it as its alternative name, and that is said")
    func commonName() throws {
        let run = try CreateTests.shell(
            """
            "$holdfast" create ca --name Root --out ca.pem --key ca.key
            openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout a.key -subj /CN=old.test -out \
            a.csr 2>/dev/null
            "$holdfast" create leaf --csr - --ca ca.pem --ca-key ca.key < a.csr > a.pem
            openssl x509 -in a.pem -noout -ext subjectAltName | tail -1
            """, in: Folder())
        #expect(run.output.trimmingCharacters(in: .whitespacesAndNewlines) == "DNS:old.test")
        #expect(run.errors.contains("warning: the server's name is the request's common name"), "\(run.errors)")
    }

    @Test("An authority out of a PKCS #12 file issues; its root is left out of what a server sends")
    func authorityOfPKCS12() throws {
        let run = try CreateTests.shell(
            """
            echo secret > pass
            "$holdfast" create ca --name Root --out ca.pem --key ca.key
            openssl pkcs12 -export -in ca.pem -inkey ca.key -passout file:pass -out ca.p12
            "$holdfast" create leaf --san a.test --ca ca.p12 --ca-passphrase-file pass --out a.pem --key a.key
            openssl verify -CAfile ca.pem a.pem; grep -c BEGIN a.pem
            "$holdfast" create leaf --san a.test --ca ca.p12 --out b.pem --key a.key || echo $?
            """, in: Folder())
        #expect(run.output == "a.pem: OK\n1\n2\n")
    }

    @Test("What asks for too much, or for too little: a leaf as an authority, options of others, standard input twice")
    func usage() throws {
        let folder = try Folder()
        try CreateTests.shell(
            """
            "$holdfast" create self-signed --name a.test --out a.pem --key a.key
            """, in: folder)
        try Script(
            """
            $ holdfast create leaf --san b.test --ca a.pem --ca-key a.key --out b.pem --key b.key
            ! holdfast: 'a.pem' is no authority's: its basic constraints do not say CA
            ! hint: create ca or create intermediate makes one
            = 2
            $ holdfast create lea --san b.test
            ! holdfast: 'lea' is nothing that holdfast create does
            ! hint: did you mean holdfast create leaf?
            = 2
            $ holdfast create csr --name a.test --days 3 --key a.key
            ! holdfast: option --days does not apply to create csr
            ! hint: holdfast create csr --help --all lists the options that do
            = 2
            $ holdfast create ca --out c.pem --key c.key
            ! holdfast: --name is needed
            ! hint: an authority is found by its name
            = 2
            $ holdfast create leaf --csr - --ca - --ca-key a.key
            ! holdfast: - is given twice
            ! hint: standard input can be read once
            = 2
            $ holdfast create self-signed --san 'not a host' --out c.pem --key c.key
            ! holdfast: …not a host…
            = 2
            $ holdfast create self-signed --name a.test --json --key c.key
            ! holdfast: --json needs --out FILE
            ! hint: standard output has room for one of the two
            = 2
            """
        ).run(in: folder)
        #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "c.key").path))
    }
}
