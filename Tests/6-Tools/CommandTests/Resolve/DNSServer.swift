import Foundation
import HoldfastAuthority
import HoldfastHTTP
import HoldfastServing
import LoopbackSupport
import Synchronization

/// A server of DNS over HTTPS for one name, its messages written by hand (RFC 1035 §4.1, RFC 8484 §4.2).
final class DNSServer: Sendable {
    static let name = "dns.test"

    /// How it was asked: the method, the path without its query, and the fields that say what is sent and wanted.
    struct Question: Hashable {
        let method: String
        let path: String
        let contentType: String?
        let accept: String?
    }

    private let asked: Asked
    let server: TLSServer
    var port: UInt16 { server.port }
    var questions: [Question] { asked.questions.withLock { $0 } }
    /// What `--resolver` calls it.
    var url: String { "https://\(Self.name):\(port)/dns-query" }

    private final class Asked: Sendable {
        let questions = Mutex<[Question]>([])
    }

    /// - Parameters:
    ///   - addresses: what it answers to every question for A, for 300 seconds; to any other with none.
    ///   - responseCode: RCODE of its answers; 3 says that there is no such name.
    init(_ bench: Loopback, _ addresses: [[UInt8]], responseCode: UInt8 = 0) throws {
        let asked = Asked()
        self.asked = asked
        server = try bench.answering(as: bench.identity(Self.name)) { request in
            let parts = request.target.split(separator: "?", maxSplits: 1).map(String.init)
            asked.questions.withLock {
                $0.append(
                    Question(
                        method: request.method, path: parts[0], contentType: request["Content-Type"],
                        accept: request["Accept"]))
            }
            let query = request.method == "GET" ? Self.query(parts.dropFirst().first ?? "") : request.body
            guard let answer = Self.answer(query, addresses, responseCode) else {
                return ServerResponse(status: 400, text: "")
            }
            return ServerResponse(
                fields: [HTTPField("Content-Type", "application/dns-message")], body: answer)
        }
    }

    /// `dns=` in base64url without padding (RFC 8484 §4.1.1).
    private static func query(_ text: String) -> [UInt8] {
        guard text.hasPrefix("dns=") else { return [] }
        var base64 = text.dropFirst(4).replacing("-", with: "+").replacing("_", with: "/")
        while base64.count % 4 != 0 { base64 += "=" }
        return Data(base64Encoded: String(base64)).map { [UInt8]($0) } ?? []
    }

    private static func answer(_ query: [UInt8], _ addresses: [[UInt8]], _ code: UInt8) -> [UInt8]? {
        guard query.count > 16, let end = query.dropFirst(12).firstIndex(of: 0), end + 5 <= query.count else {
            return nil
        }
        let isA = Array(query[(end + 1)...(end + 2)]) == [0, 1]
        let given = isA ? addresses : []
        // Response, recursion desired and available; one question, then the answers.
        var message = query.prefix(2) + [0x81, 0x80 | code, 0, 1, 0, UInt8(given.count), 0, 0, 0, 0]
        message += query[12..<(end + 5)]
        // The name is that of the question, at octet 12; class IN, 300 seconds.
        for address in given { message += [0xc0, 12, 0, 1, 0, 1, 0, 0, 1, 44, 0, 4] + address }
        return Array(message)
    }
}
