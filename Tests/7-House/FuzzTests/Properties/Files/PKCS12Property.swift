import HoldfastX509

@testable import HoldfastCrypto

/// A PKCS #12 file is read with the passphrase of the test, or refused with a reason; BER that is rewritten as DER is
/// DER, and stays as it is when it is rewritten again.
func checkPKCS12(_ bytes: [UInt8]) throws(Violation) {
    if let der = try? BERTranscoder.distinguished(bytes[...]) {
        let again = try? BERTranscoder.distinguished(der[...])
        try expect(again == der, "rewritten twice it is something else")
        guard var reader = try? DERReader(der[...]) else { throw Violation("what was rewritten is no DER") }
        try expect((try? reader.readElement()) != nil, "what was rewritten is no DER")
    }
    for passphrase in [Passphrase("holdfast"), nil] {
        let file: PKCS12
        do throws(CryptoError) {
            file = try PKCS12(bytes, passphrase: passphrase)
        } catch {
            try expect(!error.description.isEmpty, "a refusal without words")
            continue
        }
        for entry in file.certificates { try expect(!entry.certificate.isEmpty, "a certificate of no bytes") }
        for entry in file.keys { try expect((try? entry.key.pkcs8DER) != nil, "a key that cannot be written") }
        guard let passphrase, !file.keys.isEmpty || !file.certificates.isEmpty else { continue }
        try checkWritten(file, passphrase)
    }
}

private func checkWritten(_ file: PKCS12, _ passphrase: Passphrase) throws(Violation) {
    guard let written = try? file.encoded(passphrase, iterations: KeyEncryption.minimumIterations),
        let again = try? PKCS12(written, passphrase: passphrase)
    else { throw Violation("it cannot be written and read") }
    try expect(again.certificates.map(\.certificate) == file.certificates.map(\.certificate), "other certificates")
    let keys = { (file: PKCS12) in file.keys.map { $0.key.subjectPublicKeyInfo.bytes } }
    try expect(keys(again) == keys(file), "other keys")
    try expect(again.keys.map(\.friendlyName) == file.keys.map(\.friendlyName), "other names")
}
