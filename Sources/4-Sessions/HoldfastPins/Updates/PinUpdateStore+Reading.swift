import HoldfastFiles
import HoldfastStatements
import HoldfastX509

extension PinUpdateStore {
    /// Reads the file as it is and leaves it so; what the process has seen of it before makes up for what it lacks.
    func read(_ verifier: PinUpdateVerifier, _ now: Instant) -> Contents {
        // Before the file: what another thread writes meanwhile is not missed in it.
        let known = memory.state(of: path, by: verifier)
        let file = readFile(verifier)
        if let state = file.state { memory.keep(state, of: path, by: verifier) }
        var contents = file.completed(with: known, of: self)
        guard let state = contents.state else { return contents }
        do throws(PinUpdateFailure) {
            contents.update = try verifier.verify(state.signed, after: state.history, at: now)
        } catch {
            contents.refusal = error
        }
        return contents
    }

    /// The state that the file holds, signed by one of the keys, or what is wrong with it.
    func readFile(_ verifier: PinUpdateVerifier) -> Contents {
        var contents = Contents()
        let bytes: [UInt8]
        do throws(StoreError) {
            guard let found = try file.read(limit: Self.maximumBytes) else { return contents }
            bytes = found
        } catch {
            contents.problem =
                if case .tooLarge = error.reason {
                    corrupt(PinStateSentence.tooLarge(limit: Self.maximumBytes).statement, keptAs: nil)
                } else {
                    error
                }
            return contents
        }
        let state: PinUpdateState
        do throws(PinRecordError) {
            state = try PinUpdateState(bytes)
        } catch {
            contents.problem = corrupt(error.statement, keptAs: nil)
            return contents
        }
        let update: PinUpdate
        do throws(PinUpdateFailure) {
            update = try verifier.read(state.signed)
        } catch {
            contents.problem = corrupt(error.statement, keptAs: nil)
            return contents
        }
        guard update.counter == state.history.last?.counter else {
            contents.problem = corrupt(PinStateSentence.otherCounter.statement, keptAs: nil)
            return contents
        }
        // As it is written it never is: otherwise a file could end the pins that the program was built with.
        guard let latest = state.history.latest, latest <= update.expires else {
            contents.problem = corrupt(PinStateSentence.lateTime.statement, keptAs: nil)
            return contents
        }
        (contents.state, contents.isOnDisk) = (state, true)
        return contents
    }

    /// Reads the file, and gives it another name where it is corrupt; only under the lock.
    func readPuttingAside(_ folder: PrivateFolder, _ verifier: PinUpdateVerifier, _ now: Instant) -> Contents {
        var contents = read(verifier, now)
        guard case .corrupt(let fault, nil)? = contents.problem?.reason,
            let other = file.putAside(in: folder)
        else { return contents }
        contents.problem = corrupt(fault, keptAs: other)
        return contents
    }

    private func corrupt(_ fault: Statement, keptAs other: String?) -> StoreError {
        StoreError(path: path, reason: .corrupt(fault, keptAs: other))
    }
}
