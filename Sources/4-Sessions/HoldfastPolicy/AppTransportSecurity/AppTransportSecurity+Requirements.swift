public import HoldfastPins
import HoldfastTrust
import HoldfastX509

extension AppTransportSecurity {
    /// A version of TLS by the name that `NSExceptionMinimumTLSVersion` has for it.
    public enum TLSVersion: String, Hashable, Sendable, Comparable, CaseIterable {
        case tls10 = "TLSv1.0"
        case tls11 = "TLSv1.1"
        case tls12 = "TLSv1.2"
        case tls13 = "TLSv1.3"

        public static func < (left: TLSVersion, right: TLSVersion) -> Bool { left.rawValue < right.rawValue }
    }

    /// Generations of Apple's systems that read the settings differently (Apple, `NSAppTransportSecurity`,
    /// "Versioning", and `NSAllowsLocalNetworking`).
    public enum SystemGeneration: Int, Hashable, Sendable, Comparable, CaseIterable {
        /// iOS 9 and macOS 10.11: the first with App Transport Security, which know `NSAllowsArbitraryLoads` alone of
        /// the global keys.
        case ios9
        /// iOS 10 to 16 and macOS 10.12 to 13: finer global keys, and names of the local network and addresses let
        /// through.
        case ios10
        /// From iOS 17 and macOS 14 on: addresses are not let through any more, and may have exceptions.
        case ios17

        /// The generation that is judged by where none is named.
        public static let latest = ios17

        public static func < (left: SystemGeneration, right: SystemGeneration) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// The demands on the connections to one host, and the key that decided.
    public struct Requirements: Hashable, Sendable {
        /// The statement of an Info.plist that decides about a host.
        public enum Source: Hashable, Sendable {
            /// None: Apple's own demands.
            case standard
            /// `NSAllowsArbitraryLoads`.
            case arbitraryLoads
            /// `NSAllowsLocalNetworking`, for an address.
            case localNetworking
            /// None, since the host is an unqualified name, one in `.local`, or before iOS 17 an address.
            case localHost
            /// An entry of `NSExceptionDomains`, by its key.
            case exception(String)
        }

        /// Whether nothing is asked beyond the trust that any TLS connection needs.
        public var isExempt = false
        /// Whether a request without TLS may go there.
        public var allowsInsecureHTTP = false
        /// The earliest version of TLS that may be negotiated.
        public var minimumTLS = TLSVersion.tls12
        /// Whether the key exchange has to be ECDHE.
        public var requiresForwardSecrecy = true
        /// Whether signed timestamps of transparency logs are asked for by `NSRequiresCertificateTransparency`.
        public var requiresCertificateTransparency = false
        /// Whether the demands of NIAP's Functional Package for TLS 2.1 are made besides.
        public var requiresNIAPTLSPackage = false
        /// The bits that an RSA key has at least; nil for no bound.
        public var minimumRSABits: Int? = 2048
        /// The bits that an elliptic curve has at least; nil for no bound.
        public var minimumECBits: Int? = 256
        /// Whether the server's certificate has to be signed with SHA-256 or better.
        public var requiresSHA256 = true
        /// Whether the data has to be encrypted with AES-128 or AES-256.
        public var requiresAES = true
        public var source = Source.standard

        /// Apple's demands on a host that nothing is said about.
        public init() {}

        init(of exception: Exception, by key: String) {
            source = .exception(key)
            allowsInsecureHTTP = exception.allowsInsecureHTTPLoads
            // A name of no version that there is leaves Apple's own.
            minimumTLS = exception.minimumTLSVersion.flatMap(TLSVersion.init) ?? .tls12
            requiresCertificateTransparency = exception.requiresCertificateTransparency
            requiresNIAPTLSPackage = (exception.requiresNIAPTLSPackage ?? .standard) != .standard
            requiresForwardSecrecy = exception.requiresForwardSecrecy
            // "Disabling this requirement also removes the key length check".
            if !exception.requiresForwardSecrecy { (minimumRSABits, minimumECBits) = (nil, nil) }
        }

        init(exemptBy source: Source) {
            isExempt = true
            (allowsInsecureHTTP, minimumTLS, requiresForwardSecrecy) = (true, .tls10, false)
            (minimumRSABits, minimumECBits, requiresSHA256, requiresAES) = (nil, nil, false, false)
            self.source = source
        }
    }

    /// Works out what is asked of the connections to a host.
    ///
    /// The exception of the host itself counts first, then that of the smallest range that has its address, or of the
    /// domain one label above it that includes it. Global keys say nothing about a host that has an exception. Else an
    /// address, an unqualified name and one in `.local` are judged by what the system does with these, and all others
    /// by `NSAllowsArbitraryLoads`, unless a finer key makes it count as false.
    ///
    /// Subdomains further below are taken in by an exception as Apple's older reference has it, and not as the key's
    /// own page has it: what is asked of them is the stricter of both readings.
    ///
    /// - Parameters:
    ///   - host: a name of A-labels or an address, as a URL has it. A key matches one with a final dot only if it has
    ///     one too. What is no host gets Apple's own demands.
    ///   - system: the systems by whose rules the settings are read.
    public func requirements(for host: String, on system: SystemGeneration = .latest) -> Requirements {
        let host = Self.canonical(host)
        let bare = host.hasSuffix(".") ? String(host.dropLast()) : host
        // What only looks like a name, such as 2130706433, might be dialled as an address.
        guard let name = try? ServerName(bare) else { return Requirements() }
        if case .ip(let address) = name {
            let found = system < .ios17 ? nil : requirements(ofRangeWith: address)
            return found ?? globalRequirements(for: bare, isAddress: true, on: system)
        }
        if let exception = exception(for: host) { return requirements(of: exception) }
        let global = globalRequirements(for: bare, isAddress: false, on: system)
        guard let distant = distantException(for: host) else { return global }
        return global.stricter(with: requirements(of: distant))
    }

