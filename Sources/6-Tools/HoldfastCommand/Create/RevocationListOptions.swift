import HoldfastAuthority
import HoldfastX509

/// A revocation list out of the options of `create crl`.
struct RevocationListOptions {
    private let invocation: Invocation
    private let mayBeRefused: Bool

    init(_ invocation: Invocation) {
        self.invocation = invocation
        mayBeRefused = invocation.has(.allowRefused)
    }

    /// The list (DER).
    func list() throws(CommandError) -> [UInt8] {
        let issuer = try IssuerOptions.signer(for: .crl, invocation)
        // RFC 5280 §4.2.1.3: "The cRLSign bit is asserted when the subject public key is used for verifying signatures
        // on certificate revocation lists".
        guard mayBeRefused || issuer.certificate.keyUsage?.contains(.cRLSign) ?? true else {
            throw .refused(.keyUsageWithoutLists(name: issuer.certificate.subject.shortDescription))
        }
        let at = try StatedTime.start(invocation)
        var template = RevocationListTemplate(at: at)
        (template.thisUpdate, template.nextUpdate) = try StatedTime.period(at: at, invocation)
        // RFC 5280 §5.1.2.5: "Conforming CRL issuers MUST include the nextUpdate field in all CRLs."
        guard mayBeRefused || template.nextUpdate != nil else {
            throw .refused(.listWithoutNext)
        }
        let number = try number(.number) ?? UInt64(clamping: at.secondsSince1970)
        template.cRLNumber = CRLNumber(number)
        if let base = try self.number(.deltaOf) {
            guard mayBeRefused || base <= number else {
                throw .refused(.changeToLater(number: "\(number)"))
            }
            template.deltaCRLIndicator = CRLNumber(base)
        }
        template.issuingDistributionPoint = try scope()
        template.freshestCRL = try points(.freshestURL).map { [DistributionPoint(distributionPoint: .fullName($0))] }
        try revoke(below: issuer, &template)
        do throws(AuthorityError) { return try issuer.authority.issue(template) } catch { throw CommandError(error) }
    }

    private func revoke(below issuer: Issuer, _ template: inout RevocationListTemplate) throws(CommandError) {
        let isIndirect = invocation.has(.indirect)
        let own = issuer.certificate.subject
        let revoked = try RevokedArgument.all(of: invocation)
        // Entries without an issuer of their own come first: a named one holds for those after it (§5.3.3).
        let others = revoked.filter { $0.issuer.map { !$0.matches(own) } ?? false }
        guard mayBeRefused || isIndirect || others.isEmpty else {
            let name = others.first?.issuer?.shortDescription ?? ""
            throw .usage(
                CreateSentence.notOnList(name: name, own: own.shortDescription), code: .notIssued,
                hint: CreateAdvice.nameAuthorityOrIndirect)
        }
        let listed = revoked.filter { argument in !others.contains { $0.isSame(as: argument) } } + others
        for (index, argument) in listed.enumerated() {
            guard mayBeRefused || !listed[..<index].contains(where: { $0.isSame(as: argument) }) else {
                throw .refused(.revokedTwice(serialNumber: "\(argument.serialNumber)"))
            }
            // §5.3.1: "The removeFromCRL (8) reasonCode value may only appear in delta CRLs".
            guard mayBeRefused || argument.reason != .removeFromCRL || template.deltaCRLIndicator != nil else {
                throw .refused(.removalOutsideDelta)
            }
            let isOther = isIndirect && others.contains { $0.isSame(as: argument) }
            template.revoke(
                argument.serialNumber, on: argument.date, for: argument.reason, of: isOther ? argument.issuer : nil)
        }
    }

    /// The certificates that the list speaks of; nil for all of its issuer's.
    private func scope() throws(CommandError) -> IssuingDistributionPoint? {
        let names = try points(.point)
        let kind = invocation.value(.only)
        guard names != nil || kind != nil || invocation.has(.indirect) else { return nil }
        guard kind == nil || kind == "users" || kind == "authorities" else {
            throw .usage(CreateSentence.noOnlyKind(kind: kind ?? ""), hint: CreateAdvice.onlyKinds)
        }
        return IssuingDistributionPoint(
            distributionPoint: names.map { .fullName($0) }, onlyContainsUserCerts: kind == "users",
            onlyContainsCACerts: kind == "authorities", indirectCRL: invocation.has(.indirect))
    }

    private func points(_ option: CommandOption) throws(CommandError) -> [GeneralName]? {
        var names: [GeneralName] = []
        for url in invocation.values(option) {
            do throws(AuthorityError) { names.append(try GeneralName(alternativeName: "URI:" + url)) } catch {
                throw CommandError(error)
            }
        }
        return names.isEmpty ? nil : names
    }

    private func number(_ option: CommandOption) throws(CommandError) -> UInt64? {
        try invocation.number(of: option, in: 0...UInt64.max) { text in
            .usage(
                UsageSentence.noNumberUpTo(option: option.name, text: text, most: "\(UInt64.max)"),
                hint: UsageAdvice.inDigits)
        }
    }
}

extension RevokedArgument {
    /// Whether two mean one certificate.
    fileprivate func isSame(as other: RevokedArgument) -> Bool {
        guard serialNumber == other.serialNumber else { return false }
        guard let issuer, let second = other.issuer else { return (issuer == nil) == (other.issuer == nil) }
        return issuer.matches(second)
    }
}
