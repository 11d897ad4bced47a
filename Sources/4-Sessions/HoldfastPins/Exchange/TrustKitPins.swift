import HoldfastTrust
import HoldfastX509

/// The keys of TrustKit's dictionary (TSKTrustKitConfig.h), as in an Info.plist; the constants of its headers have a
/// `k` before them, which some write down too.
enum TrustKitKeys {
    static let configuration = "TSKConfiguration"
    static let domains = "TSKPinnedDomains"
    static let swizzle = "TSKSwizzleNetworkDelegates"
    static let ignoreUserAnchors = "TSKIgnorePinningForUserDefinedTrustAnchors"
    static let hashes = "TSKPublicKeyHashes"
    static let algorithms = "TSKPublicKeyAlgorithms"
    static let includeSubdomains = "TSKIncludeSubdomains"
    static let exclude = "TSKExcludeSubdomainFromParentPolicy"
    static let enforce = "TSKEnforcePinning"
    static let expiration = "TSKExpirationDate"
    static let reportURIs = "TSKReportUris"
    static let disableDefaultReportURI = "TSKDisableDefaultReportUri"
    static let additionalAnchors = "TSKAdditionalTrustAnchors"

    /// Keys of which a property list with TrustKit's configuration has one.
    static let top: Set<String> = [configuration, domains, "k" + configuration, "k" + domains]

    static let known: Set<String> = [
        hashes, algorithms, includeSubdomains, exclude, enforce, expiration, reportURIs, disableDefaultReportURI,
        additionalAnchors,
    ]
}

/// TrustKit's dictionary (https://github.com/datatheorem/TrustKit, TSKTrustKitConfig.h).
///
/// A domain stands for itself, with `TSKIncludeSubdomains` for everything below it too. One hash anywhere in the
/// evaluated chain is enough. The pins end at the beginning of `TSKExpirationDate` in UTC, and the server is then
/// judged without them. With `TSKEnforcePinning` false a mismatch is only reported.
enum TrustKitPins {
    static func read(_ plist: Any) throws(PinFileError) -> PinFile {
        var top = try withoutPrefix(PinFileKeys(plist, at: []))
        if let inner = try top.keys(TrustKitKeys.configuration) { top = try withoutPrefix(inner) }
        guard let domains = try top.keys(TrustKitKeys.domains) else {
            throw PinFileError(.missingKey(TrustKitKeys.domains), at: top.place)
        }
        var file = PinFile(.trustKit)
        if try top.flag(TrustKitKeys.ignoreUserAnchors) ?? true {
            file.notes.add(.notRead, .userAnchors, at: top.place(of: TrustKitKeys.ignoreUserAnchors))
        }
        for domain in domains.values.keys.sorted() {
            guard let keys = try domains.keys(domain) else { continue }
            let settings = try withoutPrefix(keys)
            file.entries.append(try entry(domain, settings, &file.notes))
        }
        return file
    }

    private static func entry(
        _ domain: String, _ keys: PinFileKeys, _ notes: inout [PinNote]
    ) throws(PinFileError) -> PinFile.Entry {
        let includes = try keys.flag(TrustKitKeys.includeSubdomains) ?? false
        var entry = PinFile.Entry((includes ? "**." : "") + domain.asciiLowercased(), at: keys.place)
        for key in keys.values.keys.sorted() where !TrustKitKeys.known.contains(key) {
            notes.add(.notRead, .unknownKey, at: keys.place(of: key))
        }
        if let anchors = try keys.texts(TrustKitKeys.additionalAnchors), !anchors.isEmpty {
            notes.add(.cannotExpress, .anchorCount(anchors.count), at: keys.place(of: TrustKitKeys.additionalAnchors))
        }
        if keys.values[TrustKitKeys.algorithms] != nil {
            notes.add(.adapted, .algorithms, at: keys.place(of: TrustKitKeys.algorithms))
        }
        if try keys.flag(TrustKitKeys.exclude) ?? false {
            entry.isExcluded = true
            return entry
        }
        let hashes = try keys.texts(TrustKitKeys.hashes) ?? []
        guard !hashes.isEmpty else {
            throw PinFileError(.noHash, at: keys.place(of: TrustKitKeys.hashes))
        }
        for (index, text) in hashes.enumerated() {
            let place = "\(keys.place(of: TrustKitKeys.hashes))[\(index)]"
            entry.pins.append(WrittenPin(text, as: .bare, .anywhere, at: place))
        }
        entry.enforcement = try keys.flag(TrustKitKeys.enforce) ?? true ? .enforce : .reportOnly
        if let text = try keys.text(TrustKitKeys.expiration) {
            guard let end = PinDate.instant(text) else {
                throw PinFileError(.noDay(text), at: keys.place(of: TrustKitKeys.expiration))
            }
            entry.expiry = PinExpiry(end, then: .open)
        }
        entry.reportURIs = try keys.texts(TrustKitKeys.reportURIs) ?? []
        if try !(keys.flag(TrustKitKeys.disableDefaultReportURI) ?? false) {
            notes.add(.cannotExpress, .defaultReports, at: keys.place(of: TrustKitKeys.disableDefaultReportURI))
        }
        return entry
    }

    private static func withoutPrefix(_ keys: PinFileKeys) throws(PinFileError) -> PinFileKeys {
        guard keys.values.keys.contains(where: { $0.hasPrefix("kTSK") }) else { return keys }
        var values: [String: Any] = [:]
        for (key, value) in keys.values {
            let name = key.hasPrefix("kTSK") ? String(key.dropFirst()) : key
            guard values.updateValue(value, forKey: name) == nil else {
                throw PinFileError(.twice(name), at: keys.place)
            }
        }
        return try PropertyListKeys(values, at: keys.path)
    }
}
