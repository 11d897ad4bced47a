import HoldfastStatements
import HoldfastTracing
import HoldfastX509

/// A handshake message, field by field, by the names of RFC 8446 and RFC 5246.
enum MessageFields {
    static func of(_ message: HandshakeMessage) -> TraceField {
        var fields = [
            TraceField("msg_type", FieldText.point(message.type)),
            TraceField("length", "\(max(0, message.bytes.count - 4))"),
        ]
        if let error = message.error { fields.append(TraceField(error: error.statement)) }
        return TraceField(MessageInfo.name(message), "", fields + body(message))
    }

    private static func body(_ message: HandshakeMessage) -> [TraceField] {
        switch message.content {
        case .clientHello(let hello): return fields(hello)
        case .serverHello(let hello), .helloRetryRequest(let hello): return fields(hello)
        case .encryptedExtensions(let extensions): return [ExtensionFields.of(extensions)]
        case .certificate(let list): return fields(list)
        case .compressedCertificate(let message): return fields(message)
        case .certificateStatus(let response):
            return [TraceField("status_type", "ocsp (1)"), TraceField("response", words: FieldText.hex(response))]
        case .serverKeyExchange(let exchange): return fields(exchange)
        case .certificateRequest(let request): return fields(request)
        case .certificateVerify(let signature): return fields(signature)
        case .clientKeyExchange(let exchange): return fields(exchange)
        case .finished(let data): return [TraceField("verify_data", words: FieldText.hex(data))]
        case .newSessionTicket(let ticket): return fields(ticket)
        case .keyUpdate(let isRequested):
            return [TraceField("request_update", isRequested ? "update_requested (1)" : "update_not_requested (0)")]
        case .helloRequest, .serverHelloDone, .endOfEarlyData: return []
        case .unread: return [TraceField("body", words: FieldText.hex(message.bytes.dropFirst(4)))]
        }
    }

    private static func fields(_ hello: ClientHello) -> [TraceField] {
        [
            TraceField("legacy_version", FieldText.point(hello.legacyVersion)),
            TraceField("random", words: FieldText.hex(hello.random)),
            TraceField("legacy_session_id", words: FieldText.hex(hello.sessionID)),
            TraceField(
                "cipher_suites", words: suites(of: hello),
                hello.cipherSuites.map { TraceField($0.hexadecimal, $0.name) }),
            TraceField(
                "legacy_compression_methods",
                words: FieldText.list(hello.compressionMethods.map(CompressionMethodName.of)),
                remark: TraceRemark(compressionMethods: hello.compressionMethods)),
            ExtensionFields.of(hello.extensions),
        ]
    }

    /// The number of suites, as the packet table has it, and of what stands among them and is none.
    ///
    /// RFC 5746 §3.3: "TLS_EMPTY_RENEGOTIATION_INFO_SCSV … is not a true cipher suite (it does not correspond to any
    /// valid set of algorithms) and cannot be negotiated." RFC 8701 §2 has values that are reserved for GREASE.
    private static func suites(of hello: ClientHello) -> LocalizedText {
        let (all, suites) = (hello.cipherSuites.count, hello.suiteCount)
        guard all > suites else { return .same("\(suites)") }
        return LocalizedText(
            "\(suites), and \(all - suites) that \(all - suites == 1 ? "is" : "are") none (SCSV, GREASE)",
            "\(suites)，另有 \(all - suites) 个不是密码套件的值（SCSV、GREASE）")
    }

    private static func fields(_ hello: ServerHello) -> [TraceField] {
        [
            TraceField("legacy_version", FieldText.point(hello.legacyVersion)),
            TraceField("random", words: FieldText.hex(hello.random)),
            TraceField("legacy_session_id_echo", words: FieldText.hex(hello.sessionID)),
            TraceField("cipher_suite", FieldText.point(hello.cipherSuite)),
            TraceField(
                "legacy_compression_method", CompressionMethodName.of(hello.compressionMethod),
                remark: TraceRemark(compressionMethods: [hello.compressionMethod])),
            ExtensionFields.of(hello.extensions),
        ]
    }

    private static func fields(_ list: CertificateMessage) -> [TraceField] {
        var fields: [TraceField] = []
        if !list.requestContext.isEmpty {
            fields.append(TraceField("certificate_request_context", words: FieldText.hex(list.requestContext)))
        }
        return fields + [
            TraceField(
                "certificate_list", "\(list.entries.count)",
                list.entries.enumerated().map { index, entry in
                    TraceField(
                        "CertificateEntry \(index)", "",
                        certificate(entry.der)
                            + (entry.extensions.isEmpty ? [] : [ExtensionFields.of(entry.extensions)]))
                })
        ]
    }

