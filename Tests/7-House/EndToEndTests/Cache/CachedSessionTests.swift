import HoldfastCredentials
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

/// What a session does with kept answers beside deciding about them: streams, redirects, renewal, outages, figures.
@Suite("Sessions with a cache")
struct CachedSessionTests {
    private let bench: Loopback
    private let asked = Notes<String>()
    private let clock: Clock

    /// A clock that tests turn.
    private final class Clock: Sendable {
        private let now: Mutex<Instant>
        init(_ now: Instant) { self.now = Mutex(now) }
        var value: Instant { now.withLock { $0 } }
        func turn(_ seconds: Int64) { now.withLock { $0 = $0.advanced(bySeconds: seconds) } }
    }

    init() throws {
        bench = try Loopback()
        clock = Clock(Instant(secondsSince1970: bench.now.secondsSince1970))
    }

    private func server(_ answer: @escaping @Sendable (ServerRequest) -> ServerResponse) throws -> TLSServer {
        try bench.answering { [asked] request in
            asked.add("\(request.method) \(request.target)" + (request["If-None-Match"].map { " \($0)" } ?? ""))
            return answer(request)
        }
    }

    private func fresh(_ body: String, _ control: String = "max-age=60", tag: String = "v") -> ServerResponse {
        ServerResponse(
            fields: [
                HTTPField("Cache-Control", control), HTTPField("ETag", "\"\(tag)\""),
                HTTPField("Date", HTTPDate.text(of: clock.value)),
            ], body: Array(body.utf8))
    }

    private func session(
        _ server: TLSServer, _ cache: HTTPCache = HTTPCache(),
        _ change: (inout HTTPSSession.Configuration) -> Void = { _ in }
    ) -> HTTPSSession {
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.cache = cache
        configuration.clock = { [clock] in clock.value }
        change(&configuration)
        return HTTPSSession(configuration: configuration)
    }

    private func text(_ bytes: HTTPSBytes) async throws -> String {
        var body: [UInt8] = []
        for try await piece in bytes.pieces { body += piece }
        return String(decoding: body, as: UTF8.self)
    }

    /// "no attempt is made to load the data from the originating source"; "proxies and other intermediates should be
    /// instructed to disregard their caches" (Apple, `NSURLRequest.CachePolicy`).
    @Test("without a cache, and for a download, a policy holds for what it says of the server and of other caches")
    func policyWithoutCache() async throws {
        let server = try server { request in
            ServerResponse(text: "\(request["Cache-Control"] ?? "-") \(request["Pragma"] ?? "-")")
        }
        let folder = try TemporaryFolder()
        let bare = session(server) { $0.cache = nil }
        var request = HTTPSRequest(try bench.url(server))
        request.cachePolicy = .returnCacheDataDontLoad
        let offline = request
        let error = await failure { () async throws(HTTPSError) in try await bare.data(for: offline) }
        #expect(error?.code == .notCached)
        for session in [bare, session(server)] {
            let error = await failure { () async throws(HTTPSError) in
                try await session.download(for: offline, to: folder.path("file"))
            }
            #expect(error?.code == .notCached)
        }
        #expect(server.counters.connections == 0 && folder.names == [])
        request.cachePolicy = .reloadIgnoringLocalAndRemoteCacheData
        #expect(String(decoding: try await bare.data(for: request).body, as: UTF8.self) == "no-cache no-cache")
        for session in [bare, session(server)] {
            _ = try await session.download(for: request, to: folder.path("file"), replacing: true)
            #expect(try folder.text("file") == "no-cache no-cache")
        }
        request.cachePolicy = .reloadIgnoringLocalCacheData
        #expect(String(decoding: try await bare.data(for: request).body, as: UTF8.self) == "- -")
    }

    @Test("a body that is read to its end is kept, one that is not is none; both ways answer both") func streams()
        async throws
    {
        let server = try server { [self] _ in fresh("body") }
        let session = session(server)
        let request = HTTPSRequest(try bench.url(server))
        do {
            let (bytes, _) = try await session.bytes(for: request)
            bytes.cancel()
        }
        let (bytes, response) = try await session.bytes(for: request)
        #expect(try await text(bytes) == "body" && response.cacheUse == nil)
        let (again, kept) = try await session.bytes(for: request)
        #expect(try await text(again) == "body" && kept.cacheUse?.kind == .fresh && again.trailers.isEmpty)
        #expect(try await session.data(for: request).body == Array("body".utf8))
        #expect(asked.all.count == 2)
        let (unread, _) = try await session.bytes(for: request)
        unread.cancel()
    }

