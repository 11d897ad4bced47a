import CHandshake
import COpenSSL
import HoldfastCrypto
import HoldfastTLS

/// The owner of one reference to the record of a handshake that the C callbacks fill.
///
/// Belongs to the thread of the connection, but for its end.
@safe final class Handshake {
    private let record: OpaquePointer

    /// Takes over a reference.
    @unsafe init(owning record: OpaquePointer) { unsafe self.record = unsafe record }

    deinit { unsafe handshake_record_release(record) }

    var identifier: UInt64 { unsafe handshake_record_identifier(record) }
    /// The question that libssl waits to have answered; nil where it waits for nothing.
    var question: Question? {
        if unsafe handshake_record_stage(record) == HANDSHAKE_WAITING { return .certificates }
        return unsafe handshake_record_identity_stage(record) == HANDSHAKE_IDENTITY_WAITING ? .identity : nil
    }
    var isWaiting: Bool { question != nil }
    var isAccepted: Bool { unsafe handshake_record_stage(record) == HANDSHAKE_ACCEPTED && !isIdentityRefused }
    var isRefused: Bool { unsafe handshake_record_stage(record) == HANDSHAKE_REFUSED || isIdentityRefused }
    private var isIdentityRefused: Bool {
        unsafe handshake_record_identity_stage(record) == HANDSHAKE_IDENTITY_REFUSED
    }
    var isUndecided: Bool { unsafe handshake_record_stage(record) == HANDSHAKE_UNDECIDED }
    var isFinished: Bool { unsafe handshake_record_is_finished(record) != 0 }
    var isClosed: Bool { unsafe handshake_record_is_closed(record) != 0 }

    /// Accepts; true if the handshake was waiting for it.
    func accept() -> Bool { unsafe handshake_record_decide(record, 1, X509_V_OK) != 0 }

    /// Refuses with the number that the alert is made from; true if the handshake was waiting for it. Where it waits to
    /// know who the client is, the alert is internal_error.
    @discardableResult
    func refuse(_ x509Error: Int32) -> Bool {
        unsafe handshake_record_decide(record, 0, x509Error) != 0 || handshake_record_identify(record, 0) != 0
    }

    /// Lets libssl read what one turn may take, of all that the server sends.
    func beginTurn() { unsafe handshake_record_begin_turn(record) }

    /// Has libssl read as much of its socket at once as it has room for; once the handshake is done.
    @unsafe func readAhead(of connection: OpaquePointer) {
        unsafe handshake_record_read_ahead(record, connection)
    }

    /// The socket was found readable, or may be: what is read ahead asks it again.
    func foundReadable() { unsafe handshake_record_found_readable(record) }

    /// Whether nothing is there to be read before the socket is found readable again.
    @unsafe func isDrained(_ connection: OpaquePointer) -> Bool {
        unsafe handshake_record_is_drained(record, connection) != 0
    }

    /// Lends the record.
    @unsafe func withRecord<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        defer { withExtendedLifetime(self) {} }
        return unsafe body(record)
    }

    /// The content of the extension `signed_certificate_timestamp` in a ServerHello of TLS 1.2.
    var timestamps: [UInt8]? {
        var count = 0
        guard let start = unsafe handshake_record_timestamps(record, &count) else { return nil }
        return unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }

    /// The body of the CertificateStatus message of TLS 1.2.
    var certificateStatus: [UInt8]? {
        var count = 0
        guard let start = unsafe handshake_record_certificate_status(record, &count) else { return nil }
        return unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }

    /// The body of the Certificate message; nil before it came.
    var certificateMessage: [UInt8]? {
        var count = 0
        guard let start = unsafe handshake_record_certificate_message(record, &count) else { return nil }
        return unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }

    /// Whether the certificate that libssl asks about has this key, a DER SubjectPublicKeyInfo.
    func offersKey(_ key: ArraySlice<UInt8>) -> Bool {
        unsafe key.withUnsafeBufferPointer { bytes in
            unsafe handshake_record_offers_key(record, bytes.baseAddress, bytes.count) != 0
        }
    }

    var facts: HandshakeFacts {
        unsafe HandshakeFacts(
            version: HandshakeFacts.versionName(handshake_record_version(record)),
            cipherSuite: text(handshake_record_cipher_suite(record)),
            keyExchange: text(handshake_record_key_exchange(record)),
            signatureScheme: UInt16(exactly: handshake_record_signature_scheme(record)).flatMap { number in
                number == 0 ? nil : HandshakeSignatureScheme(number).name
            },
            applicationProtocol: text(handshake_record_application_protocol(record)),
            serverName: text(handshake_record_server_name(record)),
            isResumed: handshake_record_is_resumed(record) != 0)
    }

    /// The last fatal alert that the server sent.
    var receivedAlert: AlertDescription? {
        UInt8(exactly: unsafe handshake_record_received_alert(record)).map(AlertDescription.init)
    }

    /// Whether the server has said that nothing more will come: without that, an end may be a cut.
    var wasClosed: Bool { unsafe handshake_record_was_closed(record) != 0 }

    /// The errors that libssl left about the handshake's failure, the innermost first.
    func errors() -> [OpenSSLError] {
        unsafe handshake_record_replay_errors(record)
        return OpenSSLError.takeAll()
    }

    /// Whether it was the peer that ended the handshake, by an alert or without one: nothing was found to be wrong
    /// here.
    var wasEndedByPeer: Bool {
        let errors = errors()
        return receivedAlert != nil || errors.isEmpty
            || errors.contains { $0.isOfLibssl && $0.reasonNumber == SSL_R_UNEXPECTED_EOF_WHILE_READING }
    }

    private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        guard let pointer = unsafe pointer, unsafe pointer.pointee != 0 else { return nil }
        return unsafe String(cString: pointer)
    }
}

/// The outcome of the negotiation, as far as the handshake came.
struct HandshakeFacts: Hashable, Sendable {
    var version: String?
    var cipherSuite: String?
    var keyExchange: String?
    var signatureScheme: String?
    var applicationProtocol: String?
    var serverName: String?
    var isResumed = false

    static func versionName(_ number: Int32) -> String? {
        switch number {
        case 0: nil
        case TLS1_3_VERSION: "1.3"
        case TLS1_2_VERSION: "1.2"
        default: "0x" + String(number, radix: 16)
        }
    }
}

/// A connection of libssl, lent by its owner.
@safe struct LiveConnection {
    private let pointer: OpaquePointer

    /// Takes an SSL for as long as its owner lives.
    @unsafe init(_ pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

    /// Whether the peer's certificate has this key, a DER SubjectPublicKeyInfo.
    func peerHasKey(_ key: ArraySlice<UInt8>) -> Bool {
        unsafe key.withUnsafeBufferPointer { bytes in
            unsafe handshake_peer_has_key(pointer, bytes.baseAddress, bytes.count) != 0
        }
    }

    /// Whether the keys are bound to the handshake's messages (RFC 7627); once the handshake is finished.
    var hasExtendedMasterSecret: Bool { unsafe handshake_has_extended_master_secret(pointer) != 0 }

    /// Says that nothing more is sent (close_notify); what comes is read all the same (RFC 8446 §6.1).
    func endSending() {
        ERR_clear_error()
        _ = unsafe SSL_shutdown(pointer)
        ERR_clear_error()
    }
}
