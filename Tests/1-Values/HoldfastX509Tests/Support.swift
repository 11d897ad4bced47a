import HoldfastX509

/// The error that `body` throws; `nil` when it does not throw.
func derError(_ body: () throws(DERError) -> Void) -> DERError? {
    do throws(DERError) {
        try body()
        return nil
    } catch {
        return error
    }
}

/// An encoded element: a tag octet, a length, and the parts one after the other.
func tlv(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
    let content = Array(parts.joined())
    var length: [UInt8] = []
    var rest = content.count
    repeat {
        length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
        rest >>= 8
    } while rest > 0
    if content.count > 0x7F { length.insert(0x80 | UInt8(length.count), at: 0) }
    return [tag] + length + content
}
