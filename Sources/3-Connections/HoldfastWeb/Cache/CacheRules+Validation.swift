package import HoldfastHTTP
package import HoldfastX509

extension CacheRules {
    /// Fields of a 304 that do not change what was kept: its length, and those whose meaning has been undone, since the
    /// body is kept decompressed, and parts are put together (RFC 9111 §3.2).
    private static let ofBody = ["content-length", "content-encoding", "content-range"]

    /// The fields that ask whether a response still holds (§4.3.1); nil where its server gave nothing to ask by.
    static func conditions(for head: CachedHead) -> [HTTPField]? {
        let fields = [
            head.fields.first(named: "ETag").flatMap { HTTPField(name: "If-None-Match", value: $0) },
            head.fields.first(named: "Last-Modified").flatMap { HTTPField(name: "If-Modified-Since", value: $0) },
        ].compactMap(\.self)
        return fields.isEmpty ? nil : fields
    }

    /// The kept response, updated by the fields of a 304; nil where the 304 is about another representation, which must
    /// then be loaded unconditionally (§4.3.4).
    ///
    /// - Parameters:
    ///   - sent: the request as it went out.
    ///   - requestTime: when it was sent.
    ///   - now: when the 304 came.
    package static func freshened(
        _ head: CachedHead, by update: [HTTPField], for sent: OutgoingRequest, requestTime: Instant, at now: Instant
    ) -> CachedHead? {
        if let new = update.first(named: "ETag") {
            guard let old = head.fields.first(named: "ETag") else { return nil }
            // "If none of the initial set contains at least one of the same strong validators, then the cache MUST NOT
            // use the new response to update any stored responses."
            guard RangeValidator.isStrong(new) ? old.hasOctets(of: new) : opaque(old).hasOctets(of: opaque(new)) else {
                return nil
            }
        } else if let new = update.first(named: "Last-Modified") {
            guard head.fields.first(named: "Last-Modified")?.hasOctets(of: new) == true else { return nil }
        }
        return updated(head, by: update, for: sent, requestTime: requestTime, at: now)
    }

    /// A kept response after a HEAD that was answered by 200: with its fields, where it is about the same
    /// representation; nil for another, of which what is kept is stale (§4.3.5).
    package static func compared(
        _ head: CachedHead, with update: [HTTPField], for sent: OutgoingRequest, requestTime: Instant, at now: Instant
    ) -> CachedHead? {
        for name in ["ETag", "Last-Modified", "Content-Length"] {
            guard let new = update.first(named: name) else { continue }
            guard head.fields.first(named: name)?.hasOctets(of: new) == true else { return nil }
        }
        return updated(head, by: update, for: sent, requestTime: requestTime, at: now)
    }

    private static func updated(
        _ head: CachedHead, by update: [HTTPField], for sent: OutgoingRequest, requestTime: Instant, at now: Instant
    ) -> CachedHead? {
        let new = keepable(update, at: now).filter { field in !ofBody.contains { field.isNamed($0) } }
        var changed = head
        changed.fields.removeAll { old in new.contains { $0.isNamed(old.name) } }
        // How old it is, is counted anew.
        if update.first(named: "Age") == nil { changed.fields.removeAll { $0.isNamed("Age") } }
        changed.fields += new
        (changed.requestTime, changed.responseTime) = (requestTime, now)
        guard let names = changed.variesBy else { return nil }
        changed.sent = sent.digest(varyingBy: names)
        return changed
    }

    /// A tag without the mark of a weak one: the two are compared weakly (RFC 9110 §8.8.3.2).
    private static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
}

extension CacheRules {
    /// The URLs whose kept responses a response invalidates, because an unsafe method has changed them (RFC 9111 §4.4):
    /// the request's own, and those that it names on the same server.
    package static func invalidated(by method: String, of url: HTTPSURL, status: Int, fields: [HTTPField]) -> [HTTPSURL]
    {
        guard mayInvalidate(method), (200...399).contains(status) else { return [] }
        let others = ["Location", "Content-Location"].compactMap { name in
            fields.first(named: name).flatMap { try? url.resolving($0) }
        }
        // A server does not speak for another one.
        return [url] + others.filter { $0.isSameOrigin(as: url) }
    }

    /// Whether a method is none of the safe ones (RFC 9110 §9.2.1): a server may change something by it.
    package static func mayInvalidate(_ method: String) -> Bool {
        !["GET", "HEAD", "OPTIONS", "TRACE"].contains(method)
    }
}