    @Test("what is too large is not kept, announced or not") func large() async throws {
        let server = try server { [self] _ in fresh(String(repeating: "x", count: 60_000)) }
        let cache = HTTPCache(memoryCapacity: 1_000_000)
        let session = session(server, cache)
        let request = HTTPSRequest(try bench.url(server))
        for _ in 0..<2 { #expect(try await session.data(for: request).cacheUse == nil) }
        let (bytes, _) = try await session.bytes(for: request)
        #expect(try await text(bytes).count == 60_000)
        #expect(cache.memoryUsage == 0)
    }

    @Test("redirects are kept hop by hop, under what went out") func redirects() async throws {
        let server = try server { [self] request in
            guard request.target == "/a" else { return fresh("there") }
            var answer = ServerResponse.redirect(to: "/b", status: 301)
            answer.fields.append(HTTPField("Cache-Control", "max-age=60"))
            return answer
        }
        let session = session(server)
        for number in 0..<2 {
            let response = try await session.data(for: HTTPSRequest(try bench.url(server, "/a")))
            #expect(response.body == Array("there".utf8) && response.redirects.map(\.status) == [301])
            #expect(response.cacheUse?.kind == (number == 0 ? nil : .fresh))
        }
        #expect(try await session.data(for: HTTPSRequest(try bench.url(server, "/b"))).cacheUse?.kind == .fresh)
        #expect(asked.all == ["GET /a", "GET /b"])
    }

    @Test("a stale answer is renewed behind its back, once, and the next one is fresh (RFC 5861 §3)")
    func renewing() async throws {
        let server = try server { [self] request in
            if request["If-None-Match"] == "\"v\"" { return ServerResponse(status: 304) }
            return fresh("body", "max-age=10, stale-while-revalidate=60")
        }
        let session = session(server)
        let request = HTTPSRequest(try bench.url(server))
        _ = try await session.data(for: request)
        clock.turn(20)
        #expect(try await session.data(for: request).cacheUse?.kind == .staleWhileRevalidating)
        try await eventually { asked.all == ["GET /", "GET / \"v\""] }
        try await eventually { try await session.data(for: request).cacheUse?.kind == .fresh }
        #expect(asked.all.count == 2)
        await session.finishTasksAndInvalidate()
    }

    @Test("a session that is ended right behind a stale answer renews it before it ends")
    func renewingAtTheEnd() async throws {
        let server = try server { [self] request in
            if request["If-None-Match"] == "\"v\"" { return ServerResponse(status: 304) }
            return fresh("body", "max-age=10, stale-while-revalidate=60")
        }
        let cache = HTTPCache()
        let request = HTTPSRequest(try bench.url(server))
        _ = try await session(server, cache).data(for: request)
        for round in 1...20 {
            clock.turn(20)
            let session = session(server, cache)
            #expect(try await session.data(for: request).cacheUse?.kind == .staleWhileRevalidating)
            await session.finishTasksAndInvalidate()
            #expect(asked.all.count == round + 1)
        }
    }

    @Test("a server that is gone leaves what may outlast it, and the error where nothing may (RFC 5861 §4)")
    func outages() async throws {
        let cache = HTTPCache()
        let port: UInt16
        do {
            let server = try server { [self] request in
                fresh("body", request.target == "/a" ? "max-age=10, stale-if-error=60" : "max-age=10")
            }
            port = server.port
            let session = session(server, cache)
            for path in ["/a", "/b"] { _ = try await session.data(for: HTTPSRequest(try bench.url(server, path))) }
            session.invalidateAndCancel()
        }
        var configuration = bench.configuration([(Loopback.host, port)], policy: bench.trusting)
        configuration.cache = cache
        configuration.clock = { [clock] in clock.value }
        let session = HTTPSSession(configuration: configuration)
        clock.turn(20)
        func url(_ path: String) throws -> HTTPSRequest {
            HTTPSRequest(try HTTPSURL("https://\(Loopback.host):\(port)\(path)"))
        }
        let response = try await session.data(for: url("/a"))
        #expect(response.cacheUse?.kind == .staleIfError && response.body == Array("body".utf8))
        await #expect(throws: HTTPSError.self) { try await session.data(for: url("/b")) }
        clock.turn(60)
        await #expect(throws: HTTPSError.self) { try await session.data(for: url("/a")) }
    }

    @Test("a server that is refused leaves nothing, whatever it has said before") func refused() async throws {
        let server = try server { [self] _ in fresh("body", "max-age=10, stale-if-error=600") }
        let cache = HTTPCache()
        let trusting = bench.trusting
        // One policy, whose rule is only remembered by its key: the digest is the same, and the verdict is not.
        let refuses = Flag()
        let policy: @Sendable (ServerName) -> TrustPolicy = { name in
            var policy = trusting(name)
            policy.rules = [RefuseWhenRaised(flag: refuses)]
            return policy
        }
        func made() -> HTTPSSession { session(server, cache) { $0.trust.policy = policy } }
        _ = try await made().data(for: HTTPSRequest(try bench.url(server)))
        clock.turn(20)
        refuses.set()
        let error = await #expect(throws: HTTPSError.self) {
            try await made().data(for: HTTPSRequest(try bench.url(server)))
        }
        #expect(error?.code == .certificateRefused)
    }

