import Glibc
import HoldfastSystem
import HoldfastX509
import TestSupport
import Testing

@Suite("One pair of hands for the machine")
struct SystemTests {
    @Test("an endpoint is the same after it was a sockaddr", arguments: ["127.0.0.2", "::1", "2001:db8::7", "0.0.0.0"])
    func roundTrip(_ text: String) throws {
        let endpoint = Endpoint(try #require(IPAddress(text)), port: 0x1234)
        let address = SocketAddress(endpoint)
        #expect(address.endpoint == endpoint)
        let (family, count, read) = unsafe address.withPointer { pointer, count in
            unsafe (Int32(pointer.pointee.sa_family), Int(count), SocketAddress.endpoint(at: pointer))
        }
        #expect(family == (endpoint.address.isIPv4 ? AF_INET : AF_INET6))
        #expect(count == (endpoint.address.isIPv4 ? 16 : 28) && read == endpoint)
        let none = unsafe SocketAddress.endpoint(at: nil)
        #expect(none == nil)
    }

    @Test("a listener tells its port, takes who comes, and is woken by its end", arguments: ["127.0.0.1", "::1"])
    func listening(_ text: String) throws {
        let listener = try Listener(on: Endpoint(try #require(IPAddress(text)), port: 0))
        guard case .none = listener.accept() else {
            Issue.record("nobody has come")
            return
        }
        let client = try StreamSocket.connected(to: listener.endpoint, until: .never)
        guard case .connection(let server) = listener.next() else {
            Issue.record("a client has come")
            return
        }
        #expect(server.peer == client.own && server.own == listener.endpoint && client.peer == listener.endpoint)
        try client.send([1, 2, 3], until: .never)
        #expect(try server.receive(atMost: 9, until: .never) == [1, 2, 3])
        #expect(try server.receive(atMost: 9) == nil && !server.isReadable)
        client.close()
        #expect(try server.receive(atMost: 9, until: .never) == [])
        #expect(throws: SocketError.closed) { try client.send([1], until: .never) }
        listener.interrupt()
        guard case .ended = listener.next() else {
            Issue.record("it goes on after its end")
            return
        }
    }

    @Test("a reset is an error at the other end, and the end of a stream is none")
    func reset() throws {
        let listener = try Listener(on: Endpoint(.loopback, port: 0))
        let client = try StreamSocket.connected(to: listener.endpoint, until: .never)
        guard case .connection(let server) = listener.next() else {
            Issue.record("a client has come")
            return
        }
        client.reset()
        let error = #expect(throws: SocketError.self) { try server.receive(atMost: 1, until: .never) }
        #expect(error?.isReset == true)
    }

    @Test("deadlines are ordered, and none is the last")
    func deadlines() {
        let (passed, later) = (Deadline.after(.seconds(-1)), Deadline.after(.seconds(900)))
        #expect(passed.hasPassed && !later.hasPassed && !Deadline.never.hasPassed)
        #expect(passed < later && later < .never && !(Deadline.never < .never) && min(later, .never) == later)
        #expect(passed.pollMilliseconds == 0 && later.pollMilliseconds == 60_000 && Deadline.never.pollMilliseconds < 0)
        #expect(!Deadline.after(.seconds(Int64.max)).hasPassed)
    }

    @Test("a signal stays raised until it is lowered, and tells the byte by which it was raised")
    func signals() throws {
        let signal = try WakeSignal()
        #expect(!signal.isRaised && signal.take() == nil)
        signal.raise()
        signal.raise()
        #expect(signal.isRaised)
        signal.lower()
        #expect(!signal.isRaised)
        var byte: UInt8 = 15
        #expect(unsafe write(signal.raisingDescriptor, &byte, 1) == 1)
        #expect(signal.take() == 15 && !signal.isRaised)
    }

    @Test("a thread is waited for")
    func threads() throws {
        let hasRun = Monitor(false)
        let thread = try SystemThread { hasRun.change { $0 = true } }
        thread.join()
        #expect(hasRun.read { $0 })
    }

    @Test("a program's exit code is its own, or 128 and the signal's number")
    func programs() throws {
        func code(_ script: String) throws -> Int32 {
            ProgramStart.exitCode(
                of: try ProgramStart.spawn(["/bin/sh", "-c", script], ["PATH=/bin"], inheritsOthers: false))
        }
        #expect(try code("exit 3") == 3)
        #expect(try code("kill -KILL $$") == 128 + SIGKILL)
    }

    @Test("a program ignores what its starter names of what is ignored here, and nothing else")
    func ignored() async {
        await #expect(processExitsWith: .success) {
            await OwnProcess.run {
                signal(SIGHUP, SIG_IGN)
                signal(SIGUSR1, SIG_IGN)
                for (number, isIgnored) in [(SIGHUP, true), (SIGUSR1, false), (SIGUSR2, false)] {
                    let program = try ProgramStart.spawn(
                        ["/bin/sh", "-c", "kill -\(number) $$; exit 3"], ["PATH=/bin"], inheritsOthers: false,
                        ignoring: [SIGHUP, SIGUSR2])
                    #expect(ProgramStart.exitCode(of: program) == (isIgnored ? 3 : 128 + number))
                }
            }
        }
    }
}
