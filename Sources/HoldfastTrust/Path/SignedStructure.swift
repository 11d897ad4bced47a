import HoldfastX509

/// What carries a signature over a part of itself.
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
