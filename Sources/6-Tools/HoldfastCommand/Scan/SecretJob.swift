import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// A target of a list with what is needed to judge it.
enum ScanJob: Sendable {
    /// A server that is asked.
    case server(CheckJob)
    /// A secret of Kubernetes that is judged as it stands there.
    case secret(SecretJob)

    var target: ScanTarget {
        switch self {
        case .server(let job): job.target
        case .secret(let job): job.target
        }
    }

    /// The place of the target in a file, where somebody wants to know it.
    var place: ReportPlace? {
        switch self {
        case .server(let job): job.place
        case .secret(let job): job.place
        }
    }
}

/// A secret of Kubernetes in the place of a server: its certificates are judged, and nobody is asked.
struct SecretJob: Sendable {
    /// As many bytes as `inspect` takes of a file.
    static let maximumBytes = InspectedFiles.maximumBytes
    /// The beginning of a secret's name as a target.
    static let prefix = "secret/"

    let target: ScanTarget
    let place: ReportPlace?
    private let secret: KubernetesSecret

    private init(_ secret: KubernetesSecret, at index: Int, in place: String?) {
        let name = Self.prefix + secret.place
        target = ScanTarget(index: index, key: name, text: name)
        self.place = place.map { ReportPlace(file: $0) }
        self.secret = secret
    }

    /// Reads what kubectl has printed; secrets of other types than that for TLS are left out.
    ///
    /// - Parameters:
    ///   - path: the file as the user named it.
    ///   - place: the file that verdicts are placed in; nil for none.
    static func all(in bytes: [UInt8], of path: String, place: String?) throws(CommandError) -> [SecretJob] {
        let secrets: [KubernetesSecret]
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
        return secrets.enumerated().map { SecretJob($1, at: $0, in: place) }
    }

    /// The verdict; a secret that cannot be judged is a failure of its own.
    func report(by trust: TrustOptions) -> VerdictReport {
        let at = trust.at ?? SystemClock.now()
        do throws(CommandError) {
            if let fault = secret.fault {
                throw CommandError(
                    .malformedCertificate, .command(.malformedFile), fault, advice: nil)
            }
            return try report(by: trust, at: at)
        } catch {
            let failure = FailureReport(
                phase: .internal, FailureReport.Code(rawValue: error.code.rawValue), error.statement,
                advice: error.adviceStatement, exitCode: error.exitCode.rawValue)
            let policy = (try? trust.policy(forRecorded: name)) ?? .basicX509
            return VerdictReport(failure, target: target.text, policy: policy, at: at)
        }
    }

    private func report(by trust: TrustOptions, at: Instant) throws(CommandError) -> VerdictReport {
        guard let policy = try? trust.policy(forRecorded: name) else {
            throw .usage(ScanSentence.secretWithoutName, code: .nothing)
        }
        let chain = try CertificateInput.chain(secret.certificates.map { Array($0.bytes) })
        do throws(TrustFailure) {
            let evaluation = try TrustEngine().evaluate(
                chain, with: policy, at: at, supplying: trust.revocation.evidence)
            return VerdictReport(evaluation, target: target.text)
        } catch {
            return VerdictReport(error, target: target.text)
        }
    }

    /// A name that the certificate has to prove: the first that cert-manager was asked for, or that it has itself.
    private var name: ServerName? {
        let asked = secret.certManager?.dnsNames ?? []
        var own: [String] = []
        for case .dnsName(let name) in secret.certificates.first?.certificate?.subjectAlternativeName ?? [] {
            own.append(String(decoding: name.bytes, as: UTF8.self))
        }
        return (asked.isEmpty ? own : asked).first { !$0.hasPrefix("*") }.flatMap { try? ServerName($0) }
    }
}
