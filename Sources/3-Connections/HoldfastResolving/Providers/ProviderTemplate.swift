import HoldfastHTTP

/// A text with places for values, `{host}` and the like.
package struct ProviderTemplate: Hashable, Sendable {
    package enum Place: String, Hashable, Sendable, CaseIterable {
        case server, host, kind, account, secret, time, expiry, nonce, signature, region, clientAddress
    }

    private enum Part: Hashable, Sendable {
        case text(String)
        case place(Place)
    }

    let text: String
    private let parts: [Part]

    /// Reads a template.
    ///
    /// - Throws: for a place that there is not, and for a brace that begins or ends none.
    init(_ text: String) throws(ProviderDescriptionError) {
        var parts: [Part] = []
        var rest = Substring(text)
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            if brace > rest.startIndex { parts.append(.text(String(rest[..<brace]))) }
            let name = rest[rest.index(after: brace)...].prefix { $0 != "}" && $0 != "{" }
            guard rest[brace] == "{", name.endIndex < rest.endIndex, rest[name.endIndex] == "}",
                let place = Place(rawValue: String(name))
            else { throw ProviderDescriptionError(.brace(text)) }
            parts.append(.place(place))
            rest = rest[rest.index(after: name.endIndex)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        self.text = text
        self.parts = parts
    }

    /// A text that stands in this program; without places where it is wrong.
    init(known text: String) {
        do throws(ProviderDescriptionError) { self = try ProviderTemplate(text) } catch {
            (self.text, parts) = (text, [.text(text)])
        }
    }

    package var places: Set<Place> {
        Set(
            parts.compactMap {
                guard case .place(let place) = $0 else { return nil }
                return place
            })
    }

    /// The text with its values, nothing where there is none.
    func filled(_ values: [Place: String], _ encode: (String) -> String = { $0 }) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .place(.server): values[.server] ?? ""
            case .place(.kind): values[.kind] ?? ""
            case .place(let place): encode(values[place] ?? "")
            }
        }.joined()
    }

    /// A value as a query of a URL carries it: unreserved characters alone (RFC 3986 §2.3), the others by their octets.
    static func percentEncoded(_ text: String) -> String {
        String(decoding: PercentEncoding.encoded(text.utf8, but: PercentEncoding.isUnreserved), as: UTF8.self)
    }
}
