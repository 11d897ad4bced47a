import HoldfastDiagnostics
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastResolving
import HoldfastPolicy
import HoldfastStatements
import HoldfastTracing
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// Options shared by all commands that judge: the anchors, the policy and the moment.
struct TrustOptions: Sendable {
    let anchors: TrustAnchors
    let profile: Profile
    /// The purpose's name, or nil where the user named none.
    let purpose: Purpose?
    /// The time to judge for, or nil for now.
    let at: Instant?
    /// The time before its end from which a certificate is warned about, or nil for no warning.
    let expiryNotice: Duration?
    /// The last part of the lifetime of a server's certificate in which it is warned about, in percent; nil for none.
    let expiryShare: Int?

    enum Purpose: String, CaseIterable, Sendable {
        case ssl
        case sslClient = "ssl-client"
        case basicX509 = "basic-x509"
    }

    /// The certificates that the user explicitly trusts.
    let exceptions: TrustExceptions
    /// The revocation check, with what is at hand for it.
    let revocation: RevocationOptions
    private let rules: PolicyOptions
    private let transparency: TransparencyOptions
    /// Whether the user named anchors, and a profile: they count in the place of the policy file's.
    private let namesAnchors: Bool
    private let namesProfile: Bool
    /// Whether the user named groups for key exchange: so do they.
    private let namesGroups: Bool
    /// The user's own authorities, which a refusal for want of one names.
    private let authoritiesAtHand: [AuthorityAtHand]

    /// Reads the options that say who is trusted.
    ///
    /// - Parameters:
    ///   - exceptions: nil for the user's own, unless `--no-exceptions` is given.
    ///   - revocation: the mode where neither options nor the policy file name one.
    ///   - fetchLimit: the longest that a verdict waits for what is fetched; nil for what policies say.
    ///   - transparency: a demand that the command makes by itself; nil for the one of the options.
    init(
        _ invocation: Invocation, exceptions: TrustExceptions? = nil, revocation: RevocationChecking = .off,
        fetchLimit: Duration? = nil, transparency: TransparencyOptions? = nil
    ) throws(CommandError) {
        purpose = try invocation.word(of: .policy) { text, words in
            .usage(
                PolicySentence.noPolicy(text: text),
                hint: Operand.isFile(text) || Operand.isRegularFile(text)
                    ? PolicyAdvice.policyFile : .policies(names: words))
        }
        profile = try Self.profile(invocation.value(.profile))
        at = try TimeArgument.value(of: .at, invocation)
        (expiryNotice, expiryShare) = try Self.notice(invocation.value(.expiresWithin))
        anchors = try Self.anchors(adding: invocation.values(.anchors), only: invocation.values(.anchorsOnly))
        self.exceptions = exceptions ?? ExceptionStore.exceptions(invocation)
        if let transparency {
            self.transparency = transparency
        } else {
            self.transparency = try TransparencyOptions(invocation, purpose: purpose)
        }
        self.revocation = try RevocationOptions(invocation, standing: revocation, fetchLimit: fetchLimit)
        rules = try PolicyOptions(invocation)
        namesAnchors = invocation.has(.anchors) || invocation.has(.anchorsOnly)
        namesProfile = invocation.has(.profile)
        namesGroups = invocation.has(.groups)
        authoritiesAtHand = DefaultAuthority.atHand(
            for: invocation.has(.anchorsOnly) ? CommandOption.anchorsOnly : .anchors)
        if rules.isByName, let purpose, purpose != .ssl {
            throw .usage(
                PolicySentence.policyFileWithoutName(purpose: purpose.rawValue),
                hint: UsageAdvice.leaveOneOut)
        }
    }

    /// Has a session judge and connect as the options and the policy file say.
    func apply(to configuration: inout HTTPSSession.Configuration) {
        configuration.trust.policy = { self.sessionPolicy(for: $0) }
        configuration.trust.supplied = revocation.evidence
        configuration.trust.evidence = revocation.fetcher
        configuration.serverSettings = { self.settings(for: $0) }
    }

    /// The servers that the policy file has an exact entry for, in the order of their names.
    ///
    /// - Parameter namingUnused: whether patterns are named by which none of them is judged.
    /// - Throws: where there is no file, or it names none.
    func targetsOfPolicyFile(startTLS: StartTLS?, namingUnused: Bool) throws(CommandError) -> [Target] {
        guard let document = rules.document, let path = rules.path else {
            throw .usage(
                UsageSentence.needs(option: "check", needed: "SERVER…"),
                hint: UsageAdvice.showsExamples(command: "check"))
        }
        let named = try PolicyFileHosts(document, path: path, startTLS: startTLS)
        named.tell(namingUnused: namingUnused)
        return named.targets
    }

    /// The file and the port that its `connectTo` of a server is for, where a URL is for another port.
    func otherPort(of url: HTTPSURL) -> (file: String, port: UInt16)? {
        guard let path = rules.path,
            let port = rules.document?.policy(for: url.serverName).connectTo?.serverPort, port != url.port
        else { return nil }
        return (path, port)
    }

    /// Settings of sessions for one server.
    func settings(for name: ServerName) -> HTTPSSession.ServerSettings { rules.settings(for: name) }

    /// The policy under which a session proves this name, whatever purpose the user named.
    func sessionPolicy(for name: ServerName) -> TrustPolicy { applied(to: .ssl(name)) }

