/// A cursor over strict DER (X.690 §10 and §11): definite lengths, shortest forms, nothing copied.
///
/// Every read takes one whole element and moves on. While the contents of a constructed element are read, the reader
/// ends where the element does, and that end must be reached. Offsets are indices into the array that the input is a
/// slice of. After an error the reader is of no more use.
///
/// The files beside this one have the readers of ASN.1's types: `+Primitives`, `+Constructed` with closures for
/// contents of any form, and `+Fields` for structures, whose initializers look like their ASN.1.
public struct DERReader: Sendable {
    private let input: ArraySlice<UInt8>
    /// The index of the next unread byte.
    public private(set) var offset: Int
    /// The index after the last byte that this reader may read.
    public private(set) var endOffset: Int
    /// The limits that this reader and those inside it obey.
    public let limits: DERLimits
    /// The number of constructed elements around the cursor.
    public private(set) var depth = 0
    private var elementsRead = 0
    private var enclosingOffset: Int

    /// Starts reading at the first byte of `bytes`.
    ///
    /// - Throws: ``DERError/Reason/inputTooLarge(bytes:limit:)`` for more bytes than the limits allow.
    public init(_ bytes: ArraySlice<UInt8>, limits: DERLimits = .default) throws(DERError) {
        guard bytes.count <= limits.maximumBytes else {
            throw DERError(.inputTooLarge(bytes: bytes.count, limit: limits.maximumBytes), at: bytes.startIndex)
        }
        input = bytes
        offset = bytes.startIndex
        endOffset = bytes.endIndex
        enclosingOffset = bytes.startIndex
        self.limits = limits
    }

    /// Whether nothing is left to read.
    public var isAtEnd: Bool { offset == endOffset }

    /// The bytes that are left.
    public var remaining: ArraySlice<UInt8> { input[offset..<endOffset] }

    /// The tag of the next element; `nil` at the end and where no valid tag stands.
    public var peekTag: DERTag? {
        var probe = offset
        return try? readTag(&probe)
    }

    /// Whether the next element has this tag.
    public func nextIs(_ tag: DERTag) -> Bool {
        guard offset < endOffset else { return false }
        if let octet = tag.singleOctet { return input[offset] == octet }
        return peekTag == tag
    }

    /// Throws where anything is left unread.
    public func expectEnd() throws(DERError) {
        guard offset == endOffset else {
            throw DERError(.trailingData(count: endOffset - offset), at: offset)
        }
    }

    /// The bytes from `start` up to the cursor: what has been read since `start`.
    package func bytes(from start: Int) -> ArraySlice<UInt8> { input[start..<offset] }

    /// The whole element whose contents are being read, its header included; outside of any, the whole input.
    package var enclosingElement: ArraySlice<UInt8> { input[enclosingOffset..<endOffset] }

    // MARK: Elements

    /// Reads the next element, whatever its tag; what is inside a constructed one is not looked at.
    public mutating func readElement() throws(DERError) -> DERElement {
        let start = offset
        let header = try readHeader()
        offset = header.end
        return DERElement(tag: header.tag, bytes: input[start..<header.end], contentOffset: header.content)
    }

    /// Reads the next element, which must have this tag.
    public mutating func read(_ tag: DERTag) throws(DERError) -> DERElement {
        let start = offset
        let range = try readRange(tag)
        return DERElement(tag: tag, bytes: input[start..<range.upperBound], contentOffset: range.lowerBound)
    }

    /// Reads the next element if it has this tag; otherwise nothing is read.
    public mutating func readOptional(_ tag: DERTag) throws(DERError) -> DERElement? {
        nextIs(tag) ? try read(tag) : nil
    }

    /// Reads the content of the next element, which must have this tag.
    public mutating func readContent(_ tag: DERTag) throws(DERError) -> ArraySlice<UInt8> {
        input[try readRange(tag)]
    }

    /// Reads the next element of any type, and makes sure that it is DER down to its last level.
    ///
    /// For the ANY of ASN.1: parameters and values that are carried without being understood.
    public mutating func readAny() throws(DERError) -> DERElement {
        let start = offset
        let tag = try skipWellFormed()
        var probe = start
        _ = try readTag(&probe)
        let content = try readLength(&probe)
        return DERElement(tag: tag, bytes: input[start..<offset], contentOffset: content.lowerBound)
    }

    private mutating func skipWellFormed() throws(DERError) -> DERTag {
        let header = try readHeader()
        if header.tag.isConstructed {
            let outside = try enter(header.content..<header.end, of: offset)
            while !isAtEnd { _ = try skipWellFormed() }
            try leave(outside)
        }
        offset = header.end
        return header.tag
    }

    // MARK: Contents

    /// The reader's place and bounds outside of the element whose contents are being read.
    package struct Outside {
        fileprivate let offset: Int
        fileprivate let endOffset: Int
        fileprivate let enclosingOffset: Int
    }

