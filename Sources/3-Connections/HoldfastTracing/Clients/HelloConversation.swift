import HoldfastCrypto
import HoldfastStatements
import HoldfastTLS
import HoldfastTrust
import HoldfastX509

/// A handshake with a hello of our own, up to the server's proof, and no further: nothing is sent after the hellos.
struct HelloConversation {
    /// The point up to which an answer is read.
    enum Depth { case serverHello, keyExchange, proof }

    private let writer: ClientHelloWriter
    private let socket: TraceSocket
    private let limits: WaitLimits
    private let maximumBytes: Int
    private let trustLimits: Limits
    private let depth: Depth

    private var keys: HelloKeys
    private var transcript: [UInt8] = []
    private var records = RecordStream()
    private var messages = HandshakeStream()
    private var waiting: [[UInt8]] = []
    private var readBytes = 0
    private var key: ServerFlightKey?
    private var context = HandshakeContext()
    private(set) var answer = HelloAnswer()

    private struct Stop: Error { let end: HelloAnswer.End }

    /// Prepares a handshake.
    ///
    /// - Parameters:
    ///   - depth: the point up to which it is read; where that is the ServerHello, a HelloRetryRequest is as good.
    ///   - configuration: the server name, the most that is read, and whether protocols are offered.
    /// - Throws: ``CryptoError`` where there is no randomness.
    init(
        _ client: HelloOffer, leavingOut: Set<NamedGroup> = [], to depth: Depth = .proof,
        _ configuration: TraceConfiguration, over socket: TraceSocket, _ limits: WaitLimits
    ) throws(CryptoError) {
        writer = ClientHelloWriter(
            client: client, random: try SystemRandom.bytes(32), sessionID: try SystemRandom.bytes(32),
            serverName: configuration.serverName, offersProtocols: !configuration.applicationProtocols.isEmpty,
            leavingOut: leavingOut)
        let wanted = client.keyShares.filter { !leavingOut.contains($0) }
        // Whoever sends none gets a HelloRetryRequest; one is sent in the place of those that were left out.
        let isEmpty = depth == .proof && !wanted.contains { !$0.isGREASE }
        let first = isEmpty ? writer.groups.first { !$0.isGREASE && HelloKeys.has($0) } : nil
        keys = HelloKeys(wanted + [first].compactMap(\.self))
        (self.socket, self.limits, self.depth) = (socket, limits, depth)
        (maximumBytes, trustLimits) = (configuration.maximumBytes, configuration.policy.limits)
    }

    mutating func run() {
        do throws(Stop) {
            try converse()
            answer.end = .complete
        } catch {
            answer.end = error.end
        }
    }

    private mutating func converse() throws(Stop) {
        let hello = writer.message(shares: keys.shares)
        // RFC 8446 §5.1: the record of an initial ClientHello may say TLS 1.0, and clients do.
        let minor: UInt8 = writer.client.legacyVersion == .ssl30 ? 0 : 1
        try send([ContentType.handshake.number, 3, minor] + TLSWriter.vector(hello, lengthOctets: 2))
        transcript = hello
        var (message, server) = try serverHello()
        if depth == .serverHello { return try note(groupOf: server) }
        if server.isHelloRetryRequest {
            let retry = server
            try again(after: retry, message)
            (message, server) = try serverHello()
            // RFC 8446 §4.1.4: "clients MUST check that the cipher suite supplied in the ServerHello is the same as
            // that in the HelloRetryRequest", and the version "MUST be retained in the ServerHello".
            guard !server.isHelloRetryRequest, server.cipherSuite == retry.cipherSuite,
                server.selectedVersion == retry.selectedVersion
            else { throw Stop(end: .violation(.malformed)) }
        }
        if server.selectedVersion == .tls13 { try follow(server) } else { try readInTheClear(server) }
    }

    /// Notes the group of a ServerHello or a HelloRetryRequest behind which nothing is looked at.
    private mutating func note(groupOf server: ServerHello) throws(Stop) {
        guard server.selectedVersion == .tls13 else { return }
        guard let group = server.group, writer.offers(group) else { throw Stop(end: .violation(.groupNotOffered)) }
        answer.group = group
    }

    // MARK: ServerHello

