import HoldfastHTTPS
import HoldfastJSON
import HoldfastPins
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

extension PolicyReading {
    /// Reads a pattern of hosts; what is none is reported, with the one that was meant where there is no doubt.
    mutating func pattern(_ text: String, at place: DocumentPlace) -> HostPattern? {
        do throws(HostPatternError) {
            return try HostPattern(text, publicSuffixes: publicSuffixes)
        } catch {
            guard !Self.isNetwork(text) else {
                return reader.refuse(
                    PolicyDocumentSentence.network(JSONText.excerpt(text)), at: place,
                    advice: PolicyDocumentAdvice.nameHosts)
            }
            let advice: PolicyDocumentAdvice? =
                switch error {
                case .notAHost: meantPattern(text).map { .writeThis("\($0)") } ?? .writePattern
                case .moreThanAHost: nil
                case .publicSuffix: .nameDomains
                }
            return reader.refuse(error, at: place, advice: advice)
        }
    }

    /// An address with the length of a prefix, as RFC 4632 writes networks.
    private static func isNetwork(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let length = parts.last, (1...3).contains(length.utf8.count) else { return false }
        return length.utf8.allSatisfy { (48...57).contains($0) } && IPAddress(parts[0]) != nil
    }

    /// The pattern of stars in another form, and of a name in other letters than A-labels; nil for other texts.
    private func meantPattern(_ text: String) -> HostPattern? {
        let stars = text.prefix { $0 == "*" || $0 == "." }
        let name = text.dropFirst(stars.count)
        guard (1...1_000).contains(name.utf8.count), name.utf8.allSatisfy(Self.isOfName),
            let server = try? HTTPSURL("https://\(name)/").serverName, case .dns(let domain) = server
        else { return nil }
        let prefix = ["", "*."].contains(stars) ? stars : "**."
        return try? HostPattern("\(prefix)\(domain)", publicSuffixes: publicSuffixes)
    }

    private static func isOfName(_ octet: UInt8) -> Bool {
        ASCIIText.isLetterOrDigit(octet) || octet >= 0x80 || "-.".utf8.contains(octet)
    }
}
