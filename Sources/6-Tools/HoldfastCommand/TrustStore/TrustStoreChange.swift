import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastFiles
import HoldfastLibC
import HoldfastStatements
import HoldfastTrust
import HoldfastTrustStores

/// `holdfast trust-store install` and `uninstall`: the steps shown, asked about, and done.
struct TrustStoreChange {
    private let change: TrustChange
    private let input: TrustStoreInput
    private let isAgreed: Bool
    private let output: ResultOutput

    init(_ change: TrustChange, _ invocation: Invocation) throws(CommandError) {
        self.change = change
        input = try TrustStoreInput(invocation)
        isAgreed = invocation.has(.yes)
        output = try ResultOutput(invocation)
        if change == .install, let expired = input.authority.expiry(at: SystemClock.now()) {
            throw CommandError(expired, input.file)
        }
    }

    func run() throws(CommandError) -> ExitCode {
        let standings = input.places.map { $0.standing(of: input.authority) }
        let plans = zip(input.places, standings).map { place, standing in
            (place, place.steps(change, for: input.authority, from: standing))
        }
        var report = TrustStoreReport(change.rawValue, input)
        for line in report.heading { Console.note(line) }
        for ((place, steps), standing) in zip(plans, standings) {
            Console.note(
                TrustStoreNote.plan(
                    store: place.name, location: place.location, standing.statement, isToBeDone: !steps.isEmpty))
            for step in steps { Console.note("  " + Wording.line("\(step)")) }
        }
        try checkRights(plans.filter { !$0.1.isEmpty }.map(\.0))
        try rehearse(plans)
        let isNeeded = plans.contains { !$0.1.isEmpty }
        if isNeeded { try ask() }
        for (place, steps) in plans {
            var problem: String?
            do throws(TrustStoreError) {
                if !steps.isEmpty { try TrustStores.perform(steps, change, at: place, for: input.authority) }
            } catch {
                problem = "\(error)"
                Console.complain(
                    TrustStoreSentence.storeFault(store: place.name, reason: error.statement), hint: nil)
            }
            report.add(place, steps, wasDone: problem == nil && !steps.isEmpty, problem: problem)
        }
        // Last, since one store may be made from another.
        report.lookAgain(at: input.places, for: input.authority)
        output.show(report, report.text)
        let isFine = report.standings.allSatisfy { change == .install ? $0.isTrusted : !$0.isOurs }
        return isFine && !report.hasProblem ? .success : .internalError
    }

    /// Refuses before anything is done where a store is another user's: half of the work is done by nobody's wish.
    private func checkRights(_ places: [any TrustPlace]) throws(CommandError) {
        guard let first = TrustStores.forbidden(places).first else { return }
        throw CommandError(
            .internalError, code: .notPermitted,
            TrustStoreSentence.notYours(store: first.name, location: first.location),
            hint:
                TrustStoreAdvice.sudo(change: change.rawValue)
        )
    }

    /// Refuses before anything is done where a store's own program does not take such an authority.
    private func rehearse(_ plans: [(any TrustPlace, [TrustStep])]) throws(CommandError) {
        for (place, steps) in plans where !steps.isEmpty {
            do throws(TrustStoreError) { try place.rehearse(change, of: input.authority) } catch {
                throw CommandError(
                    .internalError, code: .notTaken,
                    TrustStoreSentence.notTaken(
                        store: place.name, location: place.location, reason: error.statement),
                    hint: TrustStoreAdvice.leavesItOut(kinds: others(than: place.kind)))
            }
        }
    }

    private func others(than kind: TrustStoreKind) -> String {
        TrustStoreKind.allCases.filter { $0 != kind }.map(\.rawValue).joined(separator: ",")
    }

    private func ask() throws(CommandError) {
        guard !isAgreed else { return }
        guard InterstitialPrompt.hasTerminal else {
            throw .usage(
                TrustStoreSentence.notAsked, code: .notAsked,
                hint: TrustStoreAdvice.yes)
        }
        Console.progress(TrustStoreNote.doIt.words.text(in: output.language) + " ")
        guard ["y", "yes"].contains(InterstitialPrompt.typedLine()?.lowercased() ?? "") else {
            throw .usage(TrustStoreSentence.declined, code: .declined)
        }
    }
}

/// `holdfast trust-store status`: where an authority is trusted, and where not.
struct TrustStoreStatus {
    private let input: TrustStoreInput
    private let printsEnvironment: Bool
    private let output: ResultOutput

    init(_ invocation: Invocation) throws(CommandError) {
        input = try TrustStoreInput(invocation)
        printsEnvironment = invocation.has(.printEnvironment)
        output = try ResultOutput(invocation)
        try invocation.exclude([.json], beside: .printEnvironment, TrustStoreAdvice.programsInJSON)
    }

    func run() throws(CommandError) -> ExitCode {
        var report = TrustStoreReport("status", input)
        if printsEnvironment {
            guard input.isPEM, !report.programs.isEmpty else {
                throw .usage(
                    TrustStoreSentence.needsPEM, code: .notPEM,
                    hint: TrustStoreAdvice.convertMakes)
            }
            Console.result(report.shellLines(in: output.language))
            return .success
        }
        for place in input.places { report.add(place, [], wasDone: false, problem: nil) }
        report.lookAgain(at: input.places, for: input.authority)
        output.show(report, report.text)
        return report.standings.allSatisfy(\.isTrusted) ? .success : .findings
    }
}
