import HoldfastTLS

/// The table of who learns what in which phase, by the key exchange that was really used.
struct KnowledgeTable {
    private let reading: HandshakeReading
    private let secrets: KeyLogReader
    private let exchange: KeyExchange?
    private let isTLS13: Bool

    private static let everyone: Set<Knowledge.Holder> = [.client, .server, .observer]
    private static let ends: Set<Knowledge.Holder> = [.client, .server]

    init(_ reading: HandshakeReading, secrets: KeyLogReader) {
        self.reading = reading
        self.secrets = secrets
        exchange = reading.negotiated.keyExchange
        isTLS13 = reading.negotiated.version.map { $0 >= .tls13 } ?? false
    }

    func knowledge(after phase: HandshakePhase) -> [Knowledge] {
        switch phase {
        case .clientHello, .helloRetry: client(isRetry: phase == .helloRetry)
        case .serverHello: isTLS13 ? serverHello13 : serverHello12
        case .serverParameters: []
        case .serverAuthentication: serverAuthentication
        case .certificateCheck:
            [Knowledge(item: .serverIdentity, holders: [.client], value: nil)]
        case .clientKeyExchange: clientKeyExchange
        case .clientFinished: clientFinished
        case .serverFinished: serverFinished
        case .application: application
        }
    }

    private func client(isRetry: Bool) -> [Knowledge] {
        // The last ClientHello is the one at hand; after a retry it is the second (RFC 8446 §4.1.2: the random stays).
        let hello = reading.clientHello
        // A server that chose an older version has not looked at the shares.
        let isShown =
            (isRetry || !reading.negotiated.usedHelloRetryRequest) && (isTLS13 || reading.negotiated.version == nil)
        var items: [Knowledge] = []
        if !isRetry { items.append(Knowledge(item: .clientRandom, holders: Self.everyone, value: hello?.random)) }
        if isShown {
            items += (hello?.keyShares ?? []).map { share in
                Knowledge(item: .clientShare(share.group), holders: Self.everyone, value: share.keyExchange)
            }
        }
        return items
    }

    private var serverHello13: [Knowledge] {
        guard let hello = reading.serverHello else { return [] }
        var items = [Knowledge(item: .serverRandom, holders: Self.everyone, value: hello.random)]
        if hello.selectedPreSharedKey != nil {
            items.append(Knowledge(item: .preSharedKey, holders: Self.ends, value: nil))
        }
        for one in hello.extensions {
            guard case .keyShare(let share) = one.content else { continue }
            items.append(Knowledge(item: .serverShare(share.group), holders: Self.everyone, value: share.keyExchange))
            items.append(Knowledge(item: .sharedSecret(share.group), holders: Self.ends, value: nil))
        }
        items.append(
            Knowledge(
                item: .handshakeTrafficKeys, holders: Self.ends, value: secrets["SERVER_HANDSHAKE_TRAFFIC_SECRET"]))
        return items
    }

    private var serverHello12: [Knowledge] {
        var items: [Knowledge] = []
        if let hello = reading.serverHello {
            items.append(Knowledge(item: .serverRandom, holders: Self.everyone, value: hello.random))
        }
        if exchange == .resumption {
            // Both had it: with the new randoms it gives new keys.
            items.append(Knowledge(item: .masterSecret, holders: Self.ends, value: secrets["CLIENT_RANDOM"]))
            items.append(Knowledge(item: .applicationTrafficKeys, holders: Self.ends, value: nil))
        }
        if !reading.negotiated.certificates.isEmpty {
            items.append(
                Knowledge(
                    item: .serverCertificate, holders: Self.everyone, value: reading.negotiated.certificates.first))
        }
        switch reading.serverKeyExchange?.parameters {
        case .namedCurve(let group, let point)?:
            items.append(Knowledge(item: .serverShare(group), holders: Self.everyone, value: point))
        case .finiteField(_, _, let value)?:
            items.append(Knowledge(item: .serverShare(nil), holders: Self.everyone, value: value))
        case nil, .none?, .other?: break
        }
        if reading.serverKeyExchange?.signature != nil {
            items.append(Knowledge(item: .serverKeyPossession, holders: [.client], value: nil))
        }
        return items
    }

