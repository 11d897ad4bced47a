import CHandshake
import COpenSSL
import HoldfastAuthority

@testable import HoldfastCrypto
@testable import HoldfastTransport
@testable import HoldfastX509

/// A client that keeps sessions and a server that gives none by itself, both of libssl, of which every conversation is
/// made.
@safe final class TicketWorld: @unchecked Sendable {
    static let shared = Result { try TicketWorld() }

    /// The server's certificate, DER, and the SubjectPublicKeyInfo in it.
    let certificate: [UInt8]
    let key: [UInt8]
    fileprivate let client: OpaquePointer
    fileprivate let server: OpaquePointer

    private init() throws {
        let authority = try FixedKeys.root("Fuzzed Tickets", key: 210)
        let template = CertificateTemplate.server(names: ["www.fuzz.test"], at: FixedKeys.moment)
        let identity = try authority.issue(template, key: .generate(.p256))
        certificate = identity.certificate
        key = Array(try Certificate(der: certificate).subjectPublicKeyInfo.bytes)
        guard LibraryStart.isDone, let client = unsafe SSL_CTX_new(TLS_client_method()),
            let server = unsafe SSL_CTX_new(TLS_server_method())
        else { throw Violation("no memory") }
        unsafe (self.client, self.server) = unsafe (client, server)
        let secret = try identity.key.pkcs8DER
        guard unsafe handshake_prepare(client) == 1, unsafe handshake_keep_sessions(client) == 1,
            unsafe SSL_CTX_set_ciphersuites(server, "TLS_AES_128_GCM_SHA256") == 1,
            unsafe SSL_CTX_set_num_tickets(server, 0) == 1,
            unsafe SSL_CTX_use_certificate_ASN1(server, Int32(certificate.count), certificate) == 1,
            unsafe SSL_CTX_use_PrivateKey_ASN1(EVP_PKEY_EC, server, secret, secret.count) == 1
        else { throw Violation("libssl refuses a context") }
    }

    deinit {
        unsafe SSL_CTX_free(client)
        unsafe SSL_CTX_free(server)
    }
}

/// A handshake of TLS 1.3 with our callbacks, and a server that says behind it whatever it is given.
@safe final class TicketConversation {
    let handshake: Handshake
    private let inbox: HandshakeInbox
    private let client: OpaquePointer
    private let server: OpaquePointer
    /// The server's end of what joins the two.
    private let end: OpaquePointer
    private var cipher: (aes: AESGCM, iv: [UInt8])?
    private var count: UInt64 = 0

    /// Goes on until a decision is waited for, or the handshake is over.
    init(_ world: TicketWorld, offering session: LibrarySession? = nil) throws {
        inbox = try HandshakeInbox()
        var ends: (OpaquePointer?, OpaquePointer?) = (nil, nil)
        guard let client = unsafe SSL_new(world.client), let server = unsafe SSL_new(world.server),
            unsafe BIO_new_bio_pair(&ends.0, 0, &ends.1, 0) == 1, let end = unsafe ends.1
        else { throw Violation("no memory") }
        unsafe SSL_set_bio(client, ends.0, ends.0)
        unsafe SSL_set_bio(server, end, end)
        unsafe SSL_set_connect_state(client)
        unsafe SSL_set_accept_state(server)
        guard let handshake = unsafe inbox.begin(client), unsafe handshake.collectKeyLog(of: world.client) else {
            throw Violation("a handshake cannot begin")
        }
        unsafe (self.client, self.server, self.end, self.handshake) = unsafe (client, server, end, handshake)
        if let session { _ = handshake.offer(session) }
        drive()
    }

    deinit {
        unsafe SSL_free(client)
        unsafe SSL_free(server)
    }

    /// Accepts the server, and takes the key of its records from then on.
    func accept() throws {
        guard let waiting = inbox.nextWaiting(), waiting.accept() else { throw Violation("nothing waits") }
        drive()
        let lines = handshake.takeKeyLog().split(separator: "\n").map { $0.split(separator: " ") }
        guard handshake.isFinished, let line = lines.first(where: { $0.first == "SERVER_TRAFFIC_SECRET_0" }),
            let secret = line.last.map(Self.octets)
        else { throw Violation("the handshake has failed") }
        let iv = try Self.expand(secret, "iv", AESGCM.nonceCount)
        cipher = (try AESGCM(key: Self.expand(secret, "key", 16)), iv)
    }

    /// Has the client read these octets as handshake messages, in records of a size, until a fatal alert ends that.
    func say(_ octets: ArraySlice<UInt8>, by size: Int) throws {
        var rest = octets
        while !rest.isEmpty, !handshake.isSpoiled {
            let record = try seal(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
            guard unsafe BIO_write(end, record, Int32(record.count)) == Int32(record.count) else { return }
            read()
        }
    }

    private func drive() {
        for _ in 0..<50 {
            let isServed = unsafe SSL_is_init_finished(server) == 1
            guard !handshake.isWaiting, !(handshake.isFinished && isServed) else { break }
            ERR_clear_error()
            _ = unsafe SSL_do_handshake(client)
            _ = unsafe SSL_do_handshake(server)
        }
        ERR_clear_error()
    }

    /// Reads turn by turn until nothing moves.
    private func read() {
        var (octet, idle) = (UInt8(0), 0)
        while idle < 3 {
            handshake.beginTurn()
            ERR_clear_error()
            let code = unsafe SSL_read(client, &octet, 1)
            let want = unsafe SSL_get_error(client, code)
            guard code == 1 || want == SSL_ERROR_WANT_READ else { break }
            idle = unsafe BIO_ctrl_wpending(end) == 0 ? idle + 1 : 0
        }
        ERR_clear_error()
    }

    /// A protected record of handshake messages (RFC 8446 §5.2, §5.3).
    private func seal(_ content: [UInt8]) throws -> [UInt8] {
        guard let (aes, iv) = cipher else { throw Violation("there is no key") }
        var nonce = iv
        for place in 0..<8 { nonce[nonce.count - 1 - place] ^= UInt8(truncatingIfNeeded: count >> (8 * place)) }
        count += 1
        let header = [23, 3, 3] + TLSWriter.number(content.count + 1 + AESGCM.tagCount, octets: 2)
        return header + (try aes.seal(content + [22], nonce: nonce, additionalData: header))
    }

    /// HKDF-Expand-Label without a context (RFC 8446 §7.1).
    private static func expand(_ secret: [UInt8], _ label: String, _ count: Int) throws -> [UInt8] {
        let name = TLSWriter.vector(Array("tls13 \(label)".utf8), lengthOctets: 1)
        let info = TLSWriter.number(count, octets: 2) + name + [0]
        return try HKDF.expand(.sha256, key: secret, info: info, count: count)
    }

    private static func octets(_ text: Substring) -> [UInt8] {
        var (octets, rest) = ([UInt8](), text)
        while let octet = UInt8(rest.prefix(2), radix: 16) {
            octets.append(octet)
            rest = rest.dropFirst(2)
        }
        return octets
    }
}
