import HoldfastStatements
import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastPins
import HoldfastResolving
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

extension Command {
    static let pinCompute = Command(
        name: "pin compute", operands: "FILE…|SERVER…", operandCount: 1...256,
        summary: LocalizedText("print the pins of servers, certificates, requests and keys", "输出服务器、证书、证书请求与密钥的固定值"),
        text: LocalizedText(
            """
            Prints sha256/BASE64 of each server's own key, ready to paste. FILE holds certificates, a certification
            request, keys or PKCS #12, PEM or DER; - is standard input. Of several certificates the first one counts,
            unless --chain is given. A request's own signature has to verify. A server has to be trusted: by the
            system's anchors, or by those that are named. Nothing is printed unless every input is good.

            With --format the pins are written as other programs read them, in the order of the inputs and named after
            them; a key or request without a certificate is the backup of inputs with one. nspinned asks whose a key is:
            an authority's file by itself is for the authorities. What a format does not say goes to standard error.
            --host says whose they are; a URL names its own host. A form that would leave a host unpinned, or end the
            other program, is not written: the exit code is 33, and --lossy writes it.
            """,
            """
            输出每台服务器自己密钥的 sha256/BASE64，可直接粘贴。FILE 含证书、证书请求、密钥或 PKCS #12，PEM 或 DER；- 为标准输入。有多张证书时取第一张，除非给出 \
            --chain。证书请求自身的签名必须能够验证。服务器必须可信：依据系统的信任锚，或所指明的信任锚。只要有一项输入不合格，就不输出任何内容。

            给出 --format 时，按其他程序的格式写出固定值，顺序和名称与输入一致；没有证书的密钥或证书请求作为有证书的输入的备用。nspinned 要求说明密钥属于谁：单独的颁发机构文件归颁发机构。格式无\
            法表达的内容写到标准错误。--host 说明属于谁；URL 自带主机名。会使主机失去固定值，或使另一程序终止的格式不予写出：退出码为 33；--lossy 仍然写出。
            """),
        options: [
            .pinAlgorithm, .pinOfCertificate, .pinOfChain, .pinFormat, .pinPattern, .lossy, .pinOut, .opening, .anchors,
            .anchorsOnly, .profile, .at,
        ] + CommandOption.liveRevocation + CommandOption.startingTLS + [.json],
        common: [.pinFormat, .pinOfChain, .pinAlgorithm, .pinPattern, .pinOut, .anchors, .connectTo, .startTLS, .json],
        examples: [
            "holdfast pin compute https://www.example.com", "holdfast pin compute server.pem backup.csr",
            "holdfast pin compute --chain --format okhttp https://www.example.com",
            "holdfast pin compute store.p12 --passphrase-file secret --algorithm sha384",
        ],
        exitCodes: ExitCode.connections + ExitCode.refusals + [.findings]
    ) { invocation throws(CommandError) in
        try await PinCompute(invocation).run()
    }
}

/// `holdfast pin compute`: keys in, pins out.
struct PinCompute {
    private let invocation: Invocation
    private let algorithm: Pin.Algorithm
    private let format: PinFormat?
    private let passphrase: Passphrase?
    private let operands: [Operand]
    private let server: LiveServer?

    init(_ invocation: Invocation) throws(CommandError) {
        self.invocation = invocation
        let name = invocation.value(.pinAlgorithm) ?? "sha256"
        guard let algorithm = Pin.Algorithm(rawValue: name.lowercased()) else {
            throw .usage(
                PinSentence.noAlgorithm(name: name), hint: PinAdvice.algorithms)
        }
        self.algorithm = algorithm
        let format = invocation.value(.pinFormat) ?? "text"
        self.format = format == "text" ? nil : try PinInput.format(format)
        if self.format == nil {
            try invocation.refuse([.pinPattern], without: "--format", PinAdvice.namesNoServer)
            try invocation.refuse([.lossy], without: "--format", PinAdvice.losesNothing)
            try invocation.refuse([.pinOut], without: "--format", PinAdvice.toStandardOutput)
        }
        if self.format != nil, invocation.has(.json) {
            throw .usage(UsageSentence.excludes(option: "--format", other: "--json"), hint: UsageAdvice.leaveOneOut)
        }
        try StandardInput.check(invocation.operands + invocation.values(.opening))
        // An exception makes up for a lack of trust, and a pin would make it last.
        let trust = try TrustOptions(invocation, exceptions: TrustExceptions.none)
        let dial = try DialOptions(invocation)
        operands = try Operand.read(invocation)
        let targets = operands.compactMap(\.target)
        let identity = try targets.isEmpty ? nil : IdentityOptions(invocation, opensOthers: true)
        server = targets.isEmpty ? nil : LiveServer(trust: trust, dial: dial, identity: identity)
        try LiveServer.check(targets, by: dial)
        if targets.isEmpty {
            try Operand.refuse(
                connectionOptionsOf: invocation,
                and: [.anchors, .anchorsOnly, .profile, .at] + CommandOption.liveRevocation)
        }
        passphrase = try PassphraseFile.passphrase(.opening, invocation)
    }

    func run() async throws(CommandError) -> ExitCode {
        var sources: [PinSource] = []
        for operand in operands {
            let source: PinSource
            switch operand {
            case .server(let target):
                guard let server else { continue }
                source = try await chain(of: target, from: server)
            case .file(let path): source = try PinSource(file: path, passphrase)
            }
            sources.append(source.limited(toLeaf: !invocation.has(.pinOfChain)))
        }
        if invocation.has(.pinOfCertificate),
            let other = sources.first(where: { $0.keys.contains { $0.certificate == nil } })
        {
            throw .usage(
                UsageSentence.noCertificate(file: other.name), code: .noCertificate,
                hint: PinAdvice.leaveCertificateOut)
        }
        if let format {
            return try write(sources, as: format)
        }
        for source in sources { show(source) }
        return .success
    }

