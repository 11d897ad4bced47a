import Foundation
import HoldfastStore
import TestSupport
import Testing

@testable import HoldfastWeb

/// Times and sizes of a cache that is full, beside SQLite that reads the same rows and nothing else.
///
/// A hundred thousand answers where `HOLDFAST_SOAK` is set, and nothing else runs beside. Two thousand in the quick
/// tests, which see that all are found, and no more room is taken than there should be: times of theirs say nothing.
@Suite("A cache with many answers", .ownThread)
struct CacheMeasurementTests {
    private typealias Bench = CacheFolderBench
    private let isMeasured = ProcessInfo.processInfo.environment["HOLDFAST_SOAK"] != nil
    private var count: Int { isMeasured ? 100_000 : 2_000 }

    /// Bodies of some kilobytes, and every fiftieth in a file.
    private static func size(_ number: Int) -> Int { number % 50 == 0 ? 20_000 : 500 + number % 4_000 }

    private func each(_ duration: Duration, of count: Int) -> String {
        let nanoseconds = duration / .nanoseconds(1) / Double(max(count, 1))
        return "\(Int(nanoseconds / 100) / 10) µs"
    }

    @Test("keeping, starting, looking up, and the size", .hangLimit) func many() throws {
        let bench = try CacheFolderBench()
        let clock = ContinuousClock()
        let places = try (0..<count).map { try Bench.place("\($0)") }
        var bytes = 0
        let keeping = clock.measure {
            // Closed at the end: what follows starts from files.
            let cache = bench.cache(disk: 4 << 30)
            for number in 0..<count {
                let answer = Bench.answer(Self.size(number))
                bytes += answer.body.count
                cache.keep(answer, at: places[number])
            }
        }
        let cache = bench.cache(disk: 4 << 30)
        var found = 0
        let starting = clock.measure { found += cache.candidates(at: places[0]).count }
        let looked = stride(from: 0, to: count, by: max(count / 2_000, 1)).map { (7_919 * $0) % count }
        let looking = clock.measure {
            for number in looked { found += cache.candidates(at: places[number]).first?.body() == nil ? 0 : 1 }
        }
        let missing = clock.measure {
            for number in looked {
                let place = CachePlace("GET", unread: "https://example.com/none/\(number)")
                found -= cache.candidates(at: place).count
            }
        }
        #expect(found == looked.count + 1)
        let usage = cache.diskUsage
        #expect(usage > bytes)
        let onDisk = try FileManager.default.subpathsOfDirectory(atPath: bench.folder).reduce(0) { sum, name in
            let attributes = try FileManager.default.attributesOfItem(atPath: bench.folder + "/" + name)
            guard attributes[.type] as? FileAttributeType == .typeRegular else { return sum }
            return sum + ((attributes[.size] as? NSNumber)?.intValue ?? 0)
        }
        let alone = try self.alone(bench, looked.count)
        print(
            "\(count) answers, \(bytes) bytes of bodies: kept in \(each(keeping, of: count)) each,",
            "started in \(starting), found in \(each(looking, of: looked.count)),",
            "not found in \(each(missing, of: looked.count)), \(onDisk) bytes of files, \(usage) as counted;",
            "SQLite alone: started in \(alone.starting), found in \(each(alone.looking, of: looked.count))")
        // Whatever the machine does meanwhile: not another order of magnitude.
        #expect(!isMeasured || looking < alone.looking * 50 + .seconds(1))
        // Besides, 1,000 pages and what the last change added wait in the log (SQLite, `wal_autocheckpoint`).
        #expect(onDisk < 2 * usage + (6 << 20))
    }

    /// The same rows, by their places, read by SQLite and by nothing else.
    private func alone(_ bench: CacheFolderBench, _ count: Int) throws -> (starting: Duration, looking: Duration) {
        let clock = ContinuousClock()
        var database: SQLiteDatabase?
        let starting = try clock.measure {
            database = try SQLiteDatabase(path: bench.index, waitingFor: 1_000)
            _ = try database?.integer("SELECT id FROM answers LIMIT 1")
        }
        guard let database else { throw CancellationError() }
        var places: [[UInt8]] = []
        let all = try database.prepare("SELECT place FROM answers ORDER BY variant LIMIT \(count)")
        while try all.step() { if let place = all.bytes(0, limit: 32) { places.append(place) } }
        let question = try database.prepare("SELECT head, body FROM answers WHERE place = ?1")
        let looking = try clock.measure {
            for place in places {
                defer { question.reset() }
                try question.bind(1, place)
                while try question.step() { _ = (question.bytes(0, limit: 1 << 16), question.bytes(1, limit: 1 << 16)) }
            }
        }
        return (starting, looking)
    }
}
