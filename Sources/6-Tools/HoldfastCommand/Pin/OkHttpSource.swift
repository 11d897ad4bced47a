import HoldfastPins
import HoldfastX509

/// The calls of `add("PATTERN", "PIN"…)` in Kotlin or Java source code.
///
/// Nothing is run: literals are read, and names that stand for one literal in the same file. What is computed is noted.
enum OkHttpSource {
    /// Bytes of a name, a text or a sign.
    private enum Token: Equatable {
        case name(String)
        case text(String)
        case sign(UInt8)
    }

    static func calls(in source: String, _ notes: inout [PinNote]) -> [OkHttpCall] {
        let tokens = tokens(of: Array(source.utf8))
        let constants = constants(in: tokens)
        var calls: [OkHttpCall] = []
        for index in tokens.indices where tokens[index].token == .name("add") {
            guard index + 1 < tokens.count, tokens[index + 1].token == .sign(UInt8(ascii: "(")) else { continue }
            let place = "\(tokens[index].line)"
            let arguments = arguments(tokens[(index + 2)...], constants)
            // Other things have an `add` too: a pin's name is what tells.
            guard arguments.dropFirst().contains(where: { $0.map(isPin) ?? false }) else { continue }
            let pins = arguments.dropFirst().compactMap(\.self)
            if pins.count < arguments.count - 1 {
                notes.append(PinNote(.cannotExpress, .computedPins, at: place))
            }
            guard let pattern = arguments[0] else {
                notes.append(PinNote(.unpinned, .computedPattern, at: place))
                continue
            }
            calls.append(OkHttpCall(pattern: pattern, pins: pins, place: place))
        }
        return calls
    }

    private static func isPin(_ text: String) -> Bool { text.hasPrefix("sha256/") || text.hasPrefix("sha1/") }

    /// The arguments up to the closing bracket; nil for each that is no text.
    private static func arguments(
        _ tokens: ArraySlice<(token: Token, line: Int)>, _ constants: [String: String?]
    ) -> [String?] {
        var arguments: [String?] = []
        var current: [Token] = []
        var depth = 0
        func finish() {
            guard !current.isEmpty else { return }
            var rest = current[...]
            // Kotlin names arguments: `pattern = "…"`.
            if rest.count > 2, case .name = rest[0], rest[1] == .sign(UInt8(ascii: "=")) { rest = rest.dropFirst(2) }
            switch (rest.count, rest.first) {
            case (1, .text(let text)): arguments.append(text)
            case (1, .name(let name)): arguments.append(constants[name] ?? nil)
            default: arguments.append(nil)
            }
            current = []
        }
        for (token, _) in tokens {
            switch token {
            case .sign(UInt8(ascii: "(")):
                depth += 1
                // Deeper than any call goes; so each token is looked at by a few calls alone.
                guard depth <= 16 else { return [] }
            case .sign(UInt8(ascii: ")")):
                if depth == 0 {
                    finish()
                    return arguments
                }
                depth -= 1
            case .sign(UInt8(ascii: ",")) where depth == 0:
                finish()
                continue
            default: break
            }
            current.append(token)
            // More than any call has: an end is missing.
            guard arguments.count < 1000, current.count < 1000 else { return [] }
        }
        return []
    }

    /// Names that are given one text, `NAME = "…"`; nil for those that are given several.
    private static func constants(in tokens: [(token: Token, line: Int)]) -> [String: String?] {
        var constants: [String: String?] = [:]
        for index in tokens.indices.dropLast(2) {
            guard case .text(let text) = tokens[index + 2].token, tokens[index + 1].token == .sign(UInt8(ascii: "=")),
                let name = declared(tokens[...index])
            else { continue }
            // What follows may make more of it: `"a" + "b"`.
            let next = index + 3 < tokens.count ? tokens[index + 3].token : nil
            let isWhole = next != .sign(UInt8(ascii: "+")) && next != .sign(UInt8(ascii: "."))
            let known = constants[name]
            constants.updateValue(isWhole && (known == nil || known == text) ? text : nil, forKey: name)
        }
        return constants
    }

    /// The name before a `=`, past a type: `val host: String = `.
    private static func declared(_ tokens: ArraySlice<(token: Token, line: Int)>) -> String? {
        guard case .name(let name)? = tokens.last?.token else { return nil }
        let before = tokens.dropLast()
        guard before.last?.token == .sign(UInt8(ascii: ":")), case .name(let own)? = before.dropLast().last?.token
        else {
            return name
        }
        return own
    }

    private static func tokens(of bytes: [UInt8]) -> [(token: Token, line: Int)] {
        var tokens: [(token: Token, line: Int)] = []
        var index = 0
        var line = 1
        func starts(_ mark: String) -> Bool { bytes[index...].starts(with: mark.utf8) }
        while index < bytes.count {
            let octet = bytes[index]
            if octet == 0x0A { line += 1 }
            if starts("//") {
                while index < bytes.count, bytes[index] != 0x0A { index += 1 }
            } else if starts("/*") {
                index += 2
                while index < bytes.count, !starts("*/") {
                    if bytes[index] == 0x0A { line += 1 }
                    index += 1
                }
                index = min(index + 2, bytes.count)
            } else if starts("\"\"\"") {
                index += 3
                let (start, first) = (index, line)
                while index < bytes.count, !starts("\"\"\"") {
                    if bytes[index] == 0x0A { line += 1 }
                    index += 1
                }
                tokens.append((text(bytes[start..<index]), first))
                index = min(index + 3, bytes.count)
            } else if octet == UInt8(ascii: "\"") {
                index += 1
                let start = index
                while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != 0x0A {
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                tokens.append((text(bytes[start..<min(index, bytes.count)]), line))
                if index < bytes.count, bytes[index] != 0x0A { index += 1 }
            } else if isNameOctet(octet) {
                let start = index
                while index < bytes.count, isNameOctet(bytes[index]) { index += 1 }
                tokens.append((.name(String(decoding: bytes[start..<index], as: UTF8.self)), line))
            } else {
                if octet > 0x20 { tokens.append((.sign(octet), line)) }
                index += 1
            }
        }
        return tokens
    }

    /// A literal; one with an escape or with Kotlin's `$` is computed, as patterns and pins have neither.
    private static func text(_ bytes: ArraySlice<UInt8>) -> Token {
        if bytes.contains(UInt8(ascii: "\\")) || bytes.contains(UInt8(ascii: "$")) { return .sign(UInt8(ascii: "$")) }
        return .text(String(decoding: bytes, as: UTF8.self))
    }

    private static func isNameOctet(_ octet: UInt8) -> Bool {
        ASCIIText.isLetterOrDigit(octet) || octet >= 0x80 || octet == UInt8(ascii: "_")
    }
}