    private func chain(of target: Target, from server: LiveServer) async throws(CommandError) -> PinSource {
        switch try await server.judgement(of: target) {
        case .success(let evaluation):
            return try PinSource(name: target.text, host: target.url.serverName, chain: evaluation.chain)
        case .failure(let refusal): throw CommandError(refusal, target: target.text)
        }
    }

    private func pin(of key: PinSource.Key) -> Pin {
        guard let certificate = key.certificate, invocation.has(.pinOfCertificate) else {
            return Pin(key.key, algorithm)
        }
        return Pin(certificate, .certificate, algorithm)
    }

    private func show(_ source: PinSource) {
        if invocation.has(.json) {
            return Output.line(of: PinSourceLine(source) { pin(of: $0) })
        }
        for key in source.keys {
            let subject =
                invocation.has(.pinOfChain) ? key.certificate.map { "  \(Wording.line("\($0.subject)"))" } : nil
            Console.result("\(pin(of: key))\(subject ?? "")\n")
        }
    }

    private func write(_ sources: [PinSource], as format: PinFormat) throws(CommandError) -> ExitCode {
        if format == .curl, let first = sources.first, sources.allSatisfy({ $0.isOfAuthority(at: 0) }) {
            throw .usage(
                PinSentence.authorityForCurl(file: first.name),
                code: .pinFile, hint: PinAdvice.serversCertificate)
        }
        let usual = try usualPattern(sources, format)
        var groups: [HostPattern: [PinSet.Group: [Pin]]] = [:]
        var labels: [HostPattern: [Pin: PinLabel]] = [:]
        for source in sources {
            let pattern = invocation.has(.pinPattern) ? usual : source.host.map { .host($0) } ?? usual
            for (depth, key) in source.keys.enumerated() {
                let isOfAuthority = source.isOfAuthority(at: depth)
                // Apple's format has no word for anywhere, and curl looks at the server's own key alone.
                let group: PinSet.Group =
                    switch format {
                    case .pinnedDomains: isOfAuthority ? .authorities : .leaf
                    case .curl: isOfAuthority ? .authorities : .leaf
                    default: .anywhere
                    }
                let pin = pin(of: key)
                groups[pattern, default: [:]][group, default: []].append(pin)
                let isKnown = labels[pattern]?[pin] != nil
                if !isKnown { labels[pattern, default: [:]][pin] = source.label(at: depth, among: sources) }
            }
        }
        var exchanged = ExchangedPins(try Self.hosts(groups))
        for (pattern, pins) in groups {
            // A single pin need not be told from others.
            let names = (labels[pattern] ?? [:]).count > 1 ? labels[pattern] ?? [:] : [:]
            exchanged.notations[pattern] = PinNotation(PinSet.Group.allCases.compactMap { pins[$0] }, labels: names)
        }
        var options = ExchangedPins.WritingOptions()
        options.publicSuffixes = .system
        let (bytes, notes): ([UInt8], [PinNote])
        do throws(PinFileError) { (bytes, notes) = try exchanged.written(as: format, options) } catch {
            throw .unwritable(error.statement)
        }
        PinInput.say(notes, of: invocation.value(.pinOut) ?? "-")
        guard PinInput.permits(notes, invocation) else { return .findings }
        try PinInput.write(bytes, invocation)
        return .success
    }

    /// The hosts with their pins, as a policy has them.
    private static func hosts(_ groups: [HostPattern: [PinSet.Group: [Pin]]]) throws(CommandError) -> PinnedHosts {
        var rules: [HostPattern: PinnedHosts.Rule] = [:]
        for (pattern, pins) in groups {
            do throws(PinSetError) {
                rules[pattern] = .pinned(
                    try PinSet(
                        anywhere: Set(pins[.anywhere] ?? []), leaf: Set(pins[.leaf] ?? []),
                        authorities: Set(pins[.authorities] ?? []), backup: .waived))
            } catch {
                throw .unwritable(error.statement)
            }
        }
        do throws(PinnedHostsError) { return try PinnedHosts(rules) } catch { throw .unwritable(error.statement) }
    }

    /// The pattern of hosts for pins that come from no server.
    private func usualPattern(_ sources: [PinSource], _ format: PinFormat) throws(CommandError) -> HostPattern {
        if let text = invocation.value(.pinPattern) {
            do throws(HostPatternError) { return try HostPattern(text, publicSuffixes: .system) } catch {
                throw .usage(PinSentence.host(reason: error.statement), hint: PinAdvice.hostForms)
            }
        }
        if let host = sources.compactMap(\.host).first { return .host(host) }
        // A value of curl's option names no server.
        if format == .curl, let host = try? ServerName("localhost") { return .host(host) }
        throw .usage(
            PinSentence.formatNeedsHost(format: format.rawValue),
            hint: PinAdvice.noServerIn(name: sources.first?.name ?? ""))
    }
}

extension CommandError {
    /// A server that is not trusted, where that keeps a command from its result.
    fileprivate init(_ failure: TrustFailure, target: String) {
        self.init(
            ExitCode(status: VerdictReport(failure, target: target).exitCode), .library(failure.cause.code.rawValue),
            PinSentence.notTrusted(target: target, reason: failure.statement).statement,
            advice: failure.adviceStatement)
    }

    /// Pins that cannot be written as they are asked for.
    fileprivate static func unwritable(_ statement: Statement) -> CommandError {
        CommandError(.usage, .command(.pinFile), statement, advice: PinAdvice.fewerServersOrPins.statement)
    }
}
