import HoldfastTLS

/// The outcome of a handshake, read from its messages in the events alone: no clock, no library, no memory.
struct HandshakeReading {
    private(set) var negotiated = NegotiatedParameters()
    /// When the first ClientHello was sent, and when the handshake was done for the client.
    private(set) var began: Duration?
    private(set) var ended: Duration?
    /// Flights of the server that the client had to wait for.
    private(set) var roundTrips = 0

    private(set) var clientHello: ClientHello?
    private(set) var serverHello: ServerHello?
    private(set) var clientFinished = false
    private(set) var serverFinished = false
    private(set) var serverKeyExchange: ServerKeyExchange?
    private(set) var clientKeyExchange: ClientKeyExchange?
    private var sawServerCertificate = false
    private var lastSender: TraceEvent.Party?

    /// Reads the events of a trace.
    ///
    /// - Parameter usesExternalPSK: Whether a pre-shared key was offered that is no session's.
    init(_ events: [TraceEvent], usesExternalPSK: Bool = false) {
        for event in events {
            guard let sender = event.sender, let record = event.record else { continue }
            if !isDone {
                if sender == .server, lastSender == .client { roundTrips += 1 }
                lastSender = sender
            }
            for message in record.messages {
                let wasDone = isDone
                note(message, from: sender)
                if case .clientHello = message.content, began == nil { began = event.time }
                if isDone, !wasDone { ended = event.time }
            }
        }
        settleKeyExchange(usesExternalPSK: usesExternalPSK)
        // In TLS 1.3 both halves are in the hellos (RFC 8446 §7.1); before, the client's comes later (RFC 5246 §7.4.7).
        negotiated.isKeyExchangeDone = serverHello != nil && (isTLS13 || isDone || clientKeyExchange != nil)
        // RFC 8446 §4.4.3 and RFC 5246 §7.4.3: the client's next message of its own comes after the signature is
        // checked.
        negotiated.isServerSignatureVerified =
            negotiated.serverSignature != nil && (isTLS13 ? clientFinished : clientKeyExchange != nil)
    }

    /// Whether both have said Finished.
    var isDone: Bool { clientFinished && serverFinished }

    private var isTLS13: Bool { negotiated.version.map { $0 >= .tls13 } ?? false }

    private mutating func note(_ message: HandshakeMessage, from sender: TraceEvent.Party) {
        // What comes after the handshake (tickets, a second handshake) does not change what was settled in it.
        if isDone {
            if case .newSessionTicket(let ticket) = message.content, !ticket.ticket.isEmpty {
                negotiated.ticketCount += 1
            }
            return
        }
        switch message.content {
        case .clientHello(let hello):
            clientHello = hello
            negotiated.serverName = hello.serverName
        case .helloRetryRequest: negotiated.usedHelloRetryRequest = true
        case .serverHello(let hello): note(hello)
        case .encryptedExtensions(let extensions): note(extensions)
        case .certificate(let list): note(list, from: sender)
        case .certificateStatus(let response): negotiated.stapledOCSP = response
        case .certificateRequest(let request):
            negotiated.clientCertificateRequested = true
            negotiated.clientAuthorities = request.authorities
        case .serverKeyExchange(let exchange):
            serverKeyExchange = exchange
            negotiated.serverSignature = exchange.signature?.scheme
        case .clientKeyExchange(let exchange) where sender == .client: clientKeyExchange = exchange
        case .certificateVerify(let signature) where sender == .server: negotiated.serverSignature = signature.scheme
        // "Clients MUST send this message whenever authenticating via a certificate" (RFC 8446 §4.4.3); the certificate
        // itself may have gone out compressed.
        case .certificateVerify: negotiated.clientCertificateSent = true
        case .newSessionTicket(let ticket): negotiated.ticketCount += ticket.ticket.isEmpty ? 0 : 1
        case .finished:
            if sender == .client { clientFinished = true } else { serverFinished = true }
        default: break
        }
    }

    private mutating func note(_ hello: ServerHello) {
        serverHello = hello
        negotiated.version = hello.selectedVersion
        negotiated.cipherSuite = hello.cipherSuite
        negotiated.downgradeSentinel = hello.downgradeSentinel
        negotiated.extendedMasterSecret = isTLS13
        negotiated.sessionIDLength = isTLS13 ? 0 : hello.sessionID.count
        note(hello.extensions)
    }

    private mutating func note(_ extensions: [HelloExtension]) {
        for one in extensions {
            switch one.content {
            case .applicationProtocols(let names): negotiated.applicationProtocol = names.first
            case .extendedMasterSecret: negotiated.extendedMasterSecret = true
            case .encryptThenMAC: negotiated.encryptThenMAC = true
            case .renegotiationInfo: negotiated.secureRenegotiation = true
            case .signedCertificateTimestamps: negotiated.signedCertificateTimestamps = one.data
            default: break
            }
        }
    }

    private mutating func note(_ list: CertificateMessage, from sender: TraceEvent.Party) {
        guard sender == .server else {
            negotiated.clientCertificateSent = !list.entries.isEmpty
            negotiated.clientCertificateDeclined = list.entries.isEmpty
            return
        }
        sawServerCertificate = true
        negotiated.certificates = list.entries.map(\.der)
        if let response = list.entries.first?.stapledOCSP { negotiated.stapledOCSP = response }
        if let timestamps = list.entries.first?.signedCertificateTimestamps {
            negotiated.signedCertificateTimestamps = timestamps
        }
    }

    private mutating func settleKeyExchange(usesExternalPSK: Bool) {
        guard let hello = serverHello else { return }
        guard !isTLS13 else {
            let tookPSK = hello.selectedPreSharedKey != nil
            negotiated.isResumed = tookPSK && !usesExternalPSK
            negotiated.keyExchange =
                switch (tookPSK, hello.group) {
                case (true, let group?): .pskECDHE(group)
                case (true, nil): .psk
                case (false, let group?): .ecdhe(group)
                case (false, nil): nil
                }
            return
        }
        // RFC 5246 §7.3: the server of an abbreviated handshake says Finished first, and sends no certificate and no
        // key exchange.
        let isAbbreviated = serverFinished && clientKeyExchange == nil
        negotiated.isResumed = isAbbreviated && !sawServerCertificate && serverKeyExchange == nil
        negotiated.keyExchange = negotiated.isResumed ? .resumption : exchangeOfTLS12(hello.cipherSuite)
    }

    private func exchangeOfTLS12(_ suite: CipherSuite) -> KeyExchange? {
        guard let method = suite.keyExchangeMethod else { return .other(suite.name) }
        if case .namedCurve(let group, _)? = serverKeyExchange?.parameters {
            return method.usesPSK ? .pskECDHE(group) : .ecdhe(group)
        }
        if let bits = serverKeyExchange?.primeBits { return method.usesPSK ? .pskDHE(bits: bits) : .dhe(bits: bits) }
        switch method {
        case .rsa: return .rsa
        case .psk, .rsaPSK: return .psk
        default: return serverKeyExchange == nil && clientKeyExchange == nil ? nil : .other(method.rawValue)
        }
    }
}
