import HoldfastTracing

extension TsharkConversation {
    /// The records and messages of a trace.
    init(_ trace: HandshakeTrace) {
        for event in trace.events {
            guard let sender = event.sender, let seen = event.record else { continue }
            let from: Sender = sender == .client ? .client : .server
            var record = Record(
                sender: from, outerType: Int(seen.record.type.number), contentType: Int(seen.contentType.number),
                version: Self.hex(seen.record.version), length: seen.record.length, isFragment: seen.isFragment)
            if seen.contentType == .applicationData {
                record.messages = [Message(sender: from, kind: "application_data")]
            } else {
                record.messages = seen.contents.map { Message($0, from: from) }
                if record.messages.isEmpty && !seen.isFragment {
                    record.messages = [Message(sender: from, kind: "\(seen.contentType) that the trace cannot read")]
                }
            }
            records.append(record)
        }
    }

    fileprivate static func hex(_ point: some CodePoint) -> String { String(point.hexadecimal.dropFirst(2)) }
    fileprivate static func hex(_ points: [some CodePoint]) -> String { points.map(hex).joined(separator: ",") }
    fileprivate static func hex(_ numbers: [UInt8]) -> String { numbers.map { [$0].hexText }.joined(separator: ",") }
    fileprivate static func hex(_ number: UInt32) -> String {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }.hexText
    }
}

extension TsharkConversation.Message {
    init(_ content: RecordEvent.Content, from sender: TsharkConversation.Sender) {
        self.init(sender: sender, kind: "")
        switch content {
        case .handshake(let message):
            kind =
                TsharkConversation.handshakeTypes[Int(message.type.number)]
                ?? "handshake type \(message.type.number)"
            fields["length"] = "\(message.bytes.count - 4)"
            take(message)
        case .changeCipherSpec: kind = "change_cipher_spec"
        case .alert(let level, let description):
            kind = "alert"
            let number: UInt8 =
                switch level {
                case .warning: 1
                case .fatal: 2
                case .other(let number): number
                }
            fields = ["level": [number].hexText, "description": [description.number].hexText]
        case .applicationData: kind = "application_data"
        case .heartbeat: kind = "heartbeat"
        }
    }

    private mutating func take(_ message: HandshakeMessage) {
        typealias Conversation = TsharkConversation
        switch message.content {
        case .clientHello(let hello):
            fields["version"] = Conversation.hex(hello.legacyVersion)
            fields["random"] = hello.random.hexText
            fields["session id"] = hello.sessionID.hexText
            fields["cipher suites"] = Conversation.hex(hello.cipherSuites)
            fields["compression"] = Conversation.hex(hello.compressionMethods)
            take(hello.extensions)
        case .serverHello(let hello), .helloRetryRequest(let hello):
            fields["version"] = Conversation.hex(hello.legacyVersion)
            fields["random"] = hello.random.hexText
            fields["session id"] = hello.sessionID.hexText
            fields["cipher suites"] = Conversation.hex(hello.cipherSuite)
            fields["compression"] = Conversation.hex([hello.compressionMethod])
            take(hello.extensions)
        case .encryptedExtensions(let extensions): take(extensions)
        case .certificate(let list):
            if !list.requestContext.isEmpty { fields["request context"] = list.requestContext.hexText }
            fields["certificates"] = list.entries.map(\.der.hexText).joined(separator: ",")
            fields["certificates' lengths"] = list.entries.map { "\($0.der.count)" }.joined(separator: ",")
            take(list.entries.flatMap(\.extensions))
        case .serverKeyExchange(let exchange):
            take(exchange)
        case .certificateRequest(let request):
            if !request.certificateTypes.isEmpty {
                fields["certificate types"] = Conversation.hex(request.certificateTypes)
            }
            take(request.extensions)
            if !request.signatureAlgorithms.isEmpty {
                fields["signature algorithms"] = Conversation.hex(request.signatureAlgorithms)
            }
            fields["names' lengths"] = request.authorities.map { "\($0.count)" }.joined(separator: ",")
        case .certificateVerify(let signature):
            if let scheme = signature.scheme { fields["signature algorithm"] = Conversation.hex(scheme) }
            fields["signature"] = signature.signature.hexText
        case .clientKeyExchange(let exchange):
            switch exchange {
            case .rsa(let secret): fields["encrypted pre-master secret"] = secret.hexText
            case .curve(let point): fields["point"] = point.hexText
            case .finiteField(let value): fields["public value"] = value.hexText
            case .psk, .other: break
            }
        case .newSessionTicket(let ticket):
            fields["lifetime"] = Conversation.hex(ticket.lifetime)
            if let ageAdd = ticket.ageAdd { fields["age add"] = Conversation.hex(ageAdd) }
            if !ticket.nonce.isEmpty { fields["nonce"] = ticket.nonce.hexText }
            fields["ticket"] = ticket.ticket.hexText
            take(ticket.extensions)
        case .certificateStatus(let response):
            fields["OCSP response's length"] = String(Conversation.hex(UInt32(response.count)).dropFirst(2))
        case .keyUpdate(let isRequested): fields["requested"] = isRequested ? "01" : "00"
        default: break
        }
        if let error = message.error { fields["error"] = "\(error)" }
    }

