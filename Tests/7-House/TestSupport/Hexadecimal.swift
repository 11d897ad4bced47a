/// The bytes that hexadecimal digits stand for; what is no digit stands there for the reader.
package func hex(_ text: some StringProtocol) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// The digits of bytes, two of lower case each.
package func hexText(_ bytes: some Sequence<UInt8>, separator: String = "") -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined(separator: separator)
}
