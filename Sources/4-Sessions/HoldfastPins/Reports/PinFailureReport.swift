public import HoldfastCrypto
public import HoldfastHTTPS
import HoldfastTransport
public import HoldfastTrust
public import HoldfastX509

/// Report of a server's chain that did not have the pinned keys: made from a verdict, and changed at will before it is
/// sent.
public struct PinFailureReport: Hashable, Sendable {
    /// A certificate that was sent or that the chain was built of.
    public struct Element: Hashable, Sendable {
        /// SHA-256 of the whole certificate.
        public var fingerprint: [UInt8]
        /// `sha256/BASE64` of its key; nil where it could not be read.
        public var pin: String?
        /// The certificate (DER); nil where it is left out.
        public var certificate: [UInt8]?

        init(_ bytes: ArraySlice<UInt8>, _ parsed: Certificate?) {
            fingerprint = Digest.sha256(bytes)
            pin = parsed.map { Pin($0).description }
            certificate = Array(bytes)
        }
    }

    /// One thing that was found.
    public struct Problem: Hashable, Sendable {
        /// As of ``FindingCode``.
        public var code: String
        /// `error`, `warning` or `note`.
        public var severity: String
    }

    /// Identification of the program that reports; empty unless the program fills it in.
    public struct Program: Hashable, Sendable {
        /// Bundle identifier, as `com.example.app` (TrustKit, `app-bundle-id`).
        public var identifier: String?
        public var version: String?
        /// As `LINUX` (TrustKit, `app-platform`).
        public var platform: String?

        public init(identifier: String? = nil, version: String? = nil, platform: String? = nil) {
            (self.identifier, self.version, self.platform) = (identifier, version, platform)
        }
    }

    /// When the chain was judged.
    public var at: Instant
    /// The server's name, or what stands in its place; nil where it is left out.
    public var host: String?
    public var port: UInt16?
    /// The host or the domain of the pattern that the pins stand under; nil for pins of every server, and where it is
    /// left out.
    public var notedHost: String?
    /// Whether the pattern is one of several names.
    public var includesSubdomains: Bool
    /// Whether the server was refused for it, and not only reported.
    public var isEnforced: Bool
    /// When the pins end; nil for never.
    public var pinsExpire: Instant?
    /// The pins of which none was found, as texts.
    public var pins: [String]
    /// Certificates that the server sent, in that order.
    public var served: [Element]
    /// The chain that was built from it and judged, leaf first.
    public var validated: [Element]
    /// Everything that was found, not only about pins.
    public var problems: [Problem]
    public var program: Program

    /// A report about a chain that was refused, or accepted although its pins did not match since they only report; nil
    /// where its pins were not the matter.
    ///
    /// - Parameters:
    ///   - host: the server's name.
    ///   - port: its port; nil where it is not known.
    public init?(_ outcome: some TrustOutcome, host: String, port: UInt16? = nil, program: Program = Program()) {
        guard case .mismatched(let duty, _) = outcome.pins else { return nil }
        (at, self.host, self.port, self.program) = (outcome.at, host, port, program)
        switch duty.pattern {
        case .host(let name): (notedHost, includesSubdomains) = (name.description, false)
        case .oneLabelBelow(let domain), .withSubdomains(let domain):
            (notedHost, includesSubdomains) = (domain.text, true)
        case nil: (notedHost, includesSubdomains) = (nil, false)
        }
        isEnforced = duty.set.enforcement == .enforce
        pinsExpire = duty.set.expiry?.end
        pins = duty.set.all.map(\.description).sorted()
        served = outcome.presented.presented.map { Element($0.bytes, $0.certificate) }
        validated = outcome.chain.map { Element($0.bytes, $0) }
        problems = outcome.findings.map { Problem(code: $0.code.rawValue, severity: $0.severity.rawValue) }
    }

    /// A report about what a session judged; nil where nothing is to be reported.
    public init?(_ judgement: ServerJudgement, program: Program = Program()) {
        switch judgement.verdict {
        case .accepted(let evaluation):
            self.init(evaluation, host: judgement.host, port: judgement.port, program: program)
        case .refused(let failure):
            self.init(failure, host: judgement.host, port: judgement.port, program: program)
        }
    }
}

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

    /// The report without the server's name and port, the pattern's, and the certificates, in which the name stands
    /// too.
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

    /// SHA-256 over server, certificates and pins, by which equal failures are told whenever they happened (TrustKit,
    /// `TSKReportsRateLimiter`).
    var failureDigest: [UInt8] {
        let texts = [host ?? "", "\(port ?? 0)", notedHost ?? "", "\(isEnforced)", "\(served.count)", "\(pins.count)"]
        let parts = texts.map { Array($0.utf8) } + served.map(\.fingerprint) + pins.map { Array($0.utf8) }
        return Digest.sha256(parts.flatMap { TLSWriter.vector($0, lengthOctets: 4) }[...])
    }
}
