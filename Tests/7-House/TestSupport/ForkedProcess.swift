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
    /// The pipe's end from which the error that ended the process is read.
    private let reason: Int32

    /// Starts one.
    ///
    /// - Parameter body: what it does; it ends with the status that this gives, and with 255 for an error.
    package init(_ body: () throws -> Int32) throws {
        guard let symbol = unsafe dlsym(nil, "fork") else { throw Failure("there is no fork") }
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { throw Failure("no pipe: errno \(errno)") }
        identifier = unsafe unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)()
        if identifier == 0 {
            do {
                _exit(try body())
            } catch {
                let text = Array("\(error)".utf8.prefix(4_000))
                _ = unsafe text.withUnsafeBytes { unsafe write(ends[1], $0.baseAddress, $0.count) }
                _exit(255)
            }
        }
        close(ends[1])
        reason = ends[0]
        guard identifier > 0 else { throw Failure("no process: errno \(errno)") }
    }

    /// Waits for its end, and gives the status of waitpid(2), 0 for exit(0) and a signal's number for one that was
    /// killed, and the error that ended it.
    package func wait() -> (status: Int32, error: String) {
        var status: Int32 = 0
        unsafe waitpid(identifier, &status, 0)
        return (status, readReason())
    }

    private func readReason() -> String {
        var text = [UInt8](repeating: 0, count: 4_000)
        let count = unsafe text.withUnsafeMutableBytes { unsafe read(reason, $0.baseAddress, $0.count) }
        close(reason)
        return String(decoding: text.prefix(max(count, 0)), as: UTF8.self)
    }

    /// Runs so many at once, each with its number, and demands that all end with 0.
    package static func run(_ count: Int, _ body: (Int) throws -> Int32) throws {
        let all = try (0..<count).map { number in try ForkedProcess { try body(number) } }
        let ends = all.map { $0.wait() }
        guard ends.allSatisfy({ $0.status == 0 }) else { throw Failure("processes ended with \(ends)") }
    }

    /// Starts one, and kills it before it ends by itself, between any two of its instructions.
    ///
    /// - Parameters:
    ///   - begun: whether it has come as far as it is to come first: how long that takes says how busy the machine is,
    ///     and nothing else.
    ///   - delay: the microseconds that it has from then on.
    ///   - body: what it does for ever; an error ends it, which is one of this test too.
    package static func killed(
        once begun: () throws -> Bool, andAfter delay: () -> Int, _ body: () throws -> Never
    ) throws {
        let process = try ForkedProcess { try body() }
        var status: Int32 = 0
        while try !begun() {
            guard unsafe waitpid(process.identifier, &status, WNOHANG) == 0 else {
                throw Failure("the writer ended by itself, with \(status): \(process.readReason())")
            }
            usleep(50)
        }
        usleep(UInt32(max(delay(), 0)))
        kill(process.identifier, SIGKILL)
        let end = process.wait()
        guard end.status == SIGKILL else {
            throw Failure("the writer ended by itself, with \(end.status): \(end.error)")
        }
    }
}

/// Processes that write the numbers from 1 on, one process after the other, each killed at a random moment.
@safe package struct KilledWriters {
    /// Memory that the processes share.
    private struct Page {
        /// The number that was written last, as the process that wrote it tells.
        var told: UInt64 = 0
        /// How many processes have begun to open what they write to.
        var begun: UInt64 = 0
        /// How many writings were told, of all processes.
        var writings: UInt64 = 0
        /// The microseconds that the last writing took, as busy as the machine was then.
        var duration: UInt64 = 1_000
    }

    private let page: UnsafeMutablePointer<Page>
    private var generator = SeededGenerator(UInt64(getpid()))

    package init() throws {
        let memory = unsafe mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
        guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { throw ForkedProcess.Failure("no memory") }
        unsafe page = memory.bindMemory(to: Page.self, capacity: 1)
        unsafe page.initialize(to: Page())
    }

    /// Lets them write, and looks each time at what is kept: the number that was told, or the one that was being
    /// written.
    ///
    /// One in four is killed while it opens or writes for the first time, the others in a writing after the first, the
    /// second or the third.
    ///
    /// - Parameters:
    ///   - rounds: how many processes are killed.
    ///   - open: what a process opens for itself before it writes: no connection may be carried into another process.
    ///   - write: writes a number.
    ///   - kept: the number that is found after a round, 0 for none; throws for anything that is not as it was.
    package mutating func run<Store>(
        _ rounds: Int, open: () throws -> Store, write: (Store, UInt64) throws -> Void,
        kept: (_ round: Int) throws -> UInt64
    ) throws {
        var midWrite = 0
        for round in 0..<rounds {
            let (begun, writings) = unsafe (page.pointee.begun, page.pointee.writings)
            let awaited = UInt64(generator.number(0...3))
            let share = generator.number(0...100)
            try ForkedProcess.killed(
                once: { unsafe page.pointee.begun > begun && page.pointee.writings >= writings + awaited },
                andAfter: { unsafe Int(min(page.pointee.duration, 1_000_000)) * share / 100 }
            ) {
                unsafe page.pointee.begun += 1
                let store = try open()
                while true {
                    let began = ContinuousClock.now
                    let number = unsafe page.pointee.told + 1
                    try write(store, number)
                    unsafe page.pointee.told = number
                    unsafe page.pointee.duration = UInt64((ContinuousClock.now - began) / .microseconds(1))
                    unsafe page.pointee.writings += 1
                }
            }
            let (found, acknowledged) = (try kept(round), unsafe page.pointee.told)
            guard found == acknowledged || found == acknowledged + 1 else {
                throw ForkedProcess.Failure("round \(round): \(found) is kept, and \(acknowledged) was told")
            }
            if found > acknowledged { midWrite += 1 }
            unsafe page.pointee.told = found
        }
        // Of many, some were killed between the writing and their word of it.
        guard midWrite > 0 || rounds < 1_000 else {
            throw ForkedProcess.Failure("none of \(rounds) was cut short before its word of a writing")
        }
    }
}
