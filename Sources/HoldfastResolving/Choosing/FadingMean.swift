/// A mean of times in which old ones count for less: each half-life halves what they weigh.
struct FadingMean {
    /// Seconds, weighted.
    private var sum = 0.0
    private var weight = 0.0
    private var noted: ContinuousClock.Instant?

    /// A measured time beyond this counts as this: one that is absurd must not outweigh all others.
    static let longest = Duration.seconds(60)

    mutating func note(_ time: Duration, at now: ContinuousClock.Instant, halfLife: Duration) {
        let left = share(at: now, halfLife: halfLife)
        sum = sum * left + min(max(time, .zero), Self.longest) / .seconds(1)
        weight = weight * left + 1
        noted = now
    }

    /// The mean; nil where nothing was measured, or so long ago that it says nothing: a fresh measurement would weigh
    /// sixteen times as much as all that is known.
    func mean(at now: ContinuousClock.Instant, halfLife: Duration) -> Duration? {
        guard weight * share(at: now, halfLife: halfLife) >= 1.0 / 16 else { return nil }
        return .seconds(sum / weight)
    }

    /// What is left of the weight of the last measurement, 0...1.
    func share(at now: ContinuousClock.Instant, halfLife: Duration) -> Double {
        guard let noted else { return 0 }
        let lives = max(noted.duration(to: now), .zero) / max(halfLife, .milliseconds(1))
        var share = 1.0
        for _ in 0..<Int(min(lives, 64)) { share /= 2 }
        // Between two halvings, the straight line: no mathematics of C is needed for it.
        return lives >= 64 ? 0 : share * (1 - (lives - lives.rounded(.down)) / 2)
    }
}
