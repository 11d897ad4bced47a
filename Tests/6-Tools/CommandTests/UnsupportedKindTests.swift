import Foundation
import TestSupport
import Testing

/// Files of kinds that are recognised and not supported, and files that are no keys, at every door of the command.
@Suite("Kinds that are not supported, by command", .ownThread)
struct UnsupportedKindTests {
    private func bench() throws -> Folder {
        let folder = try Folder()
        try CreateTests.shell(
            """
            mkdir keys
            openssl genpkey -algorithm x25519 -out keys/x25519.pem
            openssl ecparam -name secp224r1 -genkey -noout -out keys/p224.pem
            openssl genpkey -genparam -algorithm DH -pkeyopt group:ffdhe2048 -out dh.pem
            sed -i 's/X9.42 DH/DH/' dh.pem
            openssl ecparam -name prime256v1 -genkey -noout -out ec.pem
            openssl dgst -sha256 -sign ec.pem -out sig.der ec.pem
            """, in: folder)
        return folder
    }

    @Test("inspect shows them, alone and in a folder, and ends with 0")
    func inspect() throws {
        let folder = try bench()
        let run = try CreateTests.shell(
            #""$holdfast" inspect keys/x25519.pem keys/p224.pem; "$holdfast" inspect keys"#, in: folder)
        #expect(run.output.contains("keys of the kind X25519 are not supported"), "\(run.output)")
        #expect(run.output.contains("keys of the kind EC on secp224r1 are not supported"), "\(run.output)")
        #expect(!run.output.contains("DECODER"))
    }

    @Test("convert and create refuse them by name, with the code of usage")
    func refused() throws {
        let folder = try bench()
        for line in [
            #""$holdfast" convert keys/x25519.pem --to pem"#,
            #""$holdfast" create csr --san a.test --key keys/p224.pem --out a.csr"#,
        ] {
            let run = try CreateTests.shell(line, in: folder, exit: 2)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains("are not supported"), "\(run.errors)")
        }
    }

    @Test("no pin and no public key of Diffie-Hellman parameters, nor of a signature")
    func noKeys() throws {
        let folder = try bench()
        for line in [
            #""$holdfast" pin compute dh.pem"#, #""$holdfast" convert dh.pem --to public-key"#,
            #""$holdfast" pin compute sig.der"#, #""$holdfast" convert sig.der --to public-key"#,
        ] {
            let run = try CreateTests.shell(line, in: folder, exit: 2)
            #expect(run.output.isEmpty, "\(line): \(run.output)")
        }
        let parameters = try CreateTests.shell(#""$holdfast" pin compute dh.pem"#, in: folder, exit: 2)
        #expect(parameters.errors.contains("holds parameters, and no key"), "\(parameters.errors)")
        let shown = try CreateTests.shell(#""$holdfast" inspect dh.pem"#, in: folder)
        #expect(shown.output.hasPrefix("Diffie-Hellman parameters, 2048 bits\n"), "\(shown.output)")
        _ = try CreateTests.shell(#""$holdfast" pin import curl dh.pem --host a.test"#, in: folder, exit: 2)
    }

    @Test("a server's RSA key may sign and take encrypted keys: leaf, leaf of a request, self-signed, renewed")
    func rsaUsage() throws {
        let folder = try Folder()
        // RFC 5280 §4.2.1.3 by the words of openssl x509.
        let run = try CreateTests.shell(
            """
            "$holdfast" create ca --name R --permit a.test --out ca.pem --key ca.key
            issuer='--ca ca.pem --ca-key ca.key'
            "$holdfast" create leaf --san a.test --key-type rsa-2048 $issuer --out server.pem --key server.key
            "$holdfast" create csr --san a.test --key server.key --out server.csr
            "$holdfast" create leaf --csr server.csr $issuer --out issued.pem
            "$holdfast" create self-signed --san a.test --key server.key --out self.pem
            cp server.pem renewed.pem
            "$holdfast" create renew renewed.pem $issuer --out renewed.pem --force
            for file in server issued self renewed; do
              openssl x509 -in $file.pem -noout -ext keyUsage | tail -1
            done
            """, in: folder)
        let words = run.output.split(separator: "\n").map { String($0.drop { $0 == " " }) }
        #expect(words == Array(repeating: "Digital Signature, Key Encipherment", count: 4))
    }

    @Test("names that ask for an address are not made", arguments: ["127.1", "0x7f.1", "a.0X7F", "DNS:192.0.2.7", "1"])
    func numericNames(_ name: String) throws {
        let folder = try Folder()
        let run = try CreateTests.shell(
            #""$holdfast" create self-signed --san '\#(name)' --key a.key --out a.pem"#, in: folder, exit: 2)
        #expect(run.errors.contains("is not a host name"), "\(run.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).allSatisfy { !$0.hasPrefix("a.") })
    }
}