    /// The demands of the keys that hold for every host without an exception.
    private func globalRequirements(
        for host: String, isAddress: Bool, on system: SystemGeneration
    ) -> Requirements {
        if allowsArbitraryLoads, system < .ios10 || !ignoresArbitraryLoads {
            return Requirements(exemptBy: .arbitraryLoads)
        }
        if system >= .ios10 {
            if isAddress {
                if system < .ios17 { return Requirements(exemptBy: .localHost) }
                if allowsLocalNetworking == true { return Requirements(exemptBy: .localNetworking) }
            } else if !host.contains(".") || host.hasSuffix(".local") {
                return Requirements(exemptBy: .localHost)
            }
        }
        var standard = Requirements()
        standard.requiresNIAPTLSPackage = requiresNIAPTLSPackage != .standard
        return standard
    }

    private func requirements(of found: (key: String, exception: Exception)) -> Requirements {
        var result = Requirements(of: found.exception, by: found.key)
        if found.exception.requiresNIAPTLSPackage == nil {
            result.requiresNIAPTLSPackage = requiresNIAPTLSPackage != .standard
        }
        return result
    }

    /// A host in the form that keys are compared with: in lower case, an address without its brackets. One outside
    /// ASCII stays as it is, and is no host: the lower case of U+212A, the Kelvin sign, would be the letter k.
    static func canonical(_ host: String) -> String {
        guard host.utf8.allSatisfy({ $0 < 0x80 }) else { return host }
        let host = host.asciiLowercased()
        return host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }

    /// The exception of a name, or of the domain one label above it: "all subdomains of the domain that have one
    /// additional path component" (Apple, `NSIncludesSubdomains`).
    private func exception(for host: String) -> (key: String, exception: Exception)? {
        if let exception = exceptionDomains[host] { return (host, exception) }
        guard let key = Self.parent(of: host), let exception = exceptionDomains[key], exception.includesSubdomains
        else {
            return nil
        }
        return (key, exception)
    }

    /// The nearest exception further above a name that includes what is below it: "applies the […] ATS exceptions to
    /// all subdomains" (Apple, Information Property List Key Reference).
    private func distantException(for host: String) -> (key: String, exception: Exception)? {
        var parent = Self.parent(of: host).flatMap(Self.parent)
        while let key = parent {
            if let exception = exceptionDomains[key], exception.includesSubdomains { return (key, exception) }
            parent = Self.parent(of: key)
        }
        return nil
    }

    private static func parent(of name: String) -> String? {
        name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) }
    }

    /// The demands of the smallest range that has an address; nil where none has it.
    ///
    /// Of several keys for one range what any of them asks for is asked: the spelling of an address is a URL's to
    /// choose.
    private func requirements(ofRangeWith address: IPAddress) -> Requirements? {
        let ranges = exceptionDomains.compactMap { key, exception in
            AddressRange(key).flatMap { $0.contains(address) ? (length: $0.length, key: key, exception) : nil }
        }
        guard let length = ranges.map({ $0.length }).max() else { return nil }
        let narrowest = ranges.filter { $0.length == length }.sorted { $0.key < $1.key }
        return narrowest.map { requirements(of: ($0.key, $0.2)) }.reduce(nil) { found, next in
            found?.stricter(with: next) ?? next
        }
    }
}

extension AppTransportSecurity.Requirements {
    /// The demands that ask for what these and others ask for.
    fileprivate func stricter(with other: Self) -> Self {
        var result = self
        // Whoever is refused is told the key that would change it.
        result.source = allowsInsecureHTTP || isExempt ? other.source : source
        result.isExempt = isExempt && other.isExempt
        result.allowsInsecureHTTP = allowsInsecureHTTP && other.allowsInsecureHTTP
        result.minimumTLS = max(minimumTLS, other.minimumTLS)
        result.requiresForwardSecrecy = requiresForwardSecrecy || other.requiresForwardSecrecy
        result.requiresCertificateTransparency =
            requiresCertificateTransparency || other.requiresCertificateTransparency
        result.requiresNIAPTLSPackage = requiresNIAPTLSPackage || other.requiresNIAPTLSPackage
        result.minimumRSABits = [minimumRSABits, other.minimumRSABits].compactMap(\.self).max()
        result.minimumECBits = [minimumECBits, other.minimumECBits].compactMap(\.self).max()
        result.requiresSHA256 = requiresSHA256 || other.requiresSHA256
        result.requiresAES = requiresAES || other.requiresAES
        return result
    }
}
