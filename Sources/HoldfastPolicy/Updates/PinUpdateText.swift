/// What can be seen of a JSON text without reading it.
enum PinUpdateText {
    /// Whether a text that begins as an object ends before the object does, as one does that was cut short on its way.
    ///
    /// Only for the words of a refusal: nothing is believed of what it looks at.
    static func isCut(_ bytes: [UInt8]) -> Bool {
        let space: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d]
        guard let first = bytes.first(where: { !space.contains($0) }) else { return true }
        guard first == UInt8(ascii: "{") else { return false }
        var depth = 0
        var (isInText, isEscaped) = (false, false)
        for octet in bytes {
            if isInText {
                if isEscaped {
                    isEscaped = false
                } else if octet == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if octet == UInt8(ascii: "\"") {
                    isInText = false
                }
                continue
            }
            switch octet {
            case UInt8(ascii: "\""): isInText = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth <= 0 { return false }
            default: break
            }
        }
        return true
    }
}
