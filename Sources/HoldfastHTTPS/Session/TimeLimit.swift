/// What a caller allows for a request and all its redirects: errors name the whole of it, each exchange gets the rest.
struct TimeLimit: Sendable {
    let whole: Duration
    private let end: ContinuousClock.Instant

    init(_ whole: Duration) {
        self.whole = whole
        end = .now.advanced(by: whole)
    }

    var rest: Duration { max(ContinuousClock.now.duration(to: end), .zero) }
}