    @Test("what an unsafe method changes is forgotten, and what it names on its server (§4.4)") func unsafeMethods()
        async throws
    {
        let server = try server { [self] request in
            guard request.method == "GET" else {
                return ServerResponse(status: 201, fields: [HTTPField("Location", "/b")])
            }
            return fresh("body")
        }
        let session = session(server)
        func get(_ path: String) async throws -> Bool {
            try await session.data(for: HTTPSRequest(try bench.url(server, path))).cacheUse != nil
        }
        for path in ["/a", "/b", "/c"] { #expect(try await !get(path)) }
        for path in ["/a", "/b", "/c"] { #expect(try await get(path)) }
        _ = try await session.data(for: HTTPSRequest(try bench.url(server, "/a"), method: "POST", body: [1]))
        for path in ["/a", "/b"] { #expect(try await !get(path)) }
        #expect(try await get("/c"))
        _ = try await session.upload(
            for: HTTPSRequest(try bench.url(server, "/c"), method: "PUT"), from: UploadBody([1]))
        #expect(try await !get("/c"))
    }

    /// RFC 9111 §5.2.2.5: "a cache MUST NOT store any part of either the immediate request or the response and MUST NOT
    /// use the response to satisfy any other request."
    @Test(
        "what its server wants kept no more is forgotten: by a 304, by the answer to a HEAD, by a new response",
        arguments: ["304", "HEAD", "200"])
    func forgotten(_ kind: String) async throws {
        let server = try server { [self] request in
            if request["If-None-Match"] != nil, kind == "304" {
                return ServerResponse(
                    status: 304, fields: [HTTPField("Cache-Control", "no-store, max-age=600")])
            }
            let isLater = request.method == "HEAD" || request["X-Later"] != nil
            return fresh("body", isLater ? "no-store, max-age=600" : kind == "304" ? "max-age=0" : "max-age=600")
        }
        let session = session(server)
        let url = try bench.url(server)
        _ = try await session.data(for: HTTPSRequest(url))
        var later = HTTPSRequest(url, method: kind == "HEAD" ? "HEAD" : "GET")
        later.cachePolicy = kind == "304" ? .useProtocolCachePolicy : .reloadIgnoringLocalCacheData
        later.fields = [HTTPField(name: "X-Later", value: "1")].compactMap(\.self)
        #expect(try await session.data(for: later).cacheUse?.kind == (kind == "304" ? .validated : nil))
        #expect(try await session.data(for: HTTPSRequest(url)).cacheUse == nil)
        #expect(asked.all.last == "GET /" && asked.all.count == 3)
    }

    /// RFC 9111 §5.2.1.5: of a request with no-store, and of its answer, nothing is stored.
    @Test("a HEAD that wants nothing kept renews nothing") func headOfNoStore() async throws {
        let server = try server { [self] request in
            fresh("body", request.method == "HEAD" ? "max-age=600" : "max-age=0")
        }
        let session = session(server)
        let url = try bench.url(server)
        _ = try await session.data(for: HTTPSRequest(url))
        var head = HTTPSRequest(url, method: "HEAD")
        head.fields = [HTTPField(name: "Cache-Control", value: "no-store")].compactMap(\.self)
        _ = try await session.data(for: head)
        _ = try await session.data(for: HTTPSRequest(url))
        #expect(asked.all == ["GET /", "HEAD /", "GET / \"v\""])
    }

    /// RFC 9111 §4.3.4: "the cache MUST update its header fields with the header fields provided in the 304 (Not
    /// Modified) response": the older state is none that could answer any more.
    @Test("where a 304 says what its server chooses by, the older state is not found beside the new one") func varying()
        async throws
    {
        let server = try server { [self] request in
            if request["If-None-Match"] != nil {
                return ServerResponse(
                    status: 304, fields: [HTTPField("Vary", "A"), HTTPField("Cache-Control", "max-age=600")])
            }
            return fresh("body", "max-age=0")
        }
        let session = session(server)
        for value in ["1", "1", "2"] {
            var request = HTTPSRequest(try bench.url(server))
            request.fields = [HTTPField(name: "A", value: value)].compactMap(\.self)
            _ = try await session.data(for: request)
        }
        #expect(asked.all == ["GET /", "GET / \"v\"", "GET /"])
    }

    @Test("what sets a cookie is on a disk only where nobody without the key can read it", arguments: [false, true])
    func cookies(isEncrypted: Bool) async throws {
        let setting = HTTPField("Set-Cookie", "a=secret")
        let server = try server { [self] request in
            if request["If-None-Match"] != nil { return ServerResponse(status: 304, fields: [setting]) }
            var answer = fresh("body", "max-age=0")
            if request.target == "/a" { answer.fields.append(setting) }
            return answer
        }
        let folder = try TemporaryFolder()
        let key = isEncrypted ? CredentialFileKey { .key(CredentialSecret([UInt8](repeating: 7, count: 32))) } : nil
        let cache = HTTPCache(folder: folder.path("cache"), key: key) { Issue.record("\($0)") }
        let session = session(server, cache)
        func get(_ path: String) async throws {
            _ = try await session.data(for: HTTPSRequest(try bench.url(server, path)))
        }
        try await get("/a")
        #expect((cache.diskUsage > 0) == isEncrypted && cache.memoryUsage > 0)
        cache.removeAll()
        try await get("/b")
        #expect(cache.diskUsage > 0)
        try await get("/b")
        #expect((cache.diskUsage > 0) == isEncrypted && cache.memoryUsage > 0)
    }

    @Test("parts: kept, put together, cut out again") func parts() async throws {
        let whole = "0123456789"
        let server = try server { [self] request in
            var answer = fresh(whole)
            guard let text = request["Range"], let range = RangeWish(text)?.bytes(of: 10) else { return answer }
            answer.status = 206
            answer.body = Array(answer.body[range])
            answer.fields.append(
                HTTPField("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/10"))
            return answer
        }
        let session = session(server)
        func get(_ range: String?) async throws -> String {
            var request = HTTPSRequest(try bench.url(server))
            request.fields = [range.flatMap { HTTPField(name: "Range", value: "bytes=\($0)") }].compactMap(\.self)
            let response = try await session.data(for: request)
            return "\(response.status) \(String(decoding: response.body, as: UTF8.self)) "
                + (response.cacheUse?.kind.rawValue ?? "server")
        }
        #expect(try await get("0-3") == "206 0123 server")
        #expect(try await get("1-2") == "206 12 fresh")
        #expect(try await get("4-6") == "206 456 server")
        #expect(try await get("2-5") == "206 2345 fresh")
        #expect(try await get(nil) == "200 0123456789 completed")
        #expect(try await get(nil) == "200 0123456789 fresh")
        #expect(try await get("-2") == "206 89 fresh")
        #expect(asked.all.count == 3)
    }

    @Test("figures and events say what came from where") func figures() async throws {
        let server = try server { [self] request in
            request["If-None-Match"] == nil ? fresh("body") : ServerResponse(status: 304)
        }
        let witness = CacheWitness()
        let session = session(server) { $0.observer = witness }
        let request = HTTPSRequest(try bench.url(server))
        for seconds in [0, 10, 60] {
            clock.turn(Int64(seconds))
            _ = try await session.data(for: request)
        }
        #expect(
            witness.figures == [
                "200 server", "200 fresh memory 10", "304 server, 200 validated memory 0",
            ])
        #expect(witness.events == ["fresh", "validated"])
        let response = try await session.data(for: request)
        #expect(response.connection.id == 0 && response.connection.evaluation == nil)
        #expect(response.connection.host == Loopback.host && response.connection.port == server.port)
    }

    @Test("a download neither asks the cache nor fills it") func downloads() async throws {
        let server = try server { [self] _ in fresh("body") }
        let (session, folder) = (session(server), try TemporaryFolder())
        let request = HTTPSRequest(try bench.url(server))
        for name in ["a", "b"] { try await session.download(for: request, to: folder.path(name)) }
        _ = try await session.data(for: request)
        #expect(asked.all.count == 3)
    }
}

/// Keeps what a session says of kept answers.
private final class CacheWitness: SessionObserver {
    private let told = Notes<String>()
    private let seen = Notes<String>()
    var figures: [String] { told.all }
    var events: [String] { seen.all }

    func session(_ event: SessionEvent) { if case .served(_, _, _, let use) = event { seen.add(use.kind.rawValue) } }

    func session(finished metrics: TaskMetrics) {
        let parts = metrics.transactions.map { transaction in
            let use = transaction.cacheUse.map { "\($0.kind) \($0.place.map(\.rawValue) ?? "-") \($0.age)" }
            return "\(transaction.status ?? 0) \(use ?? "server")"
        }
        told.add(parts.joined(separator: ", "))
    }
}

/// A rule that refuses every chain once a flag is raised, and says nothing of that in its key.
struct RefuseWhenRaised: TrustRule {
    let flag: Flag
    var cacheKey: [UInt8]? { Array("refuse when raised".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        guard flag.isSet else { return }
        RefuseAll().judge(path, &judgement)
    }
}
