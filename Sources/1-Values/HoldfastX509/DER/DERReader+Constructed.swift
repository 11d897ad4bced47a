extension DERReader {
    /// Reads a constructed element with a reader for its contents, which must be read to their end.
    ///
    /// - Parameters:
    ///   - tag: SEQUENCE, SET, or the implicit or explicit tag in its place.
    ///   - body: reads the contents.
    public mutating func readSequence<Value>(
        as tag: DERTag = .sequence, _ body: (inout DERReader) throws(DERError) -> Value
    ) throws(DERError) -> Value {
        let outside = try enter(tag)
        let value = try body(&self)
        try leave(outside)
        return value
    }

    /// Like ``readSequence(as:_:)`` for a field: errors carry its name in their path.
    ///
    /// - Parameters:
    ///   - field: the field's name in the RFC.
    ///   - tag: SEQUENCE, SET, or the implicit or explicit tag in its place.
    ///   - body: reads the contents.
    public mutating func readSequence<Value>(
        _ field: StaticString, as tag: DERTag = .sequence,
        _ body: (inout DERReader) throws(DERError) -> Value
    ) throws(DERError) -> Value {
        do throws(DERError) {
            return try readSequence(as: tag, body)
        } catch {
            throw error.inside(field)
        }
    }

    /// Like ``readSequence(_:as:_:)`` where the element is there, otherwise `nil`.
    public mutating func readOptionalSequence<Value>(
        _ field: StaticString, as tag: DERTag,
        _ body: (inout DERReader) throws(DERError) -> Value
    ) throws(DERError) -> Value? {
        nextIs(tag) ? try readSequence(field, as: tag, body) : nil
    }

    /// Reads a list: `body` once for each element, until the end. An empty list is read as such.
    public mutating func readSequenceOf<Value>(
        as tag: DERTag = .sequence, _ body: (inout DERReader) throws(DERError) -> Value
    ) throws(DERError) -> [Value] {
        try readSequence(as: tag) { (inner: inout DERReader) throws(DERError) -> [Value] in
            try inner.readAll(body)
        }
    }

    /// Like ``readSequenceOf(as:_:)`` for a field: errors carry its name in their path.
    public mutating func readSequenceOf<Value>(
        _ field: StaticString, as tag: DERTag = .sequence,
        _ body: (inout DERReader) throws(DERError) -> Value
    ) throws(DERError) -> [Value] {
        do throws(DERError) {
            return try readSequenceOf(as: tag, body)
        } catch {
            throw error.inside(field)
        }
    }

    /// Reads until the end, `body` once for each element.
    public mutating func readAll<Value>(
        _ body: (inout DERReader) throws(DERError) -> Value
    ) throws(DERError) -> [Value] {
        var values: [Value] = []
        while !isAtEnd {
            do throws(DERError) {
                values.append(try body(&self))
            } catch {
                throw error.inside(index: values.count)
            }
        }
        return values
    }

    /// Reads one field; errors from inside carry its name in their path.
    @inline(__always)
    public mutating func field<Value>(
        _ name: StaticString, _ body: (inout DERReader) throws(DERError) -> Value
    ) throws(DERError) -> Value {
        do throws(DERError) {
            return try body(&self)
        } catch {
            throw error.inside(name)
        }
    }

    /// Reads a SET OF, whose elements DER wants in ascending order (X.690 §11.6).
    ///
    /// - Parameters:
    ///   - tag: SET, or the implicit tag in its place.
    ///   - requiringOrder: `false` where issuers are known to get it wrong, as in names.
    ///   - body: reads one element.
    /// - Throws: ``DERError/Reason/setNotSorted`` at the first element that comes too late.
    public mutating func readSetOf<Value>(
        as tag: DERTag = .set, requiringOrder: Bool = true,
        _ body: (inout DERReader) throws(DERError) -> Value
    ) throws(DERError) -> [Value] {
        try readSequence(as: tag) { (inner: inout DERReader) throws(DERError) -> [Value] in
            var last: ArraySlice<UInt8> = []
            return try inner.readAll { (element: inout DERReader) throws(DERError) -> Value in
                let start = element.offset
                let value = try body(&element)
                let bytes = element.bytes(from: start)
                // Elements are compared as if padded with zeros, which is the usual order: no encoding of an
                // element is the beginning of another's.
                guard !requiringOrder || !bytes.lexicographicallyPrecedes(last) else {
                    throw DERError(.setNotSorted, at: start)
                }
                last = bytes
                return value
            }
        }
    }
}
