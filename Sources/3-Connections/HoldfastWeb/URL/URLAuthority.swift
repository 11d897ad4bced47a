import HoldfastHTTP
import HoldfastTrust

/// The server of a URL, as it is written there (RFC 3986 §3.2).
struct URLAuthority {
    private enum Host {
        /// A name of A-labels, or an address.
        case server(ServerName)
        /// A name with other characters, which libcurl converts.
        case unicode(String)
    }

    private let host: Host
    /// Nil for the scheme's own.
    let port: UInt16?

    /// The server of a URL that has been read.
    init(_ server: ServerName, port: UInt16) {
        host = .server(server)
        self.port = port
    }

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
    }

    /// The server that libcurl has read of the same URL.
    ///
    /// - Throws: ``URLPartsError`` where it is another one than is written.
    func server(readAs text: String) throws(URLPartsError) -> ServerName {
        let name = try Self.server(text)
        switch host {
        case .server(let written) where written == name: return name
        case .unicode(let written):
            if case .dns(let labels) = name, UnicodeLabels(written).areSpelled(labels.text) { return name }
            throw URLPartsError(.otherHostMeant(written: written, read: "\(name)"))
        case .server(let written): throw URLPartsError(.otherHost(written: "\(written)", read: "\(name)"))
        }
    }

    private static func host(_ octets: ArraySlice<UInt8>) throws(URLPartsError) -> Host {
        guard !octets.isEmpty else { throw URLPartsError(.noHost) }
        let written = String(decoding: octets, as: UTF8.self)
        guard octets.first != UInt8(ascii: "[") || !octets.contains(UInt8(ascii: "%")) else {
            throw URLPartsError(.zoneIdentifier)
        }
        guard let text = decoded(written) else {
            throw URLPartsError(.percentEncoded(host: written))
        }
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
            guard octets.allSatisfy({ $0 > 0x20 }) else { throw URLPartsError(.spaceInHost(text)) }
            return .unicode(text)
        }
        let server = try server(text)
        // RFC 5890 §2.3.2.1: an A-label is what Punycode makes of a label that has "at least one non-ASCII character".
        if case .dns(let name) = server, UnicodeLabels.hasMalformed(name.text) {
            throw URLPartsError(.noName(host: text))
        }
        return .server(server)
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
        return areOutsideASCII && host.utf8.allSatisfy { $0 < 0x80 } ? URLUserInformation.decoded(host) : nil
    }

    private static func server(_ text: String) throws(URLPartsError) -> ServerName {
        do throws(ServerNameError) { return try ServerName(text) } catch { throw URLPartsError(error) }
    }

    /// RFC 3986 §3.2.2: a port may be empty, and then is the scheme's own.
    private static func port(_ octets: ArraySlice<UInt8>) throws(URLPartsError) -> UInt16? {
        let digits = octets.dropFirst()
        guard octets.isEmpty || octets.first == UInt8(ascii: ":"), digits.allSatisfy({ (48...57).contains($0) }) else {
            throw URLPartsError(.behindHost)
        }
        guard !digits.isEmpty else { return nil }
        guard let port = UInt16(String(decoding: digits, as: UTF8.self)), port != 0 else {
            throw URLPartsError(.noPort)
        }
        return port
    }
}
