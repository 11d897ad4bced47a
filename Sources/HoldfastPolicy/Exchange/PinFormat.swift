/// The formats in which programs keep their pins.
public enum PinFormat: String, Hashable, Sendable, CaseIterable {
    /// Our own policy file.
    case policy
    /// TrustKit's dictionary (`TSKPinnedDomains`), alone or in an Info.plist under `TSKConfiguration`.
    case trustKit = "trustkit"
    /// Apple's `NSPinnedDomains` and `NSExceptionDomains` in an Info.plist's `NSAppTransportSecurity`.
    case pinnedDomains = "nspinned"
    /// Android's network security configuration, and TrustKit-Android's additions to it.
    case android
    /// OkHttp's `CertificatePinner`: lists `PATTERN PIN…`, or source code that fills one.
    case okHttp = "okhttp"
    /// curl's `--pinnedpubkey`.
    case curl

    /// Which formats a file is in, by how it begins; an Info.plist may hold two.
    static func detected(in file: [UInt8], plistKeys: () -> Set<String>) -> [PinFormat] {
        let start = file.starts(with: [0xEF, 0xBB, 0xBF]) ? file.dropFirst(3) : file[...]
        let text = String(decoding: start.prefix(4096), as: UTF8.self)
        let trimmed = text.drop { $0.isWhitespace }
        if text.hasPrefix("bplist") || text.contains("<plist") {
            let keys = plistKeys()
            var found: [PinFormat] = []
            if keys.contains("NSAppTransportSecurity") { found.append(.pinnedDomains) }
            if !keys.isDisjoint(with: TrustKitKeys.top) { found.append(.trustKit) }
            return found
        }
        if trimmed.hasPrefix("<") { return [.android] }
        if trimmed.hasPrefix("{") { return [.policy] }
        if trimmed.hasPrefix("sha256//") { return [.curl] }
        let whole = String(decoding: start, as: UTF8.self)
        return whole.contains("sha256/") || whole.contains("sha1/") ? [.okHttp] : []
    }
}
