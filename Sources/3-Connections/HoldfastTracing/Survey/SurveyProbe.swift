import HoldfastCrypto
import HoldfastStatements
import HoldfastTLS
import HoldfastTrust
import HoldfastX509

/// A conversation with one server by hellos, each on a connection of its own, of which none becomes a handshake.
final class SurveyProbe {
    private let target: TraceTarget
    private let configuration: TraceConfiguration
    private let addresses: [IPAddress]
    private let engine: TrustEngine
    private var limits: WaitLimits
    private let bounds: SurveyLimits
    /// The time that was waited for turns.
    private var waited = Duration.zero
    var survey = ProtocolSurvey()
    private var failures = 0
    private var protocols: Enumeration<String>?

    /// The outcome of an offer.
    enum Reply {
        case answer(HelloAnswer)
        /// A refusal of all that was offered: an alert, the end of the connection, another version.
        case refused(AlertDescription?)
        /// No answer that says anything: the connection failed, what came is none of TLS, or a bound was met.
        case nothing

        var answer: HelloAnswer? { if case .answer(let answer) = self { answer } else { nil } }
    }

    init(
        _ target: TraceTarget, _ configuration: TraceConfiguration, to addresses: [IPAddress], engine: TrustEngine,
        limits: WaitLimits, within bounds: SurveyLimits
    ) {
        (self.target, self.configuration, self.addresses) = (target, configuration, addresses)
        (self.engine, self.limits, self.bounds) = (engine, limits, bounds)
        if !configuration.applicationProtocols.isEmpty { protocols = Enumeration(SurveyOffer.applicationProtocols) }
    }

    func run() -> ProtocolSurvey {
        askForVersions()
        if survey[.tls13]?.isSpoken == true { askThroughTLS13() }
        for version in SurveyOffer.versions.dropFirst() where survey[version]?.isSpoken == true {
            askThrough(version)
        }
        survey.applicationProtocols = protocols.map(\.result)
        return survey
    }

    // MARK: Versions

    /// The first answers, from which the lists are asked through.
    private var first: [ProtocolVersion: HelloAnswer] = [:]
    /// The server's certificate of ECDSA, where it has one for TLS 1.2 and before.
    private var leafOfECDSA: [UInt8]?
    /// Whether the server was answering to a short list of suites alone.
    private var offersUsualAlone = false

    private func askForVersions() {
        for version in SurveyOffer.versions {
            guard survey.stop == nil else { return }
            var entry = ProtocolSurvey.Version(version: version)
            var reply = ask(SurveyOffer.offer(version), version == .tls13 ? .serverHello : .keyExchange)
            if version == .tls12, survey[.tls13]?.isSpoken != true, case .refused(let alert) = reply,
                alert != .protocolVersion
            {
                // Some servers can't read a list of hundreds.
                let shorter = ask(SurveyOffer.offer(version, suites: SurveyOffer.usual), .keyExchange)
                if shorter.answer != nil { (reply, offersUsualAlone) = (shorter, true) }
            }
            switch reply {
            case .answer(let answer):
                entry.isSpoken = true
                first[version] = answer
            case .refused: entry.isSpoken = false
            case .nothing: break
            }
            survey.versions.append(entry)
        }
    }

    // MARK: TLS 1.3

    private func askThroughTLS13() {
        var suites = Enumeration(SurveyOffer.suites(of: .tls13))
        var groups = Enumeration(SurveyOffer.groups(of: .tls13))
        if let answer = first[.tls13] {
            suites.take(answer.suite)
            groups.take(answer.group)
        }
        askThrough(&suites, \.suite, &groups, \.group) { suites, groups in
            ask(SurveyOffer.offer(.tls13, suites: suites, groups: groups), .serverHello)
        }
        let order = order(of: suites, in: .tls13, groups: groups.known)
        survey.update(.tls13) {
            ($0.suites, $0.groups, $0.order) = (suites.result, groups.result, order)
        }
        // The signature is encrypted: a key exchange has to be one that this machine's libcrypto has.
        let followed = suites.taken.filter { ServerFlightKey.digest(of: $0) != nil }
        guard let group = groups.taken.first(where: HelloKeys.has), !followed.isEmpty else { return }
        var schemes = Enumeration(SurveyOffer.schemes(of: .tls13))
        askThrough(&schemes, \.scheme) { schemes in
            askWithProtocols(
                SurveyOffer.offer(
                    .tls13, suites: followed, groups: [group], schemes: schemes, shares: [group]), .proof)
        }
        survey.update(.tls13) { $0.schemes = schemes.result }
    }

    // MARK: TLS 1.2 and before

