import HoldfastCrypto

/// RSA's bare power, with numbers filled up to the length of the modulus as Apple's functions do it.
extension SecKey {
    /// With the public exponent; `nil` for a number longer than the modulus.
    ///
    /// - Throws: ``CryptoError`` for one that is as long and not less.
    func rawRSA(_ number: [UInt8]) throws(CryptoError) -> [UInt8]? {
        guard let block = padded(number) else { return nil }
        return try publicKey.dangerousRawRSA(block)
    }

    /// With the private exponent; `nil` for a number that is not less than the modulus.
    func rawPrivateRSA(_ number: [UInt8], _ privateKey: PrivateKey) throws(CryptoError) -> [UInt8]? {
        guard let block = padded(number) else { return nil }
        return try privateKey.dangerousDecryptPKCS1Block(block)
    }

    /// The number in as many bytes as the modulus has; `nil` for a longer one.
    func padded(_ number: [UInt8]) -> [UInt8]? {
        guard number.count <= blockSize else { return nil }
        return [UInt8](repeating: 0, count: blockSize - number.count) + number
    }
}
