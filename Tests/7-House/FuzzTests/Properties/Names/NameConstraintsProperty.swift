import HoldfastX509

@testable import HoldfastTrust

/// Name constraints only ever take away, whatever their order, and within their budget: see ``ConstraintText`` for the
/// input.
func checkNameConstraints(_ bytes: [UInt8]) throws(Violation) {
    let text = ConstraintText(bytes)
    let judge = try ConstraintJudge(text)
    let (permitted, excluded) = (text.permitted, text.excluded)
    guard !permitted.isEmpty || !excluded.isEmpty else { return }
    let isRefused = try judge.refuses(permitted, excluded)

    // RFC 5280 §4.2.1.10: what is excluded "is invalid regardless of information appearing in the permittedSubtrees".
    let byExclusion = excluded.isEmpty ? false : try judge.refuses([], excluded)
    let byPermission = permitted.isEmpty ? false : try judge.refuses(permitted, [])
    try expect(isRefused == (byExclusion || byPermission), "both lists together say another thing than one by one")

    // Neither the order of subtrees nor that of names matters, nor what stands there twice.
    try expect(try judge.refuses(permitted.reversed(), excluded.reversed()) == isRefused, "the order decides")
    try expect(try judge.refuses(permitted + permitted, excluded + excluded) == isRefused, "a repetition decides")
    var reversed = text
    reversed.names.reverse()
    try expect(try ConstraintJudge(reversed).refuses(permitted, excluded) == isRefused, "the order of names decides")

    try checkMore(text, judge, isRefused)
    try checkTwoAuthorities(text, judge, isRefused)
    try checkBudget(text, judge, isRefused)
}

/// More exclusions and more names refuse no less; more permissions of a type that is permitted in part, no more.
private func checkMore(_ text: ConstraintText, _ judge: ConstraintJudge, _ isRefused: Bool) throws(Violation) {
    let (permitted, excluded) = (text.permitted, text.excluded)
    if !isRefused, excluded.count > 1 {
        try expect(try !judge.refuses(permitted, excluded.dropLast()), "an exclusion more, and it is trusted")
    }
    var fewer = text
    if !isRefused, let last = fewer.names.popLast() {
        // With a mailbox less, one in the subject may be looked at.
        let isMail = if case .rfc822Name = last { true } else { false }
        let isRefusedWithFewer = try ConstraintJudge(fewer).refuses(permitted, excluded)
        try expect(isMail || !isRefusedWithFewer, "a name more, and it is trusted")
    }
    guard isRefused, let last = permitted.last,
        permitted.dropLast().contains(where: { ConstrainedName(last.base).isSameType(as: $0.base) })
    else { return }
    if try !ConstraintJudge.isUnreadable(last) {
        try expect(try judge.refuses(permitted.dropLast(), excluded), "a permission more, and it is refused")
    }
}

/// RFC 5280 §6.1.4(g): what several authorities of a path exclude is united, what they permit is intersected.
private func checkTwoAuthorities(
    _ text: ConstraintText, _ judge: ConstraintJudge, _ isRefused: Bool
) throws(Violation) {
    guard !text.permitted.isEmpty, !text.excluded.isEmpty else { return }
    let permission = NameConstraints(permittedSubtrees: text.permitted)
    let exclusion = NameConstraints(excludedSubtrees: text.excluded)
    try expect(try judge.refuses([permission, exclusion]) == isRefused, "two authorities say another thing than one")
    try expect(try judge.refuses([exclusion, permission]) == isRefused, "two authorities say another thing than one")
}

/// With less to spend than the answer takes, there is no answer; with as much, the same.
private func checkBudget(_ text: ConstraintText, _ judge: ConstraintJudge, _ isRefused: Bool) throws(Violation) {
    let whole = [
        NameConstraints(
            permittedSubtrees: text.permitted.nonEmpty, excludedSubtrees: text.excluded.nonEmpty)
    ]
    let full = try judge.judge(whole, budget: .max)
    let work = full.work.nameComparisons
    try expect(full.overruns == 0, "a budget without end is exceeded")
    let exact = try judge.judge(whole, budget: work)
    try expect(exact.overruns == 0 && exact.isRefused == isRefused, "what it costs is not enough for it")
    guard work > 0 else { return }
    let short = try judge.judge(whole, budget: work - 1)
    try expect(short.overruns > 0 && short.work.nameComparisons < work, "it costs less than it says")
}

extension Array {
    fileprivate var nonEmpty: [Element]? { isEmpty ? nil : self }
}
