import HoldfastHTTP
import HoldfastTrust
import HoldfastX509

extension TransportRequest {
    /// Refuses what would not reach the server as it was meant: every text goes into a line of the request.
    func check() throws(TransportError) {
        guard name != nil || (try? ServerName(host)) != nil && !host.hasPrefix("[") else {
            throw Self.unusable(.noName(text: host), .convertName)
        }
        guard port != 0 else { throw Self.unusable(.portZero, .otherPort) }
        guard
            message.method == "GET" || FieldGrammar.isToken(message.method.utf8) && message.method != "CONNECT"
        else {
            throw Self.unusable(.method(text: message.method), .useMethod)
        }
        guard message.target.utf8.first == UInt8(ascii: "/"),
            message.target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != 0x23 })
        else {
            throw Self.unusable(.target, .encode)
        }
        guard kind == .request || message.body == nil else {
            throw Self.unusable(.handshakeWithBody, .leaveBodyOut)
        }
        guard kind == .tunnel ? isOfferable : tls.applicationProtocols.isEmpty else {
            throw Self.unusable(.protocolName, .offerProtocols)
        }
        guard !isPlain || (kind == .request && connection.versions == .http11 && tls.policyDigest.isEmpty) else {
            throw Self.unusable(.withoutTLS, .leaveRestOut)
        }
        guard connection.ntlm == nil || (kind == .request && connection.versions == .http11) else {
            throw Self.unusable(.ntlmNeedsHTTP11, .askForHTTP11)
        }
        guard message.upgrade.map({ FieldGrammar.isToken($0.utf8) && isUpgradable }) ?? true else {
            throw Self.unusable(.upgrade, .leaveBodyOut)
        }
        for field in message.fields { try Self.check(field) }
        for field in message.upgradeFields { try Self.check(field) }
        if let hostField = message.hostField,
            hostField.isEmpty || HTTPField(name: "Host", value: hostField)?.value != hostField
        {
            throw Self.unusable(.hostField(text: hostField), .nameHost)
        }
        guard connection.dial.place?.port != 0 else { throw Self.unusable(.portZero, .otherPort) }
    }

    private static func check(_ field: HTTPField) throws(TransportError) {
        guard field.isSendable else { throw unusable(.field(name: field.name), .mendField) }
        guard !connectionFields.contains(field.name.asciiLowercased()) else {
            throw unusable(.connectionField(name: field.name), .leaveFieldOut)
        }
    }

    /// Whether its connection, or its stream, may go over to another protocol: a request with content would be followed
    /// by that.
    private var isUpgradable: Bool { kind == .request && message.method == "GET" && message.body == nil }

    /// Fields that decide where the message ends, to whom it goes, or what the connection becomes.
    package static let connectionFields = HTTPField.ofConnection.union([
        "content-length", "expect", "host", "proxy-authorization", "te", "trailer",
    ])

    /// Whether every protocol has a name that fits its place (RFC 7301 §3.1), and all of them fit theirs.
    private var isOfferable: Bool {
        tls.applicationProtocols.count <= 16
            && tls.applicationProtocols.allSatisfy { (1...255).contains($0.utf8.count) }
    }

    private static func unusable(_ sentence: TransferSentence, _ advice: TransferAdvice) -> TransportError {
        TransportError(.request, .unusableRequest, sentence, advice: advice)
    }
}
