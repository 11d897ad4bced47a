import HoldfastStatements
import HoldfastDiagnostics
import HoldfastFiles
import HoldfastHTTPS
import HoldfastTrust
import HoldfastX509

extension CommandOption {
    static let revocation = CommandOption(
        "--revocation", "MODE", in: .revocation,
        help: "look at revocation: off, soft (what is not known is a warning) or hard (it refuses), under every anchor",
        chinese: "查看吊销：off、soft（不知则警告）或 hard（不知则拒绝），对任何信任锚")
    static let revocationList = CommandOption(
        "--crl", "FILE", repeatable: true, in: .revocation,
        help: "look at the revocation lists of this file, PEM or DER", chinese: "查看此文件的吊销列表，PEM 或 DER")
    static let ocspResponse = CommandOption(
        "--ocsp", "FILE", repeatable: true, in: .revocation,
        help: "look at the OCSP responses of this file, PEM or DER", chinese: "查看此文件的 OCSP 应答，PEM 或 DER")
    static let fetchIssuers = CommandOption(
        "--aia", in: .revocation,
        help: "fetch an issuer that the server left out from where the certificate below it says",
        chinese: "服务器遗漏签发者时，从其下的证书所指之处取得")

    static let dangerousPrivateFetching = CommandOption(
        "--dangerously-fetch-from-private-networks", in: .revocation,
        help: "fetch also from this host and private networks, where a certificate says so; for one's own authority",
        chinese: "证书指向本机或私有网络时也取得；供自己的颁发机构使用")

    /// Options of every command that looks at the revocation of a recorded chain.
    static let recordedRevocation: [CommandOption] = [.revocation, .revocationList, .ocspResponse]
    /// Options of what is fetched for a live server; they say nothing about a recorded chain.
    static let fetching: [CommandOption] = [.fetchIssuers, .dangerousPrivateFetching]
    /// Options of every command that looks at the revocation of a live server.
    static let liveRevocation: [CommandOption] = recordedRevocation + fetching
}

/// The mode of the revocation check, what is at hand for it, and what may be fetched.
struct RevocationOptions: Sendable {
    /// The lists and responses of files.
    let evidence: [Evidence]
    /// The mode that the user named; nil where a policy file, or the command's default, may say.
    private let mode: RevocationChecking?
    private let fetchesIssuers: Bool
    /// Fetches for the command, and keeps for its next run what was verified; nil where it does not fetch by default.
    let fetcher: EvidenceFetcher?
    /// The mode of the command where nobody names one.
    private let standing: RevocationChecking
    /// The longest that a verdict waits for what is fetched; nil for what policies say.
    private let fetchLimit: Duration?

    /// Reads the options, and the files that they name.
    ///
    /// - Parameters:
    ///   - standing: the mode where nobody names one; it looks at nothing under anchors of one's own.
    ///   - fetchLimit: the longest that a verdict waits for what is fetched; nil for what policies say.
    /// - Throws: exit code 2 for options that make no sense together, 1 for a file that cannot be read.
    init(
        _ invocation: Invocation, standing: RevocationChecking, fetchLimit: Duration? = nil
    ) throws(CommandError) {
        (self.standing, self.fetchLimit) = (standing, fetchLimit)
        fetchesIssuers = invocation.has(.fetchIssuers)
        fetcher = Self.fetcher(invocation, standing, fetchLimit)
        var evidence: [Evidence] = []
        for path in invocation.values(.revocationList) {
            evidence.append(.revocationLists(try Self.lists(in: path), from: .file))
        }
        for path in invocation.values(.ocspResponse) {
            evidence.append(.ocspResponses(try Self.responses(in: path), from: .file))
        }
        self.evidence = evidence
        let named: RevocationChecking? = try invocation.word(of: .revocation) { text, words in
            .usage(
                PolicySentence.noMode(option: CommandOption.revocation.name, text: text),
                hint: PolicyAdvice.modes(names: words))
        }
        if let mode = named {
            guard mode != .off || evidence.isEmpty else {
                throw .usage(
                    PolicySentence.offLooksAtNothing(option: CommandOption.revocation.name),
                    hint: PolicyAdvice.leaveFilesOut)
            }
            if mode == .off, !fetchesIssuers, invocation.has(.dangerousPrivateFetching) {
                throw .usage(
                    PolicySentence.nothingFetched(option: CommandOption.dangerousPrivateFetching.name),
                    hint: PolicyAdvice.leaveOutOrOff(option: CommandOption.revocation.name))
            }
            self.mode = mode
        } else {
            // Who hands a list over wants it looked at.
            mode = evidence.isEmpty ? nil : .soft
        }
    }

