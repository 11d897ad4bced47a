import HoldfastX509

/// The place in a file that a verdict is about, for tools that show findings in files.
///
/// A server stands in no file, and GitHub's code scanning shows nothing without one. Where the target was listed, the
/// place is its line; else a path that is made of the server's name, and the same from run to run.
public struct ReportPlace: Hashable, Sendable {
    /// A relative reference (RFC 3986 §4.2) from the top of the repository, percent-encoded.
    package let uri: String
    /// From 1.
    package let line: Int
    /// From 1, in UTF-16 code units as SARIF counts by default (§3.30.1).
    package let column: Int
    /// The column after the last one.
    package let endColumn: Int

    /// A place in a file.
    ///
    /// - Parameters:
    ///   - path: relative to the top of the repository; of an absolute path the first slash is left out.
    ///   - length: UTF-16 code units.
    public init(file path: String, line: Int = 1, column: Int = 1, length: Int = 0) {
        uri = Self.encoded(Self.normalised(path))
        self.line = max(1, line)
        self.column = max(1, column)
        endColumn = self.column + max(0, length)
    }

    /// A server that is listed nowhere: `servers/HOST/PORT`.
    public init(server host: String, port: UInt16? = nil) {
        // No step of the path is a dot or two, which would lead elsewhere.
        let name = host.isEmpty || host.allSatisfy({ $0 == "." }) ? "none" : host
        uri = "servers/" + Self.encoded(name, keepingSlashes: false) + (port.map { "/\($0)" } ?? "")
        (line, column, endColumn) = (1, 1, 1)
    }

    /// A place of which all is known.
    init(uri: String, line: Int, column: Int, endColumn: Int) {
        (self.uri, self.line, self.column, self.endColumn) = (uri, line, column, endColumn)
    }

    /// Without a slash in front, and without steps that stay or go up.
    private static func normalised(_ path: String) -> String {
        var steps: [Substring] = []
        for step in path.split(separator: "/") where step != "." {
            if step == ".." {
                _ = steps.popLast()
            } else {
                steps.append(step)
            }
        }
        return steps.isEmpty ? "none" : steps.joined(separator: "/")
    }

    /// RFC 3986 §2.3: all but unreserved octets are percent-encoded.
    private static func encoded(_ text: String, keepingSlashes: Bool = true) -> String {
        var result = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                scalar.properties.isAlphabetic && scalar.isASCII || (48...57).contains(byte)
                || "-._~".utf8.contains(byte)
                || (keepingSlashes && scalar == "/")
            result += isPlain ? String(Character(scalar)) : "%" + HexString.encode([byte]).uppercased()
        }
        return result
    }
}
