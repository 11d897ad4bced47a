import HoldfastHTTP
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb

/// The value of a field `Host` (RFC 9110 §7.2).
struct HostField {
    let name: ServerName
    let port: UInt16?

    /// Nil for what is no host, with a port or without.
    init?(_ value: String) {
        // The colon of a port comes after the brackets of an address.
        let end = value.lastIndex(of: "]") ?? value.startIndex
        guard let colon = value[end...].lastIndex(of: ":") else {
            guard let name = try? ServerName(value) else { return nil }
            (self.name, port) = (name, nil)
            return
        }
        let digits = value[value.index(after: colon)...]
        guard let name = try? ServerName(String(value[..<colon])), digits.utf8.allSatisfy({ (48...57).contains($0) }),
            let port = UInt16(digits), port > 0
        else { return nil }
        (self.name, self.port) = (name, port)
    }
}

extension HTTPSRequest {
    /// The values of its fields `Host`; none where the URL alone names the server.
    var hostFields: [String] {
        fields.filter { $0.isNamed("Host") }.map(\.value) + [hostField].compactMap(\.self)
    }
}
