import HoldfastHTTPS
import Synchronization

/// A list that servers and handlers write into while something connects.
final class LessonNotes<Element: Sendable>: Sendable {
    private let notes = Mutex<[Element]>([])

    var all: [Element] { notes.withLock { $0 } }

    func add(_ note: Element) { notes.withLock { $0.append(note) } }
}

/// A handler of challenges that answers as a closure says, and writes down what it was asked.
struct LessonHandler: ChallengeHandler {
    let asked = LessonNotes<AuthenticationChallenge>()
    private let answer: @Sendable (AuthenticationChallenge) -> AuthenticationChallenge.Disposition

    init(_ answer: @escaping @Sendable (AuthenticationChallenge) -> AuthenticationChallenge.Disposition) {
        self.answer = answer
    }

    /// The challenges of one method among those that it was asked.
    func asked(by method: AuthenticationMethod) -> [AuthenticationChallenge] {
        asked.all.filter { $0.protectionSpace.authenticationMethod == method }
    }

    func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition {
        asked.add(challenge)
        return answer(challenge)
    }
}
