import Foundation
import Glibc
import HoldfastSystem
import Synchronization
import TestSupport
import Testing

@testable import HoldfastCredentials

/// MIT's library, without a key distribution centre: what it says then, and that nobody waits for it for ever.
@Suite("Negotiation by GSSAPI")
struct NegotiationTests {
    private static let isThere = GSSAPINegotiation.obstacle == nil
    private static var end: ContinuousClock.Instant { .now.advanced(by: .seconds(600)) }

    @Test("a cache that is not there gives the library's reason", .enabled(if: isThere, "libgssapi_krb5.so.2"))
    func noCache() async {
        let negotiation = GSSAPINegotiation(
            KerberosCredential(.cache("FILE:/nonexistent/tickets")), host: "a.test", binding: [1, 2])
        let result = await negotiation.step(nil, until: Self.end)
        guard case .failure(let error) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.cause == .refused)
        #expect(!error.reason.isEmpty)
        // RFC 2744 §3.9.1, GSS_S_NO_CRED: without the credential that was asked for there is no other in its place.
        guard case .failure(let again) = await negotiation.step(nil, until: Self.end) else {
            Issue.record("somebody else's credential was used")
            return
        }
        #expect(again.reason.contains("No credentials were supplied"))
    }

    @Test("a user's name is in no error", .enabled(if: isThere, "libgssapi_krb5.so.2"))
    func hidden() async {
        let user = "hunter2@NOWHERE.TEST"
        let negotiation = GSSAPINegotiation(
            KerberosCredential(.password(PasswordCredential(user: user, password: "hunter3"))), host: "a.test")
        guard case .failure(let error) = await negotiation.step(nil, until: Self.end) else {
            Issue.record("there is no such realm")
            return
        }
        #expect(error.cause == .refused)
        #expect(!error.reason.contains("hunter"))
    }

    /// A C string ends at its first NUL: a user "alice" would ask for the tickets in the place of another.
    @Test("a text with a NUL is nobody's")
    func nul() async {
        let sources: [KerberosCredential.Source] = [
            .password(PasswordCredential(user: "alice\u{0}x", password: "p")),
            .password(PasswordCredential(user: "alice", password: "p\u{0}x")), .cache("FILE:/tmp/tickets\u{0}x"),
        ]
        for source in sources {
            let result = await GSSAPINegotiation(KerberosCredential(source), host: "a.test").step(nil, until: Self.end)
            guard case .failure(let error) = result else {
                Issue.record("\(result)")
                continue
            }
            #expect(error.cause == .refused && error.reason.contains("NUL"))
            #expect(!error.reason.contains("alice") && !error.reason.contains("tickets"))
        }
    }

    @Test("a call that is still under way is left alone")
    func late() async {
        let negotiation = GSSAPINegotiation(KerberosCredential(.cache("FILE:/nonexistent")), host: "a.test")
        let result = await negotiation.step(nil, until: .now.advanced(by: .seconds(-1)))
        guard case .failure(let error) = result else {
            Issue.record("\(result)")
            return
        }
        // Whichever was first, the clock or the library: somebody has answered.
        #expect(error.cause == .late || error.cause == .refused || error.cause == .unavailable)
    }

    /// When this process began to end.
    private static let ending = Mutex<ContinuousClock.Instant?>(nil)

    /// The library's destructors take its locks away. A slow machine waits no shorter.
    @Test(
        "a process that ends waits for a call that is under way, for a second",
        .enabled(if: isThere, "libgssapi_krb5.so.2"), .hangLimit)
    func ending() async {
        await #expect(processExitsWith: .exitCode(77)) {
            await OwnProcess.run {
                // The handler that was registered first runs last.
                atexit {
                    let hasWaited = Self.ending.withLock { $0.map { .now >= $0 + .milliseconds(900) } }
                    _exit(hasWaited == true ? 77 : 1)
                }
                let folder = try TemporaryFolder()
                let cache = folder.path("tickets")
                try #require(unsafe mkfifo(cache, 0o600) == 0)
                let negotiation = GSSAPINegotiation(KerberosCredential(.cache("FILE:" + cache)), host: "a.test")
                Task { _ = await negotiation.step(nil, until: Self.end) }
                // fifo(7): who writes finds somebody who reads, and whoever reads waits for what is written.
                try await eventually("the library reads the cache") {
                    unsafe open(cache, O_WRONLY | O_NONBLOCK | O_CLOEXEC) >= 0
                }
                try FileManager.default.removeItem(atPath: folder.path)
                Self.ending.withLock { $0 = .now }
                exit(0)
            }
        }
    }

    @Test("calls that hang hold their threads, and those who wait for others come back", .hangLimit)
    func threads() async {
        let counters = Mutex((running: 0, most: 0, ended: 0))
        let finished = Promise<Bool>()
        let total = WaitingThreads.negotiation.limit * 2
        let gate = Gate()
        for _ in 0..<total {
            WaitingThreads.negotiation.run {
                counters.withLock {
                    $0.running += 1
                    $0.most = max($0.most, $0.running)
                }
                gate.holdThread()
                let ended = counters.withLock {
                    $0.running -= 1
                    $0.ended += 1
                    return $0.ended
                }
                if ended == total { finished.give(true) }
            } without: {
                Issue.record("no thread could be started")
            }
        }
        // A call behind all of them is given up by whoever waits.
        let negotiation = GSSAPINegotiation(KerberosCredential(.defaultCache), host: "a.test")
        let result = await negotiation.step(nil, until: .now.advanced(by: .milliseconds(50)))
        guard case .failure(let error) = result else {
            Issue.record("it was answered")
            return
        }
        #expect(error.cause == .late)
        gate.open()
        #expect(await finished.wait())
        #expect(counters.withLock { $0.most } <= WaitingThreads.negotiation.limit)
    }

    @Test("where no thread can be started, nobody waits for ever, whoever had left a call to whom")
    func noThreads() {
        let (second, told) = (Gate(), Notes<String>())
        let threads = WaitingThreads(limit: 2) { threads in
            // While the first thread is being started, another call comes, and leaves its own to it.
            if !second.isOpen {
                second.open()
                threads.run({ told.add("the second ran") }, without: { told.add("the second had none") })
            }
            return false
        }
        threads.run({ told.add("the first ran") }, without: { told.add("the first had none") })
        #expect(told.lines == ["the first had none", "the second had none"])
        // And the next one is not left to threads that never were.
        threads.run({ told.add("the third ran") }, without: { told.add("the third had none") })
        #expect(told.lines.last == "the third had none")
    }

    @Test("a call that no thread can be started for is made by its caller")
    func callersThread() async {
        let threads = WaitingThreads(limit: 2) { _ in false }
        #expect(await threads.result { () throws(Never) -> Int in 7 } == 7)
    }

    @Test("the first answer stands")
    func firstAnswer() async {
        let answer = Promise<Int>()
        #expect(!answer.isGiven)
        answer.give(1)
        answer.give(2)
        #expect(answer.isGiven)
        #expect(await answer.wait() == 1)
        let late = Promise<Int>()
        #expect(await late.wait(until: .now, late: 3) == 3)
    }

    @Test("no text form of a Kerberos credential shows what is in it")
    func secrets() {
        let password = PasswordCredential(user: "alice", password: "hunter2")
        for source in [KerberosCredential.Source.password(password), .cache("FILE:/hunter2"), .defaultCache] {
            let credential = KerberosCredential(source)
            var dumped = ""
            dump(credential, to: &dumped)
            for text in ["\(credential)", String(reflecting: credential), dumped] {
                #expect(!text.contains("hunter2") && !text.contains("alice"))
            }
            #expect(!credential.delegatesToServer)
        }
    }
}
