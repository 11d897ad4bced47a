import HoldfastLibC
import HoldfastSystem
package import HoldfastX509

/// Asks the system which addresses a name has: all of them, those that this machine has no way to as well.
package enum NameLookup {
    /// The result of a lookup.
    package typealias Answer = Result<[IPAddress], TransportError>

    /// Addresses of one name that are looked at; 256. A DNS message over TCP has room for some four thousand.
    package static let maximumAddresses = 256

    /// The addresses of a name, IPv4 first, each kind in ascending order, none twice; at least one.
    ///
    /// `getaddrinfo` cannot be interrupted, and so runs on a thread of its own: one that does not come back in time, or
    /// whose caller is cancelled, is left to end by itself, its alarm with it.
    ///
    /// - Parameters:
    ///   - ask: answers instead of the system; runs on that thread.
    /// - Throws: ``TransportError`` of the phase `name`: the name has no address of that family, or `timedOut`.
    package static func addresses(
        of host: String, family: TransportRequest.AddressFamily = .any, timeout: Duration,
        asking ask: @escaping @Sendable (String, TransportRequest.AddressFamily) -> Answer = NameLookup.system
    ) async throws(TransportError) -> [IPAddress] {
        let found = try await known(of: host, family: family, timeout: timeout, asking: ask)
        guard !found.isEmpty else { throw .noAddress(host, family) }
        return found
    }

    /// The addresses of a name, as ``addresses(of:family:timeout:asking:)`` gives them, but none for a name that exists
    /// and has no address of that family.
    package static func known(
        of host: String, family: TransportRequest.AddressFamily, timeout: Duration,
        asking ask: @escaping @Sendable (String, TransportRequest.AddressFamily) -> Answer
    ) async throws(TransportError) -> [IPAddress] {
        let reply = Reply()
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Answer, Never>) in
                reply.wait(with: continuation)
                do throws(TransportError) {
                    // A thread too, and no task: where the program's tasks are all busy, time passes all the same.
                    let alarm = try WakeSignal.make()
                    let end = ContinuousClock.now.advanced(by: timeout)
                    try LoopThread.start {
                        // A signal may wake it before its time.
                        while !reply.isGiven, ContinuousClock.now < end {
                            alarm.wait(milliseconds: milliseconds(ContinuousClock.now.duration(to: end)))
                        }
                        reply.give(.failure(.lookupTimedOut(host, timeout)))
                    }
                    try LoopThread.start {
                        reply.give(ask(host, family))
                        alarm.raise()
                    }
                } catch {
                    reply.give(.failure(error))
                }
            }
        } onCancel: {
            reply.give(.failure(.cancelled(.name, .lookup(name: host))))
        }
        let found = try answer.get()
        guard found.count <= maximumAddresses else {
            throw TransportError(
                .name, .tooManyAddresses, ConnectionSentence.tooManyAddresses(name: host, limit: maximumAddresses),
                advice: ConnectionAdvice.sayWhich)
        }
        return sorted(found)
    }

    /// Rounded up, so that the time has passed on waking.
    private static func milliseconds(_ duration: Duration) -> Int32 {
        Int32(max(0, min((duration / .milliseconds(1)).rounded(.up), Double(Int32.max))))
    }

    /// IPv4 first, each kind in ascending order, none twice.
    package static func sorted(_ addresses: [IPAddress]) -> [IPAddress] {
        Set(addresses).sorted { left, right in
            left.bytes.count != right.bytes.count
                ? left.bytes.count < right.bytes.count : left.bytes.lexicographicallyPrecedes(right.bytes)
        }
    }

    /// The answer of the system's resolver: hosts file, DNS, and whatever else it is set up to ask.
    package static func system(_ host: String, _ family: TransportRequest.AddressFamily) -> Answer {
        // Without AI_ADDRCONFIG: an address that cannot be reached from here is to be seen.
        let number =
            switch family {
            case .any: AF_UNSPEC
            case .ipv4: AF_INET
            case .ipv6: AF_INET6
            }
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_family = number
        var list: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(host, nil, &hints, &list)
        defer { if let list = unsafe list { unsafe freeaddrinfo(list) } }
        guard code == 0 else { return failure(code, host, family) }
        var found: [IPAddress] = []
        var entry = unsafe list
        while let here = unsafe entry {
            if let endpoint = unsafe SocketAddress.endpoint(at: here.pointee.ai_addr) { found.append(endpoint.address) }
            unsafe entry = unsafe here.pointee.ai_next
        }
        return .success(found)
    }

    private static func failure(_ code: Int32, _ host: String, _ family: TransportRequest.AddressFamily) -> Answer {
        // EAI_NODATA, which glibc shows to its own only: the name is there, an address of the kind is not.
        let noData: Int32 = -5
        if code == noData { return .success([]) }
        if code == EAI_NONAME { return .failure(.noAddress(host, family)) }
        let reason = unsafe gai_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        return .failure(
            TransportError(
                .name, .lookupFailed, ConnectionSentence.lookupFailed(name: host, reason: reason),
                advice: ConnectionAdvice.checkNetworkAndResolver))
    }
}

extension TransportError {
    fileprivate static func noAddress(
        _ host: String, _ family: TransportRequest.AddressFamily
    ) -> TransportError {
        let sentence: ConnectionSentence =
            switch family {
            case .any: .nameNotFound(name: host)
            case .ipv4: .noAddressOfFamily(name: host, family: "IPv4")
            case .ipv6: .noAddressOfFamily(name: host, family: "IPv6")
            }
        return TransportError(.name, .couldNotResolveHost, sentence, advice: ConnectionAdvice.checkSpellingAndNetwork)
    }

    fileprivate static func lookupTimedOut(_ host: String, _ timeout: Duration) -> TransportError {
        TransportError(
            .name, .timedOut, ConnectionSentence.lateLookup(name: host, seconds: timeout.inSeconds),
            advice: ConnectionAdvice.checkResolver)
    }
}

/// Takes the first of several answers.
private final class Reply: Sendable {
    private struct State {
        var answer: NameLookup.Answer?
        var waiting: CheckedContinuation<NameLookup.Answer, Never>?
    }

    private let state = Lock(State())

    /// To be called once.
    func wait(with continuation: CheckedContinuation<NameLookup.Answer, Never>) {
        let answer = state.withLock { state in
            if state.answer == nil { state.waiting = continuation }
            return state.answer
        }
        if let answer { continuation.resume(returning: answer) }
    }

    var isGiven: Bool { state.withLock { $0.answer != nil } }

    func give(_ answer: NameLookup.Answer) {
        let waiting = state.withLock { state in
            guard state.answer == nil else { return nil as CheckedContinuation<NameLookup.Answer, Never>? }
            state.answer = answer
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: answer)
    }
}
