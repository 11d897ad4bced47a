import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509

/// Writes things in a form.
struct FormWriter {
    /// The passphrase that protects private keys; nil for none.
    let protection: Passphrase?
    let friendlyName: String?

    /// Writes the objects in the form.
    ///
    /// - Parameter leftOut: is told what has no place in the form.
    func bytes(
        of things: [ConvertedThing], as form: ConvertedForm, key: PrivateKey?, leftOut: (LeftOut) -> Void
    ) throws(CommandError) -> [UInt8] {
        switch form {
        case .pem:
            var text = ""
            for thing in things { text += try pem(thing) }
            return Array(text.utf8)
        case .der: return try der(try Self.single(things, "DER"))
        case .pkcs8: return Array(try pem(.privateKey(try Self.key(of: things))).utf8)
        case .pkcs8DER: return try der(.privateKey(try Self.key(of: things)))
        case .publicKey: return Array(try Self.publicKey(of: things).pem.utf8)
        case .publicKeyDER: return Array(try Self.publicKey(of: things).bytes)
        case .pkcs12: return try pkcs12(things, key, leftOut)
        }
    }

    private func pem(_ thing: ConvertedThing) throws(CommandError) -> String {
        switch thing {
        case .privateKey(let key):
            do throws(CryptoError) {
                guard let protection else { return try key.pem }
                return try key.encryptedPEM(protection)
            } catch {
                throw CommandError(error, .privateKey)
            }
        case .publicKey(let info): return info.pem
        case .certificate(let bytes): return PEMBlock(.certificate, contents: bytes).encoded
        case .other(let bytes, let label): return PEMBlock(label, contents: bytes).encoded
        }
    }

    private func der(_ thing: ConvertedThing) throws(CommandError) -> [UInt8] {
        switch thing {
        case .privateKey(let key):
            do throws(CryptoError) {
                guard let protection else { return try key.pkcs8DER }
                return try key.encryptedPKCS8DER(protection)
            } catch {
                throw CommandError(error, .privateKey)
            }
        case .publicKey(let info): return Array(info.bytes)
        case .certificate(let bytes), .other(let bytes, _): return bytes
        }
    }

    private func pkcs12(
        _ things: [ConvertedThing], _ key: PrivateKey?, _ leftOut: (LeftOut) -> Void
    ) throws(CommandError) -> [UInt8] {
        guard let protection else {
            throw .usage(
                UsageSentence.needs(option: "--to pkcs12", needed: "--out-passphrase-file FILE"),
                hint: ConvertAdvice.asSafeAsPassphrase)
        }
        let key = if let key { key } else { try Self.key(of: things) }
        let certificates = things.compactMap { thing -> [UInt8]? in
            if case .certificate(let bytes) = thing { bytes } else { nil }
        }
        let identity: Identity
        do throws(AuthorityError) { identity = try Identity(key: key, certificates: certificates) } catch {
            throw .usage(
                ConvertSentence.noneIsKeys, code: .noCertificateForKey,
                hint: UsageAdvice.certificateOfKey)
        }
        let root = Self.root(above: identity, among: certificates)
        let left = Set(certificates).count - identity.chain.count - (root == nil ? 0 : 1)
        if left > 0 {
            leftOut(.certificates(count: left))
        }
        do throws(CryptoError) {
            return try identity.pkcs12(friendlyName: friendlyName, root: root).encoded(protection)
        } catch {
            throw CommandError(error, .pkcs12)
        }
    }

    /// The self-signed certificate that issued the top of a chain; nil where it was not given.
    private static func root(above identity: Identity, among certificates: [[UInt8]]) -> [UInt8]? {
        guard let bytes = identity.chain.last, let top = try? Certificate(der: bytes), !top.isSelfIssued else {
            return nil
        }
        return certificates.first { candidate in
            guard let root = try? Certificate(der: candidate), root.isSelfIssued else { return false }
            return top.isSigned(by: root)
        }
    }

    private static func single(_ things: [ConvertedThing], _ form: String) throws(CommandError) -> ConvertedThing {
        guard things.count == 1, let thing = things.first else {
            throw .usage(
                ConvertSentence.roomForOne(form: form, count: things.count), code: .several,
                hint: ConvertAdvice.chooseFromZero)
        }
        return thing
    }

    private static func key(of things: [ConvertedThing]) throws(CommandError) -> PrivateKey {
        let keys = things.compactMap { thing -> PrivateKey? in
            if case .privateKey(let key) = thing { key } else { nil }
        }
        guard let key = keys.first else {
            throw .usage(ConvertSentence.noPrivateKey, code: .noKey, hint: ConvertAdvice.nameByKey)
        }
        guard keys.count == 1 else {
            throw .usage(ConvertSentence.severalKeys(count: keys.count), code: .several, hint: ConvertAdvice.chooseOne)
        }
        return key
    }

    /// The public key that all things share; a chain's is its first certificate's.
    private static func publicKey(of things: [ConvertedThing]) throws(CommandError) -> SubjectPublicKeyInfo {
        guard let info = things.first?.publicKey else {
            throw .usage(ConvertSentence.noPublicKey, code: .noKey, hint: ConvertAdvice.havePublicKey)
        }
        return info
    }
}
