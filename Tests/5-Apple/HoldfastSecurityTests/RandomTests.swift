import HoldfastSecurity
import Testing

struct RandomTests {
    @Test("Counts below, at and above the size of one piece", arguments: [1, 16, 4095, 4096, 4097, 20_000])
    func fillsExactly(_ count: Int) {
        // Bytes of 0 in all of five attempts are as likely as 1 in 2⁴⁰ a byte.
        var touched = [Bool](repeating: false, count: count + 8)
        for _ in 0..<5 {
            var bytes = [UInt8](repeating: 0, count: count + 8)
            #expect(unsafe SecRandomCopyBytes(kSecRandomDefault, count, &bytes) == errSecSuccess)
            for index in bytes.indices where bytes[index] != 0 { touched[index] = true }
        }
        #expect(touched[..<count].allSatisfy { $0 })
        #expect(touched[count...].allSatisfy { !$0 })
    }

    @Test func nothingForACountOfZero() {
        var bytes: [UInt8] = [7, 7]
        #expect(unsafe SecRandomCopyBytes(kSecRandomDefault, 0, &bytes) == errSecSuccess)
        #expect(bytes == [7, 7])
    }

    @Test func negativeCount() {
        var bytes: [UInt8] = [7, 7]
        #expect(unsafe SecRandomCopyBytes(kSecRandomDefault, -1, &bytes) == errSecParam)
        #expect(unsafe SecRandomCopyBytes(nil, .min, &bytes) == errSecParam)
        #expect(bytes == [7, 7])
    }

    @Test func anotherOneEachTime() {
        var first = [UInt8](repeating: 0, count: 32)
        var second = first
        #expect(unsafe SecRandomCopyBytes(nil, 32, &first) == errSecSuccess)
        #expect(unsafe SecRandomCopyBytes(nil, 32, &second) == errSecSuccess)
        #expect(first != second)
    }

    /// SecRandom.h: a synonym of NULL.
    @Test func defaultGenerator() { #expect(unsafe kSecRandomDefault == nil) }
}
