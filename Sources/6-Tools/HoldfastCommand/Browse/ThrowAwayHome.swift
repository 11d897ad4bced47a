import HoldfastDiagnostics
import HoldfastFiles
import HoldfastLibC
import HoldfastSystem

/// A home folder for a browser that goes with it, and with this process however that ends.
///
/// A program of its own, the keeper, waits for the end of a pipe that this process alone holds: then, after `SIGKILL`
/// too, it ends the processes of this user that have the folder as their `HOME`, as the browser was started, and
/// removes the folder. One that only reads a file there, or names it, is left alone.
struct ThrowAwayHome: ~Copyable {
    let path: String
    private let writeEnd: Int32
    private let keeper: pid_t

    /// The keeper's program. A process may be made while they are looked through: therefore it looks again until there
    /// is none. Variables end with NUL (proc_pid_environ(5)), and one is compared whole.
    private static let script = #"""
        while read -r _; do :; done
        for round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
          left=
          for process in /proc/[0-9]*; do
            number=${process#/proc/}
            [ -O "$process" ] && [ "$number" != $$ ] && grep -qszxF -- "HOME=$1" "$process/environ" || continue
            kill -KILL "$number" 2>/dev/null && left=yes
          done
          rm -rf -- "$1" 2>/dev/null && [ -z "$left" ] && break
          sleep 0.1
        done
        """#

    /// Makes the folder, for its owner alone.
    init() throws(CommandError) {
        let folder = try TemporaryFolder(prefix: "holdfast-browse-")
        do throws(CommandError) {
            // grep(1) takes each line of a pattern for one.
            guard !folder.path.utf8.contains(UInt8(ascii: "\n")) else {
                throw CommandError(
                    .internalError, code: .temporaryFolder,
                    BrowseSentence.lineBreak(folder: folder.path), hint: BrowseAdvice.setTMPDIR)
            }
            // Nobody else may hold it open.
            let ends: PipeEnds
            do throws(SystemError) {
                ends = try PipeEnds(blocks: true)
            } catch {
                throw CommandError(
                    .internalError, code: .temporaryFolder,
                    BrowseSentence.noPipe(fault: SystemText.clause(error.number)))
            }
            keeper = try ChildProcess.spawn(
                ["/bin/sh", "-c", Self.script, "holdfast-browse", folder.path], ["PATH=/usr/bin:/bin"],
                reading: ends.reading.number, isApart: true)
            writeEnd = ends.releaseWriting()
        } catch {
            folder.remove()
            throw error
        }
        path = folder.path
    }

    /// Ends what runs in it, removes it, and waits for that.
    deinit {
        _ = close(writeEnd)
        _ = ProgramStart.exitCode(of: keeper)
    }

    /// Ends it now.
    consuming func remove() {}

    /// Makes a folder in it, for its owner alone.
    func makeFolder(_ path: String) throws(CommandError) {
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw CommandError(
                .internalError, code: .temporaryFolder,
                UsageSentence.cannotMake(path: path, fault: SystemText.clause(errno)))
        }
    }

    /// Writes a file in it.
    func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
        do throws(SystemError) {
            try FileWriting.put(bytes, at: path, .new, mode: 0o600)
        } catch {
            throw CommandError(
                .internalError, code: .temporaryFolder,
                UsageSentence.cannotWrite(path: path, fault: SystemText.clause(error.number)))
        }
    }
}
