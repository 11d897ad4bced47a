import HoldfastCrypto
import HoldfastStatements
import HoldfastTracing
import HoldfastTrust
import HoldfastX509

extension TraceEvent {
    /// The event as JSON has it: its kind, and under the kind's name what it was.
    ///
    /// - Parameter version: the version that was agreed on; nil for none.
    func json(in version: ProtocolVersion?) -> JSONObject {
        let common = JSONObject(
            ["number": number, "time": JSONNumber.milliseconds(time)],
            unlessNone: ["sender": sender?.rawValue, "phase": phase?.rawValue])
        return common.merging(kind.json(in: version))
    }
}

extension TraceEvent.Kind {
    fileprivate func json(in version: ProtocolVersion?) -> JSONObject {
        switch self {
        case .addresses(let list, let wereGiven):
            JSONObject([
                "kind": "addresses", "addresses": list.map(\.description), "addressesGiven": wereGiven,
            ])
        case .tcp(let what): JSONObject(["kind": "tcp", "tcp": what.json])
        case .plaintext(let bytes): JSONObject(["kind": "plaintext", "hex": HexString.encode(bytes)])
        case .record(let record): JSONObject(["kind": "record", "record": record.json(in: version)])
        case .notTLS(let bytes, let error):
            JSONObject([
                "kind": "notTLS", "hex": HexString.encode(bytes), "message": error.description,
                "statement": StatementReport(error.statement),
            ])
        case .verdict(let verdict): JSONObject(["kind": "verdict", "verdict": verdict.json])
        case .note(let note):
            JSONObject(["kind": "note", "message": note.english, "statement": StatementReport(note)])
        }
    }
}

extension TCPEvent {
    fileprivate var json: JSONObject {
        switch self {
        case .connecting(let address, let port):
            JSONObject(["event": "connecting", "address": "\(address)", "port": port])
        case .connected(let port): JSONObject(["event": "connected"], unlessNone: ["port": port])
        case .failed(let address, let reason):
            JSONObject([
                "event": "failed", "address": "\(address)", "message": reason.english,
                "statement": StatementReport(reason),
            ])
        case .finished: JSONObject(["event": "finished"])
        case .reset: JSONObject(["event": "reset"])
        }
    }
}

extension RecordEvent {
    fileprivate func json(in version: ProtocolVersion?) -> JSONObject {
        JSONObject(
            [
                "type": record.type.name, "version": record.version.name, "length": record.length,
                "encrypted": isEncrypted, "fragment": isFragment, "contents": contents.map { $0.json(in: version) },
            ],
            unlessNone: [
                "innerType": innerType?.name, "error": error?.description,
                "statement": error.map { StatementReport($0.statement) },
            ])
    }
}

extension RecordEvent.Content {
    fileprivate func json(in version: ProtocolVersion?) -> JSONObject {
        switch self {
        case .handshake(let message):
            JSONObject(
                [
                    "type": "handshake", "message": MessageInfo.name(message), "length": message.bytes.count,
                    "fields": MessageFields.of(message).fields, "hex": HexString.encode(message.bytes),
                ],
                unlessNone: [
                    "error": message.error?.description,
                    "statement": message.error.map { StatementReport($0.statement) },
                ])
        case .changeCipherSpec:
            JSONObject(
                ["type": "change_cipher_spec"], unlessNone: ["remark": TraceRemark(changeCipherSpecIn: version)?.json])
        case .alert(let level, let description):
            JSONObject(["type": "alert", "level": "\(level)", "alert": description.name])
        case .applicationData(let count): JSONObject(["type": "application_data", "length": count])
        case .heartbeat: JSONObject(["type": "heartbeat"])
        }
    }
}

extension TraceVerdict {
    fileprivate var json: JSONObject {
        let (decision, findings, reason): (String, [Finding], Statement?) =
            switch self.decision {
            case .trusted(let evaluation): ("trusted", evaluation.findings, nil)
            case .refused(let failure): ("refused", failure.findings, nil)
            case .notJudged(let reason): ("notJudged", [], reason)
            }
        return JSONObject(
            [
                "decision": decision, "findings": findings.map(\.code.rawValue),
                "milliseconds": JSONNumber.milliseconds(duration), "ofResumedSession": isOfResumedSession,
            ],
            unlessNone: ["message": reason?.english, "statement": reason.map(StatementReport.init)])
    }
}

extension TraceField: JSONReport {
    package var json: JSONObject {
        JSONObject(
            ["name": name, "value": value],
            unlessNone: ["fields": fields.isEmpty ? nil : fields, "remark": remark?.json])
    }
}

extension TraceRemark {
    /// `{code, text, source}`; the text is English.
    fileprivate var json: JSONObject {
        JSONObject(["code": rawValue, "text": words.english, "source": source])
    }
}
