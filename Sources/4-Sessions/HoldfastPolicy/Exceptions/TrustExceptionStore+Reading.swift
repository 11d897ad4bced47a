import HoldfastFiles
import HoldfastStatements
import HoldfastTrust

extension TrustExceptionStore {
    /// The result of reading the file once.
    struct Reading {
        var contents = Contents()
        /// Every entry of the file, with the exception that it states, if it states one.
        var entries: [(record: ExceptionRecord, exception: TrustException?)] = []
        /// The reason why the file must not be written over.
        var obstacle: TrustExceptionStoreError?
        /// The reason why the bytes of the file are no store.
        var corruption: Statement?
    }

    /// Reads the file as it is and leaves it so.
    func read() -> Reading {
        var reading = Reading()
        let bytes: [UInt8]
        do throws(StoreError) {
            guard let found = try file.read(limit: Self.maximumBytes) else { return reading }
            bytes = found
        } catch {
            return unusable(problem(error))
        }
        do throws(ExceptionFile.FormatError) {
            let file = try ExceptionFile(bytes)
            guard file.records.count <= Self.maximumEntries else {
                return unusable(problem(.tooMany(limit: Self.maximumEntries)))
            }
            for (index, record) in file.records.enumerated() {
                do throws(ExceptionRecord.FormatError) {
                    let exception = try record.exception()
                    reading.entries.append((record, exception))
                    reading.contents.exceptions.append(exception)
                } catch {
                    reading.entries.append((record, nil))
                    reading.contents.problems.append(problem(.entry(index + 1, error.statement)))
                }
            }
        } catch {
            switch error {
            case .unknownSchema(let schema): return unusable(problem(.unknownSchema(schema)))
            case .corrupt(let fault):
                reading = unusable(problem(.file(.corrupt(fault, keptAs: nil))))
                reading.corruption = fault
            }
        }
        return reading
    }

    /// Reads the file, and gives it another name where it is corrupt; only under the lock.
    func readKeepingAside(_ folder: PrivateFolder) -> Reading {
        var reading = read()
        guard let corruption = reading.corruption, let other = file.putAside(in: folder) else {
            return reading
        }
        reading.obstacle = nil
        reading.contents.problems = [problem(.file(.corrupt(corruption, keptAs: other)))]
        return reading
    }

    private func unusable(_ problem: TrustExceptionStoreError) -> Reading {
        Reading(contents: Contents(problems: [problem]), obstacle: problem)
    }

    func problem(_ reason: TrustExceptionStoreError.Reason) -> TrustExceptionStoreError {
        TrustExceptionStoreError(path: path, reason: reason)
    }

    func problem(_ error: StoreError) -> TrustExceptionStoreError {
        TrustExceptionStoreError(path: error.path, reason: .file(error.reason))
    }
}