    private var serverAuthentication: [Knowledge] {
        var items: [Knowledge] = []
        if !reading.negotiated.certificates.isEmpty {
            items.append(
                Knowledge(item: .serverCertificate, holders: Self.ends, value: reading.negotiated.certificates.first))
            if reading.negotiated.serverSignature != nil {
                items.append(Knowledge(item: .serverKeyPossession, holders: [.client], value: nil))
            }
        }
        guard reading.serverFinished else { return items }
        // RFC 8446 §7.1: the application secrets depend on the transcript up to the server's Finished.
        items.append(Knowledge(item: .peerFinished(.server), holders: [.client], value: nil))
        items.append(Knowledge(item: .masterSecret, holders: Self.ends, value: nil))
        items.append(
            Knowledge(
                item: .applicationTrafficKeys, holders: Self.ends, value: secrets["CLIENT_TRAFFIC_SECRET_0"]))
        return items
    }

    private var clientKeyExchange: [Knowledge] {
        var items: [Knowledge] = []
        if reading.negotiated.clientCertificateSent {
            items.append(Knowledge(item: .clientCertificate, holders: Self.everyone, value: nil))
        }
        guard let message = reading.clientKeyExchange else { return items }
        switch message {
        case .rsa(let encrypted):
            items.append(Knowledge(item: .encryptedPreMasterSecret, holders: Self.everyone, value: encrypted))
        case .curve(let point):
            items.append(Knowledge(item: .clientShare(group), holders: Self.everyone, value: point))
            items.append(Knowledge(item: .sharedSecret(group), holders: Self.ends, value: nil))
        case .finiteField(let value):
            items.append(Knowledge(item: .clientShare(nil), holders: Self.everyone, value: value))
            items.append(Knowledge(item: .sharedSecret(nil), holders: Self.ends, value: nil))
        case .psk: items.append(Knowledge(item: .preSharedKey, holders: Self.ends, value: nil))
        case .other: break
        }
        items.append(Knowledge(item: .preMasterSecret, holders: Self.ends, value: nil))
        items.append(Knowledge(item: .masterSecret, holders: Self.ends, value: secrets["CLIENT_RANDOM"]))
        items.append(Knowledge(item: .applicationTrafficKeys, holders: Self.ends, value: nil))
        if reading.clientFinished {
            items.append(Knowledge(item: .peerFinished(.client), holders: [.server], value: nil))
        }
        return items
    }

    private var group: NamedGroup? {
        switch exchange {
        case .ecdhe(let group)?, .pskECDHE(let group)?: group
        default: nil
        }
    }

    private var clientFinished: [Knowledge] {
        var items: [Knowledge] = []
        if isTLS13, reading.negotiated.clientCertificateSent {
            items.append(Knowledge(item: .clientCertificate, holders: Self.ends, value: nil))
        }
        if reading.clientFinished {
            items.append(Knowledge(item: .peerFinished(.client), holders: [.server], value: nil))
        }
        return items
    }

    private var serverFinished: [Knowledge] {
        var items: [Knowledge] = []
        // RFC 5077 §3.3: the ticket of TLS 1.2 goes in the clear.
        if reading.negotiated.ticketCount > 0 {
            items.append(Knowledge(item: .sessionTicket, holders: Self.everyone, value: nil))
        }
        guard reading.serverFinished else { return items }
        items.append(Knowledge(item: .peerFinished(.server), holders: [.client], value: nil))
        // Only whoever could open the pre-master secret can have said Finished.
        if exchange == .rsa { items.append(Knowledge(item: .serverKeyPossession, holders: [.client], value: nil)) }
        return items
    }

    private var application: [Knowledge] {
        guard isTLS13, reading.negotiated.ticketCount > 0 else { return [] }
        return [Knowledge(item: .sessionTicket, holders: Self.ends, value: nil)]
    }
}

/// The secrets of an NSS key log by their labels (`CLIENT_RANDOM`, `SERVER_HANDSHAKE_TRAFFIC_SECRET`, …).
struct KeyLogReader: Sendable {
    private var secrets: [String: [UInt8]] = [:]

    init(_ lines: [String] = []) {
        for line in lines {
            let words = line.split(separator: " ")
            guard words.count == 3, let secret = Self.bytes(words[2]) else { continue }
            secrets[String(words[0])] = secret
        }
    }

    subscript(_ label: String) -> [UInt8]? { secrets[label] }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
