package import HoldfastTransport
import HoldfastTrust
import HoldfastStatements
import HoldfastX509

/// The readiness of a connection for quantum computers, as verdicts report it; it changes nothing about them.
package struct PostQuantumReport: Hashable, Sendable {
    private let readiness: PostQuantumReadiness

    /// The report about a connection; nil where nothing of it is known.
    package init?(_ readiness: PostQuantumReadiness) {
        guard readiness.keyExchange != nil || readiness.signature != nil else { return nil }
        self.readiness = readiness
    }

    /// The report about a connection that was seen otherwise than by a session.
    init?(keyExchange: String?, signatureScheme: String?, path: [Certificate], hasAnchor: Bool) {
        self.init(
            PostQuantumReadiness(
                keyExchange: keyExchange, signatureScheme: signatureScheme, path: path, hasAnchor: hasAnchor))
    }

    /// The grade of the key exchange: `pure`, `hybrid` or `none`; nil where it is not known.
    package var keyExchangeGrade: String? { readiness.keyExchange?.grade.rawValue }

    /// The parts, each with its grade, and what is missing, in one line.
    var words: LocalizedText {
        var parts: [LocalizedText] = []
        if let part = readiness.keyExchange {
            parts.append(Self.words("key exchange", PageWord.keyExchange.words.chinese, [part.name], part.grade))
        }
        if let part = readiness.signature { parts.append(Self.words("signature", "签名", [part.name], part.grade)) }
        if let grade = readiness.chainGrade {
            var names: [String] = []
            for part in readiness.chain where part.grade == grade && !names.contains(part.name) {
                names.append(part.name)
            }
            parts.append(Self.words("chain", PageWord.chain.words.chinese, names, grade))
        }
        return .joined(parts)
    }

    private static func words(
        _ english: String, _ chinese: String, _ names: [String], _ grade: PostQuantumGrade
    ) -> LocalizedText {
        let told = grade.words
        let list = names.joined(separator: " + ")
        return LocalizedText("\(english) \(list): \(told.english)", "\(chinese) \(list)：\(told.chinese)")
    }
}

extension PostQuantumGrade {
    /// The grade in words.
    fileprivate var words: LocalizedText {
        switch self {
        case .pure: LocalizedText("post-quantum", "抗量子")
        case .hybrid: LocalizedText("hybrid", "混合（传统与抗量子）")
        case .none: LocalizedText("not post-quantum", "不抗量子")
        }
    }
}

extension PostQuantumReport: JSONReport {
    package var json: JSONObject {
        JSONObject([
            "keyExchange": readiness.keyExchange?.grade.rawValue, "group": readiness.keyExchange?.name,
            "signature": readiness.signature?.grade.rawValue, "scheme": readiness.signature?.name,
            "chain": readiness.chainGrade?.rawValue,
            "signatures": readiness.chain.map {
                JSONObject(["algorithm": $0.name, "grade": $0.grade.rawValue])
            },
            "missing": readiness.gaps.map(\.code),
        ])
    }
}

extension PostQuantumReadiness.Gap {
    /// A word for programs.
    fileprivate var code: String {
        switch self {
        case .keyExchange: "keyExchange"
        case .signature: "signature"
        case .chain: "chain"
        }
    }
}
