/// The encoding of A-labels (RFC 3492).
enum Punycode {
    private static let (base, tMin, tMax, skew, damp) = (36, 1, 26, 38, 700)
    private static let (firstBias, firstCode) = (72, 0x80)

    /// The characters that a label stands for, without its `xn--` (§6.2); nil where it is none.
    ///
    /// Its length is that of a label, 63 octets; the work is bounded by its square.
    static func decoded(_ octets: some BidirectionalCollection<UInt8>) -> [Unicode.Scalar]? {
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
