import HoldfastDelayLine
import HoldfastX509
import Foundation
import TestSupport
import Testing

/// The line does what it states: the other figures rest on it.
@Suite(
    "The delay line", .changesNetwork, .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"),
    .enabled(if: DelayLine.unavailability == nil, "\(DelayLine.unavailability ?? "")"))
struct DelayLinePeerTests {
    /// What waking the threads of three parties may take on a machine that does other things too.
    private static let tolerance = Duration.milliseconds(3)

    @Test("a TCP handshake takes the stated round trip: never less, and hardly more", arguments: [2, 22, 60])
    func connectTime(milliseconds: Int) throws {
        let roundTrip = Duration.milliseconds(milliseconds)
        let line = try DelayLine(roundTrip: roundTrip)
        let (listener, port) = try PlainSocket.listening(at: line.listen)
        let connects = try (0..<15).map { _ in try Self.connect(line.address, port) }
        let times = connects.map(\.time).sorted()
        #expect(times[0] >= roundTrip)
        #expect(times[0] < roundTrip + Self.tolerance, "\(times)")
        let kernels = connects.map(\.kernelRoundTrip).sorted()
        #expect(kernels[7] >= roundTrip - .microseconds(1))
        #expect(kernels[7] < roundTrip + .milliseconds(1), "\(kernels)")
        print("delay line: \(roundTrip) stated; connect: least \(times[0]), median \(times[7]); TCP's \(kernels[7])")
        #expect(line.statistics.lost == 0 && line.statistics.overflowed == 0)
        _ = listener
    }

    @Test("each way takes half")
    func oneWay() throws {
        let line = try DelayLine(roundTrip: .milliseconds(30))
        let (there, port) = try PlainSocket.listening(at: line.listen, SOCK_DGRAM)
        let here = try PlainSocket(SOCK_DGRAM)
        try here.connect(to: line.address, port)
        let times = try (0..<9).map { number in
            let clock = ContinuousClock.now
            try here.send([UInt8(number)])
            #expect(try there.receive() == [UInt8(number)])
            return ContinuousClock.now - clock
        }.sorted()
        #expect(times[0] >= .milliseconds(15))
        #expect(times[0] < .milliseconds(15) + Self.tolerance, "\(times)")
        #expect(times[4] < .milliseconds(30), "\(times)")
    }

    @Test("without a line, the same connection takes far less: the time is the line's")
    func withoutLine() throws {
        let (listener, port) = try PlainSocket.listening(at: "127.0.0.1")
        let times = try (0..<15).map { _ in try Self.connect("127.0.0.1", port).time }.sorted()
        #expect(times[0] < .milliseconds(1), "\(times)")
        _ = listener
    }

