import HoldfastAuthority
import HoldfastX509

extension Deviation {
    private static var moment: Instant { ChainPlan.moment }

    /// Dates of each certificate.
    static let validity: [Deviation] =
        each("validity.expired", "ended an hour ago") { plan, level in
            plan.change(level) { $0.notAfter = moment.advanced(bySeconds: -3_600) }
        }
        + each("validity.notYet", "begins in an hour") { plan, level in
            plan.change(level) { $0.notBefore = moment.advanced(bySeconds: 3_600) }
        }
        + each("validity.lastSecond", "ends with the second of judgement") { plan, level in
            plan.change(level) { $0.notAfter = moment }
        }
        + each("validity.firstSecond", "begins with the second of judgement") { plan, level in
            plan.change(level) { $0.notBefore = moment }
        }
        + each([.leaf, .intermediate], "validity.reversed", "ends before it begins") { plan, level in
            plan.change(level) {
                $0.notBefore = moment.advanced(byDays: 1)
                $0.notAfter = moment.advanced(byDays: -1)
            }
        }
        + [
            Deviation("validity.long.leaf", "is valid for ten years") { plan in
                plan.leaf.template.notAfter = moment.advanced(byDays: 3_650)
            },
            Deviation("validity.beyond2050.leaf", "ends in 2060, as GeneralizedTime") { plan in
                plan.leaf.template.notAfter = moment.advanced(byDays: 12_418)
            },
            Deviation("validity.noEnd.intermediate", "ends at 99991231235959Z") { plan in
                plan.change(.intermediate) { $0.notAfter = Instant(secondsSince1970: 253_402_300_799) }
            },
            Deviation("validity.generalizedBefore2050.leaf", "is dated by GeneralizedTime before 2050") { plan in
                plan.editSignedPart(
                    .leaf,
                    DERSurgery.dates(
                        DERSurgery.generalizedTime("20260501000000Z"), DERSurgery.generalizedTime("20260701000000Z")))
            },
            Deviation("validity.noSeconds.leaf", "has a UTCTime without seconds") { plan in
                plan.editSignedPart(
                    .leaf, DERSurgery.dates(DERSurgery.utcTime("2605010000Z"), DERSurgery.utcTime("260701000000Z")))
            },
            Deviation("validity.offset.leaf", "has a UTCTime with an offset") { plan in
                plan.editSignedPart(
                    .leaf,
                    DERSurgery.dates(DERSurgery.utcTime("260501000000+0000"), DERSurgery.utcTime("260701000000Z")))
            },
            Deviation("validity.fraction.leaf", "has a GeneralizedTime with a fraction") { plan in
                plan.editSignedPart(
                    .leaf,
                    DERSurgery.dates(
                        DERSurgery.utcTime("260501000000Z"), DERSurgery.generalizedTime("20260701000000.5Z")))
            },
            Deviation("validity.noSuchDay.leaf", "begins on the 31st of April") { plan in
                plan.editSignedPart(
                    .leaf, DERSurgery.dates(DERSurgery.utcTime("260431000000Z"), DERSurgery.utcTime("260701000000Z")))
            },
            Deviation("validity.from1950.leaf", "begins in 1950, the first year of UTCTime") { plan in
                plan.editSignedPart(
                    .leaf, DERSurgery.dates(DERSurgery.utcTime("500101000000Z"), DERSurgery.utcTime("260701000000Z")))
            },
        ]
}
