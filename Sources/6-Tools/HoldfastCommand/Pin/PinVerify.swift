import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastPins
import HoldfastTransport
import HoldfastTrust
import HoldfastStatements
import HoldfastWeb
import HoldfastX509

extension Command {
    static let pinVerify = Command(
        name: "pin verify", operands: "SERVER… | CHAIN…", operandCount: 1...256,
        summary: LocalizedText("say whether servers or recorded chains have the pinned keys", "说明服务器或已记录的链是否含有固定的密钥"),
        text: LocalizedText(
            """
            Judges each server inside the TLS handshake, as check does, or one recorded chain (files, the server's own
            certificate first) for --host NAME; and then says which pins are in the chain that was validated. Where none
            is, the exit code is 26, and the chain's own pins are printed, ready to paste. Pins that only report refuse
            nothing: 0.

            A server that is not trusted has its own exit code, whatever its pins say. Where --pins says nothing about a
            server, that is an error, not a success. The text is in Chinese where --language or the locale says so.
            """,
            """
            像 check 那样在 TLS 握手之中判定每台服务器，或为 --host NAME 判定一条录下的证书链（文件，服务器自己的证书在前）；然后说明所验证的证书链中有哪些固定值。一个也没有时退出码为 \
            26，并输出证书链自己的固定值，可直接粘贴。只报告的固定值不拒绝任何服务器：退出码为 0。

            不可信的服务器有自己的退出码，无论固定值如何。--pins 没有提到某台服务器时为错误，而不是成功。--language 或区域设置为中文时，文字为中文。
            """),
        options: [
            .pinFile, .pin, .pinnedServer, .policyFile, .dangerousDebugOverrides, .anchors, .anchorsOnly, .profile, .at,
        ] + CommandOption.liveRevocation + CommandOption.startingTLS + [.language, .json],
        common: [.pinFile, .pin, .pinnedServer, .anchors, .connectTo, .startTLS, .json, .language],
        examples: [
            "holdfast pin verify --pins policy.json https://www.example.com",
            "holdfast pin verify --pin sha256/… --pin sha256/… --host www.example.com chain.pem",
        ],
        exitCodes: ExitCode.connections + ExitCode.refusals
    ) { invocation throws(CommandError) in
        try await PinVerify(invocation).run()
    }
}

/// `holdfast pin verify`: pins and chains in, which of them match out.
struct PinVerify {
    private let invocation: Invocation
    private let pins: ExchangedPins
    private let trust: TrustOptions
    private let dial: DialOptions
    private let identity: IdentityOptions?
    private let targets: [Target]
    private let name: ServerName?
    private let language: PageLanguage

    init(_ invocation: Invocation) throws(CommandError) {
        self.invocation = invocation
        language = try LanguageOption.parse(invocation)
        try StandardInput.check(invocation.operands + invocation.values(.pinFile))
        targets = try Operand.read(invocation).compactMap(\.target)
        guard targets.isEmpty || targets.count == invocation.operands.count else {
            throw .usage(PinSentence.mixed, hint: PinAdvice.oneAfterTheOther)
        }
        trust = try TrustOptions(invocation, exceptions: TrustExceptions.none)
        dial = try DialOptions(invocation)
        name = try invocation.value(.pinnedServer).map { text throws(CommandError) in try HostArgument.parse(text) }
        identity = try IdentityOptions(invocation)
        if targets.isEmpty {
            try Operand.refuse(connectionOptionsOf: invocation, and: CommandOption.fetching)
        } else if name != nil {
            throw .usage(PinSentence.hostBesideServer, hint: PinAdvice.leaveHostOut)
        }
        try LiveServer.check(targets, by: dial)
        pins = try PinInput.pins(invocation)
        let names = targets.isEmpty ? [name] : targets.map { Optional($0.url.serverName) }
        for name in names where pins.hosts.duty(for: name) == nil {
            throw .usage(
                name.map { PinSentence.noPins(name: "\($0)") } ?? .noPinsForChain, code: .notPinned,
                hint: name == nil ? PinAdvice.sayWhose : .checkPatterns)
        }
    }

    func run() async throws(CommandError) -> ExitCode {
        guard !targets.isEmpty else {
            let result = try recorded()
            show(result)
            return result.exitCode
        }
        let server = LiveServer(
            trust: trust, dial: dial, identity: identity, pins: TrustPins(pins.hosts), language: language)
        var code = ExitCode.success
        for target in targets {
            do throws(CommandError) {
                let result =
                    switch try await server.judgement(of: target) {
                    case .success(let evaluation): PinVerification(target.text, evaluation, pins)
                    case .failure(let refusal): PinVerification(target.text, refusal, pins)
                    }
                show(result)
                if code == .success { code = result.exitCode }
            } catch {
                Console.complain(error)
                if code == .success { code = error.exitCode }
            }
        }
        return code
    }

    private func recorded() throws(CommandError) -> PinVerification {
        var chain: [[UInt8]] = []
        for file in invocation.operands { chain += try CertificateInput.certificates(in: file) }
        let presented = try CertificateInput.chain(chain)
        var policy = try trust.policy(forRecorded: name)
        policy.pins = TrustPins(pins.hosts)
        let title = invocation.operands.joined(separator: " ")
        do throws(TrustFailure) {
            let evaluation = try TrustEngine().evaluate(
                presented, with: policy, at: trust.at ?? SystemClock.now(), supplying: trust.revocation.evidence)
            return PinVerification(title, evaluation, pins)
        } catch {
            return PinVerification(title, error, pins)
        }
    }

    private func show(_ result: PinVerification) {
        guard !invocation.has(.json) else { return Output.line(of: result) }
        Console.result(result.text(in: language) + Console.explanation(of: [result.cause], language))
    }
}
