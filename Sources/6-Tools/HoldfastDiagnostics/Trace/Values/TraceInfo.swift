import HoldfastTracing
import HoldfastTrust
import HoldfastStatements
import HoldfastX509

/// The column Info of a line: a name, and the facts worth knowing at a glance.
struct TraceInfo {
    enum Tone {
        case plain, good, bad
    }

    /// A message's name as the RFCs write it (`ClientHello`), or a word.
    let title: LocalizedText
    let facts: [LocalizedText]
    var tone = Tone.plain

    /// On one line.
    var line: LocalizedText {
        guard !facts.isEmpty else { return title }
        let rest = LocalizedText.joined(facts)
        return title.explained(by: rest)
    }

    init(_ title: LocalizedText, _ facts: [LocalizedText] = [], _ tone: Tone = .plain) {
        self.title = title
        self.facts = facts
        self.tone = tone
    }

    /// A line that is no record.
    init(_ event: TraceEvent, in trace: HandshakeTrace) {
        switch event.kind {
        case .addresses(let addresses, let wereGiven):
            let title = wereGiven ? LocalizedText("addresses given", "指定的地址") : LocalizedText("name lookup", "域名解析")
            self.init(title, [.same(trace.target.host)] + addresses.map { .same($0.description) })
        case .tcp(let what): self.init(what)
        case .plaintext(let bytes): self.init(.same(Self.visible(bytes)))
        case .notTLS(let bytes, let error):
            self.init(LocalizedText("not TLS", "不是 TLS"), [error.statement.words, .same(Self.visible(bytes))], .bad)
        case .verdict(let verdict): self.init(verdict)
        case .note(let note): self.init(note.words)
        case .record(let record): self.init(record)
        }
    }

    private init(_ what: TCPEvent) {
        switch what {
        case .connecting(let address, let port):
            self.init(.same("SYN"), [LocalizedText("to \(address), port \(port)", "发往 \(address) 端口 \(port)")])
        case .connected(let port):
            self.init(
                LocalizedText("SYN, ACK", "SYN、ACK"),
                port.map { [LocalizedText("connected from port \($0)", "连接建立，本地端口 \($0)")] }
                    ?? [LocalizedText("connected", "连接建立")])
        case .failed(let address, let reason):
            self.init(LocalizedText("failed", "失败"), [.same("\(address)"), reason.words], .bad)
        case .finished: self.init(.same("FIN"), [LocalizedText("will send nothing more", "不再发送数据")])
        case .reset: self.init(.same("RST"), [LocalizedText("broke the connection off", "强行断开连接")], .bad)
        }
    }

    /// The verdict in its place: short; the whole of it comes after the table.
    private init(_ verdict: TraceVerdict) {
        var facts: [LocalizedText] = []
        let title: LocalizedText
        let tone: Tone
        switch verdict.decision {
        case .trusted(let evaluation):
            (title, tone) = (LocalizedText("trusted", "可信"), .good)
            if let anchor = evaluation.anchor {
                let name = CertificateCard.title(CertificateSummary(anchor.certificate))
                facts.append(LocalizedText("up to the anchor \(name)", "追溯到信任锚 \(name)"))
            }
            // A note asks for nothing; the verdict below tells it.
            let others = evaluation.findings.filter { $0.severity != .note }.map(\.code.rawValue)
            if !others.isEmpty { facts.append(FieldText.list(others)) }
        case .refused(let failure):
            (title, tone) = (LocalizedText("not trusted", "不可信"), .bad)
            let errors = failure.findings.filter { $0.severity == .error }.map(\.code.rawValue)
            var seen: Set<String> = []
            facts += errors.filter { seen.insert($0).inserted }.map { .same($0) }
        case .notJudged(let reason):
            (title, tone) = (LocalizedText("not judged", "未能判定"), .bad); facts.append(reason.words)
        }
        let took = TraceTime.text(verdict.duration)
        facts.append(LocalizedText("in \(took) ms", "用时 \(took) 毫秒"))
        if verdict.isOfResumedSession {
            facts.append(LocalizedText("the chain of the session before, judged again", "重新判定上一会话的证书链"))
        }
        self.init(title, facts, tone)
    }

    /// Bytes that ought to be text: lines as they are, everything else as hexadecimal digits.
    private static func visible(_ bytes: [UInt8]) -> String {
        let isText = bytes.allSatisfy { (0x20..<0x7F).contains($0) || [0x09, 0x0A, 0x0D].contains($0) }
        guard isText, !bytes.isEmpty else { return FieldText.hex(bytes, limit: 32).english }
        let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }.map { String(decoding: $0, as: UTF8.self) }
        return HTML.cut(lines.joined(separator: " ⏎ "), 300)
    }
}

extension TraceInfo {
    /// A record of which nothing could be read, or which ends no message.
    init(_ record: RecordEvent) {
        var facts: [LocalizedText] = record.isEncrypted ? [LocalizedText("encrypted", "已加密")] : []
        if record.isFragment {
            facts.append(LocalizedText("part of a message that ends in a later record", "消息的一部分，在后面的记录中结束"))
        } else if record.isEncrypted {
            facts.append(LocalizedText("its content is not seen at this end", "本端未看到其内容"))
        }
        if let error = record.error { facts.append(error.statement.words) }
        self.init(.same(record.contentType.name), facts, record.error == nil ? .plain : .bad)
    }

    /// One of the contents of a record.
    ///
    /// - Parameter version: the version that was agreed on; nil for none.
    init(
        _ content: RecordEvent.Content, in record: RecordEvent, isFirst: Bool, version: ProtocolVersion?
    ) {
        let seal: [LocalizedText] = record.isEncrypted && isFirst ? [LocalizedText("encrypted", "已加密")] : []
        switch content {
        case .handshake(let message):
            let info = MessageInfo.facts(message)
            self.init(.same(MessageInfo.name(message)), info + seal, message.error == nil ? .plain : .bad)
        case .changeCipherSpec:
            let remark = TraceRemark(changeCipherSpecIn: version)?.brief
            self.init(.same("ChangeCipherSpec"), [remark].compactMap(\.self) + seal)
        case .alert(let level, let description):
            let isFatal = description != .closeNotify && description != .userCanceled
            self.init(.same("Alert"), [.same("\(level)"), .same(description.name)] + seal, isFatal ? .bad : .plain)
        case .applicationData(let count):
            self.init(.same("application data"), [MessageInfo.bytes(count)] + seal)
        case .heartbeat: self.init(.same("heartbeat"), seal)
        }
    }
}
