import HoldfastHTTP
import HoldfastHTTPS
import HoldfastPins
import HoldfastServing
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import Synchronization
import TestSupport

/// A server that publishes updates over TLS, and programs that look there.
final class UpdateSite: Sendable {
    static let host = "updates.holdfast.test"

    struct Published: Sendable {
        var signed: SignedPinUpdate?
        var entityTag: String?
        /// In the place of what is published.
        var answer: ServerResponse?
        /// Done once, after the update was sent and before its signature is.
        var between: (@Sendable () -> Void)?
    }

    let updates: UpdateBench
    let bench: Loopback
    let hands = Hands()
    let server: TLSServer
    let requests = Notes<ServerRequest>()
    let events = Notes<PinUpdateEvent>()
    let folder = TemporaryFolder.toBeMade()
    let published: Shelf

    final class Shelf: Sendable {
        private let contents = Mutex(Published())
        var now: Published { contents.withLock { $0 } }
        func set(_ change: (inout Published) -> Void) { contents.withLock { change(&$0) } }
    }

    init() throws {
        updates = try UpdateBench(minimum: 5)
        bench = try Loopback.ofTests()
        published = Shelf()
        server = try bench.answering(as: bench.lasting(Self.host)) { [requests, published] request in
            requests.add(request)
            return Self.answer(to: request, published)
        }
    }

    private static func answer(to request: ServerRequest, _ published: Shelf) -> ServerResponse {
        let now = published.now
        if let answer = now.answer { return answer }
        guard let signed = now.signed else { return ServerResponse(status: 404, text: "nothing") }
        guard !request.target.contains(".sig") else { return ServerResponse(body: signed.signature) }
        defer {
            published.set { $0.between = nil }
            now.between?()
        }
        let fields = now.entityTag.map { [HTTPField("ETag", $0)] } ?? []
        if let tag = now.entityTag, request["If-None-Match"] == tag {
            return ServerResponse(status: 304, fields: fields)
        }
        return ServerResponse(fields: fields, body: signed.update)
    }

    func publish(_ signed: SignedPinUpdate, entityTag: String? = nil) {
        published.set { ($0.signed, $0.entityTag, $0.answer) = (signed, entityTag, nil) }
    }

    func answer(_ answer: ServerResponse) { published.set { $0.answer = answer } }

    var store: PinUpdateStore { PinUpdateStore(path: folder.path + "/pins.json") }

    static func shipped() throws -> PinnedHosts {
        try PinnedHosts([
            UpdateBench.pattern: .pinned(try UpdateBench.pins(0)),
            .host(try ServerName("other.test")): .pinned(try UpdateBench.pins(100)),
        ])
    }

    /// A program that was built with those pins.
    func updater(
        for pins: TrustPins, reportURIs: PinReportURIs? = nil,
        _ change: (inout PinUpdater.Configuration) -> Void = { _ in }
    ) throws -> PinUpdater {
        var configuration = PinUpdater.Configuration()
        configuration.session = bench.configuration([(Self.host, server.port)], by: hands)
        configuration.timeout = .seconds(120)
        configuration.jitter = 0
        change(&configuration)
        let url = try HTTPSURL("https://\(Self.host):\(server.port)/pins.json?app=1")
        let events = events
        return PinUpdater(
            from: try PinUpdater.Source(update: url), verifiedBy: updates.verifier, in: store, for: pins,
            reportURIs: reportURIs, configuration: configuration
        ) { events.add($0) }
    }

    var eventWords: [String] {
        events.all.map { event in
            switch event {
            case .restored(let counter): "restored \(counter)"
            case .accepted(let counter): "accepted \(counter)"
            case .unchanged(let counter): "unchanged \(counter)"
            case .failed(let error): error.code
            case .ended(let refusal): "ended \(refusal.code)"
            case .storeProblem: "problem"
            }
        }
    }
}

extension TrustPins {
    /// What a name below the tests' domain is pinned to.
    var ofTest: PinSet? {
        (try? ServerName("a.holdfast.test")).flatMap { current().hosts.duty(for: $0)?.set }
    }
}

/// The word of the error; nil where there is none.
func code(_ updater: PinUpdater) async -> String? {
    do throws(PinUpdateError) {
        try await updater.updateNow()
        return nil
    } catch {
        return error.code
    }
}