    private mutating func take(_ exchange: ServerKeyExchange) {
        switch exchange.parameters {
        case .namedCurve(let group, let point):
            fields["group"] = TsharkConversation.hex(group)
            fields["point"] = point.hexText
        case .finiteField(let prime, let generator, let publicValue):
            fields["prime"] = prime.hexText
            fields["generator"] = generator.hexText
            fields["public value"] = publicValue.hexText
        case .none, .other: break
        }
        if let scheme = exchange.signature?.scheme { fields["signature algorithm"] = TsharkConversation.hex(scheme) }
        if let signature = exchange.signature?.signature { fields["signature"] = signature.hexText }
    }

    private mutating func take(_ extensions: [HelloExtension]) {
        typealias Conversation = TsharkConversation
        guard !extensions.isEmpty else { return }
        fields["extensions"] = extensions.map { "\($0.type.number)" }.joined(separator: ",")
        for one in extensions {
            fields["extension \(one.type.number)", default: ""] += one.data.hexText
            if let error = one.error { fields["error"] = "\(error)" }
            switch one.content {
            case .serverName(let names): fields["server name"] = names.joined(separator: ",")
            case .supportedGroups(let groups): fields["supported groups"] = Conversation.hex(groups)
            case .ecPointFormats(let formats): fields["point formats"] = Conversation.hex(formats)
            case .signatureAlgorithms(let schemes): fields["signature algorithms"] = Conversation.hex(schemes)
            case .applicationProtocols(let names): fields["protocol name"] = names.joined(separator: ",")
            case .preSharedKeys(let identities, _):
                fields["offered identities"] = identities.map(\.identity.hexText).joined(separator: ",")
                fields["selected identity"] = ""
            case .selectedPreSharedKey(let index):
                fields["selected identity"] = [UInt8(index >> 8 & 255), UInt8(index & 255)].hexText
                fields["offered identities"] = ""
            case .supportedVersions(let versions): fields["supported versions"] = Conversation.hex(versions)
            case .selectedVersion(let version): fields["supported versions"] = Conversation.hex(version)
            case .pskKeyExchangeModes(let modes): fields["key exchange modes"] = Conversation.hex(modes)
            case .keyShares(let shares): take(shares, selected: nil)
            case .keyShare(let share): take([share], selected: nil)
            case .selectedGroup(let group): take([], selected: group)
            default: break
            }
        }
    }

    private mutating func take(_ shares: [HelloExtension.KeyShare], selected: NamedGroup?) {
        fields["share's group"] = TsharkConversation.hex(shares.map(\.group))
        fields["share's key"] = shares.map(\.keyExchange.hexText).joined(separator: ",")
        fields["selected group"] = selected.map { TsharkConversation.hex($0) } ?? ""
    }
}
