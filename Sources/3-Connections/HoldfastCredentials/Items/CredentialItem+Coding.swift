import HoldfastCrypto
import HoldfastFiles
import HoldfastX509

extension CredentialItem {
    /// The most bytes of an encoded item: a value, and attributes of 64 KiB together.
    static let maximumEncodedByteCount = maximumValueByteCount + (1 << 16)
    /// The version of the encoding that is written.
    private static let version: UInt8 = 1

    private enum ValueType {
        static let text: UInt8 = 1
        static let number: UInt8 = 2
        static let bytes: UInt8 = 3
        static let flag: UInt8 = 4
        static let date: UInt8 = 5
    }

    /// The item as bytes, of which there is one form for one item (Docs/credentials.md).
    ///
    /// - Parameter withValue: without it the value's place is empty.
    func encoded(withValue: Bool = true) throws(CredentialStoreError) -> [UInt8] {
        try check()
        var writer = RecordWriter()
        writer.put(Self.version)
        writer.put(kind.rawValue)
        writer.put(id.bytes)
        writer.put((expiresAt == nil ? 0 : 1 as UInt8) | (isSynchronizable ? 2 : 0))
        writer.put(createdAt)
        writer.put(modifiedAt)
        if let expiresAt { writer.put(expiresAt) }
        writer.put(UInt16(attributes.count))
        for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
            writer.put(UInt8(name.name.utf8.count))
            writer.put(Array(name.name.utf8))
            Self.put(value, to: &writer)
        }
        writer.putSized(withValue ? value.lent : [])
        guard writer.bytes.count <= Self.maximumEncodedByteCount else {
            throw .tooLarge(.item(bytes: writer.bytes.count), limit: Self.maximumEncodedByteCount)
        }
        return writer.bytes
    }

    private static func put(_ value: CredentialAttributeValue, to writer: inout RecordWriter) {
        switch value {
        case .text(let text):
            writer.put(ValueType.text)
            writer.putSized(Array(text.utf8))
        case .number(let number):
            writer.put(ValueType.number)
            writer.putSized(RecordWriter.bytes(UInt64(bitPattern: number)))
        case .bytes(let bytes):
            writer.put(ValueType.bytes)
            writer.putSized(bytes)
        case .flag(let flag):
            writer.put(ValueType.flag)
            writer.putSized([flag ? 1 : 0])
        case .date(let date):
            writer.put(ValueType.date)
            writer.putSized(RecordWriter.bytes(date))
        }
    }

    /// Reads an item, strictly: what ``encoded(withValue:)`` would not have written is damaged.
    ///
    /// - Parameter value: the value that comes from elsewhere; nil where it stands in the bytes.
    init(encoded bytes: [UInt8], value: CredentialSecret? = nil) throws(CredentialStoreError) {
        guard bytes.count <= Self.maximumEncodedByteCount else {
            throw CredentialStoreError(damaged: .item(bytes: bytes.count))
        }
        var reader = CredentialRecordReader(bytes)
        let version = try reader.byte()
        guard version == Self.version else { throw CredentialStoreError(.unsupportedFormat(version)) }
        guard let kind = Kind(rawValue: try reader.byte()) else { throw CredentialStoreError(damaged: .kind) }
        guard let id = ID(try reader.bytes(ID.byteCount)) else { throw CredentialStoreError(damaged: .identifier) }
        let flags = try reader.byte()
        guard flags & ~3 == 0 else { throw CredentialStoreError(damaged: .flags) }
        let (createdAt, modifiedAt) = (try reader.instant(), try reader.instant())
        let expiresAt = flags & 1 != 0 ? try reader.instant() : nil
        var attributes: [CredentialAttribute: CredentialAttributeValue] = [:]
        let count = Int(try reader.number16())
        guard count <= Self.maximumAttributeCount else {
            throw CredentialStoreError(damaged: .attributes(count: Int(count)))
        }
        var last: CredentialAttribute?
        for _ in 0..<count {
            let name = String(decoding: try reader.bytes(Int(try reader.byte())), as: UTF8.self)
            guard let attribute = CredentialAttribute(name) else { throw CredentialStoreError(damaged: .attributeName) }
            if let last, last >= attribute { throw CredentialStoreError(damaged: .attributeOrder) }
            last = attribute
            attributes[attribute] = try Self.attributeValue(&reader)
        }
        var own = try reader.sized(limit: value == nil ? Self.maximumValueByteCount : 0)
        defer { own.wipe() }
        guard reader.isAtEnd else { throw CredentialStoreError(damaged: .bytesAfterItem) }
        self.id = id
        self.kind = kind
        self.attributes = attributes
        self.value = value ?? CredentialSecret(own)
        (self.createdAt, self.modifiedAt, self.expiresAt) = (createdAt, modifiedAt, expiresAt)
        isSynchronizable = flags & 2 != 0
        try check()
    }

    private static func attributeValue(
        _ reader: inout CredentialRecordReader
    ) throws(CredentialStoreError) -> CredentialAttributeValue {
        let type = try reader.byte()
        let bytes = try reader.sized(limit: CredentialAttributeValue.maximumByteCount)
        switch type {
        case ValueType.text:
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw CredentialStoreError(damaged: .notUTF8)
            }
            return .text(text)
        case ValueType.bytes: return .bytes(bytes)
        case ValueType.number:
            var number = CredentialRecordReader(bytes)
            let value = try number.number64()
            guard number.isAtEnd else { throw CredentialStoreError(damaged: .number) }
            return .number(Int64(bitPattern: value))
        case ValueType.flag:
            guard bytes == [0] || bytes == [1] else { throw CredentialStoreError(damaged: .flag) }
            return .flag(bytes == [1])
        case ValueType.date:
            var date = CredentialRecordReader(bytes)
            let value = try date.instant()
            guard date.isAtEnd else { throw CredentialStoreError(damaged: .date) }
            return .date(value)
        default: throw CredentialStoreError(damaged: .attributeType)
        }
    }
}
