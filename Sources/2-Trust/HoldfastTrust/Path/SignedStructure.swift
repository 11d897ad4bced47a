import HoldfastX509

/// A structure that carries a signature over a part of itself.
protocol SignedStructure {
    /// The part that is signed, as it was read.
    var tbsBytes: ArraySlice<UInt8> { get }
    var signatureAlgorithmIdentifier: AlgorithmIdentifier { get }
    var signatureAlgorithm: SignatureAlgorithm { get }
    var signature: BitString { get }
}

extension Certificate: SignedStructure {}

extension BasicOCSPResponse: SignedStructure {
    var tbsBytes: ArraySlice<UInt8> { tbsResponseData.bytes }
}

/// The signed bytes and the signature of a certificate, an OCSP response or a revocation list.
struct SignedContent {
    let bytes: ArraySlice<UInt8>
    let algorithm: AlgorithmIdentifier
    let signature: BitString

    init(_ structure: some SignedStructure) {
        bytes = structure.tbsBytes
        algorithm = structure.signatureAlgorithmIdentifier
        signature = structure.signature
    }

    init(_ list: CertificateList) {
        bytes = list.tbsBytes
        algorithm = list.signatureAlgorithmIdentifier
        signature = list.signature
    }
}

/// An answer whether a key made a signature, as far as the budget allowed to look.
enum SignatureAnswer {
    case answered(CertificationPath.Signature)
    case overBudget
}
