import Foundation
import Glibc

/// A copy of this process, made by fork(2), which Swift hides: its runtime's threads do not come along. A process with
/// many threads had better not make one; tests do so in a process of their own.
package struct ForkedProcess {
    /// The reason why a process did not do as it was to.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(_ description: String) { self.description = description }
    }

    private let identifier: pid_t

    /// Starts one.
    ///
    /// - Parameter body: what it does; it ends with the status that this gives, and with 255 for an error.
    package init(_ body: () throws -> Int32) throws {
        guard let symbol = unsafe dlsym(nil, "fork") else { throw Failure("there is no fork") }
        identifier = unsafe unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)()
        if identifier == 0 { _exit((try? body()) ?? 255) }
        guard identifier > 0 else { throw Failure("no process: errno \(errno)") }
    }

    /// Waits for its end, and gives the status of waitpid(2): 0 for exit(0), a signal's number for one that was killed.
    package func wait() -> Int32 {
        var status: Int32 = 0
        unsafe waitpid(identifier, &status, 0)
        return status
    }

    /// Runs so many at once, each with its number, and demands that all end with 0.
    package static func run(_ count: Int, _ body: (Int) throws -> Int32) throws {
        let all = try (0..<count).map { number in try ForkedProcess { try body(number) } }
        let statuses = all.map { $0.wait() }
        guard statuses.allSatisfy({ $0 == 0 }) else { throw Failure("processes ended with \(statuses)") }
    }

    /// Starts one, and kills it before it ends by itself, between any two of its instructions.
    ///
    /// - Parameters:
    ///   - delay: the microseconds that it has.
    ///   - body: what it does for ever; an error ends it, which is one of this test too.
    package static func killed(after delay: Int, _ body: () throws -> Never) throws {
        let process = try ForkedProcess { try body() }
        usleep(UInt32(delay))
        kill(process.identifier, SIGKILL)
        let status = process.wait()
        guard status == SIGKILL else { throw Failure("the writer ended by itself, with \(status)") }
    }
}

/// Processes that write the numbers from 1 on, one process after the other, each killed at a random moment.
@safe package struct KilledWriters {
    /// The number that was written last, as the process that wrote it tells.
    private let told: UnsafeMutablePointer<UInt64>
    private var generator = SeededGenerator(UInt64(getpid()))

    package init() throws {
        let page = unsafe mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
        guard let page = unsafe page, unsafe page != MAP_FAILED else { throw ForkedProcess.Failure("no memory") }
        unsafe told = page.assumingMemoryBound(to: UInt64.self)
    }

    /// The microseconds that something takes as long as the machine is as busy as now: what a writer is given is
    /// measured, so that it gets to write.
    package static func microseconds(_ body: () throws -> Void) rethrows -> Int {
        let begin = ContinuousClock.now
        try body()
        return Int((ContinuousClock.now - begin) / .microseconds(1))
    }

    /// Lets them write, and looks each time at what is kept: the number that was told, or the one that was being
    /// written.
    ///
    /// - Parameters:
    ///   - rounds: how many processes are killed.
    ///   - longest: the microseconds that one has at most.
    ///   - open: what a process opens for itself before it writes: no connection may be carried into another process.
    ///   - write: writes a number.
    ///   - kept: the number that is found after a round, 0 for none; throws for anything that is not as it was.
    package mutating func run<Store>(
        _ rounds: Int, within longest: Int, open: () throws -> Store, write: (Store, UInt64) throws -> Void,
        kept: (_ round: Int) throws -> UInt64
    ) throws {
        var (midWrite, highest) = (0, UInt64(0))
        for round in 0..<rounds {
            try ForkedProcess.killed(after: generator.number(0...longest)) {
                let store = try open()
                while true {
                    let number = unsafe told.pointee + 1
                    try write(store, number)
                    unsafe told.pointee = number
                }
            }
            let (found, acknowledged) = (try kept(round), unsafe told.pointee)
            guard found == acknowledged || found == acknowledged + 1 else {
                throw ForkedProcess.Failure("round \(round): \(found) is kept, and \(acknowledged) was told")
            }
            if found > acknowledged { midWrite += 1 }
            unsafe told.pointee = found
            highest = found
        }
        // The writers did get to write, and of many some were killed between the writing and their word of it.
        guard highest > UInt64(rounds) / 10, midWrite > 0 || rounds < 1_000 else {
            throw ForkedProcess.Failure("\(highest) writings, \(midWrite) cut short before their word of it")
        }
    }
}
