package import HoldfastX509

/// Rewrites BER as DER, as far as PKCS #12 and messages of certificates need it: definite lengths in their shortest
/// form, OCTET STRINGs in one piece.
///
/// RFC 7292 §3 has its files in BER, and Firefox and others write indefinite lengths. What stands inside a primitive
/// element is not looked at. The result is read strictly by whoever reads it.
package struct BERTranscoder {
    private let input: ArraySlice<UInt8>
    private var offset: Int
    private let limits: DERLimits
    private var elements = 0

    /// Rewrites one element of BER as DER.
    ///
    /// - Throws: ``DERError``: for more than the limits, lengths beyond the input, and bytes after the element.
    package static func distinguished(
        _ bytes: ArraySlice<UInt8>, limits: DERLimits = .default
    ) throws(DERError) -> [UInt8] {
        guard bytes.count <= limits.maximumBytes else {
            throw DERError(.inputTooLarge(bytes: bytes.count, limit: limits.maximumBytes), at: bytes.startIndex)
        }
        var transcoder = BERTranscoder(input: bytes, offset: bytes.startIndex, limits: limits)
        var output = DERWriter(capacity: bytes.count)
        try transcoder.element(before: bytes.endIndex, depth: 0, into: &output)
        guard transcoder.offset == bytes.endIndex else {
            throw DERError(.trailingData(count: bytes.endIndex - transcoder.offset), at: transcoder.offset)
        }
        return output.bytes
    }

    private init(input: ArraySlice<UInt8>, offset: Int, limits: DERLimits) {
        self.input = input
        self.offset = offset
        self.limits = limits
    }

    private mutating func octet(before end: Int) throws(DERError) -> UInt8 {
        guard offset < end else { throw DERError(.truncated(needed: 1, available: 0), at: offset) }
        defer { offset += 1 }
        return input[offset]
    }

    private mutating func element(before end: Int, depth: Int, into output: inout DERWriter) throws(DERError) {
        guard depth < limits.maximumDepth else {
            throw DERError(.tooDeep(limit: limits.maximumDepth), at: offset)
        }
        guard elements < limits.maximumElements else {
            throw DERError(.tooManyElements(limit: limits.maximumElements), at: offset)
        }
        elements += 1
        let start = offset
        let first = try octet(before: end)
        // PKCS #12 has no tag numbers over 30.
        guard first & 0x1F != 0x1F else { throw DERError(.tagTooLarge, at: start) }
        guard first != 0 else { throw DERError(.endOfContents, at: start) }
        let length = try length(before: end)
        guard first & 0x20 != 0 else {
            guard let length else { throw DERError(.indefiniteLength, at: start) }
            Self.write(first, input[offset..<offset + length], into: &output)
            offset += length
            return
        }
        var content = DERWriter()
        // A constructed OCTET STRING is the pieces one after the other (X.690 §8.7.3).
        let isPieces = first == 0x24
        let contentEnd = length.map { offset + $0 }
        while true {
            if let contentEnd {
                if offset == contentEnd { break }
            } else if offset + 1 < end, input[offset] == 0, input[offset + 1] == 0 {
                offset += 2
                break
            }
            if isPieces {
                let place = offset
                var piece = DERWriter()
                try element(before: contentEnd ?? end, depth: depth + 1, into: &piece)
                var reader = try DERReader(piece.bytes[...], limits: limits)
                guard let part = try? reader.readOctetString() else {
                    throw DERError(.invalidValue(.octetStringPiece), at: place)
                }
                content.raw(part)
            } else {
                try element(before: contentEnd ?? end, depth: depth + 1, into: &content)
            }
        }
        Self.write(isPieces ? 0x04 : first, content.bytes[...], into: &output)
    }

    /// The length at the cursor; `nil` for the indefinite form.
    private mutating func length(before end: Int) throws(DERError) -> Int? {
        let start = offset
        let first = try octet(before: end)
        if first == 0x80 { return nil }
        var value = Int(first)
        if first > 0x80 {
            guard first < 0x80 + 9 else { throw DERError(.lengthTooLarge, at: start) }
            value = 0
            for _ in 0..<(first - 0x80) {
                let next = Int(try octet(before: end))
                guard value <= limits.maximumBytes else { throw DERError(.lengthTooLarge, at: start) }
                value = value << 8 | next
            }
        }
        guard value <= end - offset else {
            throw DERError(.truncated(needed: value, available: end - offset), at: start)
        }
        return value
    }

    private static func write(_ octet: UInt8, _ content: ArraySlice<UInt8>, into output: inout DERWriter) {
        let tagClass = DERTag.TagClass(rawValue: octet & 0xC0) ?? .universal
        output.write(DERTag(tagClass, UInt32(octet & 0x1F), constructed: octet & 0x20 != 0), content: content)
    }
}
