import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509

/// A TLS 1.3 handshake with one record of data, done by hand, both sides at once (RFC 8446 §2).
struct TLS13Handshake: Sendable {
    /// A session that a later handshake resumes: the ticket for the wire, and the key that it stands for.
    struct Resumption: Sendable {
        let ticket: [UInt8]
        let preSharedKey: [UInt8]
    }

    let clientShare: KeyAgreementKey
    let serverShare: KeyAgreementKey
    let clientHello: AnnotatedBytes
    let serverHello: AnnotatedBytes
    /// As the client computes it.
    let sharedSecret: [UInt8]
    let schedule: TLS13KeySchedule
    let serverHandshakeSecret: [UInt8]
    let clientHandshakeSecret: [UInt8]
    let serverApplicationSecret: [UInt8]
    let clientApplicationSecret: [UInt8]
    let resumptionMasterSecret: [UInt8]
    /// Nil where the session is resumed: the server then proves itself by knowing the pre-shared key.
    let signedContent: AnnotatedBytes?
    let signature: [UInt8]?
    let serverFinished: [UInt8]
    /// All that went over the wire.
    let recording: TLS13Recording

    /// Performs a handshake of TLS 1.3 between a client and a server in memory.
    ///
    /// - Parameters:
    ///   - text: what the client sends as application data.
    ///   - resuming: the session that is resumed; nil for a full handshake.
    init(
        host: String, identity: Identity, text: [UInt8], resuming: Resumption? = nil, _ materials: LessonMaterials
    ) throws {
        clientShare = try KeyAgreementKey(.x25519, privateKey: materials.random(32))
        serverShare = try KeyAgreementKey(.x25519, privateKey: materials.random(32))
        var hello = TLS13Messages.clientHello(
            random: try materials.random(32), host: host, share: clientShare, ticket: resuming?.ticket)
        if let resuming {
            // RFC 8446 §4.2.11.2: over the hello up to the binders, by a key of the early secret.
            let early = try TLS13KeySchedule(preSharedKey: resuming.preSharedKey, sharedSecret: []).earlySecret
            let key = try TLS13KeySchedule.derive(early, "res binder", transcript: [])
            let binder = try TLS13KeySchedule.finished(key, transcript: hello.bytes)
            hello.add(
                TLSBytes.vector16(TLSBytes.vector8(binder)), "its binder: proof of the key behind the ticket",
                "binder：证明持有票据所对应的密钥")
        }
        clientHello = hello
        serverHello = TLS13Messages.serverHello(
            random: try materials.random(32), share: serverShare, isResumed: resuming != nil)
        sharedSecret = try clientShare.sharedSecret(with: serverShare.publicValue)
        schedule = try TLS13KeySchedule(preSharedKey: resuming?.preSharedKey, sharedSecret: sharedSecret)

        let hellos = clientHello.bytes + serverHello.bytes
        serverHandshakeSecret = try TLS13KeySchedule.derive(
            schedule.handshakeSecret, "s hs traffic", transcript: hellos)
        clientHandshakeSecret = try TLS13KeySchedule.derive(
            schedule.handshakeSecret, "c hs traffic", transcript: hellos)

        var flight = TLS13Messages.encryptedExtensions
        if resuming == nil {
            flight += TLS13Messages.certificate(identity.chain)
            let content = TLS13Messages.signedContent(transcript: hellos + flight)
            let made = try identity.key.sign(content.bytes, algorithm: .ecdsa(.sha256))
            flight += TLS13Messages.certificateVerify(made)
            (signedContent, signature) = (content, made)
        } else {
            (signedContent, signature) = (nil, nil)
        }
        serverFinished = try TLS13KeySchedule.finished(serverHandshakeSecret, transcript: hellos + flight)
        flight += TLS13Messages.finished(serverFinished)

        let toServerFinished = hellos + flight
        serverApplicationSecret = try TLS13KeySchedule.derive(
            schedule.masterSecret, "s ap traffic", transcript: toServerFinished)
        clientApplicationSecret = try TLS13KeySchedule.derive(
            schedule.masterSecret, "c ap traffic", transcript: toServerFinished)
        let clientFinished = TLS13Messages.finished(
            try TLS13KeySchedule.finished(clientHandshakeSecret, transcript: toServerFinished))
        resumptionMasterSecret = try TLS13KeySchedule.derive(
            schedule.masterSecret, "res master", transcript: toServerFinished + clientFinished)

        recording = TLS13Recording(
            clientHello: clientHello.bytes, clientValue: clientShare.publicValue, serverHello: serverHello.bytes,
            serverValue: serverShare.publicValue,
            flight: try TLS13TrafficKey(serverHandshakeSecret).seal(flight, type: 22),
            data: try TLS13TrafficKey(clientApplicationSecret).seal(text, type: 23))
    }

    /// The pre-shared key of a ticket with this nonce (RFC 8446 §4.6.1).
    func preSharedKey(nonce: [UInt8]) throws(CryptoError) -> [UInt8] {
        try TLS13KeySchedule.expand(
            resumptionMasterSecret, "resumption", context: nonce, count: TLS13KeySchedule.count)
    }
}

/// A handshake as somebody on the wire has it, and what he makes of it with a secret that he has or guesses.
struct TLS13Recording: Sendable {
    let clientHello: [UInt8]
    let clientValue: [UInt8]
    let serverHello: [UInt8]
    let serverValue: [UInt8]
    let flight: [UInt8]
    let data: [UInt8]

    /// The server's flight, if this was the secret of the key agreement.
    func openFlight(preSharedKey: [UInt8]? = nil, sharedSecret: [UInt8]) throws(CryptoError) -> [UInt8]? {
        let schedule = try TLS13KeySchedule(preSharedKey: preSharedKey, sharedSecret: sharedSecret)
        let secret = try TLS13KeySchedule.derive(
            schedule.handshakeSecret, "s hs traffic", transcript: clientHello + serverHello)
        return try TLS13TrafficKey(secret).open(flight)
    }

    /// The application data, if this was the secret of the key agreement.
    func openData(preSharedKey: [UInt8]? = nil, sharedSecret: [UInt8]) throws(CryptoError) -> [UInt8]? {
        guard let messages = try openFlight(preSharedKey: preSharedKey, sharedSecret: sharedSecret) else { return nil }
        let schedule = try TLS13KeySchedule(preSharedKey: preSharedKey, sharedSecret: sharedSecret)
        let secret = try TLS13KeySchedule.derive(
            schedule.masterSecret, "c ap traffic", transcript: clientHello + serverHello + messages)
        return try TLS13TrafficKey(secret).open(data)
    }
}

/// A session ticket as a server may make it (RFC 8446 §4.6.1, RFC 5077 §4): the pre-shared key, sealed for the server
/// alone.
struct SessionTicket: Sendable {
    let preSharedKey: [UInt8]
    let ticket: [UInt8]
    /// The server's own; no client ever has it.
    private let ticketKey: [UInt8]

    init(for handshake: TLS13Handshake, _ materials: LessonMaterials) throws {
        preSharedKey = try handshake.preSharedKey(nonce: [0, 0])
        ticketKey = try materials.random(32)
        let nonce = try materials.random(AESGCM.nonceCount)
        ticket = nonce + (try AESGCM(key: ticketKey).seal(preSharedKey, nonce: nonce))
    }

    /// Opens the ticket as the server does when it comes back.
    func preSharedKeyAtServer() throws -> [UInt8]? {
        try AESGCM(key: ticketKey).open(
            ticket.dropFirst(AESGCM.nonceCount), nonce: Array(ticket.prefix(AESGCM.nonceCount)))
    }
}