    private func askThrough(_ version: ProtocolVersion) {
        var suites = Enumeration(offersUsualAlone ? SurveyOffer.usual : SurveyOffer.suites(of: version))
        var primes: [Int] = []
        func note(_ answer: HelloAnswer) {
            if let bits = answer.primeBits { primes.append(bits) }
            if answer.suite?.keyExchangeMethod == .ecdheECDSA { leafOfECDSA = answer.leaf }
            noteExtensions(of: answer)
        }
        if let answer = first[version] {
            suites.take(answer.suite)
            note(answer)
        }
        askThrough(&suites, \.suite) { suites in
            let reply = askWithProtocols(SurveyOffer.offer(version, suites: suites), .keyExchange)
            if let answer = reply.answer { note(answer) }
            return reply
        }
        let order = order(of: suites, in: version)
        survey.update(version) {
            ($0.suites, $0.order, $0.primeBits) = (suites.result, order, primes.min())
            if offersUsualAlone { $0.suites.isComplete = false }
        }
        if version == .tls12 { askForSignatures(suites.taken) }
    }

    /// Asks for the curves and the signature schemes of TLS 1.2 by the suites in which the server signs.
    private func askForSignatures(_ suites: [CipherSuite]) {
        let signed = suites.filter { $0.keyExchangeMethod?.signsParameters == true }
        let curved = signed.filter { $0.keyExchangeMethod?.usesCurve == true }
        guard !signed.isEmpty else { return }
        if !curved.isEmpty { askForCurves(curved) }
        var schemes = Enumeration(SurveyOffer.schemes(of: .tls12))
        askThrough(&schemes, \.scheme) { schemes in
            ask(SurveyOffer.offer(.tls12, suites: signed, schemes: schemes), .keyExchange)
        }
        survey.update(.tls12) { $0.schemes = schemes.result }
    }

    private func askForCurves(_ suites: [CipherSuite]) {
        // With a certificate of RSA the server is free in its curves. For one of ECDSA its own has to be among those
        // of the client (RFC 8422 §5.1), and stands behind the others.
        let free = suites.filter { $0.keyExchangeMethod == .ecdheRSA }
        let own = free.isEmpty ? leafOfECDSA.flatMap(Self.curve) : nil
        let followsClient = [survey[.tls12]?.order, survey[.tls13]?.order].contains(.client)
        var groups = Enumeration(SurveyOffer.groups(of: .tls12).filter { $0 != own })
        var takesOwn = false
        askThrough(&groups, \.group) { groups in
            let offered = groups + [own].compactMap(\.self)
            let reply = ask(
                SurveyOffer.offer(.tls12, suites: free.isEmpty ? suites : free, groups: offered), .keyExchange)
            guard let own, reply.answer?.group == own else { return reply }
            takesOwn = true
            // A server with an order of its own may take others too.
            return followsClient ? .refused(nil) : .nothing
        }
        survey.update(.tls12) {
            $0.groups = groups.result
            if takesOwn, let own { $0.groups.points.append(own) }
        }
    }

    private static func curve(of leaf: [UInt8]) -> NamedGroup? {
        (try? Certificate(der: leaf))?.subjectPublicKeyInfo.curveName.flatMap { NamedGroup(named: $0) }
    }

    private func noteExtensions(of answer: HelloAnswer) {
        guard answer.version != .ssl30 else { return }
        let types = answer.extensions
        // RFC 7366 §2: it is for suites with blocks alone.
        if answer.suite?.name.contains("_CBC_") == true {
            survey.encryptThenMAC = survey.encryptThenMAC == true || types.contains(.encryptThenMAC)
        }
        guard survey.extendedMasterSecret == nil else { return }
        survey.extendedMasterSecret = types.contains(.extendedMasterSecret)
        survey.secureRenegotiation = types.contains(.renegotiationInfo)
        survey.sessionTickets = types.contains(.sessionTicket)
    }

    // MARK: Lists

    /// Asks a list through: each answer takes away what the server chose.
    private func askThrough<Point>(
        _ list: inout Enumeration<Point>, _ chosen: KeyPath<HelloAnswer, Point?>, _ ask: ([Point]) -> Reply
    ) {
        while !list.isFinished {
            switch ask(list.left) {
            case .answer(let answer):
                // A choice outside the rest: by a rule of its own, and nothing more is to be learnt.
                if !list.take(answer[keyPath: chosen]) { return }
            case .refused: list.isFinished = true
            case .nothing: return
            }
        }
    }

