import HoldfastTrust
import HoldfastX509

/// Apple's pins in an Info.plist (`NSAppTransportSecurity` > `NSPinnedDomains`), and what ATS says of TLS beside them.
///
/// `NSPinnedLeafIdentities` want the leaf, `NSPinnedCAIdentities` a certificate above it, and where both are given both
/// have to match. `NSIncludesSubdomains` takes in "all subdomains of the domain that have one additional path
/// component" (Apple's page of that key), thus `math.example.com` and not `advanced.math.example.com`: two patterns
/// here.
enum ApplePins {
    static let settings = "NSAppTransportSecurity"
    static let domains = "NSPinnedDomains"
    static let leaf = "NSPinnedLeafIdentities"
    static let authorities = "NSPinnedCAIdentities"
    static let hash = "SPKI-SHA256-BASE64"
    static let includesSubdomains = "NSIncludesSubdomains"
    static let exceptions = "NSExceptionDomains"
    static let minimumTLS = "NSExceptionMinimumTLSVersion"

    static func read(_ plist: Any) throws(PinFileError) -> PinFile {
        let top = try PinFileKeys(plist, at: [])
        guard let settings = try top.keys(Self.settings) else {
            throw PinFileError(.missingKey(Self.settings))
        }
        var file = try pinFile(of: settings)
        try readTransportSecurity(settings, into: &file)
        return file
    }

    /// The pins of settings, as a program uses them.
    ///
    /// - Throws: ``PinFileError`` for the first that is none: a pin that was left out would ask for less.
    static func pinnedHosts(of settings: [String: Any]) throws(PinFileError) -> PinnedHosts {
        try pinFile(of: PinFileKeys(settings, at: [])).pins(publicSuffixes: nil).pins.hosts
    }

    /// The entries of `NSPinnedDomains`, in the order of their names.
    private static func pinFile(of settings: PinFileKeys) throws(PinFileError) -> PinFile {
        var file = PinFile(.pinnedDomains)
        guard let domains = try settings.keys(Self.domains) else { return file }
        for domain in domains.values.keys.sorted() {
            guard let keys = try domains.keys(domain) else { continue }
            file.entries += try entries(domain, keys, &file.notes)
        }
        return file
    }

    private static func entries(
        _ domain: String, _ keys: PinFileKeys, _ notes: inout [PinNote]
    ) throws(PinFileError) -> [PinFile.Entry] {
        let known: Set<String> = [leaf, authorities, includesSubdomains]
        for key in keys.values.keys.sorted() where !known.contains(key) {
            notes.add(.notRead, .unknownKey, at: keys.place(of: key))
        }
        let pins = try pins(leaf, .leaf, keys) + pins(authorities, .authorities, keys)
        guard !pins.isEmpty else {
            throw PinFileError(.neither(leaf, authorities), at: keys.place)
        }
        var patterns = [domain.asciiLowercased()]
        if try keys.flag(includesSubdomains) ?? false { patterns.append("*.\(patterns[0])") }
        return patterns.map { pattern in
            var entry = PinFile.Entry(pattern, at: keys.place)
            entry.pins = pins
            return entry
        }
    }

    private static func pins(
        _ key: String, _ group: PinSet.Group, _ keys: PinFileKeys
    ) throws(PinFileError) -> [WrittenPin] {
        guard let list = try keys.list(key) else { return [] }
        guard !list.isEmpty else { throw PinFileError(.empty, at: keys.place(of: key)) }
        var pins: [WrittenPin] = []
        for (index, value) in list.enumerated() {
            let identity = try PinFileKeys(value, at: keys.path + ["\(key)[\(index)]"])
            guard let text = try identity.text(hash) else {
                throw PinFileError(.missingKey(hash), at: identity.place)
            }
            pins.append(WrittenPin(text, as: .bare, group, at: identity.place))
        }
        return pins
    }

    /// Reads the other rules of ATS: keeps the least version of TLS, and notes the rest.
    private static func readTransportSecurity(
        _ keys: PinFileKeys, into file: inout PinFile
    ) throws(PinFileError) {
        let rules: AppTransportSecurity
        do throws(AppTransportSecurityError) {
            rules = try AppTransportSecurity(withoutPins: keys.values)
        } catch {
            throw PinFileError(error.statement)
        }
        for key in keys.values.keys.sorted() where key != domains && key != exceptions {
            file.notes.add(.cannotExpress, .plainHTTPRule, at: keys.place(of: key))
        }
        for (domain, exception) in rules.exceptionDomains.sorted(by: { $0.key < $1.key }) {
            let place = "\(keys.place(of: exceptions)) > \(domain)"
            if exception.allowsInsecureHTTPLoads {
                file.notes.add(.cannotExpress, .plainHTTPAllowed, at: place)
            }
            if !exception.requiresForwardSecrecy {
                file.notes.add(.cannotExpress, .noForwardSecrecy, at: place)
            }
            if exception.requiresCertificateTransparency {
                file.notes.add(.cannotExpress, .transparency, at: place)
            }
            guard let version = exception.minimumTLSVersion else { continue }
            guard version == "TLSv1.2" || version == "TLSv1.3" else {
                file.notes.add(.cannotExpress, .oldTLS(version: "\(version)"), at: place)
                continue
            }
            let name = domain.asciiLowercased()
            for pattern in exception.includesSubdomains ? [name, "*.\(name)"] : [name] {
                var entry = PinFile.Entry(pattern, at: place)
                entry.minimumTLS = String(version.dropFirst("TLSv".count))
                file.entries.append(entry)
            }
        }
    }
}
