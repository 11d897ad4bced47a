import HoldfastTrust

/// Refuses every chain by one code.
struct RefusingRule: TrustRule {
    private let requirement: Requirement
    let cacheKey: [UInt8]?

    init(_ code: FindingCode) {
        requirement = Requirement("test.refused", code, source: "this test", advice: "none")
        cacheKey = Array(code.rawValue.utf8)
    }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        judgement.report(
            requirement, at: .certificate(depth: 0), seen: "something", expected: "something else", message: "refused")
    }
}
