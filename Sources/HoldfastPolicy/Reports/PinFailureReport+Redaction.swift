public import HoldfastCrypto
import HoldfastX509

extension PinFailureReport {
    /// The report without whole certificates; their fingerprints and pins stay.
    public var withoutCertificates: PinFailureReport {
        var report = withoutServedCertificates
        for index in report.validated.indices { report.validated[index].certificate = nil }
        return report
    }

    /// The report without those that were sent; of the chain that was judged they stay.
    var withoutServedCertificates: PinFailureReport {
        var report = self
        for index in report.served.indices { report.served[index].certificate = nil }
        return report
    }

    /// The report without the server's name and port, the pattern's, and the certificates, in which the name stands too.
    ///
    /// Who has the program knows its pins, and so may guess the name all the same.
    public var withoutNames: PinFailureReport {
        var report = withoutCertificates
        (report.host, report.port, report.notedHost) = (nil, nil, nil)
        return report
    }

    /// The report with HMAC-SHA-256 of the names in their place, in hexadecimal, and without the certificates, in which
    /// they stand too.
    ///
    /// - Parameter key: of the program's owner, 16 random bytes or more: whoever has it can try names.
    /// - Throws: ``CryptoError`` where libcrypto fails.
    public func hashingNames(key: [UInt8]) throws(CryptoError) -> PinFailureReport {
        var report = withoutCertificates
        report.host = try host.map { (name) throws(CryptoError) in try Self.hash(name, key) }
        report.notedHost = try notedHost.map { (name) throws(CryptoError) in try Self.hash(name, key) }
        return report
    }

    private static func hash(_ name: String, _ key: [UInt8]) throws(CryptoError) -> String {
        HexString.encode(try HMAC.authenticate(Array(name.utf8), key: key, digest: .sha256))
    }

    /// SHA-256 over what makes it the same failure: server, certificates and pins, not when it happened (TrustKit,
    /// `TSKReportsRateLimiter`).
    var failureDigest: [UInt8] {
        var input: [UInt8] = []
        let texts = [host ?? "", "\(port ?? 0)", notedHost ?? "", "\(isEnforced)", "\(served.count)", "\(pins.count)"]
        for part in texts.map({ Array($0.utf8) }) + served.map(\.fingerprint) + pins.map({ Array($0.utf8) }) {
            input += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: part.count >> $0) }
            input += part
        }
        return Digest.sha256(input[...])
    }
}
