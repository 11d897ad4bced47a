import HoldfastAuthority
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastResolving
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@Suite("Requests of a session")
struct SessionTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    @Test("an answer says on which judged connection it came")
    func answer() async throws {
        let server = try bench.server()
        let session = bench.session(server, policy: bench.trusting)
        let response = try await session.data(for: HTTPSRequest(try bench.url(server, "/a?b=c")))
        #expect(String(decoding: response.body, as: UTF8.self) == "GET /a?b=c")
        #expect(response.httpVersion == "1.1")
        #expect(response.connection.evaluation?.chain.count == 3)
        #expect(response.connection.remoteAddress == "127.0.0.1")
        #expect(response.connection.cipherSuite?.hasPrefix("TLS_") == true)
        #expect(response.connection.timing.trust ?? -1 >= 0)
    }

    @Test("many requests at once are all answered, each with its own")
    func concurrent() async throws {
        let server = try bench.server()
        let session = bench.session(server, policy: bench.trusting)
        try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for number in 0..<64 {
                let url = try bench.url(server, "/\(number)")
                group.addTask {
                    (number, String(decoding: try await session.data(for: HTTPSRequest(url)).body, as: UTF8.self))
                }
            }
            for try await (number, body) in group { #expect(body == "GET /\(number)") }
        }
        #expect(server.counters.requestsReceived == 64)
    }

    @Test(
        "a redirect keeps or changes the method as RFC 9110 §15.4 says",
        arguments: [
            (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (303, "PUT", "GET"),
            (307, "POST", "POST"), (308, "POST", "POST"), (301, "PUT", "PUT"), (303, "HEAD", "HEAD"),
        ])
    func redirectMethods(status: Int, method: String, expected: String) async throws {
        let seen = Notes<String>()
        let server = try bench.answering { request in
            seen.add("\(request.method) \(request.target) \(request.body.count)")
            return request.target == "/" ? .redirect(to: "next", status: status) : ServerResponse(text: "there")
        }
        let session = bench.session(server, policy: bench.trusting)
        let body = method == "HEAD" ? nil : Array("four".utf8)
        let response = try await session.data(for: HTTPSRequest(try bench.url(server), method: method, body: body))
        #expect(response.status == 200)
        #expect(response.url.target == "/next")
        #expect(response.redirects.map(\.status) == [status])
        let kept = expected == method && method != "HEAD" ? 4 : 0
        #expect(seen.lines.last == "\(expected) /next \(kept)")
    }

    @Test("out of time after a redirect: the limit that was set is named, and not what the redirect left of it")
    func lateAfterRedirect() async throws {
        let release = Gate()
        let server = try bench.answering { request in
            if request.target != "/" { release.holdThread() }
            return request.target == "/" ? .redirect(to: "next", status: 302) : ServerResponse(text: "late")
        }
        defer { withExtendedLifetime(server) { release.open() } }
        let session = bench.session(server, policy: bench.trusting)
        var request = HTTPSRequest(try bench.url(server))
        request.timeout = .seconds(1)
        let error = await #expect(throws: HTTPSError.self) { _ = try await session.data(for: request) }
        #expect(
            error?.code == .timedOut && error?.message.hasPrefix("no answer within 1 s: ") == true, "\(error as Any)")
        if error?.phase == .transfer {  // the address and the port were right
            #expect(error?.hint.contains("filtered") == false)
        }
    }

    @Test("credentials stay with their origin")
    func credentials() async throws {
        let seen = Notes<String>()
        let other = try bench.answering(as: bench.identity("other.test")) { request in
            seen.add("other \(request["Authorization"] ?? "-") \(request["Cookie"] ?? "-") \(request["X-Kept"] ?? "-")")
            return ServerResponse(text: "there")
        }
        let location = "https://other.test:\(other.port)/"
        let first = try bench.answering { request in
            seen.add("first \(request["Authorization"] ?? "-") \(request.target)")
            return request.target == "/" ? .redirect(to: "/same") : .redirect(to: location)
        }
        let session = HTTPSSession(
            configuration: bench.configuration(
                [(Loopback.host, first.port), ("other.test", other.port)], policy: bench.trusting))
        var request = HTTPSRequest(try bench.url(first))
        request.fields = [("Authorization", "Bearer t"), ("Cookie", "a=b"), ("X-Kept", "yes")]
            .compactMap { HTTPField(name: $0.0, value: $0.1) }
        _ = try await session.data(for: request)
        #expect(seen.lines == ["first Bearer t /", "first Bearer t /same", "other - - yes"])
    }

    @Test("a redirect to plain HTTP, and one in a circle, are errors with their hops")
    func badRedirects() async throws {
        let server = try bench.answering { request in
            request.target == "/plain" ? .redirect(to: "http://\(Loopback.host)/") : .redirect(to: "/again")
        }
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.limits.redirects = 3
        let session = HTTPSSession(configuration: configuration)
        for (path, code, hops) in [("/plain", HTTPSError.Code.insecureRedirect, 0), ("/again", .tooManyRedirects, 3)] {
            let target = try bench.url(server, path)
            do throws(HTTPSError) {
                _ = try await session.data(for: HTTPSRequest(target))
                Issue.record("\(path) was followed")
            } catch {
                #expect(error.code == code)
                #expect(error.redirects.count == hops)
            }
        }
    }

    @Test("time limits and cancellation end a request in every phase")
    func limits() async throws {
        let release = Gate()
        let slow = try bench.answering { _ in
            release.holdThread()
            return ServerResponse(text: "late")
        }
        defer { withExtendedLifetime(slow) { release.open() } }
        let silent = try RawServer(serve: RawBehaviour.neverAnswers)
        let session = HTTPSSession(
            configuration: bench.configuration(
                [(Loopback.host, slow.port), (Loopback.host, silent.port)], policy: bench.trusting))
        for port in [slow.port, silent.port] {
            var request = HTTPSRequest(try HTTPSURL("https://\(Loopback.host):\(port)/"))
            request.timeout = .milliseconds(300)
            do throws(HTTPSError) {
                _ = try await session.data(for: request)
                Issue.record("answered")
            } catch {
                #expect(error.isTimeout, "\(error)")
            }
            request.timeout = .seconds(120)
            let waiting = request
            let task = Task { try await session.data(for: waiting) }
            try await Task.sleep(for: .milliseconds(100))
            task.cancel()
            let result = await task.result
            if case .failure(let error as HTTPSError) = result {
                #expect(error.isCancelled, "\(error)")
            } else {
                Issue.record("\(result)")
            }
        }
        session.invalidateAndCancel()
    }

    @Test("errors before TLS carry their phase")
    func phases() async throws {
        // On an address of its own, where no other test's server can get the port.
        let server = try bench.answering(on: .secondLoopback) { _ in
            ServerResponse(text: "nobody asks")
        }
        let port = server.port
        server.stop()
        var configuration = bench.configuration([], policy: bench.trusting)
        configuration.addresses.dial = [try DialRule(connectTo: "\(Loopback.host):\(port):127.0.0.2:\(port)")]
        let session = HTTPSSession(configuration: configuration)
        let target = try HTTPSURL("https://\(Loopback.host):\(port)/")
        do throws(HTTPSError) {
            _ = try await session.data(for: HTTPSRequest(target))
        } catch {
            #expect(error.phase == .connect, "\(error)")
        }
        let nowhere = try HTTPSURL("https://nowhere.invalid/")
        do throws(HTTPSError) {
            _ = try await session.data(for: HTTPSRequest(nowhere))
        } catch {
            #expect(error.phase == .name, "\(error)")
        }
    }

    @Test("a body over the limit is refused, not cut")
    func bodyLimit() async throws {
        let server = try bench.answering { _ in
            ServerResponse(body: [UInt8](repeating: 0x61, count: 100_000))
        }
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.limits.responseBytes = 99_999
        let target = try bench.url(server)
        do throws(HTTPSError) {
            _ = try await HTTPSSession(configuration: configuration).data(for: HTTPSRequest(target))
            Issue.record("answered")
        } catch {
            #expect(error.phase == .transfer, "\(error)")
        }
    }
}
