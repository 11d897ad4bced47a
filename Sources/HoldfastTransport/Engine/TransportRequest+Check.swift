import HoldfastTrust
import HoldfastX509

extension TransportRequest {
    /// Refuses what would not reach the server as it was meant: every text goes into a line of the request.
    func check() throws(TransportError) {
        guard name != nil || (try? ServerName(host)) != nil && !host.hasPrefix("[") else {
            throw Self.unusable("'\(host)' is no name of A-labels and no address", "convert the name to A-labels")
        }
        guard port != 0 else { throw Self.unusable("port 0 cannot be connected to", "name another port") }
        guard
            method == "GET" || !method.isEmpty && method.utf8.allSatisfy(HTTPField.isTokenOctet) && method != "CONNECT"
        else {
            throw Self.unusable("'\(method)' is no method that can be sent", "use a method of RFC 9110 §9")
        }
        guard target.utf8.first == UInt8(ascii: "/"), target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != 0x23 })
        else {
            throw Self.unusable("the path and query have characters that must be percent-encoded", "encode them")
        }
        guard kind == .request || body == nil else {
            throw Self.unusable("a handshake alone carries no body", "leave the body out")
        }
        guard kind == .tunnel ? isOfferable : applicationProtocols.isEmpty else {
            throw Self.unusable("a protocol's name for ALPN has 1 to 255 octets", "offer protocols of RFC 7301")
        }
        guard !isPlain || (kind == .request && versions == .http11 && policyDigest.isEmpty) else {
            throw Self.unusable(
                "a connection without TLS is for requests of HTTP/1.1 alone, and proves nothing", "leave the rest out")
        }
        guard ntlm == nil || (kind == .request && versions == .http11) else {
            throw Self.unusable("NTLM authenticates connections of HTTP/1.1 only", "ask for HTTP/1.1")
        }
        for field in fields where Self.connectionFields.contains(field.name.asciiLowercased()) {
            throw Self.unusable(
                "the field \(field.name) belongs to the connection and is not a request's to set",
                "leave it out; closesConnection and expectsContinue are what a request may say of its connection")
        }
        if let hostField, hostField.isEmpty || HTTPField(name: "Host", value: hostField)?.value != hostField {
            throw Self.unusable(
                "'\(hostField)' cannot be the value of a field Host", "name a host, and a port if need be")
        }
        guard dial.place?.port != 0 else { throw Self.unusable("port 0 cannot be connected to", "name another port") }
    }

    /// Fields that decide where the message ends, to whom it goes, or what the connection becomes.
    package static let connectionFields: Set<String> = [
        "connection", "content-length", "expect", "host", "http2-settings", "keep-alive", "proxy-authorization",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// Whether every protocol has a name that fits its place (RFC 7301 §3.1), and all of them fit theirs.
    private var isOfferable: Bool {
        applicationProtocols.count <= 16 && applicationProtocols.allSatisfy { (1...255).contains($0.utf8.count) }
    }

    private static func unusable(_ message: String, _ hint: String) -> TransportError {
        TransportError(.request, .unusableRequest, message, hint: hint)
    }
}
