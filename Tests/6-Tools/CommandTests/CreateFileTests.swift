import Foundation
import PeerPrograms
import TestSupport
import Testing

/// The files that `holdfast create` writes: none is lost, and keys are their owner's alone.
@Suite(.ownThread)
struct CreateFileTests {
    @Test("What is there is not replaced, unless --force says so; keys of others are never")
    func overwriting() throws {
        try Script(
            """
            $ holdfast create key --out a.key
            ! key: a.key, EC P-256
            $ holdfast create key --out a.key
            ! holdfast: 'a.key' is there already
            ! hint: name another file, or replace it with --force
            = 2
            $ holdfast create self-signed --name a.test --out root.pem --key a.key
            ! holdfast: 'root.pem' is there already
            ! hint: name another file, or replace it with --force
            = 2
            $ holdfast create self-signed --name a.test --out a.pem --key a.key --key-type rsa-2048
            ! holdfast: --key-type does not apply: 'a.key' is there, and its key is used
            ! hint: name another file for a new key
            = 2
            $ holdfast create self-signed --name a.test --out ./a.key --key a.key --force
            ! holdfast: --key and --out name the same file
            ! hint: a private key belongs into a file of its own
            = 2
            $ holdfast create self-signed --name a.test --out folder/../b.key --key b.key --force
            ! holdfast: --key and --out name the same file
            ! hint: a private key belongs into a file of its own
            = 2
            $ holdfast create ca --name R --out ca.pem --key ca.key
            ! …
            $ holdfast create leaf --san a.test --ca ca.pem --ca-key ca.key --out ./ca.key --key c.key --force
            ! holdfast: --ca-key and --out name the same file
            ! hint: what is made does not replace who signs it
            = 2
            $ holdfast create key --out a.key --key b.key
            ! holdfast: --key and --out name the same thing here
            ! hint: give one of them
            = 2
            """
        ).run(in: Folder())
    }

    @Test("With --force the file is replaced, and a key that is there is used, not made anew")
    func force() throws {
        let run = try CreateTests.shell(
            """
            "$holdfast" create key --out a.key; cp a.key before
            "$holdfast" create self-signed --name a.test --out a.pem --key a.key
            "$holdfast" create self-signed --name b.test --out a.pem --key a.key --force
            openssl x509 -in a.pem -noout -subject; cmp a.key before
            "$holdfast" create key --out a.key --force; cmp -s a.key before || echo 'another key'; stat -c %a a.key
            """, in: Folder())
        #expect(run.output.withPlainNames == "subject=CN=b.test\nanother key\n600\n")
        #expect(run.errors.contains("key used: a.key"))
    }

    @Test("Keys are 0600 with a mask of 0 too, encrypted or not, new or replaced")
    func mode() throws {
        let run = try CreateTests.shell(
            """
            umask 0; echo secret > pass
            "$holdfast" create key --out a.key
            "$holdfast" create key --out a.key --force --passphrase-file pass
            "$holdfast" create ca --name R --out ca.pem --key ca.key
            touch open.key; chmod 666 open.key; "$holdfast" create key --out open.key --force
            "$holdfast" convert a.key --passphrase-file pass --to pkcs8 --out c.key
            stat -c %a a.key ca.key open.key c.key
            """, in: Folder())
        #expect(run.output == "600\n600\n600\n600\n")
    }

    @Test("A device is written to, not replaced by a key")
    func device() throws {
        let run = try CreateTests.shell(
            """
            ln -s /dev/null null; "$holdfast" create key --out null --force
            test -L null && test -c null && echo 'a device'
            """, in: Folder())
        #expect(run.output == "a device\n")
    }

    @Test("A key is printed only where that is asked for")
    func standardOutput() throws {
        try Script(
            """
            $ holdfast create key
            ! holdfast: --out FILE is needed for a private key
            ! hint: --out - prints it
            = 2
            $ holdfast create key --out -
            > -----BEGIN PRIVATE KEY-----
            > …
            > -----END PRIVATE KEY-----
            """
        ).run(in: Folder())
    }

    /// 600,000 is 0x0927C0.
    @Test("An encrypted key: AES-256-CBC, PBKDF2 with HMAC-SHA256 and 600,000 rounds; OpenSSL opens it")
    func encrypted() throws {
        let folder = try Folder()
        let run = try CreateTests.shell(
            """
            printf 'correct horse\\nsecond line\\n' > pass; printf 'wrong\\n' > wrong
            "$holdfast" create key --out a.key --passphrase-file pass
            head -1 a.key
            openssl asn1parse -in a.key | grep -oE 'hmacWithSHA256|aes-256-cbc|:0927C0'
            openssl pkey -in a.key -passin 'pass:correct horse' -noout && echo opened
            """, in: folder)
        #expect(
            run.output
                == "-----BEGIN ENCRYPTED PRIVATE KEY-----\n:0927C0\nhmacWithSHA256\naes-256-cbc\nopened\n",
            "\(run.output)")
        try Script(
            """
            $ holdfast create csr --name a.test --key a.key --out a.csr
            ! holdfast: 'a.key' is encrypted, and no passphrase was given
            ! hint: name a file with it: …
            = 2
            $ holdfast create csr --name a.test --key a.key --passphrase-file wrong --out a.csr
            ! holdfast: 'a.key': the passphrase is wrong, or the file is damaged
            ! hint: the passphrase is the first line of its file
            = 2
            $ holdfast create csr --name a.test --key a.key --passphrase-file pass --out a.csr
            ! csr: a.csr
            ! key used: a.key
            $ holdfast create csr --name a.test --key a.key --passphrase-file empty --out b.csr
            ! holdfast: --passphrase-file: 'empty' begins with an empty line
            ! hint: the passphrase is the first line
            = 2
            """
        ).run(in: folder)
    }
}
