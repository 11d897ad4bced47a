import HoldfastCrypto
import HoldfastX509

/// Times of options: of issuance, of the statements of lists and responses.
enum StatedTime {
    /// The time of `--at`, or now; in whole seconds, as all that is signed has them.
    static func start(_ invocation: Invocation) throws(CommandError) -> Instant {
        if let time = try value(of: .start, invocation) { return time }
        return Instant(secondsSince1970: SystemClock.now().secondsSince1970)
    }

    /// The time of an option; nil where it is not given.
    static func value(of option: CommandOption, _ invocation: Invocation) throws(CommandError) -> Instant? {
        guard let text = invocation.value(option) else { return nil }
        return try time(text, of: option)
    }

    /// A time as it stands in an option.
    static func time(_ text: String, of option: CommandOption) throws(CommandError) -> Instant {
        Instant(secondsSince1970: try TimeArgument.parse(text, of: option).secondsSince1970)
    }

    /// The times between which a statement holds: for a week from an hour before its making, or as the options say.
    static func period(
        at moment: Instant, _ invocation: Invocation
    ) throws(CommandError) -> (thisUpdate: Instant, nextUpdate: Instant?) {
        let start = try value(of: .thisUpdate, invocation) ?? moment.advanced(bySeconds: -3600)
        if invocation.value(.nextUpdate) == "none" { return (start, nil) }
        let end = try value(of: .nextUpdate, invocation) ?? start.advanced(byDays: 7)
        guard end >= start || invocation.has(.allowRefused) else {
            throw .refused(CreateSentence.overBeforeItBegins(start: "\(start)"))
        }
        return (start, end)
    }
}

extension CommandError {
    /// An error for what would be made in vain, since every verifier refuses it.
    static func refused(_ sentence: CreateSentence) -> CommandError {
        .usage(sentence, code: .notIssued, hint: CreateAdvice.makesRefused)
    }
}
