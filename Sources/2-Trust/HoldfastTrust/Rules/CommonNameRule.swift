import HoldfastStatements
import HoldfastX509

/// A common name of the server's certificate repeats one of its alternative names, letter by letter.
struct CommonNameRule: StandardRule {
    private static let advice = AlternativeNameAdvice.leaveCommonNameOut
    /// One of the alternative names, but not as it stands there: in other letters, in U-labels, an address in another
    /// form.
    static let spelling = Requirement("commonName.spelling", .commonName, source: "CA/B BR 7.1.4.3", advice: advice)
    /// Another name than those of its kind among the alternative names.
    static let copy = Requirement("commonName.copy", .commonName, source: "CA/B BR 7.1.4.3", advice: advice)
    /// Nothing of its kind (host name, wildcard or address) stands among the alternative names.
    static let listed = Requirement("commonName.listed", .commonName, source: "CA/B BR 7.1.4.3", advice: advice)
    static let single = Requirement("commonName.single", .commonName, source: "CA/B BR 7.1.4.1", advice: advice)
    static let requirements = [spelling, copy, listed, single]

    var cacheKey: [UInt8]? { Array("commonName".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        guard judgement.asks(Self.requirements), let leaf = RootProgram.subscriber(path, judgement) else { return }
        let commonNames = leaf.subject.relativeNames.flatMap(\.attributes).filter { $0.type == .commonName }
        guard !commonNames.isEmpty else { return }
        let names = leaf.subjectAlternativeName ?? []
        guard judgement.meter.spend(nameComparisons: names.count * commonNames.count) else { return }
        if commonNames.count > 1 {
            judgement.report(
                Self.single, at: .certificate(depth: 0),
                seen: AlternativeNameSentence.commonNameCount(count: commonNames.count),
                expected: AlternativeNameSentence.atMostOne,
                message: AlternativeNameSentence.commonNamesOfSubject(count: commonNames.count))
        }
        var listed = AlternativeHosts()
        for name in names { listed.add(name) }
        for attribute in commonNames {
            let requirement: Requirement
            switch listed.compare(attribute.string ?? "") {
            case .copy: continue
            case .spelledOtherwise: requirement = Self.spelling
            case .another: requirement = Self.copy
            case .anotherKind: requirement = Self.listed
            }
            let shown = leaf.subject.inSentence
            judgement.report(
                requirement, at: .certificate(depth: 0), seen: AlternativeNameSentence.commonName(name: shown),
                expected: AlternativeNameSentence.copy,
                message: requirement == Self.spelling
                    ? AlternativeNameSentence.writtenInAnotherWay(name: shown)
                    : AlternativeNameSentence.noAlternativeName(name: shown))
        }
    }
}
