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

extension PostQuantumReport: Encodable {
    private enum CodingKeys: String, CodingKey {
        case keyExchange, group, signature, scheme, chain, signatures, missing
    }
    private enum PartKeys: String, CodingKey { case algorithm, grade }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(readiness.keyExchange?.grade.rawValue, forKey: .keyExchange)
        try container.encode(readiness.keyExchange?.name, forKey: .group)
        try container.encode(readiness.signature?.grade.rawValue, forKey: .signature)
        try container.encode(readiness.signature?.name, forKey: .scheme)
        try container.encode(readiness.chainGrade?.rawValue, forKey: .chain)
        var list = container.nestedUnkeyedContainer(forKey: .signatures)
        for part in readiness.chain {
            var entry = list.nestedContainer(keyedBy: PartKeys.self)
            try entry.encode(part.name, forKey: .algorithm)
            try entry.encode(part.grade.rawValue, forKey: .grade)
        }
        try container.encode(readiness.gaps.map(\.code), forKey: .missing)
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
