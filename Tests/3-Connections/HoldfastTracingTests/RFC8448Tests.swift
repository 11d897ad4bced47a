import TestSupport
import Testing

@testable import HoldfastTracing

/// The messages that RFC 8448 prints, read; what they hold stands in the RFC's own words there and in RFC 8446.
@Suite(.ownThread) struct RFC8448Tests {
    private let context = HandshakeContext(version: .tls13, cipherSuite: CipherSuite(0x1301))

    private func read(_ text: String) -> HandshakeMessage { HandshakeMessage(hex(text), in: context) }

    @Test func clientHello() throws {
        let message = read(RFC8448.clientHello)
        #expect(message.error == nil && message.type == .clientHello && message.bytes.count == 196)
        guard case .clientHello(let hello) = message.content else { return #expect(Bool(false), "\(message)") }
        #expect(hello.legacyVersion == .tls12 && hello.sessionID.isEmpty && hello.compressionMethods == [0])
        #expect(hello.random == hex("cb34ecb1e78163ba1c38c6dacb196a6dffa21a8d9912ec18a2ef6283024dece7"))
        // RFC 8446 appendix B.4.
        #expect(
            hello.cipherSuites.map(\.name) == [
                "TLS_AES_128_GCM_SHA256", "TLS_CHACHA20_POLY1305_SHA256", "TLS_AES_256_GCM_SHA384",
            ])
        #expect(hello.serverName == "server")
        #expect(hello.offeredVersions == [.tls13])
        #expect(hello.keyShares.map(\.group) == [.x25519])
        #expect(
            hello.keyShares.first?.keyExchange
                == hex("99381de560e4bd43d23d8e435a7dbafeb3c06e51c13cae4d5413691e529aaf2c"))
        #expect(hello.extensions.allSatisfy { $0.error == nil && $0.content != .unread })
        #expect(
            hello.extensions.map(\.type.name) == [
                "server_name", "renegotiation_info", "supported_groups", "session_ticket", "key_share",
                "supported_versions", "signature_algorithms", "psk_key_exchange_modes", "record_size_limit",
            ])
        let contents = hello.extensions.map(\.content)
        #expect(contents.contains(.renegotiationInfo([])) && contents.contains(.sessionTicket([])))
        #expect(contents.contains(.pskKeyExchangeModes([1])) && contents.contains(.recordSizeLimit(16385)))
        let groups = [29, 23, 24, 25, 256, 257, 258, 259, 260].map { NamedGroup($0) }
        #expect(contents.contains(.supportedGroups(groups)))
        let schemes = try #require(
            contents.compactMap { if case .signatureAlgorithms(let list) = $0 { list.map(\.name) } else { nil } }.first)
        #expect(schemes.prefix(3) == ["ecdsa_secp256r1_sha256", "ecdsa_secp384r1_sha384", "ecdsa_secp521r1_sha512"])
        #expect(schemes.contains("rsa_pss_rsae_sha256") && schemes.contains("dsa_sha256") && schemes.count == 15)
    }

    @Test func serverHello() throws {
        guard case .serverHello(let hello) = read(RFC8448.serverHello).content else { return #expect(Bool(false)) }
        #expect(hello.selectedVersion == .tls13 && hello.group == .x25519)
        #expect(hello.cipherSuite.name == "TLS_AES_128_GCM_SHA256" && !hello.isHelloRetryRequest)
        #expect(hello.random == hex("a6af06a4121860dc5e6e60249cd34c95930c8ac5cb1434dac155772ed3e26928"))
        #expect(hello.selectedPreSharedKey == nil)
    }

    @Test func theServersFlight() throws {
        guard case .encryptedExtensions(let extensions) = read(RFC8448.encryptedExtensions).content else {
            return #expect(Bool(false))
        }
        #expect(extensions.map(\.type.name) == ["supported_groups", "record_size_limit", "server_name"])
        #expect(extensions.last?.content == .serverName([]))
        guard case .certificate(let list) = read(RFC8448.certificate).content else { return #expect(Bool(false)) }
        #expect(list.entries.count == 1 && list.entries[0].der.count == 432 && list.entries[0].extensions.isEmpty)
        #expect(list.requestContext.isEmpty)
        guard case .certificateVerify(let signature) = read(RFC8448.certificateVerify).content else {
            return #expect(Bool(false))
        }
        #expect(signature.scheme?.name == "rsa_pss_rsae_sha256" && signature.signature.count == 128)
        #expect(
            read(RFC8448.serverFinished).content
                == .finished(verifyData: hex("9b9b141d906337fbd2cbdce71df4deda4ab42c309572cb7fffee5454b78f0718")))
    }

    @Test func newSessionTicket() throws {
        guard case .newSessionTicket(let ticket) = read(RFC8448.newSessionTicket).content else {
            return #expect(Bool(false))
        }
        #expect(ticket.lifetime == 30 && ticket.ageAdd == 0xFAD6_AAC5 && ticket.nonce == [0, 0])
        #expect(ticket.ticket.count == 178)
        #expect(ticket.extensions.map(\.content) == [.earlyData(maximumBytes: 1024)])
    }

    @Test("§4: a resumed handshake with early data; the binder list is 0x21 octets, one entry of 0x20")
    func resumption() throws {
        let message = read(RFC8448.resumingClientHello + "002120" + RFC8448.binder)
        #expect(message.error == nil)
        guard case .clientHello(let hello) = message.content else { return #expect(Bool(false), "\(message)") }
        guard case .preSharedKeys(let identities, let binders)? = hello.extensions.last?.content else {
            return #expect(Bool(false), "\(String(describing: hello.extensions.last))")
        }
        #expect(identities.count == 1 && binders == 1)
        #expect(identities[0].identity.count == 178 && identities[0].obfuscatedTicketAge == 0xFAD6_AACB)
        let contents = hello.extensions.map(\.content)
        #expect(contents.contains(.earlyData(maximumBytes: nil)) && contents.contains(.padding(bytes: 87)))
        guard case .serverHello(let answer) = read(RFC8448.resumingServerHello).content else {
            return #expect(Bool(false))
        }
        #expect(answer.selectedPreSharedKey == 0 && answer.group == .x25519)
        #expect(read(RFC8448.endOfEarlyData).content == .endOfEarlyData)
    }

    @Test("a message cut anywhere is an error beside its bytes, and never the end of the process")
    func everyPrefix() {
        for text in RFC8448.all {
            let whole = hex(text)
            #expect(HandshakeMessage(whole, in: context).error == nil)
            for count in 0..<whole.count {
                let cut = Array(whole.prefix(count))
                let message = HandshakeMessage(cut, in: context)
                #expect(message.error != nil && message.bytes == cut)
                // The same with a length that fits: what is inside is cut then. Where that leaves nothing but a shorter
                // vector without a length of its own, it reads.
                guard count >= 4 else { continue }
                let length = count - 4
                let fitting =
                    [cut[0], UInt8(length >> 16), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF)] + cut[4...]
                let again = HandshakeMessage(fitting, in: context)
                #expect(again.bytes == fitting)
                if [1, 2, 8, 11, 15].contains(cut[0]), length > 0 {
                    let extensionsAreOptional = cut[0] <= 2
                    #expect(again.error != nil || extensionsAreOptional, "type \(cut[0]), \(count) bytes")
                }
            }
        }
    }

    @Test("bytes changed anywhere are read or refused, in any context")
    func everyByteChanged() {
        let contexts = [
            context, HandshakeContext(version: .tls10, cipherSuite: CipherSuite(0x002F)),
            HandshakeContext(version: .tls12, cipherSuite: CipherSuite(0xC02F)),
            HandshakeContext(version: .tls12, cipherSuite: CipherSuite(0x00AA)),
        ]
        var lost = 0
        for text in RFC8448.all {
            var bytes = hex(text)
            for index in bytes.indices {
                let old = bytes[index]
                for value in [0x00, 0xFF] as [UInt8] {
                    bytes[index] = value
                    for context in contexts where HandshakeMessage(bytes, in: context).bytes != bytes { lost += 1 }
                }
                bytes[index] = old
            }
        }
        #expect(lost == 0)
    }
}
