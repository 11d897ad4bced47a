import HoldfastDiagnostics
import HoldfastStatements
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastPins
import HoldfastResolving
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

extension CommandOption {
    static let updateSigningKey = CommandOption(
        "--key", "FILE", repeatable: true,
        help: "an update key, Ed25519, as holdfast create key --key-type ed25519 makes one; both keys may sign",
        chinese: "更新密钥（Ed25519），由 holdfast create key --key-type ed25519 生成；两把密钥可同时签名")
    static let checksUpdate = CommandOption(
        "--verify",
        help: "check UPDATE and its signature instead of signing it",
        chinese: "检查 "
            + "UPDATE 及其签名，而不签名")
    static let updateKey = CommandOption(
        "--update-key", "KEY", repeatable: true,
        help: "with --verify: a public key, a file of one, or the Base64 of its SubjectPublicKeyInfo; one suffices",
        chinese: "与 --verify 同用：公钥、其文件，或其 SubjectPublicKeyInfo 的 Base64；一个即可")
    static let updateSignature = CommandOption(
        "--signature", "FILE",
        help: "with --verify: the signature; UPDATE with .sig behind it, unless this says otherwise",
        chinese: "与 --verify 同用：签名；未指明时为 UPDATE 加 .sig")
}

extension Command {
    static let pinSign = Command(
        name: "pin sign", operands: "UPDATE", operandCount: 1...1,
        summary: LocalizedText("sign an update of a program's pins, or check one", "签署程序固定值的更新，或检查其签名"),
        text: LocalizedText(
            """
            UPDATE is a document of the schema holdfast.pin-update/1: what pins a program that is in use shall have from
            now on. The signature is over its exact bytes, and stands in a document of its own; publish both together.
            What every program would refuse (another member than pins, an end that has passed) is not signed.

            With --verify, says whether the signature is by one of the keys, and what programs without an update make of
            it. What is refused exits with 33.
            """,
            """
            UPDATE 是 holdfast.pin-update/1 结构的文档：写明使用中的程序今后应有的固定值。签名针对其确切的字节，写在单独的文档中；两者请一起发布。任何程序都会拒绝的内容（pins 以\
            外的成员、已过去的期限）不予签名。

            给出 --verify 时，说明签名是否出自其中一个密钥，以及没有更新的程序会如何处理它。被拒绝时退出码为 33。
            """),
        options: [
            .updateSigningKey, .passphraseFile, .checksUpdate, .updateKey, .updateSignature, .ownTime, .out, .force,
            .json,
        ],
        examples: [
            "holdfast pin sign pins.json --key update.key --out pins.json.sig",
            "holdfast pin sign pins.json --verify --update-key update.pub --update-key kept.pub",
        ],
        exitCodes: [.findings]
    ) { invocation throws(CommandError) in
        try PinSignCommand(invocation).run()
    }
}

/// `holdfast pin sign`: an update in, its signature out; or both in, and what programs make of them out.
struct PinSignCommand {
    private let invocation: Invocation
    private let path: String

    init(_ invocation: Invocation) throws(CommandError) {
        self.invocation = invocation
        path = invocation.operands.first ?? "-"
        let (signing, checking): ([CommandOption], [CommandOption]) = (
            [.updateSigningKey, .passphraseFile, .out, .force], [.updateKey, .updateSignature]
        )
        let verifies = invocation.has(.checksUpdate)
        for option in verifies ? signing : checking where invocation.has(option) {
            throw .usage(
                verifies ? PinSentence.notWithVerify(option: option.name) : .notWithoutVerify(option: option.name),
                hint: PinAdvice.seeSignHelp)
        }
        let wanted = verifies ? CommandOption.updateKey : .updateSigningKey
        guard invocation.has(wanted) else {
            throw .usage(UsageSentence.isNeeded(option: wanted.name), hint: PinAdvice.makesKey)
        }
        try StandardInput.check(
            [path] + invocation.values(.updateSigningKey) + invocation.values(.updateKey)
                + [invocation.value(.passphraseFile), invocation.value(.updateSignature)].compactMap(\.self))
    }

    func run() throws(CommandError) -> ExitCode {
        let now = try PinInput.instant(invocation)
        let update = try InputFile.bytes(
            of: path, limit: PinUpdate.maximumBytes, advice: FileAdvice.update)
        return invocation.has(.checksUpdate) ? try verify(update, at: now) : try sign(update, at: now)
    }

