import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastPolicy

/// Whatever happens to the bytes of a store, nothing is trusted that was not trusted before.
@Suite("A damaged file adds no trust")
struct DamagedFileTests {
    private let whole: ExceptionFile
    private let bytes: [UInt8]

    init() throws {
        whole = ExceptionFile([
            try #require(
                ExceptionRecord(try StoreFolder.exception(1, codes: [.expired, .hostMismatch], note: "a\u{e9} \"b\""))),
            try #require(ExceptionRecord(try StoreFolder.exception(2, host: "192.0.2.7"))),
        ])
        bytes = whole.bytes
    }

    /// The records, or nil for a file that is refused.
    private func read(_ bytes: [UInt8]) -> [ExceptionRecord]? { try? ExceptionFile(bytes).records }

    @Test("whole, it says what was written")
    func undamaged() { #expect(read(bytes) == whole.records) }

    @Test("cut anywhere, it is refused; only the last line end may be missing")
    func cut() {
        for length in 0..<bytes.count - 1 { #expect(read(Array(bytes.prefix(length))) == nil, "\(length)") }
        #expect(read(Array(bytes.dropLast())) == whole.records)
    }

    @Test("one byte changed, left out or doubled: refused, or exactly what it was")
    func changed() {
        // One entry will do: each byte of it is as the others'.
        let (whole, bytes) = (ExceptionFile([whole.records[0]]), ExceptionFile([whole.records[0]]).bytes)
        var refused = 0
        for index in bytes.indices {
            // Two of the eight bits, others at the next byte; the end of a text; a byte less, and one more.
            var variants = [UInt8(1) << UInt8(index % 8), UInt8(1) << UInt8((index + 3) % 8)].map { bit in
                var changed = bytes
                changed[index] ^= bit
                return changed
            }
            var changed = bytes
            changed[index] = UInt8(ascii: "\"")
            variants.append(changed)
            variants.append(Array(bytes[..<index] + bytes[(index + 1)...]))
            variants.append(Array(bytes[...index] + bytes[index...]))
            for variant in variants {
                guard let records = read(variant) else {
                    refused += 1
                    continue
                }
                #expect(records == whole.records, "byte \(index)")
            }
        }
        #expect(refused > bytes.count * 3)
    }

    @Test("entries swapped, taken from another file, or without the digest")
    func rearranged() throws {
        let text = String(decoding: bytes, as: UTF8.self)
        let other = ExceptionFile([try #require(ExceptionRecord(try StoreFolder.exception(3, host: "evil.test")))])
        let reversed = ExceptionFile(whole.records.reversed())
        func digest(_ text: String) -> String { String(text.split(separator: "\"digest\": ")[1].prefix(66)) }
        for foreign in [other, reversed, ExceptionFile()] {
            let foreignText = String(decoding: foreign.bytes, as: UTF8.self)
            #expect(read(Array(foreignText.utf8)) == foreign.records)
            #expect(read(Array(foreignText.replacing(digest(foreignText), with: digest(text)).utf8)) == nil)
        }
        #expect(read(Array(text.replacing(digest(text), with: "\"\"").utf8)) == nil)
    }
}
