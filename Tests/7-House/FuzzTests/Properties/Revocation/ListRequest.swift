import HoldfastAuthority
import HoldfastX509

/// Revocation lists that an input asks for, eight octets each.
struct ListRequest {
    struct List {
        let signer: ListWorld.Signer
        let der: [UInt8]
        /// Whether it is as it was signed.
        let isWhole: Bool

        /// Whether it counts, whatever it says.
        var isAuthentic: Bool { isWhole && signer.mayRevoke }
    }

    private static let maximum = 5

    let lists: [List]

    init(_ bytes: [UInt8], _ world: ListWorld) throws(Violation) {
        var choices = Choices(bytes)
        var lists: [List] = []
        while !choices.isAtEnd, lists.count < Self.maximum {
            let signer = ListWorld.Signer.allCases[choices.number(below: ListWorld.Signer.allCases.count)]
            let template = Self.template(&choices)
            let signed = try prepared { try world.sign(template, by: signer) }
            var changed = signed
            let place = (Int(choices.octet()) << 8 | Int(choices.octet())) % max(signed.count, 1)
            changed[place] ^= choices.octet()
            lists.append(List(signer: signer, der: changed, isWhole: changed == signed))
        }
        self.lists = lists
    }

    private static func template(_ choices: inout Choices) -> RevocationListTemplate {
        var template = RevocationListTemplate(at: FixedKeys.moment)
        let (entries, scope, time, numbers) = (choices.octet(), choices.octet(), choices.octet(), choices.octet())
        let reasons = RevocationReason.allCases
        if Choices.isSet(0, of: entries) {
            template.revoke(
                ListWorld.serial, on: FixedKeys.moment.advanced(byDays: Choices.isSet(1, of: entries) ? 2 : -2),
                for: Choices.isSet(2, of: entries) ? reasons[Int(entries >> 4) % reasons.count] : nil)
        }
        if Choices.isSet(3, of: entries) { template.revoke(SerialNumber(6_071)) }
        template.cRLNumber = Choices.isSet(7, of: numbers) ? nil : CRLNumber(UInt64(numbers & 7))
        if Choices.isSet(6, of: numbers) { template.deltaCRLIndicator = CRLNumber(UInt64(numbers >> 3 & 7)) }
        template.issuingDistributionPoint = Self.scope(scope)
        if Choices.isSet(7, of: scope) {
            template.additionalExtensions = [Extension(.netscapeComment, isCritical: true, value: [0x05, 0x00])]
        }
        template.thisUpdate = FixedKeys.moment.advanced(byDays: Int64(time & 15) - 12)
        template.nextUpdate =
            Choices.isSet(7, of: time) ? nil : template.thisUpdate.advanced(byDays: Int64(time >> 4 & 7) * 3 + 1)
        return template
    }

    private static func scope(_ octet: UInt8) -> IssuingDistributionPoint? {
        guard octet & 0x7F != 0 else { return nil }
        var scope = IssuingDistributionPoint()
        scope.onlyContainsUserCerts = Choices.isSet(0, of: octet)
        scope.onlyContainsCACerts = Choices.isSet(1, of: octet)
        scope.indirectCRL = Choices.isSet(2, of: octet)
        scope.onlyContainsAttributeCerts = Choices.isSet(3, of: octet)
        if Choices.isSet(4, of: octet) { scope.onlySomeReasons = [.keyCompromise, .cACompromise] }
        if Choices.isSet(5, of: octet) { scope.onlySomeReasons = [.superseded, .certificateHold] }
        return scope
    }
}