    private func sign(_ update: [UInt8], at now: Instant) throws(CommandError) -> ExitCode {
        let output = try CreatedFile.named(by: invocation, isSecret: false)
        let passphrase = try PassphraseFile.passphrase(.passphraseFile, invocation)
        var keys: [PrivateKey] = []
        for path in invocation.values(.updateSigningKey) { keys.append(try KeyFile.read(path, passphrase: passphrase)) }
        let signer: PinUpdateSigner
        do throws(PinUpdateKeyError) { signer = try PinUpdateSigner(keys) } catch {
            throw .usage(PinSentence.key(reason: error.statement), code: .updateKey)
        }
        let signature: [UInt8]
        do throws(PinUpdateSigner.SigningError) {
            signature = try signer.sign(update, at: now, publicSuffixes: .system)
        } catch {
            switch error {
            case .refused(let refusal):
                Console.complain(refused(refusal))
                return .findings
            case .crypto(let error): throw CommandError(error, .updateSignature)
            }
        }
        try output.write(signature)
        return .success
    }

    private func verify(_ update: [UInt8], at now: Instant) throws(CommandError) -> ExitCode {
        var keys: [SubjectPublicKeyInfo] = []
        for text in invocation.values(.updateKey) { keys.append(try publicKey(text)) }
        let name = invocation.value(.updateSignature) ?? path + ".sig"
        let signature = try InputFile.bytes(of: name, limit: 1 << 20, advice: FileAdvice.signature)
        let signed = SignedPinUpdate(update: update, signature: signature)
        var verifier: PinUpdateVerifier
        do throws(PinUpdateKeyError) {
            verifier = PinUpdateVerifier(keys: try PinUpdateKeys(checked: keys))
        } catch {
            throw .usage(PinSentence.updateKey(reason: error.statement), code: .updateKey)
        }
        verifier.publicSuffixes = .system
        return show(signed, verifier, now)
    }

    private func show(_ signed: SignedPinUpdate, _ verifier: PinUpdateVerifier, _ now: Instant) -> ExitCode {
        do throws(PinUpdateFailure) {
            let update = try verifier.verify(signed, after: PinUpdateHistory(), at: now).update
            if invocation.has(.json) {
                Output.line(of: PinUpdateLine(path, update))
            } else {
                Console.result(
                    "\(Wording.line(path)): update \(update.counter), issued \(update.issued), ends "
                        + "\(update.expires), "
                        + "\(update.hosts.count) host\(update.hosts.count == 1 ? "" : "s")\n")
            }
            return .success
        } catch {
            if invocation.has(.json) { Output.line(of: PinUpdateLine(path, error)) }
            Console.complain(refused(error))
            return .findings
        }
    }

    private func refused(_ refusal: PinUpdateFailure) -> CommandError {
        CommandError(
            .findings, .library(refusal.code),
            PinSentence.refusedUpdate(file: path, reason: refusal.statement).statement,
            advice: refusal.adviceStatement)
    }

    /// A file of a public key or of a certificate, or Base64.
    private func publicKey(_ text: String) throws(CommandError) -> SubjectPublicKeyInfo {
        if let der = Base64.decode(text), let key = try? SubjectPublicKeyInfo(der: der[...]) { return key }
        let bytes = try InputFile.bytes(of: text, limit: 1 << 16, advice: FileAdvice.publicKey)
        let blocks = (try? PEM.blocks(in: bytes[...])) ?? []
        let der = blocks.first { $0.label == "PUBLIC KEY" }?.contents ?? bytes
        guard let key = try? SubjectPublicKeyInfo(der: der[...]) else {
            throw .usage(
                PinSentence.noPublicKey(text: text), code: .noKey,
                hint: PinAdvice.writesPublicKey)
        }
        return key
    }
}

/// The outcome of an update, as JSON in the schema `holdfast.pinUpdate/1`.
private struct PinUpdateLine: Encodable {
    private let schema = "holdfast.pinUpdate/1"
    private let file: String
    private let accepted: Bool
    private let counter: UInt64?
    private let issued: String?
    private let expires: String?
    private let hosts: [String]?
    private let code: String?
    private let message: String?
    private let advice: String?

    init(_ file: String, _ update: PinUpdate) {
        (self.file, accepted, counter) = (file, true, update.counter)
        (issued, expires) = (update.issued.description, update.expires.description)
        hosts = update.hosts.keys.map(\.description).sorted()
        (code, message, advice) = (nil, nil, nil)
    }

    init(_ file: String, _ refusal: PinUpdateFailure) {
        (self.file, accepted) = (file, false)
        (counter, issued, expires, hosts) = (nil, nil, nil, nil)
        (code, message, advice) = (refusal.code, refusal.message, refusal.advice)
    }
}
