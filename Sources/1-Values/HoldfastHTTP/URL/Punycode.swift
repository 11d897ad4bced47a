/// The encoding of A-labels (RFC 3492).
package enum Punycode {
    private static let (base, tMin, tMax, skew, damp) = (36, 1, 26, 38, 700)
    private static let (firstBias, firstCode) = (72, 0x80)

    /// The characters that a label stands for, without its `xn--` (§6.2); nil where it is none.
    ///
    /// Its length is that of a label, 63 octets; the work is bounded by its square.
    package static func decoded(_ octets: some BidirectionalCollection<UInt8>) -> [Unicode.Scalar]? {
        guard octets.count <= 63 else { return nil }
        var scalars: [Unicode.Scalar] = []
        var rest = Array(octets)[...]
        if let hyphen = rest.lastIndex(of: UInt8(ascii: "-")) {
            scalars = rest[..<hyphen].map { Unicode.Scalar($0) }
            rest = rest[(hyphen + 1)...]
        }
        guard scalars.allSatisfy(\.isASCII) else { return nil }
        var (code, index, bias) = (firstCode, 0, firstBias)
        while !rest.isEmpty {
            let old = index
            var (weight, k) = (1, base)
            while true {
                guard let octet = rest.popFirst(), let digit = digit(octet) else { return nil }
                index += digit * weight
                let threshold = min(max(k - bias, tMin), tMax)
                if digit < threshold { break }
                weight *= base - threshold
                k += base
                // Beyond any character, at any place of a label.
                guard weight < 1 << 32, index < 1 << 32 else { return nil }
            }
            let count = scalars.count + 1
            bias = adapted(index - old, count, isFirst: old == 0)
            code += index / count
            index %= count
            guard let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value) else { return nil }
            scalars.insert(scalar, at: index)
            index += 1
        }
        return scalars
    }

    /// The text that stands for characters in an A-label, without its `xn--` (§6.3); nil for more characters than a
    /// label has octets.
    package static func encoded(_ scalars: [Unicode.Scalar]) -> String? {
        guard scalars.count <= 63 else { return nil }
        var octets = scalars.filter(\.isASCII).map { UInt8($0.value) }
        let basic = octets.count
        if basic > 0 { octets.append(UInt8(ascii: "-")) }
        var (code, delta, bias, handled) = (firstCode, 0, firstBias, basic)
        while let next = scalars.lazy.map({ Int($0.value) }).filter({ $0 >= code }).min() {
            // At most 63 times the highest code point for each of 63 characters.
            delta += (next - code) * (handled + 1)
            code = next
            for value in scalars.map({ Int($0.value) }) where value <= code {
                guard value == code else {
                    delta += 1
                    continue
                }
                octets += number(delta, bias)
                bias = adapted(delta, handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        return String(decoding: octets, as: UTF8.self)
    }

    /// A generalized variable-length integer (§3.3).
    private static func number(_ value: Int, _ bias: Int) -> [UInt8] {
        var (rest, k) = (value, base)
        var octets: [UInt8] = []
        while true {
            let threshold = min(max(k - bias, tMin), tMax)
            guard rest >= threshold else { break }
            octets.append(digits[threshold + (rest - threshold) % (base - threshold)])
            rest = (rest - threshold) / (base - threshold)
            k += base
        }
        return octets + [digits[rest]]
    }

    private static let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)

    /// §6.1.
    private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var k = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            k += base
        }
        return k + (base - tMin + 1) * delta / (delta + skew)
    }

    private static func digit(_ octet: UInt8) -> Int? {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(octet - UInt8(ascii: "a"))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(octet - UInt8(ascii: "A"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(octet - UInt8(ascii: "0")) + 26
        default: nil
        }
    }
}
