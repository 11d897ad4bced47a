import TestSupport
import Testing

@testable import HoldfastTracing

/// Messages of TLS 1.2 and before, written by hand from the RFCs' syntax.
@Suite struct OlderMessageTests {
    private func read(
        _ type: UInt8, _ body: [UInt8], _ version: ProtocolVersion = .tls12, suite: UInt16 = 0xC02F
    ) -> HandshakeMessage {
        HandshakeMessage(
            [type, 0, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body,
            in: HandshakeContext(version: version, cipherSuite: CipherSuite(suite)))
    }

    @Test("RFC 8422 §5.4: a named curve and a signature, with its algorithm from TLS 1.2 on")
    func curve() {
        let parameters: [UInt8] = [3, 0, 29, 2, 8, 9]
        guard case .serverKeyExchange(let new) = read(12, parameters + [4, 1, 0, 1, 7]).content,
            case .serverKeyExchange(let old) = read(12, parameters + [0, 1, 7], .tls10, suite: 0xC013).content
        else { return #expect(Bool(false)) }
        #expect(new.parameters == .namedCurve(.x25519, point: [8, 9]) && new.parameters == old.parameters)
        #expect(new.signature?.scheme?.name == "rsa_pkcs1_sha256" && new.signature?.signature == [7])
        #expect(old.signature?.scheme == nil && old.signature?.signature == [7])
        // RFC 8422 §5.4: explicit curves are no more; they are shown as bytes.
        guard case .serverKeyExchange(let explicit) = read(12, [1, 5, 5]).content else { return #expect(Bool(false)) }
        #expect(explicit.parameters == .other([1, 5, 5]) && explicit.signature == nil)
    }

    @Test("RFC 5246 §7.4.3: Diffie-Hellman; the prime's size without leading zeros")
    func finiteField() {
        let body: [UInt8] = [0, 3, 0, 0x1F, 0xFF, 0, 1, 2, 0, 2, 6, 6]
        guard case .serverKeyExchange(let signed) = read(12, body + [4, 1, 0, 1, 7], suite: 0x009E).content,
            case .serverKeyExchange(let anonymous) = read(12, body, suite: 0x0034).content
        else { return #expect(Bool(false)) }
        #expect(signed.primeBits == 13 && signed.signature != nil && anonymous.signature == nil)
        guard case .serverKeyExchange(let psk) = read(12, [0, 1, 0x68] + body, suite: 0x00AA).content else {
            return #expect(Bool(false))
        }
        #expect(psk.pskIdentityHint == [0x68] && psk.primeBits == 13)
    }

    @Test("the client's half, by the suite")
    func client() {
        #expect(
            read(16, [0, 2, 1, 2], suite: 0x002F).content == .clientKeyExchange(.rsa(encryptedPreMasterSecret: [1, 2])))
        #expect(read(16, [2, 8, 9]).content == .clientKeyExchange(.curve(point: [8, 9])))
        #expect(read(16, [0, 1, 5], suite: 0x0033).content == .clientKeyExchange(.finiteField(publicValue: [5])))
        #expect(
            read(16, [0, 1, 0x6D, 1, 2], suite: 0x00AA).content
                == .clientKeyExchange(.psk(identity: [0x6D], rest: [1, 2])))
        #expect(read(16, [1, 2, 3], suite: 0xC100).content == .clientKeyExchange(.other([1, 2, 3])))
        #expect(read(16, [0, 9, 1], suite: 0x002F).error != nil)
    }

    @Test("a wish for a client certificate: RFC 4346 §7.4.4 without, RFC 5246 §7.4.4 with signature algorithms")
    func certificateRequest() {
        let names: [UInt8] = [0, 4, 0, 2, 0x30, 0]
        guard case .certificateRequest(let old) = read(13, [2, 1, 64] + names, .tls11).content,
            case .certificateRequest(let new) = read(13, [2, 1, 64, 0, 4, 4, 3, 4, 1] + names).content
        else { return #expect(Bool(false)) }
        #expect(old.certificateTypes == [1, 64] && old.signatureAlgorithms.isEmpty && old.authorities == [[0x30, 0]])
        #expect(new.signatureAlgorithms.map(\.name) == ["ecdsa_secp256r1_sha256", "rsa_pkcs1_sha256"])
        #expect(new.authorities == old.authorities)
    }

    @Test("what has no content, and what is known by name only")
    func others() {
        #expect(read(0, []).content == .helloRequest && read(14, []).content == .serverHelloDone)
        #expect(read(14, [1]).error?.reason == .trailingBytes(1))
        #expect(read(22, [1, 0, 0, 1, 9]).content == .certificateStatus(ocspResponse: [9]))
        #expect(read(24, [1]).content == .keyUpdate(isRequested: true) && read(24, [2]).error != nil)
        #expect(read(23, [1, 2]).content == .unread && read(23, [1, 2]).error == nil)
        guard case .newSessionTicket(let ticket) = read(4, [0, 0, 0x1C, 0x20, 0, 2, 5, 6]).content else {
            return #expect(Bool(false))
        }
        #expect(ticket.lifetime == 7200 && ticket.ticket == [5, 6] && ticket.ageAdd == nil)
    }

    @Test("RFC 8446 §4.1.3: HelloRetryRequest's random is SHA-256 of its name; and the sentinels against downgrades")
    func randoms() {
        var hello = hex(RFC8448.serverHello)
        hello.replaceSubrange(6..<38, with: hex("CF21AD74E59A6111BE1D8C021E65B891C2A211167ABB8C5E079E09E2C8A8339C"))
        // With that random the key share is a group alone: this one is not.
        #expect(HandshakeMessage(hello, in: HandshakeContext()).content != .unread)
        guard case .helloRetryRequest(let retry) = HandshakeMessage(hello, in: HandshakeContext()).content else {
            return #expect(Bool(false))
        }
        #expect(retry.extensions.first?.error != nil && retry.selectedVersion == .tls13)
        hello = hex(RFC8448.serverHello)
        hello.replaceSubrange(30..<38, with: hex("444F574E47524401"))
        guard case .serverHello(let down) = HandshakeMessage(hello, in: HandshakeContext()).content else {
            return #expect(Bool(false))
        }
        #expect(down.downgradeSentinel == .tls12)
    }

    @Test("records: cut, put together, and messages that go over them")
    func records() throws {
        let hello = hex(RFC8448.serverHello)
        func record(_ bytes: some Collection<UInt8>) -> [UInt8] { [22, 3, 3, 0, UInt8(bytes.count)] + bytes }
        let records = try TLSRecord.records(in: record(hello.prefix(50)) + record(hello.dropFirst(50)))
        #expect(records.map(\.length) == [50, 40] && records[0].version == .tls12 && records[0].type == .handshake)
        var stream = HandshakeStream()
        #expect(try stream.append(records[0].fragment) == [] && stream.isInsideMessage)
        #expect(try stream.append(records[1].fragment) == [hello] && !stream.isInsideMessage)
        // RFC 8446 §5.1: several messages in one record.
        #expect(try stream.append([14, 0, 0, 0] + hello) == [[14, 0, 0, 0], hello])
        #expect(throws: WireError.self) { try stream.append([11, 0xFF, 0xFF, 0xFF]) }
        for bad in [[22, 3, 3, 0], [22, 3, 3, 0, 2, 1], [0x48, 0x54], [22, 2, 0, 0, 1, 1], [22, 3, 3, 0x48, 0x01]]
            as [[UInt8]]
        {
            #expect(throws: WireError.self, "\(bad)") { try TLSRecord.records(in: bad) }
        }
    }
}
