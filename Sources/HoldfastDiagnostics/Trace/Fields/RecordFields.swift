import HoldfastTracing

/// A record and its contents, field by field.
enum RecordFields {
    /// The record's header, and how it was protected (RFC 8446 §5.1 and §5.2).
    static func of(_ record: RecordEvent) -> [TraceField] {
        var inner: [TraceField] = [
            TraceField("type", FieldText.point(record.record.type)),
            TraceField("legacy_record_version", FieldText.point(record.record.version)),
            TraceField("length", "\(record.record.length)"),
        ]
        if record.isEncrypted { inner.append(TraceField("encrypted_record", "yes")) }
        if let type = record.innerType { inner.append(TraceField("TLSInnerPlaintext.type", FieldText.point(type))) }
        if let error = record.error { inner.append(TraceField("error", "\(error)")) }
        return [TraceField("TLSPlaintext", "", inner)]
    }

    static func of(_ content: RecordEvent.Content) -> [TraceField] {
        switch content {
        case .handshake(let message): [MessageFields.of(message)]
        case .changeCipherSpec: [TraceField("ChangeCipherSpec", "1")]
        case .alert(let level, let description):
            [
                TraceField(
                    "Alert", "",
                    [
                        TraceField("level", "\(level)"), TraceField("description", FieldText.point(description)),
                    ])
            ]
        case .applicationData(let count): [TraceField("application_data", "\(count) bytes")]
        case .heartbeat: [TraceField("heartbeat")]
        }
    }
}
