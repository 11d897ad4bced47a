import HoldfastHTTP
import HoldfastHTTPS
import HoldfastSystem
import HoldfastTransport
import HoldfastTrust
import HoldfastX509

extension PinUpdater {
    /// Looks for an update again and again.
    func schedule() async {
        var failures = 0
        while !Task.isCancelled {
            do throws(PinUpdateError) {
                try await updateNow()
                failures = 0
            } catch {
                failures = min(failures + 1, 1_000)
            }
            guard await pause(configuration.wait(after: failures)) else { return }
        }
    }

    /// Waits, and looks at the last update whenever it ends; false where the wait was cancelled.
    private func pause(_ whole: Duration) async -> Bool {
        var rest = whole
        while rest > .zero {
            var part = rest
            if let end = updateInForce?.expires {
                let seconds = end.seconds(since: configuration.session.clock())
                part = min(rest, .seconds(min(max(seconds, 0), 1 << 32) + 1))
            }
            do { try await configuration.sleep(part) } catch { return false }
            rest -= part
            if rest > .zero { await onDisk { $0.reconsider() } }
        }
        return !Task.isCancelled
    }

    /// One look for an update.
    func look() async throws(PinUpdateError) -> Outcome {
        await onDisk { $0.reconsider() }
        do throws(PinUpdateError) {
            return try await fetch()
        } catch {
            // Between the two documents the server may have got new ones: then they do not fit, once.
            guard case .refused(let refusal) = error, refusal.isOfTheSignature else { throw error }
            return try await fetch()
        }
    }

    private func fetch() async throws(PinUpdateError) -> Outcome {
        let known = await onDisk { $0.store.load(by: $0.verifier, at: $0.configuration.session.clock()) }
        var request = HTTPSRequest(source.update)
        request.fields = ["Accept: application/json"]
        // What no longer holds is fetched whole, so that it is said why it is refused; what is not on disk, to be
        // written.
        if known.update != nil, known.isOnDisk, let tag = known.state?.entityTag,
            let field = HTTPField(name: "If-None-Match", value: tag)
        {
            request.fields.append(field)
        }
        let update = try await answer(to: request)
        if update.status == 304, let counter = known.update?.update.counter { return .unchanged(counter: counter) }
        guard update.status == 200 else { throw .status(update.status, source.update) }
        let signature = try await answer(to: HTTPSRequest(source.signature))
        guard signature.status == 200 else { throw .status(signature.status, source.signature) }
        let signed = SignedPinUpdate(update: update.body, signature: signature.body)
        let tag = Self.entityTag(of: update)
        return try await onDisk { (updater) throws(PinUpdateError) in try updater.take(signed, entityTag: tag) }
    }

    /// Does what waits for the disk, and for locks of other processes, on a thread that may.
    private func onDisk<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable (PinUpdater) throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await WaitingThreads.pins.result { () throws(Failure) in try body(self) }
    }

    private func answer(to request: HTTPSRequest) async throws(PinUpdateError) -> HTTPSResponse {
        do throws(HTTPSError) { return try await session.data(for: request) } catch { throw .fetch(error) }
    }

    /// RFC 9110 §8.8.3; nil for none, and for one that is not to be sent again.
    private static func entityTag(of response: HTTPSResponse) -> String? {
        guard let tag = response.fields.first(named: "ETag"), tag.utf8.count <= 256,
            tag.utf8.allSatisfy({ (0x21...0x7e).contains($0) }), tag.hasSuffix("\""),
            tag.hasPrefix("\"") || tag.hasPrefix("W/\"")
        else { return nil }
        return tag
    }
}

extension PinUpdateFailure {
    /// Whether it was refused before anything of it was read.
    var isOfTheSignature: Bool {
        switch reason {
        case .wrongSignature, .truncated, .malformedSignature: true
        default: false
        }
    }
}
