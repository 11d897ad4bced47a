import CHandshake
import COpenSSL
import HoldfastCrypto

extension Handshake {
    /// A question of libssl, for which it waits in the handshake.
    enum Question {
        case certificates
        case identity
    }

    /// Puts an identity on the connection, in the place of any other, while it waits for an answer; nil for none.
    ///
    /// - Throws: ``TransportError`` with the code `clientIdentityUnusable`.
    func set(_ identity: HandshakeIdentity?) throws(TransportError) {
        guard let identity else {
            _ = unsafe withRecord { unsafe handshake_record_set_identity($0, nil, nil, nil) }
            return
        }
        ERR_clear_error()
        let isTaken = unsafe withRecord { record in
            unsafe identity.material.with { certificate, key, others in
                unsafe handshake_record_set_identity(record, certificate, key, others) != 0
            }
        }
        guard isTaken else {
            let errors = OpenSSLError.takeAll().map(\.description)
            throw .clientIdentityUnusable(.notTaken(library: errors.last), librarySays: errors)
        }
    }

    /// Goes on with the identity that is on the connection, or without one.
    func goOn() { _ = unsafe withRecord { unsafe handshake_record_identify($0, 1) } }

    /// The names of the authorities that the server accepts, DER; nil where there are too many.
    var authorities: [ArraySlice<UInt8>]? {
        var count = 0
        let bytes: [UInt8]? = unsafe withRecord { record in
            guard let start = unsafe handshake_record_authorities(record, &count) else { return nil }
            return unsafe Array(UnsafeBufferPointer(start: start, count: count))
        }
        guard var rest = bytes?[...] else { return nil }
        var names: [ArraySlice<UInt8>] = []
        while rest.count >= 4 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            names.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return names
    }

    /// Whether the server asked for a certificate in the handshake.
    var wasAskedForIdentity: Bool {
        unsafe withRecord { unsafe handshake_record_identity_stage($0) } != HANDSHAKE_IDENTITY_UNASKED
    }

    /// Whether the server was answered with an empty list of certificates, and none was sent at any other time.
    var hasDeclined: Bool { unsafe withRecord { unsafe handshake_record_has_declined($0) } != 0 }
    var hasTicket: Bool { unsafe withRecord { unsafe handshake_record_has_ticket($0) } != 0 }
    var hasSentCertificate: Bool { unsafe withRecord { unsafe handshake_record_has_sent_certificate($0) } != 0 }
    var wasAskedLate: Bool { unsafe withRecord { unsafe handshake_record_was_asked_late($0) } != 0 }
    var wasAskedOverHTTP2: Bool { unsafe withRecord { unsafe handshake_record_was_asked_over_http2($0) } != 0 }
    var wasAskedToRenegotiate: Bool {
        unsafe withRecord { unsafe handshake_record_was_asked_to_renegotiate($0) } != 0
    }

    /// Collects the lines of the key log; false where that is not possible. Before the handshake.
    @unsafe func collectKeyLog(of context: OpaquePointer) -> Bool {
        unsafe withRecord { unsafe handshake_record_collect_key_log($0, context) } != 0
    }

    /// The lines that have come since the last call.
    func takeKeyLog() -> String {
        unsafe withRecord { record in
            var count = 0
            guard let start = unsafe handshake_record_key_log(record, &count), count > 0 else { return "" }
            let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
            defer { unsafe handshake_record_clear_key_log(record) }
            return unsafe String(decoding: bytes, as: UTF8.self)
        }
    }
}
