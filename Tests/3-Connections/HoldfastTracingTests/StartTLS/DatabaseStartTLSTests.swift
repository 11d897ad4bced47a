import Testing

@testable import HoldfastTracing

/// MySQL's packets, and PostgreSQL with TLS from the first byte.
@Suite struct DatabaseStartTLSTests {
    /// The initial handshake of MariaDB 10.11 of Debian 12.
    private static let mariaDB: [UInt8] =
        [0x64, 0, 0, 0, 10] + Array("5.5.5-10.11.19-MariaDB-0+deb12u1".utf8) + [0, 3, 0, 0, 0]
        + Array("FXfvB$*G".utf8) + [0, 0xFE, 0xFF, 8, 2, 0, 0xFF, 0x81, 0x15, 0, 0, 0, 0, 0, 0, 0x1D, 0, 0, 0]
        + Array("eJ#lw1.2Oy30".utf8) + [0] + Array("mysql_native_password".utf8) + [0]

    /// "Protocol::SSLRequest: … client_flag 4, max packet 4, character set 1, filler 23", and CLIENT_SSL is 2048.
    @Test("MySQL: SSLRequest behind the handshake, and TLS without an answer")
    func mySQL() throws {
        #expect(Self.mariaDB.count == 4 + 0x64)
        for pieces in [[Self.mariaDB], Self.mariaDB.map { [$0] }] {
            let play = StartTLSPlay(.mysql, octets: pieces)
            #expect(play.last == .ready)
            let request = try #require(play.said.first)
            #expect(play.said.count == 1 && request.count == 36 && request.prefix(4) == [32, 0, 0, 1])
            // CLIENT_PROTOCOL_41 is 512.
            let flags = request[4..<8].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            #expect(flags & 2048 != 0 && flags & 512 != 0 && request.suffix(23).allSatisfy { $0 == 0 })
        }
    }

    @Test("MySQL's server without TLS, and one that does not let us in, say so")
    func refusals() {
        var bare = Self.mariaDB
        // The lower flags stand behind version, number, challenge and zero: FE FF, of which 0x0800 is CLIENT_SSL.
        let place = 4 + 1 + 33 + 4 + 8 + 1
        #expect(bare[place] == 0xFE && bare[place + 1] == 0xFF)
        bare[place + 1] &= 0xF7
        #expect(StartTLSPlay(.mysql, octets: [bare]).last.refusal == "the server does not offer TLS")
        let words = Array("Host 'a' is not allowed to connect to this MariaDB server".utf8)
        let error: [UInt8] = [UInt8(words.count + 3), 0, 0, 0, 0xFF, 0x6A, 4] + words
        #expect(
            StartTLSPlay(.mysql, octets: [error]).last.refusal
                == "the server refuses: '1130 Host 'a' is not allowed to connect to this MariaDB server'")
        let state: [UInt8] = [12, 0, 0, 0, 0xFF, 0x10, 4] + Array("#08004full".utf8).prefix(9)
        #expect(StartTLSPlay(.mysql, octets: [state]).last.refusal == "the server refuses: '1040 ful'")
        let hostile: [UInt8] = [0x20, 3, 0, 0, 0xFF, 1, 0] + [UInt8](repeating: 0x1B, count: 0x31D)
        #expect((StartTLSPlay(.mysql, octets: [hostile]).last.refusal?.count ?? 999) < 240)
    }

    @Test("What is no handshake of MySQL's is refused as soon as that is known")
    func others() {
        for (bytes, what) in [
            (Array("220 mail.test ESMTP\r\n".utf8), "mail"), (Array("HTTP/1.1 400\r\n".utf8), "HTTP"),
            ([0, 0, 0, 0], "an empty packet"), ([0xFF, 0xFF, 0xFF, 0], "a length without end"),
            ([0xFD, 0x1F, 0, 0], "a packet of 8,193"), ([1, 0, 0, 1], "another number"),
            ([1, 0, 0, 0, 9], "version 9"),
            ([1, 0, 0, 0, 10], "no version"), ([5, 0, 0, 0, 10, 0x35, 0, 1, 0], "no flags"),
            ([2, 0, 0, 0, 0xFF, 1], "half an error"),
        ] as [([UInt8], String)] {
            let play = StartTLSPlay(.mysql, octets: [bytes])
            #expect(play.last.isRefused && play.said.isEmpty, "\(what): \(play.last)")
        }
        #expect(StartTLSPlay(.mysql, octets: [[0xFC, 0x1F, 0, 0]]).last == .read)
    }

    /// PostgreSQL's documentation, "sslnegotiation": direct "requires ALPN", whose protocol is `postgresql`.
    @Test("PostgreSQL's direct TLS says nothing in the clear, and offers one protocol by ALPN")
    func direct() {
        var conversation = StartTLSConversation(.postgresDirect, host: "h")
        #expect(conversation.begin() == .ready && conversation.receive([0x53]).isRefused)
        #expect(StartTLS.postgresDirect.applicationProtocols == ["postgresql"])
        for kind in StartTLS.allCases where kind != .postgresDirect {
            #expect(kind.applicationProtocols.isEmpty && kind.beginsInClear, "\(kind)")
        }
    }
}
