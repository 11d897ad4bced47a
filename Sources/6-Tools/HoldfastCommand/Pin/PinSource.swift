import HoldfastDiagnostics
import HoldfastCrypto
import HoldfastPins
import HoldfastTransport
import HoldfastTrust
import HoldfastX509

/// The keys of one file or server that pins are made of.
struct PinSource {
    struct Key {
        let key: SubjectPublicKeyInfo
        /// The certificate that it stands in; nil for a request's, and for a key alone.
        let certificate: Certificate?
        /// `certificate`, `request`, `publicKey` or `privateKey`.
        let kind: String
    }

    let name: String
    let host: ServerName?
    private(set) var keys: [Key]

    /// A server's validated chain.
    init(name: String, host: ServerName, chain: [Certificate]) throws(CommandError) {
        (self.name, self.host) = (name, host)
        keys = chain.map { Key(key: $0.subjectPublicKeyInfo, certificate: $0, kind: "certificate") }
        try checkKeys()
    }

    /// A file; what is in it has to be whole, and a request signed by its own key.
    init(file path: String, _ passphrase: Passphrase?) throws(CommandError) {
        (name, host) = (path, nil)
        var keys: [Key] = []
        for thing in try ConvertedThing.all(in: path, passphrase: passphrase) {
            if let key = try Self.key(of: thing, path) { keys.append(key) }
        }
        // Where there is a certificate, a private key beside it says which one is the server's own.
        var certificates = keys.filter { $0.certificate != nil }
        let own = keys.filter { $0.kind == "privateKey" }.map(\.key.bytes)
        if let index = certificates.firstIndex(where: { own.contains($0.key.bytes) }) {
            certificates.insert(certificates.remove(at: index), at: 0)
        }
        self.keys = certificates.isEmpty ? keys : certificates
        guard !keys.isEmpty else {
            throw .usage(
                PinSentence.noKey(file: path), code: .noKey, hint: PinAdvice.certificateRequestOrKey)
        }
        try checkKeys()
    }

    /// The first certificate alone; keys that stand in none are all meant.
    func limited(toLeaf isLimited: Bool) -> PinSource {
        guard isLimited, let first = keys.first, first.certificate != nil else { return self }
        var source = self
        source.keys = [first]
        return source
    }

    /// Whether a key is one of the authorities above the server, rather than the server's own.
    ///
    /// The first certificate of a file is that too where it signs others and names no server: many who sign for
    /// themselves say both.
    func isOfAuthority(at depth: Int) -> Bool {
        guard let certificate = keys[depth].certificate else { return false }
        guard depth == 0 else { return true }
        return host == nil && certificate.basicConstraints?.isCA == true && certificate.subjectAlternativeName == nil
    }

    /// The label of a key where pins are written: the input's name, or the subject of a certificate above the first.
    ///
    /// - Parameter sources: all inputs; a key without a certificate is the backup of those with one.
    func label(at depth: Int, among sources: [PinSource]) -> PinLabel? {
        let key = keys[depth]
        let isBackup = key.certificate == nil && sources.contains { $0.keys.contains { $0.certificate != nil } }
        let file = name.split(separator: "/").last.map(String.init) ?? name
        let subject = depth > 0 ? key.certificate.map { "\($0.subject)" } : nil
        let text = Wording.line(subject ?? host.map { "\($0)" } ?? file)
        return PinLabel(text == "-" ? nil : String(text.prefix(PinLabel.maximumLength)), isBackup: isBackup)
    }

    private static func key(of thing: ConvertedThing, _ path: String) throws(CommandError) -> Key? {
        switch thing {
        case .privateKey(let key): return Key(key: key.subjectPublicKeyInfo, certificate: nil, kind: "privateKey")
        case .publicKey(let info): return Key(key: info, certificate: nil, kind: "publicKey")
        case .certificate(let bytes):
            let certificate = try InputCertificate.certificate(bytes, of: path)
            return Key(key: certificate.subjectPublicKeyInfo, certificate: certificate, kind: "certificate")
        case .other(let bytes, .certificateRequest):
            guard let request = try? CertificationRequest(der: bytes) else { return nil }
            guard request.signatureVerifies != nil else {
                throw .usage(
                    PinSentence.unchecked(
                        file: path, algorithm: "\(request.signatureAlgorithm)",
                        keyKind: request.subjectPublicKeyInfo.algorithm.keyKind),
                    code: .unsupportedKey, hint: PinAdvice.onceIssued)
            }
            guard request.isSignedByItsKey else {
                throw CommandError(
                    .badSignature, code: .badSignature,
                    PinSentence.notSelfSigned(file: path),
                    hint: PinAdvice.holderMakesAgain)
            }
            return Key(key: request.subjectPublicKeyInfo, certificate: nil, kind: "request")
        case .other: return nil
        }
    }

    /// A hash of nothing, or of what is no key, looks like any other.
    private func checkKeys() throws(CommandError) {
        for key in keys {
            do throws(CryptoError) { try key.key.checkIsKey() } catch {
                let isEmpty = key.key.subjectPublicKey.bytes.isEmpty
                throw CommandError(
                    .malformedCertificate, code: isEmpty ? .emptyKey : .malformedKey,
                    UsageSentence.fileFault(file: name, reason: error.reasonStatement),
                    hint: UsageAdvice.haveMadeAgain)
            }
        }
    }
}

/// The pins of a file or server as JSON, in the schema `holdfast.pin/1`.
struct PinSourceLine: Encodable {
    private struct Line: Encodable {
        let pin: String
        let kind: String
        @Nullable var subject: String?
        let depth: Int
    }

    private let schema = "holdfast.pin/1"
    private let source: String
    private let pins: [Line]

    init(_ source: PinSource, _ pin: (PinSource.Key) -> Pin) {
        self.source = source.name
        pins = source.keys.enumerated().map { depth, key in
            Line(
                pin: "\(pin(key))", kind: key.kind, subject: key.certificate.map { "\($0.subject)" },
                depth: key.certificate == nil ? 0 : depth)
        }
    }
}
