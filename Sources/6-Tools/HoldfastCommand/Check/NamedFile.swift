import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// Advice about a file that is named where a server is wanted, by what is in it.
enum NamedFile {
    /// Octets that are looked at: a list of servers shows what it is in its first lines.
    private static let limit = 1 << 20

    /// The advice about a file, or about a name that is only a file's.
    ///
    /// - Parameter shown: the name as it may be printed.
    static func advice(about path: String, _ shown: String) -> any Sentence {
        guard path != "-", Operand.isRegularFile(path), let bytes = try? InputFile.bytes(of: path, limit: limit) else {
            return TargetAdvice.evaluateOrInspect
        }
        if let certificates = try? EncodedObject.certificates(in: bytes), !certificates.isEmpty {
            return TargetAdvice.evaluateFile(file: shown)
        }
        return isList(bytes) ? TargetAdvice.readList(file: shown) : TargetAdvice.inspectFile(file: shown)
    }

    /// The advice where nobody knows a name, and there is a list of that name; nil for any other.
    static func advice(aboutUnknown name: String) -> Statement? {
        guard Operand.isRegularFile(name), let bytes = try? InputFile.bytes(of: name, limit: limit), isList(bytes)
        else { return nil }
        return TargetAdvice.fileOfThatName(file: name).statement
    }

    /// Whether the first line that is none of remarks names a server.
    private static func isList(_ bytes: [UInt8]) -> Bool {
        let lines = bytes.split { $0 == 10 || $0 == 13 }.lazy
            .map { String(decoding: $0.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self) }
        let word = lines.compactMap { $0.split(whereSeparator: \.isWhitespace).first.map(String.init) }.first
        guard let word, !Operand.isFile(word), word != "{", word != "[" else { return false }
        return (try? Target(word)) != nil || word.contains("://")
    }
}
