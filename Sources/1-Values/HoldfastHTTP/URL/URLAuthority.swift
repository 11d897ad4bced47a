import HoldfastX509

/// The authority of a URL (RFC 3986 §3.2): user information, server and port.
struct URLAuthority {
    /// The server that is dialled.
    let host: Host
    /// Nil for the scheme's own.
    let port: UInt16?
    let userInformation: URLUserInformation

    /// Reads what stands between the two slashes and the path.
    ///
    /// - Throws: ``URLPartsError`` for no host, and for one that readers take for different servers.
    init(_ octets: ArraySlice<UInt8>) throws(URLPartsError) {
        let parts = octets.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count <= 2, let place = parts.last else {
            throw URLPartsError(.twoAtSigns)
        }
        let end: Int
        if place.first == UInt8(ascii: "[") {
            guard let bracket = place.firstIndex(of: UInt8(ascii: "]")) else {
                throw URLPartsError(.openBracket)
            }
            end = bracket + 1
        } else {
            end = place.firstIndex(of: UInt8(ascii: ":")) ?? place.endIndex
        }
        host = try Self.host(place[..<end])
        port = try Self.port(place[end...])
        userInformation = parts.count == 2 ? Self.userInformation(parts[0]) : .none
    }

    /// RFC 3986 §3.2.1: what stands behind the first colon has been a password.
    private static func userInformation(_ octets: ArraySlice<UInt8>) -> URLUserInformation {
        let user = octets.prefix { $0 != UInt8(ascii: ":") }
        let password = user.endIndex < octets.endIndex ? octets[(user.endIndex + 1)...] : nil
        return URLUserInformation(user: text(user), password: password.map(text))
    }

    private static func text(_ octets: ArraySlice<UInt8>) -> String { String(decoding: octets, as: UTF8.self) }

    private static func host(_ octets: ArraySlice<UInt8>) throws(URLPartsError) -> Host {
        guard !octets.isEmpty else { throw URLPartsError(.noHost) }
        let written = text(octets)
        guard octets.first != UInt8(ascii: "[") || !octets.contains(UInt8(ascii: "%")) else {
            throw URLPartsError(.zoneIdentifier)
        }
        guard let text = decoded(written) else {
            throw URLPartsError(.percentEncoded(host: written))
        }
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
            guard octets.allSatisfy({ $0 > 0x20 }) else { throw URLPartsError(.spaceInHost(text)) }
            return try converted(text)
        }
        let host = try host(text)
        // RFC 5890 §2.3.2.1: an A-label is what Punycode makes of a label that has "at least one non-ASCII character".
        if case .name(let name) = host, UnicodeLabels.hasMalformed(name.text) {
            throw URLPartsError(.noName(host: text))
        }
        return host
    }

    /// The server of a host with characters outside ASCII.
    ///
    /// - Throws: ``URLPartsError`` where they are no letters of a name, and where they would become letters, digits or
    ///   an address of ASCII.
    private static func converted(_ written: String) throws(URLPartsError) -> Host {
        let labels = UnicodeLabels(written)
        guard let text = labels.name else { throw URLPartsError(.notConvertible) }
        let host = try host(text)
        if case .name = host, labels.areSpelled { return host }
        throw URLPartsError(.otherHostMeant(written: written, read: "\(host)"))
    }

    /// A host without percent-encoding; nil where what is encoded is not UTF-8 of characters outside ASCII, or not
    /// all of these.
    ///
    /// RFC 3986 §3.2.2: "URI producing applications must not use percent-encoding in host unless it is used to
    /// represent a UTF-8 character sequence." Foundation makes an A-label of the percent signs where other characters
    /// stand beside them.
    private static func decoded(_ host: String) -> String? {
        let escapes = host.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst()
        guard !escapes.isEmpty else { return host }
        let areOutsideASCII = escapes.allSatisfy { escape in
            escape.first.map { "89ABCDEFabcdef".utf8.contains($0) } ?? false
        }
        return areOutsideASCII && host.utf8.allSatisfy { $0 < 0x80 } ? PercentEncoding.decoded(host) : nil
    }

    private static func host(_ text: String) throws(URLPartsError) -> Host {
        do throws(ServerNameError) { return try Host(text) } catch { throw URLPartsError(error) }
    }

    /// RFC 3986 §3.2.2: a port may be empty, and then is the scheme's own.
    private static func port(_ octets: ArraySlice<UInt8>) throws(URLPartsError) -> UInt16? {
        let digits = octets.dropFirst()
        guard octets.isEmpty || octets.first == UInt8(ascii: ":"), digits.allSatisfy({ (48...57).contains($0) }) else {
            throw URLPartsError(.behindHost)
        }
        guard !digits.isEmpty else { return nil }
        guard let port = UInt16(text(digits)), port != 0 else {
            throw URLPartsError(.noPort)
        }
        return port
    }
}
