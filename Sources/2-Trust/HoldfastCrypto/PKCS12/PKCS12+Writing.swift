import HoldfastX509

extension PKCS12 {
    /// Writes the file (DER): keys and certificates encrypted, and a check sum over all, under one passphrase.
    ///
    /// - Parameter iterations: How often the passphrase is hashed, for each key, for the certificates and for the check
    ///   sum: the cheapest of them is what a guess costs.
    /// - Throws: ``CryptoError``: for fewer iterations than ``KeyEncryption/minimumIterations``.
    public func encoded(
        _ passphrase: Passphrase, iterations: Int = KeyEncryption.defaultIterations
    ) throws(CryptoError) -> [UInt8] {
        var safes: [[UInt8]] = []
        if !certificates.isEmpty {
            let bags = certificates.map {
                PKCS12Bag(.certificate($0.certificate), friendlyName: $0.friendlyName, localKeyID: $0.localKeyID)
            }
            safes.append(
                try Self.encryptedSafe(PKCS12Bag.encoded(bags), passphrase, iterations: iterations))
        }
        var bags: [PKCS12Bag] = []
        for entry in keys {
            var plain = try entry.key.pkcs8DER
            defer { plain.wipe() }
            let encrypted = try KeyEncryption.encrypt(plain, passphrase, iterations: iterations)
            bags.append(
                PKCS12Bag(
                    .shroudedKey(EncryptedPrivateKeyInfo(encrypted.algorithm, encryptedData: encrypted.data)),
                    friendlyName: entry.friendlyName, localKeyID: entry.localKeyID))
        }
        if !bags.isEmpty { safes.append(Self.safe(PKCS12Bag.encoded(bags))) }
        var content = DERWriter()
        content.sequence { list in for safe in safes { list.raw(safe) } }
        let mac = try PKCS12MAC(of: content.bytes, passphrase, iterations: iterations)
        var writer = DERWriter(capacity: content.bytes.count + 256)
        writer.sequence { file in
            file.integer(3)
            file.raw(Self.safe(content.bytes))
            mac.write(into: &file)
        }
        return writer.bytes
    }

    /// ContentInfo of type data (RFC 2315 §8).
    private static func safe(_ contents: [UInt8]) -> [UInt8] {
        var writer = DERWriter()
        writer.sequence { info in
            info.oid(.pkcs7Data)
            info.explicit(0) { $0.octetString(contents) }
        }
        return writer.bytes
    }

    /// ContentInfo of type encryptedData (RFC 2315 §13).
    private static func encryptedSafe(
        _ contents: [UInt8], _ passphrase: Passphrase, iterations: Int
    ) throws(CryptoError) -> [UInt8] {
        let encrypted = try KeyEncryption.encrypt(contents, passphrase, iterations: iterations)
        var writer = DERWriter()
        writer.sequence { info in
            info.oid(.pkcs7EncryptedData)
            info.explicit(0) { outer in
                outer.sequence { data in
                    data.integer(0)
                    data.sequence { content in
                        content.oid(.pkcs7Data)
                        content.value(encrypted.algorithm)
                        content.octetString(encrypted.data, as: .context(0))
                    }
                }
            }
        }
        return writer.bytes
    }
}