    private mutating func serverHello() throws(Stop) -> (message: [UInt8], hello: ServerHello) {
        let message = try next()
        transcript += message.bytes
        let server: ServerHello
        switch message.content {
        case .serverHello(let hello), .helloRetryRequest(let hello): server = hello
        default: throw Stop(end: .violation(.malformed))
        }
        let client = writer.client
        (answer.version, answer.suite) = (server.selectedVersion, server.cipherSuite)
        guard client.versions.contains(server.selectedVersion), !server.selectedVersion.isGREASE else {
            throw Stop(end: .violation(.versionNotOffered))
        }
        guard client.suites.contains(server.cipherSuite), !server.cipherSuite.isGREASE else {
            throw Stop(end: .violation(.suiteNotOffered))
        }
        // RFC 8446 §4.1.3: a client "which receives a legacy_session_id_echo field that does not match what it sent in
        // the ClientHello MUST abort the handshake".
        guard server.selectedVersion != .tls13 || server.sessionID == writer.sessionID else {
            throw Stop(end: .violation(.malformed))
        }
        // RFC 8446 §B.4: the suites of TLS 1.3 "cannot be used for TLS 1.2", nor the other way round. Compression was
        // not offered.
        guard (server.cipherSuite.keyExchangeMethod == nil) == (server.selectedVersion == .tls13),
            server.compressionMethod == 0
        else { throw Stop(end: .violation(.malformed)) }
        // RFC 8446 §4.1.3: clients of 1.3 "receiving a ServerHello indicating TLS 1.2 or below MUST check that the last
        // 8 bytes are not equal to either of these values."
        if server.selectedVersion < .tls13, client.versions.contains(.tls13), server.downgradeSentinel != nil {
            throw Stop(end: .violation(.downgrade))
        }
        for one in server.extensions {
            if case .applicationProtocols(let names) = one.content { answer.applicationProtocol = names.first }
        }
        answer.extensions = Set(server.extensions.map(\.type))
        context.note(message)
        return (message.bytes, server)
    }

    /// The second hello (RFC 8446 §4.1.2, §4.1.4).
    private mutating func again(after retry: ServerHello, _ message: [UInt8]) throws(Stop) {
        // TLS 1.2 has none.
        guard retry.selectedVersion == .tls13 else { throw Stop(end: .violation(.malformed)) }
        guard let digest = ServerFlightKey.digest(of: retry.cipherSuite) else {
            throw Stop(end: .unfollowableSuite(retry.cipherSuite))
        }
        var cookie: [UInt8]?
        for one in retry.extensions { if case .cookie(let octets) = one.content { cookie = octets } }
        if let group = retry.group {
            answer.group = group
            guard writer.offers(group), !keys.sent(group) else {
                throw Stop(end: .violation(.groupNotOffered))
            }
            guard HelloKeys.has(group) else { throw Stop(end: .unfollowableGroup(group)) }
            keys = HelloKeys([group])
        } else if cookie == nil {
            // "Clients MUST abort the handshake … if the HelloRetryRequest would not result in any change".
            throw Stop(end: .violation(.malformed))
        }
        let first = transcript.dropLast(message.count)
        let hash = try Self.crypto { () throws(CryptoError) in try Digest.hash(digest, first) }
        let hello = writer.message(shares: keys.shares, cookie: cookie)
        // RFC 8446 §4.4.1: a message_hash stands in the place of the first hello.
        transcript = [254] + TLSWriter.vector(hash, lengthOctets: 3) + message + hello
        try send(TLSRecord.written(.handshake, hello))
    }

    // MARK: TLS 1.3

