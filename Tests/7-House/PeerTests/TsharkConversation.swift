import Foundation
import TestSupport

/// A TLS connection as records and messages, in words that a capture and a trace have in common.
///
/// All values are written alike: bytes and code points in hexadecimal as they stand on the wire, lists with commas.
struct TsharkConversation: Equatable {
    enum Sender: String, CaseIterable { case client, server }

    /// One message: a handshake message, an alert, a ChangeCipherSpec, or the data of one record.
    struct Message: Equatable {
        var sender: Sender
        /// As the RFCs name it: `client_hello`, `change_cipher_spec`, `alert`, `application_data`.
        var kind: String
        var fields: [String: String] = [:]
    }

    /// One record, with the messages that end in it.
    struct Record: Equatable {
        var sender: Sender
        /// The type in the header.
        var outerType: Int
        /// The type inside, once decrypted; the same as in the header before TLS 1.3.
        var contentType: Int
        var version: String
        /// Bytes behind the header.
        var length: Int
        var messages: [Message] = []
        /// Whether a handshake message begins or goes on in it that ends in a later one.
        var isFragment = false

        var summary: String {
            let kinds = messages.map(\.kind).joined(separator: "+")
            let inside = contentType == outerType ? "" : " (\(contentType) inside)"
            return "\(sender.rawValue), type \(outerType)\(inside), version \(version), \(length) bytes"
                + ", \(kinds.isEmpty ? "no message's end" : kinds)\(isFragment ? ", and a part of the next" : "")"
        }
    }

    var records: [Record] = []

    var messages: [Message] { records.flatMap(\.messages) }

    func kinds(from sender: Sender) -> [String] { messages.filter { $0.sender == sender }.map(\.kind) }

    /// The same without one message.
    func dropping(message index: Int) -> Self {
        var shorter = self
        var seen = 0
        for place in records.indices {
            let count = records[place].messages.count
            if index < seen + count {
                shorter.records[place].messages.remove(at: index - seen)
                break
            }
            seen += count
        }
        return shorter
    }

    /// The same with the message changed.
    func changing(message index: Int, _ change: (inout Message) -> Void) -> Self {
        var changed = self
        var seen = 0
        for place in records.indices {
            let count = records[place].messages.count
            if index < seen + count {
                change(&changed.records[place].messages[index - seen])
                break
            }
            seen += count
        }
        return changed
    }

    /// The names of the types in records' and messages' headers (RFC 8446 §4 and §5.1, RFC 5246 §7.4).
    static let handshakeTypes: [Int: String] = [
        0: "hello_request", 1: "client_hello", 2: "server_hello", 4: "new_session_ticket", 5: "end_of_early_data",
        8: "encrypted_extensions", 11: "certificate", 12: "server_key_exchange", 13: "certificate_request",
        14: "server_hello_done", 15: "certificate_verify", 16: "client_key_exchange", 20: "finished",
        22: "certificate_status", 24: "key_update", 25: "compressed_certificate",
    ]
}

extension Sequence where Element == UInt8 {
    var hexText: String {
        TestSupport.hexText(self)
    }
}
