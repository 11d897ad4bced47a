/// Why it is not known whether a certificate was revoked.
enum RevocationProblem: Hashable, Sendable {
    case list(ListProblem)
    case response(OCSPProblem)

    /// What comes first where there are several: what is wrong with a list or a response that should have counted.
    var order: Int {
        switch self {
        case .list(let problem): problem.order
        case .response(let problem): problem.order
        }
    }

    /// The requirement of its own that is not met; nil for what every profile has to know.
    var requirement: Requirement? {
        if case .list(.fault(let fault, _)) = self { fault.requirement } else { nil }
    }

    /// The weightiest first; of those that weigh the same, the lists'.
    static func ordered(lists: [ListProblem], responses: [OCSPProblem]) -> [RevocationProblem] {
        let all = lists.map(RevocationProblem.list) + responses.map(RevocationProblem.response)
        return all.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }.map(\.element)
    }
}

extension RevocationProblem: CustomStringConvertible {
    var description: String {
        switch self {
        case .list(let problem): problem.description
        case .response(let problem): problem.description
        }
    }
}
