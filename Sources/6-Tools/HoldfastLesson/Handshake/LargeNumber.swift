/// Just enough arithmetic on large numbers to show what can be done with bare RSA: bytes, most significant first.
package enum LargeNumber {
    /// `left` times `right`, modulo `modulus`; all of them as long as the modulus, both factors below it.
    ///
    /// Doubling and adding, bit by bit: slow, and its time gives both numbers away.
    package static func product(_ left: [UInt8], _ right: [UInt8], modulo modulus: [UInt8]) -> [UInt8] {
        var sum = [UInt8](repeating: 0, count: modulus.count)
        for byte in left {
            for bit in (0..<8).reversed() {
                sum = added(sum, sum, modulo: modulus)
                if byte >> UInt8(bit) & 1 == 1 { sum = added(sum, right, modulo: modulus) }
            }
        }
        return sum
    }

    private static func added(_ left: [UInt8], _ right: [UInt8], modulo modulus: [UInt8]) -> [UInt8] {
        var sum = left
        var carry = 0
        for index in sum.indices.reversed() {
            carry += Int(left[index]) + Int(right[index])
            sum[index] = UInt8(carry & 0xff)
            carry >>= 8
        }
        guard carry > 0 || !sum.lexicographicallyPrecedes(modulus) else { return sum }
        var borrow = 0
        for index in sum.indices.reversed() {
            let difference = Int(sum[index]) - Int(modulus[index]) - borrow
            sum[index] = UInt8(difference & 0xff)
            borrow = difference < 0 ? 1 : 0
        }
        return sum
    }
}
