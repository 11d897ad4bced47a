import HoldfastAuthority
import HoldfastTrust
import HoldfastX509

/// A chain passes exactly where two logs that are on the list have signed it, whatever else comes; and what is said to
/// be verified is signed. Timestamps of strangers never turn a failure into a pass.
func checkTransparency(_ bytes: [UInt8]) throws(Violation) {
    let world = try prepared { try LogWorld.shared.get() }
    var choices = Choices(bytes)
    let switches = choices.octet()
    // Bytes that are a list only by chance, or a list of what there is.
    let list = Choices.isSet(0, of: switches) ? Array(bytes.dropFirst()) : chosen(&choices, from: world)
    let isStapled = Choices.isSet(1, of: switches)
    let presented = try prepared {
        try ServerTrust(
            derChain: [world.leaf], stapledOCSP: isStapled ? world.staple(list) : nil,
            signedCertificateTimestamps: isStapled ? nil : list)
    }
    let outcome = judged(presented, world.policy)
    let signers = world.signers(of: list)
    try expect(
        outcome.result == (signers >= 2 ? .passed : .failed),
        "\(signers) logs have signed it, and it has \(outcome.result)")
    for timestamp in outcome.timestamps {
        try expect((timestamp.problem == nil) == (timestamp.isVerified == true), "it counts, and is not verified")
        if let problem = timestamp.problem { try checkText(problem) }
    }
    let verified = Set(outcome.timestamps.filter { $0.isVerified == true }.map(\.logID))
    try expect(verified.count <= signers, "\(verified.count) are said to have signed it, and \(signers) have")
    for problem in outcome.problems { try checkText(problem.reason) }
    try expect(judged(presented, world.policy) == outcome, "judged twice it is not the same")
}

/// The transparency of a verdict; nothing else can be wrong with the chain.
private func judged(_ presented: ServerTrust, _ policy: TrustPolicy) -> TransparencyOutcome {
    do throws(TrustFailure) {
        return try TrustEngine().evaluate(presented, with: policy, at: FixedKeys.moment).transparency
    } catch {
        return error.transparency
    }
}

/// A list of at most 16 timestamps, as many as are looked at: genuine ones, another certificate's, a stranger's, forged
/// and changed ones, and bytes.
private func chosen(_ choices: inout Choices, from world: LogWorld) -> [UInt8] {
    var timestamps: [SignedCertificateTimestamp] = []
    while timestamps.count < 16, !choices.isAtEnd {
        let kind = choices.number(below: 5)
        let log = choices.number(below: world.logs.count)
        let genuine = world.genuine[log]
        switch kind {
        case 0: timestamps.append(genuine)
        case 1: timestamps.append(world.others[log])
        case 2:
            // Another log's word under its name.
            guard var content = genuine.version1 else { continue }
            content.logID = world.logs[choices.number(below: world.logs.count)].id[...]
            timestamps.append(SignedCertificateTimestamp(content))
        case 3:
            var bytes = Array(genuine.bytes)
            bytes[choices.number(below: bytes.count)] ^= choices.octet()
            if let changed = try? SignedCertificateTimestamp(bytes[...]) { timestamps.append(changed) }
        default:
            let bytes = (0..<choices.number(below: 60)).map { _ in choices.octet() }
            if let read = try? SignedCertificateTimestamp(bytes[...]) { timestamps.append(read) }
        }
    }
    return SignedCertificateTimestampList(timestamps).encoded
}
