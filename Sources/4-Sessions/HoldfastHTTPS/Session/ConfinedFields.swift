package import HoldfastWeb
import HoldfastHTTP
import HoldfastX509

/// Fields that do not go everywhere that a redirect leads, whoever has set them: the request or its session.
struct ConfinedFields: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// The fields that are meant for one origin (RFC 9110 §15.4, item 2).
    static let credentials = Self(rawValue: 1)
    /// The name of what was encrypted, where nothing is (RFC 9110 §10.1.3).
    static let referrer = Self(rawValue: 2)
    /// The fields that describe a body, which was dropped (RFC 9110 §15.4, item 3).
    static let content = Self(rawValue: 4)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Makes the set of fields that must not go from one URL to another.
    init(from old: HTTPSURL, to new: HTTPSURL) {
        self = new.isSameOrigin(as: old) ? [] : .credentials
        if new.isPlainHTTP, !old.isPlainHTTP { insert(.referrer) }
    }

    func covers(_ field: HTTPField) -> Bool {
        switch field.name.asciiLowercased() {
        case "authorization", "cookie", "proxy-authorization": contains(.credentials)
        case "referer": contains(.referrer)
        case "transfer-encoding": contains(.content)
        case let name: contains(.content) && name.hasPrefix("content-")
        }
    }
}

extension HTTPSRequest {
    /// Drops fields, and keeps the session from putting in its own of the kind.
    mutating func leaveBehind(_ confined: ConfinedFields) {
        guard !confined.isEmpty else { return }
        leftBehind.formUnion(confined)
        fields.removeAll(where: confined.covers)
    }

    /// Keeps the session from putting in what a redirect from another URL leaves behind; nil for a URL of no origin
    /// known.
    package mutating func follows(_ other: HTTPSURL?) {
        leftBehind.formUnion(other.map { ConfinedFields(from: $0, to: url) } ?? [.credentials, .referrer])
    }

    /// The request with those of its session's fields that it lacks and may have.
    func filled(with common: [HTTPField]) -> HTTPSRequest {
        var filled = self
        for field in common where fields.first(named: field.name) == nil && !leftBehind.covers(field) {
            filled.fields.append(field)
        }
        return filled
    }
}