    @Test("a megabyte arrives whole and in order, and the checksums are right: the kernel takes it")
    func content() throws {
        let line = try DelayLine(roundTrip: .milliseconds(4))
        let (listener, port) = try PlainSocket.listening(at: line.listen)
        let sender = try PlainSocket(SOCK_STREAM)
        try sender.connect(to: line.address, port)
        let receiver = try listener.accept()
        let sent = (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8) ^ ($0 >> 16)) }
        let thread = Thread { try? sender.send(sent) }
        thread.start()
        var received: [UInt8] = []
        while received.count < sent.count { received += try receiver.receive() }
        #expect(received == sent)
        #expect(line.statistics.overflowed == 0)
    }

    @Test("lines that follow each other have different addresses: what is late for one never reaches the next")
    func addresses() throws {
        var seen: [String] = []
        for _ in 0..<3 { seen.append(try DelayLine(roundTrip: .milliseconds(1)).address) }
        #expect(Set(seen).count == 3, "\(seen)")
    }

    @Test("exactly the packets of the pattern are lost, and of every connection its own")
    func loss() throws {
        let pattern = LossPattern(share: 0.3, seed: 7)
        let line = try DelayLine(roundTrip: .milliseconds(2), loss: pattern.share, seed: pattern.seed)
        let (there, port) = try PlainSocket.listening(at: line.listen, SOCK_DGRAM)
        for connection in 0..<2 {
            let here = try PlainSocket(SOCK_DGRAM)
            try here.connect(to: line.address, port)
            let kept = (0..<200).filter { !pattern.loses(packet: $0, .fromDialler, ofConnection: connection) }
            for number in 0..<200 { try here.send([UInt8(number)]) }
            let arrived = try kept.map { _ in try there.receive() }
            #expect(arrived == kept.map { [UInt8($0)] })
        }
        let lost = (0..<2).map { connection in
            (0..<200).count { pattern.loses(packet: $0, .fromDialler, ofConnection: connection) }
        }
        #expect(line.statistics.lost == lost.reduce(0, +))
        #expect(lost[0] > 0 && lost[1] > 0)
    }

    // RFC 6298 §2.1: "Until a round-trip time (RTT) measurement has been made […] the sender SHOULD set RTO <- 1
    // second".
    @Test("a lost SYN costs the second that RFC 6298 waits for it, and then a round trip")
    func lostHandshake() throws {
        let share = 0.5
        let seed = try #require(
            (0..<UInt64(1_000)).first { seed in
                let pattern = LossPattern(share: share, seed: seed)
                return pattern.loses(packet: 0, .fromDialler, ofConnection: 0)
                    && !pattern.loses(packet: 1, .fromDialler, ofConnection: 0)
                    && !pattern.loses(packet: 0, .fromListener, ofConnection: 0)
            })
        let line = try DelayLine(roundTrip: .milliseconds(22), loss: share, seed: seed)
        let (listener, port) = try PlainSocket.listening(at: line.listen)
        let time = try Self.connect(line.address, port).time
        #expect(time >= .milliseconds(1_000 + 22))
        #expect(time < .milliseconds(1_500), "\(time)")
        #expect(line.statistics.lost >= 1)
        _ = listener
    }

    @Test("lines stand side by side, each with its own addresses, and nothing of them stays")
    func removed() throws {
        var indexes: [Int] = []
        do {
            let lines = try (0..<3).map { _ in try DelayLine(roundTrip: .zero) }
            #expect(Set(lines.map(\.device)).count == 3)
            #expect(Set(lines.flatMap { [$0.address, $0.listen] }).count == 6)
            indexes = try lines.map { try #require(try Self.devices()[$0.device]) }
        }
        #expect(Set(try Self.devices().values).isDisjoint(with: indexes))
    }

    @Test("the device goes with a process that is killed")
    func killed() async throws {
        let result = await #expect(processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]) {
            await OwnProcess.run {
                let line = try DelayLine(roundTrip: .zero)
                let index = try #require(try Self.devices()[line.device])
                try FileHandle.standardOutput.write(contentsOf: Data("index=\(index);".utf8))
                _ = kill(getpid(), SIGKILL)
                _ = line
            }
        }
        let said = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        let index = try #require(said.split(separator: "index=").last?.split(separator: ";").first.flatMap { Int($0) })
        #expect(try !Self.devices().values.contains(index))
    }

    /// How long a connection took to be made, by our clock and by the kernel's, which nothing else of the machine
    /// delays.
    private static func connect(
        _ address: String, _ port: UInt16
    ) throws -> (time: Duration, kernelRoundTrip: Duration) {
        let client = try PlainSocket(SOCK_STREAM)
        let start = ContinuousClock.now
        try client.connect(to: address, port)
        let time = ContinuousClock.now - start
        return (time, try client.kernelRoundTrip())
    }

    /// The network devices by their names, with their numbers, which the kernel never uses twice: a name is free again
    /// at once.
    private static func devices() throws -> [String: Int] {
        let folder = URL(filePath: "/sys/class/net")
        var found: [String: Int] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            // One that goes meanwhile has no number any more.
            let text = try? String(contentsOf: folder.appending(path: "\(name)/ifindex"), encoding: .utf8)
            found[name] = text.flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        }
        return found
    }
}

/// What needs neither root nor a device.
@Suite("The delay line's parts", .ownThread)
struct DelayLinePartsTests {
    @Test("the same seed loses the same packets, another seed others, and the share is as stated")
    func pattern() {
        func lost(_ pattern: LossPattern) -> [Int] {
            (0..<10_000).filter { pattern.loses(packet: $0, .fromListener, ofConnection: 3) }
        }
        let first = lost(LossPattern(share: 0.1, seed: 1))
        #expect(first == lost(LossPattern(share: 0.1, seed: 1)))
        #expect(first != lost(LossPattern(share: 0.1, seed: 2)))
        // Four standard deviations of 10,000 throws at 0.1, which are 30 each.
        #expect((880...1_120).contains(first.count))
        #expect(lost(LossPattern(share: 0, seed: 1)).isEmpty)
        #expect(lost(LossPattern(share: 1, seed: 1)).count == 10_000)
    }

    @Test("a route to a network that holds the line's addresses is seen; the default route is none")
    func routes() {
        let header = "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n"
        let table = RoutingTable(
            text: header
                + "eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0\n"
                + "vpn0\t000012C6\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n")
        #expect(table.reaches(IPAddress(ipv4: 0xC612_0001)))
        #expect(!table.reaches(IPAddress(ipv4: 0xC612_0101)))
        #expect(!table.reaches(IPAddress(ipv4: 0x0808_0808)))
    }

    @Test("what no line can be is an error")
    func refused() {
        #expect(throws: DelayLineError.self) { try DelayLine(roundTrip: .seconds(-1)) }
        #expect(throws: DelayLineError.self) { try DelayLine(roundTrip: .zero, loss: 1.5) }
        #expect(throws: DelayLineError.self) { try DelayLine(roundTrip: .zero, loss: .nan) }
    }
}
