import Foundation
import HoldfastHTTP
import HoldfastX509

/// The contents of a `data:` URL (RFC 2397).
package struct DataURL: Equatable, Sendable {
    /// Octets that a URL may have: 64 MiB.
    package static let sizeLimit = 64 << 20

    /// In lower case.
    package let mimeType: String
    /// As written; nil for none.
    package let textEncodingName: String?
    package let data: Data

    /// Reads the text of a URL; nil for another scheme, without a comma, over the limit, for escapes that are none, and
    /// for base64 that is none.
    ///
    /// Without a type it is `text/plain` in US-ASCII, also where what stands there is no type.
    package init?(_ text: String, limit: Int = sizeLimit) {
        guard text.utf8.count <= limit else { return nil }
        let octets = Array(text.utf8)
        guard octets.count > 5, String(decoding: octets[..<5], as: UTF8.self).asciiLowercased() == "data:",
            let comma = octets.firstIndex(of: UInt8(ascii: ","))
        else { return nil }
        var parts = String(decoding: octets[5..<comma], as: UTF8.self)
            .split(separator: ";", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
        let isBase64 = parts.count > 1 && parts.last?.asciiLowercased() == "base64"
        if isBase64 { parts.removeLast() }
        let type = parts.first?.asciiLowercased() ?? ""
        let charset = parts.dropFirst().compactMap { Self.charset($0) }.first
        if Self.isType(type) {
            (mimeType, textEncodingName) = (type, charset)
        } else {
            mimeType = "text/plain"
            textEncodingName = type.isEmpty ? charset ?? "US-ASCII" : "US-ASCII"
        }
        // A fragment is no part of what a URL holds (RFC 3986 §3.5).
        guard let body = Self.unescaped(octets[(comma + 1)...].prefix { $0 != UInt8(ascii: "#") }) else { return nil }
        guard isBase64 else {
            data = Data(body)
            return
        }
        var kept = body.filter { ![0x20, 0x09, 0x0A, 0x0C, 0x0D].contains($0) }
        // Foundation reads octets out of padding alone.
        let padding = kept.suffix(2).filter { $0 == UInt8(ascii: "=") }.count
        guard padding == 0 || kept.count % 4 == 0 else { return nil }
        kept.removeLast(padding)
        guard !kept.contains(UInt8(ascii: "=")), kept.count % 4 != 1 else { return nil }
        kept += Array(repeating: UInt8(ascii: "="), count: (4 - kept.count % 4) % 4)
        guard let decoded = Data(base64Encoded: Data(kept)) else { return nil }
        data = decoded
    }

    private static func charset(_ parameter: String) -> String? {
        let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].asciiLowercased() == "charset",
            let value = unescaped(Array(parts[1].utf8)[...]), !value.isEmpty
        else { return nil }
        let text = String(decoding: value, as: UTF8.self).filter { $0 != "\"" }
        return isToken(text) ? text : nil
    }

    private static func isType(_ text: String) -> Bool {
        let halves = text.split(separator: "/", omittingEmptySubsequences: false)
        return halves.count == 2 && halves.allSatisfy { isToken(String($0)) }
    }

    /// Whether a text is a token in which nothing is escaped.
    private static func isToken(_ text: String) -> Bool {
        FieldGrammar.isToken(text.utf8) && !text.utf8.contains(UInt8(ascii: "%"))
    }

    private static func unescaped(_ octets: ArraySlice<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(octets.count)
        var place = octets.startIndex
        while place < octets.endIndex {
            guard octets[place] == UInt8(ascii: "%") else {
                result.append(octets[place])
                place += 1
                continue
            }
            guard place + 2 < octets.endIndex, let high = nibble(octets[place + 1]), let low = nibble(octets[place + 2])
            else { return nil }
            result.append(high << 4 | low)
            place += 3
        }
        return result
    }

    private static func nibble(_ octet: UInt8) -> UInt8? {
        switch octet {
        case 0x30...0x39: octet - 0x30
        case 0x41...0x46: octet - 0x41 + 10
        case 0x61...0x66: octet - 0x61 + 10
        default: nil
        }
    }
}