    private mutating func follow(_ server: ServerHello) throws(Stop) {
        var value: [UInt8] = []
        for one in server.extensions { if case .keyShare(let share) = one.content { value = share.keyExchange } }
        guard let group = server.group, writer.offers(group), keys.sent(group) else {
            throw Stop(end: .violation(.groupNotOffered))
        }
        answer.group = group
        guard let own = keys[group] else { throw Stop(end: .unfollowableGroup(group)) }
        // Keys change here: nothing may lie across (RFC 8446 §5.1).
        guard waiting.isEmpty, !messages.isInsideMessage else { throw Stop(end: .violation(.malformed)) }
        let transcript = transcript
        key = try Self.crypto { () throws(CryptoError) in
            try ServerFlightKey(
                server.cipherSuite, sharedSecret: own.sharedSecret(with: value), transcript: transcript)
        }
        guard let digest = key?.digest else { throw Stop(end: .unfollowableSuite(server.cipherSuite)) }
        guard case .encryptedExtensions(let extensions) = try take().content else {
            throw Stop(end: .violation(.malformed))
        }
        for one in extensions {
            if case .applicationProtocols(let names) = one.content { answer.applicationProtocol = names.first }
        }
        var message = try take()
        if case .certificateRequest = message.content { message = try take() }
        guard case .certificate(let list) = message.content else { throw Stop(end: .violation(.malformed)) }
        let first = list.entries.first
        answer.isStapled = first?.stapledOCSP != nil
        try present(
            list, staple: first?.stapledOCSP, timestamps: first?.signedCertificateTimestamps)
        let signed = self.transcript
        let content = try Self.crypto { () throws(CryptoError) in
            // RFC 8446 §4.4.3.
            try [UInt8](repeating: 0x20, count: 64) + Array("TLS 1.3, server CertificateVerify".utf8) + [0]
                + Digest.hash(digest, signed)
        }
        guard case .certificateVerify(let signature) = try take().content else {
            throw Stop(end: .violation(.malformed))
        }
        try prove(content, signature, isTLS13: true)
    }

    // MARK: TLS 1.2 and before

    private mutating func readInTheClear(_ server: ServerHello) throws(Stop) {
        if depth == .keyExchange { return try readToKeyExchange() }
        let hello = transcript
        guard case .certificate(let list) = try take().content else { throw Stop(end: .violation(.malformed)) }
        var staple: [UInt8]?
        var timestamps: [UInt8]?
        for one in server.extensions where one.type == .signedCertificateTimestamp { timestamps = one.data }
        while true {
            let message = try take()
            switch message.content {
            case .certificateStatus(let response): staple = response
            case .certificateRequest: continue
            case .serverKeyExchange(let exchange):
                if case .namedCurve(let group, _) = exchange.parameters {
                    answer.group = group
                    guard writer.offers(group) else { throw Stop(end: .violation(.groupNotOffered)) }
                }
                guard let signature = exchange.signature else { continue }
                try present(list, staple: staple, timestamps: timestamps)
                // RFC 5246 §7.4.3: both randoms and the parameters, which lie before the signature and its two lengths.
                let body = message.bytes.dropFirst(4)
                let tail = signature.signature.count + 2 + (signature.scheme == nil ? 0 : 2)
                let randoms = hello[6..<38] + server.random
                try prove(Array(randoms + body.dropLast(tail)), signature, isTLS13: false)
            case .serverHelloDone:
                // RFC 5246 §7.4.3: what the keys are agreed on by comes before, and is signed.
                if answer.proof == .none, server.cipherSuite.keyExchangeMethod?.signsParameters == true {
                    throw Stop(end: .violation(.malformed))
                }
                if answer.presented == nil { try present(list, staple: staple, timestamps: timestamps) }
                return
            // A status that cannot be read is no status, and says nothing about the certificate.
            case .unread where message.type == .certificateStatus: continue
            default: throw Stop(end: .violation(.malformed))
            }
        }
    }

    /// Reads a flight as far as the server's half of the key exchange, of which nothing is verified: some suites have
    /// none, and some no certificate.
    private mutating func readToKeyExchange() throws(Stop) {
        while true {
            let message = try take()
            switch message.content {
            case .certificate(let list): answer.leaf = list.entries.first?.der
            case .certificateStatus: answer.isStapled = true
            case .serverKeyExchange(let exchange):
                if case .namedCurve(let group, _) = exchange.parameters {
                    answer.group = group
                    guard writer.offers(group) else { throw Stop(end: .violation(.groupNotOffered)) }
                }
                (answer.primeBits, answer.scheme) = (exchange.primeBits, exchange.signature?.scheme)
                guard answer.scheme.map({ writer.client.signatureSchemes.contains($0) }) != false else {
                    throw Stop(end: .violation(.schemeNotOffered))
                }
                return
            case .certificateRequest, .serverHelloDone: return
            case .unread where message.type == .certificateStatus: continue
            default: throw Stop(end: .violation(.malformed))
            }
        }
    }