    private static func fields(_ message: CompressedCertificate) -> [TraceField] {
        var fields = [
            TraceField("algorithm", ExtensionFields.compression(message.algorithm)),
            TraceField("uncompressed_length", "\(message.uncompressedLength)"),
            TraceField(
                "compressed_certificate_message", words: FieldText.hex(message.compressed),
                [TraceField("length", "\(message.compressed.count)")]),
        ]
        if !message.certificates.isEmpty {
            let entries = message.certificates.enumerated().map { index, der in
                TraceField("CertificateEntry \(index)", "", certificate(der))
            }
            fields.append(
                TraceField(
                    "certificate_list",
                    words: LocalizedText(
                        "\(entries.count), as OpenSSL has them", "\(entries.count)，以 OpenSSL 解压所得为准"), entries))
        }
        return fields
    }

    /// A certificate in a few fields; the verdict has the others.
    private static func certificate(_ der: [UInt8]) -> [TraceField] {
        let certificate: Certificate
        do { certificate = try Certificate(der: der) } catch {
            return [TraceField("cert_data", words: FieldText.hex(der)), TraceField(error: error.statement)]
        }
        let summary = CertificateSummary(certificate)
        let digest = summary.fingerprintSHA256
        var fields = [
            TraceField(
                "cert_data",
                words: LocalizedText("\(der.count) bytes, SHA-256 \(digest)", "\(der.count) 字节，SHA-256 \(digest)"))
        ]
        if let known = summary.fields {
            fields += [
                TraceField("subject", known.subject), TraceField("issuer", known.issuer),
                TraceField("validity", "\(known.notBefore) – \(known.notAfter)"),
                TraceField("subjectPublicKeyInfo", known.key.words),
                TraceField("signatureAlgorithm", known.signatureAlgorithm),
            ]
        }
        return fields
    }

    private static func fields(_ exchange: ServerKeyExchange) -> [TraceField] {
        var fields: [TraceField] = []
        if let hint = exchange.pskIdentityHint {
            fields.append(TraceField("psk_identity_hint", words: FieldText.hex(hint)))
        }
        switch exchange.parameters {
        case .namedCurve(let group, let point):
            fields += [
                TraceField("namedcurve", FieldText.point(group)), TraceField("point", words: FieldText.hex(point)),
            ]
        case .finiteField(let prime, let generator, let value):
            fields += [
                TraceField("dh_p", words: FieldText.hex(prime)), TraceField("dh_g", words: FieldText.hex(generator)),
                TraceField("dh_Ys", words: FieldText.hex(value)),
            ]
        case .none: break
        case .other(let rest): fields.append(TraceField("params", words: FieldText.hex(rest)))
        }
        return fields + (exchange.signature.map(Self.fields) ?? [])
    }

    private static func fields(_ signature: HandshakeSignature) -> [TraceField] {
        (signature.scheme.map { [TraceField("algorithm", FieldText.point($0))] } ?? [])
            + [TraceField("signature", words: FieldText.hex(signature.signature))]
    }

    private static func fields(_ request: CertificateRequest) -> [TraceField] {
        var fields: [TraceField] = []
        if !request.certificateTypes.isEmpty {
            fields.append(TraceField("certificate_types", words: FieldText.list(request.certificateTypes)))
        }
        if request.extensions.isEmpty {
            fields.append(
                TraceField("supported_signature_algorithms", words: FieldText.list(request.signatureAlgorithms)))
            fields.append(ExtensionFields.authorities(request.authorities))
        } else {
            fields.append(ExtensionFields.of(request.extensions))
        }
        return fields
    }

    private static func fields(_ exchange: ClientKeyExchange) -> [TraceField] {
        switch exchange {
        case .rsa(let encrypted): [TraceField("encrypted_pre_master_secret", words: FieldText.hex(encrypted))]
        case .finiteField(let value): [TraceField("dh_Yc", words: FieldText.hex(value))]
        case .curve(let point): [TraceField("ecdh_Yc", words: FieldText.hex(point))]
        case .psk(let identity, let rest):
            [TraceField("psk_identity", words: FieldText.hex(identity))]
                + (rest.isEmpty ? [] : [TraceField("rest", words: FieldText.hex(rest))])
        case .other(let rest): [TraceField("exchange_keys", words: FieldText.hex(rest))]
        }
    }

    private static func fields(_ ticket: NewSessionTicket) -> [TraceField] {
        var fields = [TraceField("ticket_lifetime", "\(ticket.lifetime) s")]
        if let add = ticket.ageAdd { fields.append(TraceField("ticket_age_add", "\(add)")) }
        if !ticket.nonce.isEmpty { fields.append(TraceField("ticket_nonce", words: FieldText.hex(ticket.nonce))) }
        fields.append(TraceField("ticket", words: FieldText.hex(ticket.ticket)))
        return fields + (ticket.extensions.isEmpty ? [] : [ExtensionFields.of(ticket.extensions)])
    }
}
