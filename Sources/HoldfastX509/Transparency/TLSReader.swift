/// A cursor over the presentation language of TLS (RFC 8446 §3): numbers of fixed size, vectors with their length first.
struct TLSReader {
    private let input: ArraySlice<UInt8>
    private(set) var offset: Int

    init(_ input: ArraySlice<UInt8>) {
        self.input = input
        offset = input.startIndex
    }

    var isAtEnd: Bool { offset == input.endIndex }

    mutating func bytes(_ count: Int) throws(SCTError) -> ArraySlice<UInt8> {
        guard count <= input.endIndex - offset else {
            throw SCTError(.truncated(needed: count, available: input.endIndex - offset), at: offset)
        }
        defer { offset += count }
        return input[offset..<offset + count]
    }

    /// An unsigned number of so many bytes, at most eight, the most significant first.
    mutating func number(_ count: Int) throws(SCTError) -> UInt64 {
        try bytes(count).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A vector of at most 2^16 - 1 bytes.
    mutating func vector() throws(SCTError) -> ArraySlice<UInt8> {
        let start = offset
        let count = Int(try number(2))
        guard count <= input.endIndex - offset else {
            throw SCTError(.truncated(needed: count, available: input.endIndex - offset), at: start)
        }
        return try bytes(count)
    }

    func expectEnd() throws(SCTError) {
        guard isAtEnd else { throw SCTError(.trailingData(count: input.endIndex - offset), at: offset) }
    }

    mutating func field<Value>(
        _ name: String, _ body: (inout TLSReader) throws(SCTError) -> Value
    ) throws(SCTError) -> Value {
        do throws(SCTError) {
            return try body(&self)
        } catch {
            throw error.inside(name)
        }
    }
}
