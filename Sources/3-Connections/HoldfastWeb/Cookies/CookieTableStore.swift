import HoldfastHTTP
package import HoldfastTrust
package import HoldfastX509

/// A store of cookies that answers at once: in memory, or in a file of this machine.
package protocol CookieTableStore: Sendable {
    /// The domains that no cookie is for; nil for not known.
    var publicSuffixes: PublicSuffixes? { get }

    /// The cookies that a request for a URL carries, longer paths first.
    func cookies(for url: HTTPSURL) -> [Cookie]

    /// Every cookie, in the order of their creation.
    var all: [Cookie] { get }

    /// The cookie of the same name, domain and path, as it is kept; nil for none.
    func kept(as cookie: Cookie) -> Cookie?

    /// Keeps a cookie in the place of the same one; one that has expired only ends it.
    ///
    /// - Parameter isLasting: whether it may outlast the process, where it does not end with the session.
    func set(_ cookie: Cookie, isLasting: Bool)

    /// Forgets the cookies of the same names, domains and paths.
    func remove(_ cookies: [Cookie])
}

/// A store that lends its table.
package protocol CookieTableLending: CookieTableStore {
    /// Does something with the table, as it is at this time.
    func use<Value: Sendable>(_ body: (inout CookieTable, Instant) -> Value) -> Value
}

extension CookieTableLending {
    package func kept(as cookie: Cookie) -> Cookie? { use { table, now in table.kept(as: cookie, at: now) } }

    package func set(_ cookie: Cookie, isLasting: Bool) {
        use { table, now in table.set(cookie, isFromPlain: false, isLasting: isLasting, at: now) }
    }

    package func remove(_ cookies: [Cookie]) {
        use { table, _ in
            for cookie in cookies { table.remove(cookie) }
        }
    }

    /// Keeps what the fields of a response set, as far as its server may.
    func take(_ fields: [HTTPField], from url: HTTPSURL) {
        let suffixes = publicSuffixes
        use { table, now in
            for field in fields where field.isNamed("Set-Cookie") {
                guard let cookie = Cookie(field.value, from: url, at: now, publicSuffixes: suffixes) else { continue }
                table.set(cookie, isFromPlain: url.isPlainHTTP, at: now)
            }
        }
    }
}