    /// Goes into the next element, which must have this tag: until ``leave(_:)`` the reader ends where the element
    /// does.
    package mutating func enter(_ tag: DERTag) throws(DERError) -> Outside {
        let start = offset
        let contents = try readRange(tag)
        return try enter(contents, of: start)
    }

    /// Goes into a range of the input: the contents of the element that begins at `start`.
    ///
    /// The reader itself is narrowed to the range and widened again, which spares a copy for each level.
    mutating func enter(_ contents: Range<Int>, of start: Int) throws(DERError) -> Outside {
        guard depth < limits.maximumDepth else {
            throw DERError(.tooDeep(limit: limits.maximumDepth), at: contents.lowerBound)
        }
        let outside = Outside(offset: offset, endOffset: endOffset, enclosingOffset: enclosingOffset)
        offset = contents.lowerBound
        endOffset = contents.upperBound
        enclosingOffset = start
        depth += 1
        return outside
    }

    /// Goes on behind the element whose contents were read; they must have been read to their end.
    package mutating func leave(_ outside: Outside) throws(DERError) {
        try expectEnd()
        depth -= 1
        offset = outside.offset
        endOffset = outside.endOffset
        enclosingOffset = outside.enclosingOffset
    }

    // MARK: Headers

    /// Reads a header and content with this tag; returns where the content is.
    mutating func readRange(_ tag: DERTag) throws(DERError) -> Range<Int> {
        guard offset < endOffset else { throw DERError(.missing(expected: tag), at: offset) }
        let header = try readHeader()
        guard header.tag == tag else {
            throw DERError(.unexpectedTag(expected: tag, found: header.tag), at: offset)
        }
        offset = header.end
        return header.content..<header.end
    }

    /// Reads the header at the cursor without moving it.
    private mutating func readHeader() throws(DERError) -> (tag: DERTag, content: Int, end: Int) {
        guard elementsRead < limits.maximumElements else {
            throw DERError(.tooManyElements(limit: limits.maximumElements), at: offset)
        }
        elementsRead += 1
        var cursor = offset
        let tag = try readTag(&cursor)
        let content = try readLength(&cursor)
        return (tag, content.lowerBound, content.upperBound)
    }

    @inline(__always)
    private func readTag(_ cursor: inout Int) throws(DERError) -> DERTag {
        guard cursor < endOffset else { throw DERError(.truncated(needed: 1, available: 0), at: cursor) }
        let first = input[cursor]
        guard first != 0 else { throw DERError(.endOfContents, at: cursor) }
        cursor += 1
        let low = UInt32(first & 0x1F)
        return DERTag(leadingBits: first, number: low < 31 ? low : try readLongTagNumber(&cursor))
    }

    @inline(never)
    private func readLongTagNumber(_ cursor: inout Int) throws(DERError) -> UInt32 {
        var number: UInt32 = 0
        var octet: UInt8
        repeat {
            guard cursor < endOffset else { throw DERError(.truncated(needed: 1, available: 0), at: cursor) }
            octet = input[cursor]
            if number == 0 && octet == 0x80 { throw DERError(.nonMinimalTag, at: cursor) }
            guard number < 1 << 21 else { throw DERError(.tagTooLarge, at: cursor) }
            number = number << 7 | UInt32(octet & 0x7F)
            cursor += 1
        } while octet & 0x80 != 0
        guard number >= 31 else { throw DERError(.nonMinimalTag, at: cursor - 1) }
        return number
    }

    @inline(__always)
    private func readLength(_ cursor: inout Int) throws(DERError) -> Range<Int> {
        guard cursor < endOffset else { throw DERError(.truncated(needed: 1, available: 0), at: cursor) }
        let start = cursor
        let first = input[cursor]
        cursor += 1
        var length = Int(first)
        if first >= 0x80 {
            length = try readLongLength(Int(first & 0x7F), &cursor)
        }
        guard length <= endOffset - cursor else {
            throw DERError(.truncated(needed: length, available: endOffset - cursor), at: start)
        }
        return cursor..<cursor + length
    }

    @inline(never)
    private func readLongLength(_ count: Int, _ cursor: inout Int) throws(DERError) -> Int {
        let start = cursor - 1
        guard count > 0 else { throw DERError(.indefiniteLength, at: start) }
        guard count <= endOffset - cursor else {
            let available = endOffset - cursor
            throw DERError(count > 8 ? .lengthTooLarge : .truncated(needed: count, available: available), at: start)
        }
        guard input[cursor] != 0 else { throw DERError(.nonMinimalLength, at: start) }
        guard count <= 7 else { throw DERError(.lengthTooLarge, at: start) }
        var length = 0
        for _ in 0..<count {
            length = length << 8 | Int(input[cursor])
            cursor += 1
        }
        guard length >= 0x80 else { throw DERError(.nonMinimalLength, at: start) }
        return length
    }
}
