import Foundation
import TestSupport
import Testing

/// The comparison itself, and the reading of PDML: what needs no tshark.
@Suite("The comparison of a trace with a capture", .ownThread)
struct TsharkComparisonTests {
    typealias Conversation = TsharkConversation

    /// A resumed handshake of TLS 1.2 (RFC 5246 §7.3, figure 2), and data after it that both ends send at once.
    private static let sample = conversation([
        (.client, 22, [("client_hello", ["random": "aa", "server name": "a.test"])]),
        (.server, 22, [("server_hello", ["random": "bb"]), ("certificate", ["certificates": "30"])]),
        (.server, 20, [("change_cipher_spec", [:])]),
        (.server, 22, [("finished", [:])]),
        (.client, 20, [("change_cipher_spec", [:])]),
        (.client, 22, [("finished", [:])]),
        (.client, 23, [("application_data", [:])]),
        (.server, 23, [("application_data", [:])]),
        (.client, 21, [("alert", ["level": "01", "description": "00"])]),
    ])

    private static func conversation(
        _ records: [(Conversation.Sender, Int, [(String, [String: String])])]
    ) -> Conversation {
        Conversation(
            records: records.map { sender, type, messages in
                Conversation.Record(
                    sender: sender, outerType: type, contentType: type, version: "0303", length: 10,
                    messages: messages.map { Conversation.Message(sender: sender, kind: $0, fields: $1) })
            })
    }

    @Test("the same is the same, also where both ends see another order after the handshake")
    func same() {
        #expect(TsharkComparison.differences(capture: Self.sample, trace: Self.sample).isEmpty)
        var other = Self.sample
        other.records.swapAt(6, 7)
        #expect(TsharkComparison.differences(capture: Self.sample, trace: other).isEmpty)
    }

    @Test("each message that is missing on either side is named, with the side")
    func dropped() throws {
        for (index, message) in Self.sample.messages.enumerated() {
            let shorter = Self.sample.dropping(message: index)
            let missing = TsharkComparison.differences(capture: Self.sample, trace: shorter)
            #expect(missing.contains { $0.contains("\(message.kind), is not in the trace") }, "\(missing)")
            let added = TsharkComparison.differences(capture: shorter, trace: Self.sample)
            #expect(added.contains { $0.contains("\(message.kind), is not in the capture") }, "\(added)")
        }
    }

    @Test("each record that is missing, each field that differs and the order of the handshake are named")
    func changed() {
        for index in Self.sample.records.indices {
            var shorter = Self.sample
            shorter.records.remove(at: index)
            #expect(!TsharkComparison.differences(capture: Self.sample, trace: shorter).isEmpty)
            var longer = Self.sample
            longer.records[index].length += 1
            let differences = TsharkComparison.differences(capture: Self.sample, trace: longer)
            #expect(differences.count == 1 && differences[0].contains("11 bytes"), "\(differences)")
        }
        let renamed = Self.sample.changing(message: 0) { $0.fields["server name"] = "b.test" }
        #expect(
            TsharkComparison.differences(capture: Self.sample, trace: renamed)
                == ["client's message 1, client_hello, server name: 'a.test' in the capture, 'b.test' in the trace"])
        var early = Self.sample
        early.records.insert(early.records.remove(at: 5), at: 3)
        early.records.insert(early.records.remove(at: 5), at: 3)
        let order = TsharkComparison.differences(capture: Self.sample, trace: early)
        #expect(order.count == 1 && order[0].hasPrefix("the order"), "\(order)")
    }

    @Test("PDML: a fragment is no message, and what tshark could not decrypt is named")
    func decoding() throws {
        func record(_ inside: String, type: Int = 22) -> String {
            """
            <field name="tls.record"><field name="tls.record.content_type" show="\(type)"/>
            <field name="tls.record.version" value="0303"/><field name="tls.record.length" show="37"/>\(inside)</field>
            """
        }
        let text = """
            <?xml version="1.0"?><pdml><packet>
            <proto name="tcp"><field name="tcp.srcport" show="443"/><field name="tcp.stream" show="3"/></proto>
            <proto name="tls">
            \(record(#"<field name="tls.handshake" showname="Handshake Protocol: Certificate (fragment)"/>"#))
            \(record(#"<field name="tls.handshake" showname="Handshake Protocol: Certificate (last fragment)"/>"#
                + #"<field name="tls.handshake" showname="Handshake Protocol: Server Hello Done">"#
                + #"<field name="tls.handshake.type" show="14"/>"#
                + #"<field name="tls.handshake.length" show="0"/></field>"#))
            \(record(#"<field name="tls.handshake" showname="Handshake Protocol: Encrypted Handshake Message"/>"#))
            \(record(#"<field name="tls.alert_message" showname="Alert Message: Encrypted Alert"/>"#, type: 21))
            </proto></packet></pdml>
            """
        let found = TsharkDecoding.conversations(try PDMLReader.packets(in: Data(text.utf8)), serverPort: 443)
        let conversation = try #require(found[3])
        #expect(conversation.records.map(\.isFragment) == [true, false, false, false])
        #expect(
            conversation.kinds(from: .server)
                == ["server_hello_done", "handshake that tshark cannot read", "alert"])
        #expect(conversation.messages.last?.fields["description"] == "not decrypted")
        #expect(conversation.kinds(from: .client).isEmpty)
    }
}
