import HoldfastHTTP

/// Takes one field value apart into challenges (RFC 9110 §11.3, `#challenge`); see ``ChallengeHeader`` for what it does
/// about mistakes.
struct ChallengeParser {
    /// A challenge that is being read; one without a scheme is broken already.
    private struct Draft {
        var scheme: AuthenticationScheme?
        let offset: Int
        var token68: String?
        var parameters = AuthenticationParameters()
        var defect: (offset: Int, reason: ChallengeHeader.ReadingError)?
    }

    private var scanner: FieldScanner
    private var draft: Draft?
    /// The number of challenges that may still begin.
    private(set) var room: Int
    private(set) var challenges: [OfferedChallenge] = []
    private(set) var defects: [(offset: Int, reason: ChallengeHeader.ReadingError)] = []

    init(_ value: String, room: Int) {
        scanner = FieldScanner(value)
        self.room = room
    }

    /// Reads everything.
    ///
    /// - Returns: Whether the end was reached, and not the limit of challenges.
    mutating func parse() -> Bool {
        while true {
            scanner.skipSeparators()
            guard !scanner.isAtEnd else { break }
            let start = scanner.position
            do throws(ChallengeHeader.ReadingError) {
                try element(at: start)
                scanner.skipSpace()
                guard scanner.isAtElementEnd else { throw .malformed }
            } catch .tooManyChallenges {
                defects.append((start, .tooManyChallenges))
                return false
            } catch {
                if draft == nil { draft = Draft(offset: start) }
                if draft?.defect == nil { draft?.defect = (start, error) }
                scanner.skipElement()
            }
        }
        finish()
        return true
    }

    /// `auth-param`, `auth-scheme`, or `auth-scheme` with the first of what belongs to it.
    private mutating func element(at start: Int) throws(ChallengeHeader.ReadingError) {
        guard let token = scanner.token() else { throw .malformed }
        let hasSpace = scanner.skipSpace()
        if scanner.isAt("=") {
            try parameter(token)
        } else if scanner.isAtElementEnd {
            try begin(token, at: start)
        } else if hasSpace {
            try begin(token, at: start)
            try content()
        } else {
            throw .malformed
        }
    }

    /// `token68` or the first `auth-param`. What ends with `=` is the former: a parameter has a value.
    private mutating func content() throws(ChallengeHeader.ReadingError) {
        let start = scanner.position
        if let name = scanner.token() {
            scanner.skipSpace()
            if scanner.isAt("=") {
                scanner.advance()
                scanner.skipSpace()
                if !scanner.isAtElementEnd, !scanner.isAt("=") {
                    try add(name, try scanner.challengeValue())
                    return
                }
            }
            scanner.goBack(to: start)
        }
        guard let token68 = scanner.token68() else { throw .malformed }
        draft?.token68 = token68
    }

    /// The rest of an `auth-param`, from its `=` on.
    private mutating func parameter(_ name: String) throws(ChallengeHeader.ReadingError) {
        guard draft != nil else { throw .parameterWithoutScheme }
        scanner.advance()
        scanner.skipSpace()
        try add(name, try scanner.challengeValue())
    }

    private mutating func add(_ name: String, _ value: String) throws(ChallengeHeader.ReadingError) {
        guard draft?.token68 == nil else { throw .parameterBesideToken68 }
        try draft?.parameters.add(name, value)
    }

    private mutating func begin(_ scheme: String, at start: Int) throws(ChallengeHeader.ReadingError) {
        finish()
        guard room > 0 else { throw .tooManyChallenges }
        room -= 1
        draft = Draft(scheme: AuthenticationScheme(scheme), offset: start)
    }

    private mutating func finish() {
        guard let draft else { return }
        self.draft = nil
        if let defect = draft.defect {
            defects.append(defect)
        } else if let scheme = draft.scheme {
            let challenge = OfferedChallenge(
                scheme: scheme, content: draft.token68.map { .token68($0) } ?? .parameters(draft.parameters))
            if challenge.realm == nil, scheme.requiresRealm(in: challenge.content) {
                defects.append((draft.offset, .noRealm))
            } else {
                challenges.append(challenge)
            }
        }
    }
}

extension AuthenticationParameters {
    /// Reads the values of all `Authentication-Info` or `Proxy-Authentication-Info` fields (RFC 9110 §11.6.3,
    /// `#auth-param`), as if they were one.
    ///
    /// - Throws: the first thing that is wrong; there is no part of such a field that could be believed alone.
    init(fields values: [String]) throws(ChallengeHeader.ReadingError) {
        var bytes = 0
        for value in values {
            bytes += value.utf8.count
            guard bytes <= ChallengeHeader.Limits.bytes else { throw .tooManyBytes }
            var scanner = FieldScanner(value)
            while true {
                scanner.skipSeparators()
                guard !scanner.isAtEnd else { break }
                guard let name = scanner.token() else { throw .malformed }
                scanner.skipSpace()
                guard scanner.isAt("=") else { throw .malformed }
                scanner.advance()
                scanner.skipSpace()
                try add(name, try scanner.challengeValue())
                scanner.skipSpace()
                guard scanner.isAtElementEnd else { throw .malformed }
            }
        }
    }
}

extension FieldScanner {
    /// A token or a quoted string.
    fileprivate mutating func challengeValue() throws(ChallengeHeader.ReadingError) -> String {
        do throws(ValueError) { return try value() } catch {
            switch error {
            case .malformed: throw .malformed
            case .unterminatedString: throw .unterminatedString
            case .controlCharacter: throw .controlCharacter
            }
        }
    }
}
