import HoldfastStatements
import HoldfastTracing
import HoldfastX509

/// A field of a message, by the name that its RFC gives it, with those inside of it.
package struct TraceField: Hashable, Sendable {
    package let name: String
    /// Names of registries, numbers, or hexadecimal digits; empty where only the fields inside say something.
    package var value: String { words.english }
    /// The value in each language: that of an error is a sentence.
    let words: LocalizedText
    package let fields: [TraceField]
    /// The explanation of a field whose name says something else than it does; nil for most.
    package let remark: TraceRemark?

    init(_ name: String, _ value: String = "", _ fields: [TraceField] = [], remark: TraceRemark? = nil) {
        self.init(name, words: .same(value), fields, remark: remark)
    }

    /// A field whose value is said in each language.
    init(_ name: String, words: LocalizedText, _ fields: [TraceField] = [], remark: TraceRemark? = nil) {
        (self.name, self.words, self.fields, self.remark) = (name, words, fields, remark)
    }

    /// The field for the reason why the others are missing.
    init(error: Statement) {
        (name, words, fields, remark) = ("error", error.words, [], nil)
    }
}

/// Values of fields as text.
enum FieldText {
    /// Bytes of a field that are shown; the message's own bytes stand in the JSON.
    static let shownBytes = 64

    /// Hexadecimal digits, the first ones where there are many.
    static func hex(_ bytes: some Collection<UInt8>, limit: Int = shownBytes) -> LocalizedText {
        guard !bytes.isEmpty else { return LocalizedText("(empty)", "（空）") }
        let digits = HexString.encode(Array(bytes.prefix(limit)))
        guard bytes.count > limit else { return .same(digits) }
        return LocalizedText("\(digits)… (\(bytes.count) bytes)", "\(digits)……（\(bytes.count) 字节）")
    }

    static func list(_ values: some Sequence<some CustomStringConvertible>) -> LocalizedText {
        let names = values.map(\.description)
        guard !names.isEmpty else { return LocalizedText("(none)", "（无）") }
        return LocalizedText(names.joined(separator: ", "), names.joined(separator: "、"))
    }

    /// A number of bytes.
    static func bytes(_ count: Int) -> LocalizedText { LocalizedText("\(count) bytes", "\(count) 字节") }

    /// The value of a field that says no more than that it is there.
    static let present = LocalizedText("present", "有")

    /// A number of a registry: its name and itself.
    static func point(_ value: some CodePoint) -> String {
        value.registeredName.map { "\($0) (\(value.hexadecimal))" } ?? value.name
    }
}

/// A record and its contents, field by field.
enum RecordFields {
    /// The record's header, and how it was protected (RFC 8446 §5.1 and §5.2).
    static func of(_ record: RecordEvent) -> [TraceField] {
        var inner: [TraceField] = [
            TraceField("type", FieldText.point(record.record.type)),
            TraceField("legacy_record_version", FieldText.point(record.record.version)),
            TraceField("length", "\(record.record.length)"),
        ]
        if record.isEncrypted { inner.append(TraceField("encrypted_record", words: LocalizedText("yes", "是"))) }
        if let type = record.innerType { inner.append(TraceField("TLSInnerPlaintext.type", FieldText.point(type))) }
        if let error = record.error { inner.append(TraceField(error: error.statement)) }
        return [TraceField("TLSPlaintext", "", inner)]
    }

    /// A content of a record.
    ///
    /// - Parameter version: the version that was agreed on; nil for none.
    static func of(_ content: RecordEvent.Content, in version: ProtocolVersion?) -> [TraceField] {
        switch content {
        case .handshake(let message): [MessageFields.of(message)]
        case .changeCipherSpec:
            [
                TraceField(
                    "ChangeCipherSpec", "change_cipher_spec (1)", remark: TraceRemark(changeCipherSpecIn: version))
            ]
        case .alert(let level, let description):
            [
                TraceField(
                    "Alert", "",
                    [
                        TraceField("level", "\(level)"), TraceField("description", FieldText.point(description)),
                    ])
            ]
        case .applicationData(let count): [TraceField("application_data", words: FieldText.bytes(count))]
        case .heartbeat: [TraceField("heartbeat")]
        }
    }
}
