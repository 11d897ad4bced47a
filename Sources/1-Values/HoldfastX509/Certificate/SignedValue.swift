import Synchronization

/// The type of the signed part of a ``SignedValue``: `tbsCertificate` or `tbsCertList`.
protocol ToBeSigned: DERStructure {
    /// The name of the field it stands in.
    static var fieldName: StaticString { get }
    /// The SEQUENCE, as it was read.
    var bytes: ArraySlice<UInt8> { get }
}

/// A value and the signature over it, the form of certificates (RFC 5280 §4.1) and of revocation lists (§5.1).
///
/// A class, so that copies of the public type around it cost a reference; read once, it never changes.
final class SignedValue<Signed: ToBeSigned>: Sendable {
    /// The whole, as it was read.
    let bytes: ArraySlice<UInt8>
    let tbs: Signed
    let algorithmIdentifier: AlgorithmIdentifier
    /// The algorithm with its parameters bound.
    let algorithm: SignatureAlgorithm
    let signature: BitString
    /// The hash of ``bytes``, 0 until it is asked for: certificates are keys of many tables, and lists have megabytes.
    ///
    /// Seeded anew in every process: nobody can make values that are different and have one.
    private let knownHash = Atomic<Int>(0)

    /// A digest of ``bytes`` that a room above has worked out.
    private let knownDigest = Mutex<[UInt8]?>(nil)

    func digest(by work: (ArraySlice<UInt8>) -> [UInt8]) -> [UInt8] {
        if let known = knownDigest.withLock({ $0 }) { return known }
        let digest = work(bytes)
        knownDigest.withLock { $0 = digest }
        return digest
    }

    var hash: Int {
        let known = knownHash.load(ordering: .relaxed)
        if known != 0 { return known }
        var hasher = Hasher()
        hasher.combine(octets: bytes)
        let hash = hasher.finalize()
        knownHash.store(hash, ordering: .relaxed)
        return hash
    }

    /// Reads a value and the signature over it.
    ///
    /// - Parameter type: the name of the whole, which errors carry in their path.
    convenience init(_ type: StaticString, from reader: inout DERReader) throws(DERError) {
        do throws(DERError) {
            let outside = try reader.enter(.sequence)
            try self.init(fields: &reader)
            try reader.leave(outside)
        } catch {
            throw error.inside(type)
        }
    }

    // SEQUENCE {
    //     tbsCertificate      TBSCertificate,      -- or tbsCertList TBSCertList
    //     signatureAlgorithm  AlgorithmIdentifier,
    //     signatureValue      BIT STRING }
    private init(fields reader: inout DERReader) throws(DERError) {
        bytes = reader.enclosingElement
        tbs = try reader.value(Signed.fieldName, as: Signed.self)
        algorithmIdentifier = try reader.value("signatureAlgorithm", as: AlgorithmIdentifier.self)
        signature = try reader.value("signatureValue", as: BitString.self)
        algorithm = SignatureAlgorithm(algorithmIdentifier)
    }

    func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.value(tbs)
            inner.value(algorithmIdentifier)
            inner.bitString(signature)
        }
    }
}
