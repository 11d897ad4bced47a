import HoldfastFiles
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastHTTPS

@Suite("A process that is killed while it keeps evidence", .ownThread)
struct EvidenceKillTests {
    @Test("each time the old answer or the new one, never half of one", .hangLimit)
    func killed() async throws {
        // A process of its own: what follows forks, which a process with many threads had better not do.
        await #expect(processExitsWith: .success) {
            await OwnProcess.run { try EvidenceKillTests.writers(Effort.rounds(1_000)) }
        }
    }

    @Test("four processes that keep, read and drop at once", .hangLimit)
    func together() async throws {
        await #expect(processExitsWith: .success) {
            await OwnProcess.run { try EvidenceKillTests.together(processes: 4, each: 60) }
        }
    }

    /// Lists of two lengths, one in the index and one in a file: the number of the writing stands in the mark.
    private static func writers(_ count: Int) throws {
        let bench = try EvidenceBench()
        let question = try bench.list()
        let lists = [try bench.list(1), try bench.list(800)]
        let disk = bench.disk()
        for number in 0..<20 {
            try bench.keep(lists[number % 2], try bench.list(at: "http://crl.example/\(number)"), in: disk)
        }
        var writers = try KilledWriters()
        try writers.run(count, open: { bench.disk() }) { disk, number in
            try bench.keep(lists[Int(number % 2)], question, in: disk, tag: "\(number)")
        } kept: { round in
            let found = bench.disk().evidence(for: question, at: EvidenceBench.now)
            guard bench.told.all.isEmpty else { throw ForkedProcess.Failure("round \(round): \(bench.told.all)") }
            guard let found else { return 0 }
            guard let number = found.fetch.validators.entityTag.flatMap(UInt64.init),
                found.fetch.bytes == lists[Int(number % 2)]
            else { throw ForkedProcess.Failure("round \(round): a list that nobody has written") }
            return number
        }
    }

    private static func together(processes: Int, each count: Int) throws {
        let bench = try EvidenceBench()
        let lists = [try bench.list(1), try bench.list(800)]
        try ForkedProcess.run(processes) { process in
            let disk = bench.disk(bytes: 8 * lists[1].count)
            for step in 0..<count {
                guard let question = try? bench.list(at: "http://crl.example/\((step * 7 + process) % 13)") else {
                    return 1
                }
                if let found = disk.evidence(for: question, at: EvidenceBench.now),
                    !lists.contains(found.fetch.bytes)
                {
                    return 2
                }
                if step % 11 == 0 { disk.drop(question) }
                try? bench.keep(lists[step % 2], question, in: disk)
            }
            // Who waits too long for the others keeps nothing; nothing else may go wrong.
            return bench.told.all.allSatisfy { $0 == .busy } ? 0 : 3
        }
        var count = 0
        for number in 0..<13 {
            let question = try bench.list(at: "http://crl.example/\(number)")
            if bench.disk().evidence(for: question, at: EvidenceBench.now) != nil { count += 1 }
        }
        guard count > 0 else { throw ForkedProcess.Failure("nothing is kept") }
    }
}