    // MARK: The certificate and its proof

    private mutating func present(
        _ list: CertificateMessage, staple: [UInt8]?, timestamps: [UInt8]?
    ) throws(Stop) {
        do throws(ServerTrustError) {
            answer.presented = try ServerTrust(
                derChain: list.entries.map(\.der), stapledOCSP: staple,
                issuersStapledOCSP: list.entries.dropFirst().compactMap(\.stapledOCSP),
                signedCertificateTimestamps: timestamps, limits: trustLimits)
        } catch {
            throw Stop(end: .failed(TraceError(.tls, .badCertificateList, error.statement, advice: nil)))
        }
    }

    private mutating func prove(
        _ content: [UInt8], _ signature: HandshakeSignature, isTLS13: Bool
    ) throws(Stop) {
        answer.scheme = signature.scheme
        if let scheme = signature.scheme, !writer.client.signatureSchemes.contains(scheme) {
            throw Stop(end: .violation(.schemeNotOffered))
        }
        answer.proof = ServerProof(
            of: content, signature: signature, by: answer.presented?.presented.first, isTLS13: isTLS13)
    }

    // MARK: Records

    /// The next message, which goes into the transcript.
    private mutating func take() throws(Stop) -> HandshakeMessage {
        let message = try next()
        transcript += message.bytes
        return message
    }

    private mutating func next() throws(Stop) -> HandshakeMessage {
        while waiting.isEmpty {
            let record = try nextRecord()
            var (type, content) = (record.type, record.fragment)
            if key != nil, type == .applicationData {
                guard let opened = try Self.crypto({ () throws(CryptoError) in try key?.open(record) }) else {
                    throw Stop(end: .violation(.malformed))
                }
                (type, content) = (opened.type, opened.content)
            } else if key != nil, type == .handshake {
                // RFC 8446 §2: all after the ServerHello is encrypted.
                throw Stop(end: .violation(.malformed))
            }
            switch type {
            case .handshake:
                do throws(WireError) { waiting += try messages.append(content) } catch {
                    throw Stop(end: .violation(.malformed))
                }
            case .alert: try heed(Array(content))
            // RFC 8446 §5: one that is sent for the sake of boxes in between means nothing.
            case .changeCipherSpec: continue
            default: throw Stop(end: .violation(.malformed))
            }
        }
        return HandshakeMessage(waiting.removeFirst(), in: context)
    }

    private func heed(_ content: [UInt8]) throws(Stop) {
        guard content.count == 2 else { throw Stop(end: .violation(.malformed)) }
        let alert = AlertDescription(content[1])
        // RFC 6066 §3: a server that goes on without the name may say so.
        if AlertLevel(content[0]) == .warning, alert == .unrecognizedName { return }
        throw Stop(end: .alert(alert))
    }

    private mutating func nextRecord() throws(Stop) -> TLSRecord {
        while true {
            let record: TLSRecord?
            do throws(WireError) { record = try records.next() } catch {
                throw Stop(end: .failed(TraceError(.tls, .notTLS, TraceSentence.notTLS)))
            }
            if let record { return record }
            let bytes: [UInt8]
            do throws(TraceSocketError) { bytes = try socket.read(atMost: 16 << 10) } catch {
                if case .reset = error { throw Stop(end: .closed) }
                throw Stop(end: .failed(error.traceError(.tls, limits)))
            }
            guard !bytes.isEmpty else { throw Stop(end: .closed) }
            readBytes += bytes.count
            answer.octets = readBytes
            guard readBytes <= maximumBytes else { throw Stop(end: .failed(.tooManyBytes(.tls))) }
            records.append(bytes)
        }
    }

    private func send(_ bytes: [UInt8]) throws(Stop) {
        do throws(TraceSocketError) { try socket.write(bytes) } catch {
            if case .reset = error { throw Stop(end: .closed) }
            throw Stop(end: .failed(error.traceError(.tls, limits)))
        }
    }

    /// Runs libcrypto on the server's values: what it refuses of them is the server's fault.
    private static func crypto<Value>(_ body: () throws(CryptoError) -> Value) throws(Stop) -> Value {
        do throws(CryptoError) { return try body() } catch { throw Stop(end: .violation(.malformed)) }
    }
}
