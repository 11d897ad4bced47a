import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// Secrets of Kubernetes in the place of a list of servers: their certificates are judged as they stand there.
struct SecretList: Sendable {
    /// As many bytes as `inspect` takes of a file.
    static let maximumBytes = InspectedFiles.maximumBytes

    private let secrets: [KubernetesSecret]

    var count: Int { secrets.count }

    /// A list of no secret.
    init() { secrets = [] }

    /// Reads what kubectl has printed; secrets of other types than that for TLS are left out.
    init(_ bytes: [UInt8], of path: String) throws(CommandError) {
        do throws(KubernetesSecretError) {
            secrets = try KubernetesSecret.all(in: bytes).filter { $0.type == KubernetesSecret.tlsType }
        } catch {
            throw .usage(
                UsageSentence.fileFault(file: path, reason: error.statement), code: .malformedFile,
                hint: InspectAdvice.kubectl)
        }
        guard !secrets.isEmpty else {
            throw .usage(ScanSentence.noSecretForTLS(file: path), code: .nothing, hint: InspectAdvice.kubectl)
        }
    }

    /// The verdict about each secret, with its place among them.
    func results(by trust: TrustOptions) throws(CommandError) -> [ScanResult] {
        let at = trust.at ?? SystemClock.now()
        var results: [ScanResult] = []
        for (index, secret) in secrets.enumerated() {
            let name = "secret/" + secret.place
            let target = ScanTarget(index: index, key: name, text: name)
            results.append(ScanResult(target, try Self.report(on: secret, name, by: trust, at: at)))
        }
        return results
    }

    private static func report(
        on secret: KubernetesSecret, _ target: String, by trust: TrustOptions, at: Instant
    ) throws(CommandError) -> VerdictReport {
        let policy = try trust.policy(forRecorded: Self.name(of: secret))
        if let fault = secret.fault {
            let failure = FailureReport(
                phase: .internal, FailureReport.Code(rawValue: CommandCode.malformedFile.rawValue), fault,
                advice: nil, exitCode: ExitCode.malformedCertificate.rawValue)
            return VerdictReport(failure, target: target, policy: policy, at: at)
        }
        let chain = try CertificateInput.chain(secret.certificates.map { Array($0.bytes) })
        do throws(TrustFailure) {
            let evaluation = try TrustEngine().evaluate(
                chain, with: policy, at: at, supplying: trust.revocation.evidence)
            return VerdictReport(evaluation, target: target)
        } catch {
            return VerdictReport(error, target: target)
        }
    }

    /// A name that the certificate has to prove: the first that cert-manager was asked for, or that it has itself.
    private static func name(of secret: KubernetesSecret) -> ServerName? {
        let asked = secret.certManager?.dnsNames ?? []
        var own: [String] = []
        for case .dnsName(let name) in secret.certificates.first?.certificate?.subjectAlternativeName ?? [] {
            own.append(String(decoding: name.bytes, as: UTF8.self))
        }
        return (asked.isEmpty ? own : asked).first { !$0.hasPrefix("*") }.flatMap { try? ServerName($0) }
    }
}
