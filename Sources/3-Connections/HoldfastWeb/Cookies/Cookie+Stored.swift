import HoldfastTrust
import HoldfastX509

extension Cookie {
    /// The parts of a cookie as a file has them: nobody has judged them, and anybody may have written them.
    struct Stored {
        var name: String
        var value: String
        var domain: String
        var isHostOnly: Bool
        var path: String
        var isSecure = false
        var isHTTPOnly = false
        var sameSite = SameSite.unspecified
        var expires: Instant?
        var created: Instant
    }

    /// A cookie that a file has, if a server could have set it so; nil otherwise (draft-ietf-httpbis-rfc6265bis §5.6,
    /// §5.7).
    ///
    /// Its end lies at most 400 days ahead, and it was created by now. Without a list of public suffixes none is for
    /// the hosts below its domain.
    init?(_ stored: Stored, at now: Instant, publicSuffixes suffixes: PublicSuffixes?) {
        guard Self.canStand(stored), let host = try? ServerName(stored.domain), host.description == stored.domain else {
            return nil
        }
        if !stored.isHostOnly {
            guard case .dns = host, CookieScope.isOneOwners(stored.domain, suffixes) else { return nil }
        }
        self.init(
            name: stored.name, value: stored.value, domain: stored.domain, isHostOnly: stored.isHostOnly,
            path: stored.path, isSecure: stored.isSecure, isHTTPOnly: stored.isHTTPOnly, sameSite: stored.sameSite,
            expires: stored.expires.map { min($0, now.advanced(bySeconds: SetCookie.longestLife)) },
            created: min(stored.created, now))
        guard sameSiteIsSecure, keepsNamePromise else { return nil }
    }

    /// Whether a file can keep it and give it back.
    func canBeStored(at now: Instant, publicSuffixes suffixes: PublicSuffixes?) -> Bool {
        Cookie(stored, at: now, publicSuffixes: suffixes) != nil
    }

    private var stored: Stored {
        Stored(
            name: name, value: value, domain: domain, isHostOnly: isHostOnly, path: path, isSecure: isSecure,
            isHTTPOnly: isHTTPOnly, sameSite: sameSite, expires: expires, created: created)
    }

    /// Whether the texts are such as `Set-Cookie` could have brought: they begin no other field and no other cookie.
    private static func canStand(_ stored: Stored) -> Bool {
        let (name, value, path) = (stored.name.utf8, stored.value.utf8, stored.path.utf8)
        // A path may be the folder of a URL, which has no such limit as an attribute.
        guard !name.isEmpty || !value.isEmpty, name.count + value.count <= SetCookie.pairLimit,
            path.first == UInt8(ascii: "/"), path.count <= 3 * SetCookie.attributeLimit,
            !name.contains(UInt8(ascii: "="))
        else { return false }
        return [name, value, path].allSatisfy { text in
            text.allSatisfy { ($0 >= 0x20 || $0 == 0x09) && $0 != 0x7F && $0 != UInt8(ascii: ";") }
        }
    }
}
