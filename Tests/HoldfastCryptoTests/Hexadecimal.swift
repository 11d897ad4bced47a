/// The bytes that hexadecimal digits stand for; blanks and line ends between them are passed over.
func hexadecimal(_ digits: String) -> [UInt8] {
    let values = digits.filter { !$0.isWhitespace }.map { UInt8($0.hexDigitValue ?? 0) }
    return stride(from: 0, to: values.count - 1, by: 2).map { values[$0] << 4 | values[$0 + 1] }
}

/// The bytes of a text.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
