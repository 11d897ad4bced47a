import Foundation
import TestSupport
import Testing

/// How a lab behind `&` is ended, as it says itself.
@Suite("The end of a lab", .ownThread)
struct LabEndTests {
    /// Without job control: POSIX.1-2024, XCU 2.9.3.1, gives it /dev/null.
    @Test("behind & in a script it ends, and says what runs on")
    func script() throws {
        let run = try CommandRun(
            shell: "\"$holdfast\" lab good > out 2> errors & wait $!; cat errors >&2", in: Folder())
        #expect(
            run.errors.hasSuffix(
                "\nended: standard input is /dev/null, as behind & in a script; what runs on until kill: "
                    + "tail -f /dev/null | holdfast … &\n"), "\(run.errors)")
        let piped = try CommandRun("holdfast", ["lab", "good"], in: Folder(), input: "\n")
        #expect(piped.errors.hasSuffix("\nended: standard input has come to its end\n"), "\(piped.errors)")
    }

    /// With job control on a terminal, that of util-linux's script(1).
    @Test("behind & of a terminal it runs on, names the kill that ends it, and is ended by it")
    func terminal() throws {
        let folder = try Folder()
        try folder.write(
            "run.sh",
            """
            set -m
            "$holdfast" lab good > out 2> errors &
            lab=$!
            until grep -q listening errors || ! kill -0 $lab; do sleep 0.1; done
            grep -c "in the background, ends with kill $lab, or with Ctrl-C behind fg" errors
            # A terminal stops whoever reads from it in the background: state T (proc_pid_stat(5)).
            echo "state $(awk '{ print $3 }' /proc/$lab/stat)"
            kill $lab
            wait $lab
            echo "ended with $?"
            """)
        let run = try CommandRun(
            shell: "export holdfast; echo typed | script -qec 'bash run.sh' /dev/null", in: folder)
        // The terminal's lines end in CR LF.
        let lines = run.output.split(whereSeparator: \.isNewline).map(String.init)
        #expect(lines.contains("1") && lines.contains("ended with 0"), "\(run.output)")
        #expect(lines.contains { $0.hasPrefix("state ") } && !lines.contains("state T"), "\(run.output)")
    }
}
