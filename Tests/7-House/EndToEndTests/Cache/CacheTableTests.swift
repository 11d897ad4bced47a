import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

/// Every row of the table over a server that answers as the row says, by a cache in memory and by one on a disk.
@Suite("The rules of caching, row by row")
struct CacheTableTests {
    @Test("the table has the rows that it should have") func count() {
        #expect(CacheRow.table.count >= 250)
    }

    @Test("each row, from memory and from a disk", arguments: ["memory", "disk"])
    func rows(_ medium: String) async throws {
        let folder = try TemporaryFolder()
        let bench = try CacheSite(
            HTTPCache(
                memoryCapacity: medium == "memory" ? 64 << 20 : 0, diskCapacity: 64 << 20,
                folder: medium == "disk" ? folder.path + "/cache" : nil,
                report: { Issue.record("\($0)") }))
        for (number, row) in CacheRow.table.enumerated() {
            let found = try await bench.result(of: row, number)
            #expect(found == bench.expected(row), "row \(number), \(row.testDescription)")
        }
    }
}

/// A server that answers as rows say, and a session with a cache whose clock the rows turn.
final class CacheSite: Sendable {
    let bench: Loopback
    let server: TLSServer
    let session: HTTPSSession
    private let base: Instant
    private let shared: Shared

    private final class Shared: Sendable {
        let state: Mutex<State>
        init(_ now: Instant) { state = Mutex(State(now: now)) }
    }

    private struct State: Sendable {
        var now: Instant
        /// Targets that were asked for, with whether it was by a question.
        var asked: [(target: String, isQuestion: Bool)] = []
    }

    init(_ cache: HTTPCache) throws {
        bench = try Loopback()
        base = Instant(secondsSince1970: bench.now.secondsSince1970)
        let shared = Shared(base)
        self.shared = shared
        let base = base
        server = try bench.answering { request in
            let isQuestion = request["If-None-Match"] != nil || request["If-Modified-Since"] != nil
            let (now, times) = shared.state.withLock { state in
                state.asked.append((request.target, isQuestion))
                return (state.now, state.asked.count { $0.target == request.target })
            }
            let number = request.target.dropFirst().prefix { $0.isNumber }
            guard let row = Int(number).flatMap({ CacheRow.table.indices.contains($0) ? CacheRow.table[$0] : nil })
            else { return ServerResponse(status: 404) }
            if request["X-Between"] != nil {
                return CacheRow.answer(
                    CacheRow.parts(row.between).dropFirst().joined(separator: ";"), body: CacheRow.bodies[0], at: base,
                    now: now)
            }
            if times == 1 { return CacheRow.answer(row.first, body: CacheRow.bodies[0], at: base, now: now) }
            guard row.then.isEmpty else {
                // A rest belongs to what was begun.
                let body = CacheRow.bodies[row.then.hasPrefix("206") ? 0 : 1]
                return CacheRow.answer(row.then, body: body, at: base, now: now)
            }
            return CacheRow.answer(isQuestion ? "304" : "200", body: CacheRow.bodies[1], at: base, now: now)
        }
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.clock = { shared.state.withLock { $0.now } }
        configuration.limits.redirects = 0
        configuration.offersHTTP2 = false
        configuration.cache = cache
        session = HTTPSSession(configuration: configuration)
    }

    /// The outcome of the second request of a row, in words.
    func result(of row: CacheRow, _ number: Int) async throws -> String {
        set(0)
        let url = try bench.url(server, "/\(number)")
        _ = try await session.data(for: row.request(row.ask1, to: url, at: base))
        if !row.between.isEmpty {
            let method = CacheRow.parts(row.between)[0]
            var request = try row.request(method, to: url, at: base)
            request.fields += [HTTPField(name: "X-Between", value: "1")].compactMap(\.self)
            _ = try await session.data(for: request)
        }
        set(row.after)
        let before = asked(url)
        var request = try row.request(row.ask, to: url, at: base)
        request.cachePolicy = row.policy
        do {
            let response = try await session.data(for: request)
            let questions = asked(url).dropFirst(before.count)
            let kind =
                response.cacheUse?.kind.rawValue ?? (questions.contains { $0.isQuestion } ? "asked" : "server")
            // A local answer means that nobody was asked.
            let isTrue =
                response.cacheUse?.isLocal != true || questions.isEmpty
                || ["staleIfError", "staleWhileRevalidating"].contains(kind)
            let field = row.has.isEmpty ? "" : Self.shown(row.has, in: response)
            return "\(kind) \(field) \(String(decoding: response.body, as: UTF8.self))" + (isTrue ? "" : " and asked")
        } catch {
            return "\(error.code)"
        }
    }

    func expected(_ row: CacheRow) -> String {
        guard CacheUse.Kind(rawValue: row.result) != nil || ["server", "asked"].contains(row.result) else {
            return row.result
        }
        let isKept = !["server", "asked"].contains(row.result)
        let usual = row.result == "absent" || row.ask.hasPrefix("HEAD") ? "" : CacheRow.bodies[isKept ? 0 : 1]
        return "\(row.result) \(row.has) \(row.body ?? usual)"
    }

    private static func shown(_ field: String, in response: HTTPSResponse) -> String {
        let name = String(field.prefix { $0 != ":" })
        if name == "Status" { return "Status: \(response.status)" }
        return "\(name): \(response.fields.first(named: name) ?? "none")"
    }

    private func set(_ seconds: Int64) {
        shared.state.withLock { $0.now = base.advanced(bySeconds: seconds) }
    }

    private func asked(_ url: HTTPSURL) -> [(target: String, isQuestion: Bool)] {
        shared.state.withLock { state in state.asked.filter { $0.target == url.target } }
    }
}
