import HoldfastAuthority
import HoldfastX509

extension Deviation {
    /// Deviations of who is an authority, and how many may stand below it.
    static let authorities: [Deviation] =
        each([.intermediate, .anchor], "authority.unmarked", "has no basicConstraints") { plan, level in
            plan.change(level) { $0.basicConstraints = nil }
        }
        + each([.intermediate, .anchor], "authority.false", "has basicConstraints cA FALSE") { plan, level in
            plan.change(level) { $0.basicConstraints = BasicConstraints(isCA: false) }
        }
        + each([.intermediate, .anchor], "authority.notCritical", "has basicConstraints that are not critical") {
            plan, level in plan.change(level) { $0.criticality[.basicConstraints] = false }
        }
        + [
            Deviation("authority.leaf", "the leaf is marked as an authority") { plan in
                plan.leaf.template.basicConstraints = BasicConstraints(isCA: true)
            },
            Deviation("authority.leafWithUsage", "the leaf is an authority that may sign certificates") { plan in
                plan.leaf.template.basicConstraints = BasicConstraints(isCA: true)
                plan.leaf.template.keyUsage = [.digitalSignature, .keyCertSign]
            },
            Deviation("authority.leafUnmarked", "the leaf has no basicConstraints") { plan in
                plan.leaf.template.basicConstraints = nil
            },
            Deviation("authority.leafIssues", "a server's certificate issued the leaf") { plan in
                plan.needIntermediates(1)
                var server = CertificateTemplate.server(names: ["mail.holdfast.test"], at: ChainPlan.moment)
                server.subject = plan[.intermediate].template.subject
                plan[.intermediate].template = server
            },
            Deviation("authority.explicitFalse.leaf", "has cA FALSE written out, which DER forbids") { plan in
                plan.leaf.template.basicConstraints = BasicConstraints(isCA: false, hasExplicitDefault: true)
            },
            Deviation("authority.garbage.intermediate", "has basicConstraints that are no SEQUENCE") { plan in
                plan.change(.intermediate) {
                    $0.basicConstraints = nil
                    $0.additionalExtensions.append(Extension(.basicConstraints, isCritical: true, value: [0x05, 0x00]))
                }
            },
            Deviation("pathLength.onLeaf", "the leaf is no authority and has a path length") { plan in
                plan.leaf.template.basicConstraints = BasicConstraints(isCA: false, pathLengthConstraint: 0)
            },
            Deviation("pathLength.negative.intermediate", "has the path length -1") { plan in
                plan.change(.intermediate) {
                    $0.basicConstraints = nil
                    let value = DERSurgery.sequence([[0x01, 0x01, 0xFF], [0x02, 0x01, 0xFF]])
                    $0.additionalExtensions.append(Extension(.basicConstraints, isCritical: true, value: value))
                }
            },
            Deviation("pathLength.exact", "two intermediates stand where two may") { plan in
                plan.needIntermediates(2)
                plan.root.template.basicConstraints = BasicConstraints(isCA: true, pathLengthConstraint: 2)
                plan.intermediates[0].template.basicConstraints = BasicConstraints(
                    isCA: true, pathLengthConstraint: 1)
            },
            Deviation("pathLength.exceeded.intermediate", "an intermediate stands below one that allows none") { plan in
                plan.needIntermediates(2)
                plan.intermediates[0].template.basicConstraints = BasicConstraints(
                    isCA: true, pathLengthConstraint: 0)
            },
            Deviation("pathLength.exceeded.anchor", "an intermediate stands below an anchor that allows none") { plan in
                plan.needIntermediates(1)
                plan.root.template.basicConstraints = BasicConstraints(isCA: true, pathLengthConstraint: 0)
            },
            Deviation("pathLength.selfIssued", "a self-issued intermediate stands below one that allows none") { plan in
                plan.needIntermediates(2)
                plan.intermediates[0].template.basicConstraints = BasicConstraints(
                    isCA: true, pathLengthConstraint: 0)
                plan.intermediates[1].template.subject = plan.intermediates[0].template.subject
            },
            Deviation("pathLength.withoutUsage.intermediate", "has a path length and no key usage") { plan in
                plan.change(.intermediate) {
                    $0.basicConstraints = BasicConstraints(isCA: true, pathLengthConstraint: 0)
                    $0.keyUsage = nil
                }
            },
        ]
}
