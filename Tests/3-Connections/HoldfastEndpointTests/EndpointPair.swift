import HoldfastAuthority
import HoldfastCrypto
import HoldfastEndpoint
import HoldfastTLS
import HoldfastX509
import Testing

/// A client's endpoint and a server's, and what either has said to the other, without a socket.
final class EndpointPair {
    let client: TLSEndpoint
    let server: TLSEndpoint
    /// The notes of the server: what the client sent, decrypted.
    private(set) var serverNotes: [TLSNote] = []

    init(_ client: TLSEndpoint, _ server: TLSEndpoint) { (self.client, self.server) = (client, server) }

    /// Makes both ends of a connection.
    convenience init(
        _ clientSettings: TLSSettings = TLSSettings(.client), _ serverSettings: TLSSettings,
        named: [String: TLSContext]? = nil, offering offer: TLSOffer = TLSOffer()
    ) throws {
        self.init(
            try TLSEndpoint(TLSContext(clientSettings), offering: offer),
            try TLSEndpoint(TLSContext(serverSettings, named: named), keepsNotes: true))
    }

    /// The stops of a handshake that moves as far as it can.
    struct Stop {
        var client: TLSEndpoint.Outcome<Void>
        var server: TLSEndpoint.Outcome<Void>
    }

    /// Goes on at both ends, and moves what they say, until neither has anything more to say.
    @discardableResult func shakeHands() -> Stop {
        var stop: Stop
        var isMoving: Bool
        repeat {
            stop = Stop(client: client.handshake(), server: server.handshake())
            isMoving = client.hasOutput || server.hasOutput
            carry()
        } while isMoving
        return stop
    }

    /// Moves what both have said.
    func carry() {
        let (up, down) = (client.takeOutput(), server.takeOutput())
        server.feed(up)
        client.feed(down)
        serverNotes += server.takeNotes()
    }

    /// The descriptions of the alerts that the client has sent.
    var alerts: [AlertDescription] {
        serverNotes.filter { $0.kind == .alert && !$0.isSent && $0.bytes.count == 2 }.map {
            AlertDescription($0.bytes[1])
        }
    }
}

extension TLSEndpoint.Outcome {
    var isDone: Bool { if case .done = self { true } else { false } }
    var isWaiting: Bool { if case .needsInput = self { true } else { false } }
    var needsVerdict: Bool { if case .needsVerdict = self { true } else { false } }
    var isClosed: Bool { if case .closed = self { true } else { false } }
    var hasFailed: Bool { if case .failed = self { true } else { false } }
    var value: Value? { if case .done(let value) = self { value } else { nil } }
}

extension TLSSettings {
    /// A server with one identity.
    static func server(_ identity: Identity, _ change: (inout TLSSettings) -> Void = { _ in }) -> TLSSettings {
        var settings = TLSSettings(.server())
        settings.identities = [TLSIdentity(identity)]
        change(&settings)
        return settings
    }

    /// A client that speaks one version.
    static func client(_ version: ProtocolVersion, _ change: (inout TLSSettings) -> Void = { _ in }) -> TLSSettings {
        var settings = TLSSettings(.client)
        (settings.minimumVersion, settings.maximumVersion) = (version, version)
        change(&settings)
        return settings
    }
}

extension TLSIdentity {
    init(_ identity: Identity) { self.init(certificates: identity.chain, key: identity.key) }
}

extension Identity {
    static func server(_ name: String = "a.test") throws -> Identity {
        try CertificateAuthority.root(name: "Root", at: SystemClock.now()).issue(
            .server(names: [name], at: SystemClock.now()))
    }
}