    /// Asks two lists through by the same hellos, as long as the server takes something of both; then what is left of
    /// each beside what is known of the other.
    private func askThrough<One, Other>(
        _ one: inout Enumeration<One>, _ itsChoice: KeyPath<HelloAnswer, One?>,
        _ other: inout Enumeration<Other>, _ otherChoice: KeyPath<HelloAnswer, Other?>,
        _ ask: ([One], [Other]) -> Reply
    ) {
        while !one.isFinished, !other.isFinished, case .answer(let answer) = ask(one.left, other.left) {
            guard one.take(answer[keyPath: itsChoice]), other.take(answer[keyPath: otherChoice]) else { break }
        }
        let known = (one: one.known, other: other.known)
        askThrough(&one, itsChoice) { ask($0, known.other) }
        askThrough(&other, otherChoice) { ask(known.one, $0) }
    }

    /// Whether the server goes by its own order: it is offered two suites, the one that it chose first behind the one
    /// that it chose last.
    private func order(
        of suites: Enumeration<CipherSuite>, in version: ProtocolVersion, groups: [NamedGroup]? = nil
    ) -> ProtocolSurvey.Order? {
        guard suites.taken.count > 1, let best = suites.taken.first, let least = suites.taken.last else { return nil }
        let offer = SurveyOffer.offer(version, suites: [least, best], groups: groups)
        switch ask(offer, .serverHello).answer?.suite {
        case best: return .server
        case least: return .client
        default: return nil
        }
    }

    // MARK: One hello

    /// Asks beside the offer for the protocols that are left, which costs no hello of its own where the server takes
    /// one of them.
    private func askWithProtocols(_ offer: HelloOffer, _ depth: HelloConversation.Depth) -> Reply {
        guard let asked = protocols, !asked.isFinished, offer.versions != [.ssl30] else { return ask(offer, depth) }
        var both = offer
        both.applicationProtocols = asked.left
        let reply = ask(both, depth)
        switch reply {
        case .answer(let answer):
            if protocols?.take(answer.applicationProtocol) != true { protocols?.isFinished = true }
            return reply
        case .refused(let alert):
            // RFC 7301 §3.2: no_application_protocol; some say handshake_failure of it.
            let second = ask(offer, depth)
            if alert == .noApplicationProtocol || second.answer != nil { protocols?.isFinished = true }
            return second
        case .nothing: return reply
        }
    }

    private func ask(_ offer: HelloOffer, _ depth: HelloConversation.Depth) -> Reply {
        guard survey.stop == nil, isWithinBounds else { return .nothing }
        waitForTurn()
        let trace = HandshakeTrace(
            target: target, startedAt: SystemClock.now(),
            outcome: .failed(TraceError(.internal, .notRun, TraceSetupSentence.notRun)))
        let run = TraceRun(trace, configuration, to: addresses, lookup: nil, engine: engine, limits: limits)
        survey.connections += 1
        do throws(TraceError) {
            let socket = try run.open()
            var conversation: HelloConversation
            do throws(CryptoError) {
                conversation = try HelloConversation(offer, to: depth, configuration, over: socket, limits)
            } catch {
                throw TraceError(.internal, .noRandomness, error.statement, advice: nil)
            }
            conversation.run()
            let answer = conversation.answer
            survey.octets += answer.octets
            return try reply(answer)
        } catch {
            failures += 1
            if failures >= bounds.failures || isEnd(error) { survey.stop = .failed(error) }
            return .nothing
        }
    }

    /// Waits until another connection may begin.
    private func waitForTurn() {
        guard let moment = bounds.turn?() else { return }
        let left = ContinuousClock.now.duration(to: moment)
        guard left > .zero else { return }
        let began = limits.clock.elapsed
        limits.pause(for: left)
        let pause = limits.clock.elapsed - began
        waited += pause
        limits = limits.later(by: pause)
    }

    private func reply(_ answer: HelloAnswer) throws(TraceError) -> Reply {
        switch answer.end {
        case .complete:
            if answer.isStapled { survey.isStapled = true }
            if survey.isStapled == nil, answer.leaf != nil || answer.presented != nil { survey.isStapled = false }
            return .answer(answer)
        case .alert(let alert): return .refused(alert)
        // A server that has nothing of an offer may say so by another version, or by nothing at all.
        case .closed, .violation(.versionNotOffered): return .refused(nil)
        case .violation, .unfollowableGroup, .unfollowableSuite: return .nothing
        case .failed(let error): throw error
        }
    }

    /// Whether no further connection is worth while.
    private func isEnd(_ error: TraceError) -> Bool {
        error.code == .cancelled || survey.connections == 1 && [.name, .connect, .startTLS].contains(error.phase)
    }

    private var isWithinBounds: Bool {
        if survey.connections >= bounds.connections {
            survey.stop = .connections(limit: bounds.connections)
        } else if survey.octets >= bounds.octets {
            survey.stop = .octets(limit: bounds.octets)
        } else if limits.clock.elapsed - waited >= .seconds(bounds.seconds) {
            survey.stop = .seconds(limit: bounds.seconds)
        }
        return survey.stop == nil
    }
}
