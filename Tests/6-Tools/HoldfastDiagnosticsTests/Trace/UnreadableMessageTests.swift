import HoldfastStatements
import HoldfastTLS
import Testing

@testable import HoldfastDiagnostics
@testable import HoldfastTracing

/// Messages that are none, in a trace: the reason is a statement, in both languages and for programs.
@Suite("A message that cannot be read in a trace")
struct UnreadableMessageTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let english: String
        let chinese: String
    }

    @Test(
        "what is wrong with it is told in the reader's language",
        arguments: [
            // RFC 8446 §4.6.3: update_not_requested(0), update_requested(1).
            Row(
                testDescription: "a KeyUpdate of 2", bytes: [24, 0, 0, 1, 2],
                english: "request_update: 2 is neither 0 nor 1 (at byte 4)",
                chinese: "request_update：2 既不是 0 也不是 1（位于第 4 字节）"),
            // RFC 8879 §4: the message is "of length" uncompressed_length; an empty one has four bytes.
            Row(
                testDescription: "a Certificate message of 3 bytes, compressed",
                bytes: [25, 0, 0, 10, 0, 1, 0, 0, 3, 0, 0, 2, 9, 8],
                english: "uncompressed_length: 3 bytes are no Certificate message of 4 to 1048576 (at byte 6)",
                chinese: "uncompressed_length：3 字节不是 4 至 1048576 字节的 Certificate 消息（位于第 6 字节）"),
            // RFC 8446 §4.3.1: `Extension extensions<0..2^16-1>`, here of 9 bytes that do not follow.
            Row(
                testDescription: "EncryptedExtensions cut short", bytes: [8, 0, 0, 2, 0, 9],
                english: "extensions: 9 bytes announced, 0 left (at byte 4)",
                chinese: "extensions：声明 9 字节，只剩 0 字节（位于第 4 字节）"),
        ])
    func words(_ row: Row) throws {
        let message = HandshakeMessage(row.bytes, in: HandshakeContext(version: .tls13))
        let facts = MessageInfo.facts(message)
        #expect(facts.map(\.english) == ["cannot be read: " + row.english])
        #expect(facts.map(\.chinese) == ["无法解析：" + row.chinese])
        let field = try #require(MessageFields.of(message).fields.first { $0.name == "error" })
        #expect(field.value == row.english && field.words.chinese == row.chinese)
        let error = try #require(message.error)
        #expect(error.statement.identifier == "wire.field")
        #expect(error.statement.arguments["byte"] == .number(error.offset))
    }
}
