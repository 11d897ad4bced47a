extension ResolverCache {
    /// Limits of a cache: how long answers are kept, and how many.
    public struct Limits: Hashable, Sendable {
        /// The least time that an answer is kept, whatever it says; nothing by default, so that one with the time to
        /// live 0 serves those who asked at the same time, and nobody else (RFC 1035 §3.2.1).
        public var lowestTimeToLive: Duration = .zero
        /// And the most; a day. RFC 8767 §4 has seven days at most.
        public var highestTimeToLive: Duration = .seconds(86_400)
        /// For answers that say nothing about it, as those of a hosts file; a minute.
        public var defaultTimeToLive: Duration = .seconds(60)
        /// The most that is kept of a name that is not there, or has no such addresses; an hour. RFC 2308 §5 found
        /// one to three hours to work well, and more than a day to be trouble.
        public var highestNegative: Duration = .seconds(3_600)
        /// For such an answer that says nothing about it; 5 seconds. RFC 2308 §5 would not keep it at all, since
        /// servers that ask each other could hand it round for ever; nobody asks this cache but the program itself.
        public var defaultNegative: Duration = .seconds(5)
        /// For how long a resolver is not asked again what it failed to answer; a second (RFC 9520 §3.2: one at least).
        /// It doubles with each further failure.
        public var failure: Duration = .seconds(1)
        /// And for how long at most; 10 seconds. More than 5 minutes count as 5 minutes (RFC 2308 §7, RFC 9520 §3.2).
        public var longestFailure: Duration = .seconds(10)
        /// For how long after its time an answer with addresses still serves where nothing newer is to be had; a day,
        /// the least that RFC 8767 §5 suggests. Nothing turns that off.
        public var stale: Duration = .seconds(86_400)
        /// For how long after its time it is given at once, while a newer one is asked for; a minute. It has to be
        /// within ``stale``.
        public var staleAtOnce: Duration = .seconds(60)
        /// For how long a newer answer is waited for, where there is an old one; 1.8 seconds (RFC 8767 §5). The
        /// question goes on after that.
        public var staleDelay: Duration = .milliseconds(1_800)
        /// For how long an old answer serves after a question for a newer one failed, before that is asked again; 30
        /// seconds (RFC 8767 §5: no less).
        public var staleRecheck: Duration = .seconds(30)
        /// Answers kept, one for each resolver, name and kind of address; 32,768. The one not used for longest goes
        /// first.
        public var entries = 32_768
        /// Questions at a time that nobody waits for: newer answers for old ones; 64. Beyond that an old one serves
        /// without a question, until it is asked for again.
        public var refreshes = 64
        /// Addresses kept of one answer; 128.
        public var addressesPerAnswer = 128

        public init() {}

        /// The longest time that RFC 2308 §7.1 and RFC 9520 §3.2 allow.
        static let longestFailureOfAll = Duration.seconds(300)

        /// The time for which an answer is kept.
        func lifetime(of answer: ResolverAnswer) -> Duration {
            if answer.addresses.isEmpty { return negativeLifetime(answer.timeToLive) }
            let stated = answer.timeToLive ?? defaultTimeToLive
            return max(min(max(stated, lowestTimeToLive), highestTimeToLive), .zero)
        }

        /// The time for which it is remembered that there is nothing.
        func negativeLifetime(_ timeToLive: Duration?) -> Duration {
            max(min(timeToLive ?? defaultNegative, highestNegative), .zero)
        }
    }

    /// The figures of a cache, for metrics: what it holds, and what it has been asked.
    public struct Statistics: Hashable, Sendable {
        /// Answers kept now.
        public var entries = 0
        /// Questions under way now.
        public var inFlight = 0
        /// Questions answered from memory by an answer that is not old, also that there is nothing.
        public var hits = 0
        /// Questions that had to wait for a resolver.
        public var misses = 0
        /// Misses that waited for a question that another had asked already.
        public var shared = 0
        /// Questions answered by an answer that is older than it may be.
        public var stale = 0
        /// Questions answered from memory that there is nothing, or that the resolver failed a moment ago.
        public var negative = 0
        /// Questions put to resolvers.
        public var questions = 0
        /// Questions put to resolvers for a newer answer that nobody waited for.
        public var refreshes = 0
        /// Questions that failed; that a name is not there is an answer.
        public var failures = 0
        /// Answers that went for want of room.
        public var evicted = 0
        /// Answers read from the disk.
        public var fromDisk = 0

        public init() {}
    }
}
