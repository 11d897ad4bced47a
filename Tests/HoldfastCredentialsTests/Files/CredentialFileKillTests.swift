import Glibc
import HoldfastCrypto
import HoldfastFiles
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastCredentials

@Suite("A process that is killed while it writes credentials", .ownThread)
struct CredentialFileKillTests {
    /// A thousand processes write one after the other, each killed at some moment, between any two of its instructions.
    /// What one had been told was stored is there afterwards, or what it was storing; and everything else besides.
    @Test("a thousand times: the old file or the new one, never none, never half of one", .timeLimit(.minutes(10)))
    func thousandTimes() async throws {
        // A process of its own: what follows forks, which a process with many threads had better not do.
        await #expect(processExitsWith: .success) {
            try CredentialFileKillTests.writers(1000)
        }
    }

    @Test("four processes that write at once: what each stored is there", .timeLimit(.minutes(5)))
    func processesAtOnce() async throws {
        await #expect(processExitsWith: .success) {
            try CredentialFileKillTests.together(processes: 4, each: 15)
        }
    }

    private static func together(processes: Int, each count: Int) throws {
        let (bench, fork) = (FileBench(), try forkFunction())
        let store = bench.store()
        var children: [pid_t] = []
        for process in 0..<processes {
            let child = fork()
            if child == 0 {
                for number in 0..<count {
                    let credential = PasswordCredential(user: "\(process)-\(number)", password: "p")
                    guard let item = try? bench.item(credential), (try? store.putNow(item, .absent)) != nil else {
                        _exit(1)
                    }
                    // Whoever takes the lock again at once would keep it from the others.
                    usleep(20_000)
                }
                _exit(0)
            }
            children.append(child)
        }
        for child in children {
            var status: Int32 = 0
            unsafe waitpid(child, &status, 0)
            try #require(status == 0)
        }
        try #require(try bench.store().itemsNow(CredentialQuery()).count == processes * count)
    }

    /// fork(2), which Swift hides: its runtime's threads do not come along, and the children here need none.
    private static func forkFunction() throws -> @convention(c) () -> pid_t {
        guard let fork = unsafe dlsym(nil, "fork") else { throw SystemError(ENOSYS) }
        return unsafe unsafeBitCast(fork, to: (@convention(c) () -> pid_t).self)
    }

    private static func writers(_ count: Int) throws {
        let bench = FileBench()
        let store = bench.store()
        let begin = ContinuousClock.now
        for number in 0..<20 {
            _ = try store.putNow(bench.item(PasswordCredential(user: "\(number)", password: "of \(number)")), .absent)
        }
        // Microseconds: three writings, so that they are ended in the first of them, or in a later one.
        let longest = Int((ContinuousClock.now - begin) / .microseconds(1)) / 20 * 3
        let start = try forkFunction()
        // The number that was stored last, as the process that stored it tells.
        let page = unsafe mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
        guard let page = unsafe page else { throw SystemError(ENOMEM) }
        let told = unsafe page.assumingMemoryBound(to: UInt64.self)
        var generator = SeededGenerator(UInt64(getpid()))
        var (midWrite, highest) = (0, UInt64(0))
        for round in 0..<count {
            let child = start()
            if child == 0 {
                var number = unsafe told.pointee
                while true {
                    number += 1
                    let counter = PasswordCredential(user: "counter", password: "\(number)")
                    guard let item = try? bench.item(counter), (try? store.putNow(item, .always)) != nil else {
                        _exit(1)
                    }
                    unsafe told.pointee = number
                }
            }
            try #require(child > 0)
            usleep(UInt32(generator.number(0...longest)))
            kill(child, SIGKILL)
            var status: Int32 = 0
            unsafe waitpid(child, &status, 0)
            try #require(status == SIGKILL, "the writer ended by itself, in round \(round)")
            let found = try bench.store().itemsNow(CredentialQuery()).compactMap(\.passwordCredential)
            var passwords: [String: String] = [:]
            for credential in found { passwords[credential.user] = credential.password }
            let acknowledged = unsafe told.pointee
            let counter = passwords.removeValue(forKey: "counter").flatMap(UInt64.init) ?? 0
            try #require(counter == acknowledged || counter == acknowledged + 1, "round \(round)")
            if counter > acknowledged { midWrite += 1 }
            unsafe told.pointee = counter
            highest = counter
            try #require(passwords == Dictionary(uniqueKeysWithValues: (0..<20).map { ("\($0)", "of \($0)") }))
        }
        // The writers did get to write, and some were killed between the new file and their word of it, or in it.
        try #require(highest > UInt64(count) / 10, "\(highest) writings, \(midWrite) cut short before their word of it")
        try #require(midWrite > 0)
    }
}