    /// A policy with the mode, and with what may be fetched for it.
    func applied(to policy: TrustPolicy) -> TrustPolicy {
        var policy = policy
        policy.fetching.issuers = fetchesIssuers
        if let fetchLimit { policy.fetching.timeout = fetchLimit }
        if let mode {
            policy.revocation = mode
            policy.policyFile?.drop("revocation")
        } else if policy.revocation == .off, !(policy.policyFile?.says("revocation") ?? false) {
            policy.revocation = standing
            policy.checksRevocationUnderOwnAnchors = false
        }
        policy.fetching.revocation = policy.revocation == .off ? [] : .any
        return policy
    }

    /// A fetcher of the command's own where it has reason for one: to leave nothing of private networks behind, or to
    /// keep what was verified for the next run.
    private static func fetcher(
        _ invocation: Invocation, _ standing: RevocationChecking, _ limit: Duration?
    ) -> EvidenceFetcher? {
        var configuration = EvidenceFetcher.Configuration()
        if let limit { configuration.timeout = limit }
        if invocation.has(.dangerousPrivateFetching) {
            configuration.dangerouslyAllowsPrivateNetworks = true
        } else if standing != .off {
            configuration.storage = EvidenceFetcher.Storage.ofUser.map { folder in
                EvidenceFetcher.Storage(folder: folder) {
                    Console.note(StateFileNote.fault($0.statement, advice: $0.adviceStatement))
                }
            }
        } else {
            return nil
        }
        return EvidenceFetcher(configuration: configuration)
    }

    // MARK: Files

    private static func lists(in path: String) throws(CommandError) -> [SuppliedRevocationList] {
        let bytes = try InputFile.bytes(
            of: path, limit: DERLimits.revocationList.maximumBytes, advice: FileAdvice.revocationList)
        var lists: [SuppliedRevocationList] = []
        for der in try encodings(.certificateList, "PEM (X509 CRL)", in: bytes, of: path) {
            let list = SuppliedRevocationList(der: der)
            if case .malformed(_, let error) = list {
                throw unreadable(.notRevocationList(file: path, reason: error.statement))
            }
            lists.append(list)
        }
        return lists
    }

    private static func responses(in path: String) throws(CommandError) -> [SuppliedOCSPResponse] {
        var responses: [SuppliedOCSPResponse] = []
        let bytes = try InputFile.bytes(of: path)
        for der in try encodings(.ocspResponse, "PEM (OCSP RESPONSE)", in: bytes, of: path) {
            let response = SuppliedOCSPResponse(der: der)
            if case .malformed(_, let error) = response {
                throw unreadable(.notOCSPResponse(file: path, reason: error.statement))
            }
            responses.append(response)
        }
        return responses
    }

    /// The DER of each object of a kind in a file, by its content, as `inspect` tells what it is: tools label lists
    /// `CRL` too, and responses as each likes.
    private static func encodings(
        _ kind: EncodedObject.Kind, _ form: String, in bytes: [UInt8], of path: String
    ) throws(CommandError) -> [[UInt8]] {
        // What begins as DER is handed to its reader whole, who says where it is broken.
        if bytes.first == 0x30 { return [EncodedObject.withoutTrailingSpace(bytes)] }
        let found: [[UInt8]]
        do throws(EncodedObjectError) {
            found = try EncodedObject.all(in: bytes).filter { $0.kind == kind }.map(\.bytes)
        } catch {
            switch error {
            case .pem(let problem): throw CommandError(problem, of: path, exitCode: .internalError)
            case .foreign(let form): throw CommandError(form, of: path)
            case .empty, .unknownForm: found = []
            }
        }
        guard !found.isEmpty else {
            throw .usage(
                kind == .certificateList ? PolicySentence.noRevocationList(file: path) : .noOCSPResponse(file: path),
                code: kind == .certificateList ? .noRevocationList : .noOCSPResponse,
                hint: PolicyAdvice.fileIn(form: form))
        }
        return found
    }

    private static func unreadable(_ sentence: PolicySentence) -> CommandError {
        CommandError(
            .internalError, code: .malformedFile,
            sentence, hint: PolicyAdvice.inspectSaysWhat)
    }
}
