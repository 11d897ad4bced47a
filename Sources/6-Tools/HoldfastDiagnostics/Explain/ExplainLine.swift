package import HoldfastStatements
import HoldfastTransport
import HoldfastTrust

/// The line at the end of a refusal that leads to `holdfast explain`.
package enum ExplainLine {
    /// The line, without its end, in the columns of a verdict's rows; nil for a code that is not explained.
    package static func row(
        _ code: String, _ style: TextStyle = .plain, language: PageLanguage = .english
    ) -> String? {
        command(code).map {
            TextLines(style: style, width: nil, language: language)
                .row(LocalizedText("more", "详细"), $0, indent: 2).joined(separator: "\n")
        }
    }

    /// The line behind an error, without its end; nil for a code that is not explained.
    package static func note(_ code: String, language: PageLanguage = .english) -> String? {
        command(code).map { LocalizedText("more: ", "详细：").text(in: language) + $0 }
    }

    private static func command(_ code: String) -> String? {
        let isKnown =
            FindingCode.all.contains { $0.rawValue == code } || TransportError.Code.all.contains { $0.rawValue == code }
        return isKnown ? "holdfast explain \(code)" : nil
    }
}