    /// The policy for a live server of this name: `ssl` unless the user named another purpose.
    func policy(for name: ServerName) -> TrustPolicy {
        switch purpose ?? .ssl {
        case .ssl: applied(to: .ssl(name))
        case .sslClient: applied(to: .sslClient)
        case .basicX509: applied(to: .basicX509)
        }
    }

    /// The policy for the live server of a URL. What the file says of connections to another port is no part of it.
    func policy(for url: HTTPSURL) -> TrustPolicy {
        var policy = policy(for: url.serverName)
        if rules.document?.policy(for: url.serverName).connectTo?.serverPort != url.port {
            policy.policyFile?.drop("connectTo")
        }
        return policy
    }

    /// The policy for a recorded chain, whose name the user may have given: `basic-x509` without one.
    func policy(forRecorded name: ServerName?) throws(CommandError) -> TrustPolicy {
        if let name {
            var policy = policy(for: name)
            // There is no connection that they could be about.
            policy.policyFile?.drop("minimumTLS", "supportedGroups", "connectTo")
            return policy
        }
        guard !rules.isByName else {
            throw .usage(
                UsageSentence.needs(option: "--policy-file", needed: "--host NAME"), hint: PolicyAdvice.holdsForServers)
        }
        guard transparency.requirement == nil else {
            throw .usage(
                UsageSentence.needs(option: CommandOption.ctPolicy.name, needed: "--host NAME"),
                hint: PolicyAdvice.certificatesLogged)
        }
        switch purpose ?? .basicX509 {
        case .ssl:
            throw .usage(
                UsageSentence.needs(option: "--policy ssl", needed: "--host NAME"), hint: PolicyAdvice.basicX509)
        case .sslClient: return applied(to: .sslClient)
        case .basicX509: return applied(to: .basicX509)
        }
    }

    private func applied(to plain: TrustPolicy) -> TrustPolicy {
        var policy = plain
        policy.profile = profile
        policy.anchors = anchors
        policy.exceptions = exceptions
        policy.expiryNotice = expiryNotice
        policy.expiryShare = expiryShare
        policy.publicSuffixes = .system
        policy = revocation.applied(to: transparency.applied(to: rules.applied(to: policy, at: at)))
        if namesAnchors {
            policy.anchors = anchors
            policy.policyFile?.drop("anchors")
        }
        policy.authoritiesAtHand = authoritiesAtHand
        if namesGroups { policy.policyFile?.drop("supportedGroups") }
        if namesProfile {
            policy.profile = profile
            policy.policyFile?.drop("profile")
        }
        return policy
    }

    /// Names the certificates among the anchors that could not be read, a few of many.
    static func tell(_ problems: [AnchorProblem]) {
        let defects = problems.filter(\.isDefect)
        for problem in defects.prefix(maximumTold) {
            Console.note(AnchorNote.passedOver(problem.statement))
        }
        if defects.count > maximumTold {
            Console.note(AnchorNote.morePassedOver(count: defects.count - maximumTold))
        }
    }

    private static let maximumTold = 5

    /// A length of time, or a share of a lifetime.
    private static func notice(_ text: String?) throws(CommandError) -> (Duration?, Int?) {
        guard let text else { return (nil, nil) }
        guard text.hasSuffix("%") else {
            return (try DurationArgument.parse(text, of: .expiresWithin, inDays: true), nil)
        }
        guard let share = Int(text.dropLast()), (1...99).contains(share) else {
            throw .usage(
                UsageSentence.noShare(option: CommandOption.expiresWithin.name, text: text),
                hint: TargetAdvice.suchAs(example: "33%"))
        }
        return (nil, share)
    }

    private static func profile(_ text: String?) throws(CommandError) -> Profile {
        guard let text else { return .default }
        if let profile = Profile.named(text) { return profile }
        throw .usage(
            UsageSentence.noProfile(name: text),
            hint: UsageAdvice.profiles(names: Profile.all.map(\.name).joined(separator: ", ")))
    }

    /// The certificates of files and folders as anchors, beside the system's or alone.
    static func anchors(adding added: [String], only: [String]) throws(CommandError) -> TrustAnchors {
        guard added.isEmpty || only.isEmpty else {
            throw .usage(
                UsageSentence.excludes(option: "--anchors-only", other: "--anchors"), hint: PolicyAdvice.oneOrTheOther)
        }
        do throws(AnchorError) {
            let anchors: TrustAnchors =
                only.isEmpty ? added.isEmpty ? .system : try .system(addingPaths: added) : try .only(paths: only)
            tell(anchors.current().problems)
            if only.isEmpty, anchors.current().anchors.isEmpty {
                Console.complain(
                    PolicySentence.noAnchorsHere, hint: PolicyAdvice.installCertificates)
            }
            return anchors
        } catch {
            switch error.reason {
            case .unreadable(let text):
                throw CommandError(
                    .internalError, code: .unreadableAnchors,
                    PolicySentence.unreadableAnchors(path: error.path, fault: text.lowercased()),
                    hint: FileAdvice.spellingAndRights)
            case .tooLarge(let limit):
                throw CommandError(
                    .internalError, code: .tooLarge,
                    PolicySentence.anchorsTooLarge(path: error.path, limit: "\(limit)"),
                    hint: UsageAdvice.fileOfCertificates)
            case .notRegular, .noCertificate, .foreign, .malformed, .malformedCertificate, .rejected:
                throw CommandError(
                    .usage, .command(.noAnchors), error.statement,
                    advice: error.adviceStatement)
            }
        }
    }
}
