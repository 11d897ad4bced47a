/// An iPAddress subtree (RFC 5280 §4.2.1.10): an address and a mask of its length, as in RFC 4632.
enum AddressConstraint {
    /// Eight octets for IPv4, thirty-two for IPv6, the mask ones before zeros.
    static func isValid(base: ArraySlice<UInt8>) -> Bool {
        guard base.count == 8 || base.count == 32 else { return false }
        var isPastPrefix = false
        for octet in base.suffix(base.count / 2) {
            for bit in stride(from: 7, through: 0, by: -1) {
                let isSet = octet >> UInt8(bit) & 1 == 1
                if isSet, isPastPrefix { return false }
                if !isSet { isPastPrefix = true }
            }
        }
        return true
    }

    static func contains(base: ArraySlice<UInt8>, name: ArraySlice<UInt8>) -> Bool {
        guard base.count == name.count * 2 else { return false }
        return zip(zip(base.prefix(name.count), base.suffix(name.count)), name).allSatisfy { pair, octet in
            pair.0 & pair.1 == octet & pair.1
        }
    }
}
