import Foundation
import HoldfastX509
import TestSupport
import Testing

/// Lists as long as hostile ones can be: read once, looked up without reading them again.
@Suite("Long revocation lists")
struct LongListTests {
    /// A list of entries of 29 bytes each, whose last three octets of the number are the index, where it is numbered.
    private static func list(_ count: Int, isNumbered: Bool = true) -> [UInt8] {
        let entry = HandMadeList.entry([0x40, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0])
        var rows: [UInt8] = []
        rows.reserveCapacity(count * entry.count)
        for index in 0..<count {
            let number = rows.count + 13
            rows += entry
            guard isNumbered else { continue }
            rows[number] = UInt8(truncatingIfNeeded: index >> 16)
            rows[number + 1] = UInt8(truncatingIfNeeded: index >> 8)
            rows[number + 2] = UInt8(truncatingIfNeeded: index)
        }
        let parts = HandMadeList()
        var writer = DERWriter(capacity: rows.count + 200)
        writer.sequence { list in
            list.sequence { tbs in
                tbs.raw(parts.version + parts.algorithm + parts.issuer + parts.thisUpdate + parts.nextUpdate)
                tbs.sequence { $0.raw(rows) }
            }
            list.raw(parts.algorithm)
            list.raw(hex("03 02 00 00"))
        }
        return writer.bytes
    }

    private static func number(_ index: Int) -> SerialNumber {
        SerialNumber(
            magnitude: [0x40, 1, 2, 3, 4, 5, 6, 7, 8] + [16, 8, 0].map { UInt8(truncatingIfNeeded: index >> $0) })
    }

    @Test("50,000 entries: each is found, none that is not there", .hangLimit)
    func many() throws {
        let bytes = Self.list(50_000)
        #expect(bytes.count > 1 << 20)
        let list = try CertificateList(der: bytes)
        #expect(list.revokedCertificates.count == 50_000)
        for index in stride(from: 0, to: 50_000, by: 499) {
            let number = Self.number(index)
            #expect(list.revokedCertificates.last(number)?.entry.userCertificate == number)
        }
        #expect(list.revokedCertificates.last(Self.number(50_000)) == nil)
    }

    /// A table that compares with all entries of a number before it adds one takes quadratic time.
    @Test("50,000 entries of one number: the last one counts, and all can be looked at", .hangLimit)
    func one() throws {
        let list = try CertificateList(der: Self.list(50_000, isNumbered: false))
        #expect(list.revokedCertificates.last(Self.number(0)) != nil)
        #expect(list.revokedCertificates.last(Self.number(1)) == nil)
        var looked = 0
        _ = list.revokedCertificates.last(Self.number(0)) { _ in
            looked += 1
            return looked == 1000
        }
        #expect(looked == 1000)
    }

    /// In a process of its own, where nobody else takes memory meanwhile.
    @Test("16 MiB are read in place: their index takes about as much as they do", .hangLimit)
    func memory() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            await OwnProcess.run {
                let bytes = LongListTests.list(575_000)
                let before = try LongListTests.peak()
                let began = ContinuousClock.now
                let list = try CertificateList(der: bytes)
                let took = (ContinuousClock.now - began) / .milliseconds(1)
                let after = try LongListTests.peak(isReset: false)
                let number = LongListTests.number(574_999)
                guard bytes.count > 16_600_000, list.revokedCertificates.last(number) != nil else { exit(2) }
                print("list: \(bytes.count) bytes, \(after - before) KiB more to read them, \(took) ms")
                exit(after - before < 24 << 10 ? 0 : 1)
            }
        }
        print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
    }

    /// The most memory, in KiB, that the process has had at one time; from here on where it is reset (proc(5),
    /// `clear_refs`).
    private static func peak(isReset: Bool = true) throws -> Int {
        if isReset { FileHandle(forWritingAtPath: "/proc/self/clear_refs")?.write(Data("5".utf8)) }
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return line.split { $0 == " " || $0 == "\t" }.compactMap { Int($0) }.first ?? 0
    }

    @Test("limits: bytes, elements, depth")
    func limits() throws {
        let bytes = Self.list(1_000)
        #expect(throws: DERError(.inputTooLarge(bytes: bytes.count, limit: 1_000), at: 0)) {
            try CertificateList(
                der: bytes,
                limits: DERLimits(maximumBytes: 1_000, maximumDepth: 32, maximumElements: 1 << 25))
        }
        let error = derError { () throws(DERError) in
            _ = try CertificateList(
                der: bytes, limits: DERLimits(maximumBytes: .max, maximumDepth: 32, maximumElements: 1_000))
        }
        #expect(error?.reason == .tooManyElements(limit: 1_000))
        let shallow = derError { () throws(DERError) in
            _ = try CertificateList(
                der: bytes, limits: DERLimits(maximumBytes: .max, maximumDepth: 3, maximumElements: .max))
        }
        #expect(shallow?.reason == .tooDeep(limit: 3))
        // A certificate's limits are not for lists.
        #expect(DERLimits.revocationList.maximumElements >= 8 * 1_000_000)
        #expect(DERLimits.revocationList.maximumBytes >= 76_000_000)
    }

    @Test("lengths that claim more than there is cost nothing")
    func lies() throws {
        for lie in [
            "30 84 7F FF FF FF", "30 84 7F FF FF FF 30 84 7F FF FF F0", "30 80",
            "30 88 7F FF FF FF FF FF FF FF",
        ] {
            #expect(throws: DERError.self) { try CertificateList(der: hex(lie)) }
        }
    }
}
