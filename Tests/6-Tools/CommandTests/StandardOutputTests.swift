import TestSupport
import Testing

/// What becomes of results that nobody takes.
@Suite(.ownThread)
struct StandardOutputTests {
    @Test("A reader that goes away ends the command quietly, with 1")
    func readerGoes() throws {
        // Many times the size of a pipe's buffer, so that a write must fail.
        let run = try CommandRun(
            shell: """
                for i in $(seq 300); do cat root.pem; done > many.pem
                "$holdfast" inspect --json many.pem | head -1 | cut -c1-8; echo ${PIPESTATUS[0]}
                """, in: Folder())
        #expect(run.output == "{\"bytes\"\n1\n")
        #expect(run.errors == "")
    }

    @Test("A closed or a full standard output is an error of its own, with 1")
    func closed() throws {
        let run = try CommandRun(
            shell: """
                "$holdfast" inspect root.pem >&-; echo $?
                "$holdfast" inspect root.pem > /dev/full; echo $?
                "$holdfast" --help >&-; echo $?
                """, in: Folder())
        #expect(run.output == "1\n1\n1\n")
        #expect(
            run.errors == """
                holdfast: cannot write to standard output: bad file descriptor
                holdfast: cannot write to standard output: no space left on device
                holdfast: cannot write to standard output: bad file descriptor

                """)
    }

    @Test("With all three standard descriptors closed nothing is written into what is opened later")
    func allClosed() throws {
        let run = try CommandRun(
            shell: """
                cp root.pem copy.pem
                "$holdfast" inspect copy.pem <&- >&- 2>&-; echo $?
                cmp root.pem copy.pem && echo same
                """, in: Folder())
        #expect(run.output == "1\nsame\n")
    }
}
