import Foundation
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// `--rtt` where it can't be: each case is one error, before anything is connected to. What the line does has its tests
/// with the peers, since it needs root.
@Suite(.ownThread)
struct DelayOptionTests {
    @Test(
        "What is no round-trip time is refused",
        arguments: [
            "22", "ms", "0x10ms", "1.ms", ".5ms", "-1ms", "11s", "22 ms", "1e9ms", "nanms", "infs", "+1ms", "1m", "",
        ])
    func malformed(_ text: String) throws {
        for command in [["trace", "https://localhost:1"], ["lab", "good"]] {
            let run = try CommandRun("holdfast", command + ["--rtt=\(text)"], in: Folder())
            #expect(run.exitCode == 2, "\(run.errors)")
            #expect(run.errors.contains("is no round-trip time from 0 to 10 s\n"), "\(run.errors)")
            #expect(run.errors.contains("hint: write a number and ms or s, such as 22ms\n"), "\(run.errors)")
        }
    }

    /// RFC 5737: 192.0.2.0/24 is for documentation, and no machine's.
    @Test("A server that is not on this machine is refused, whether there could be a line or not")
    func elsewhere() throws {
        let run = try CommandRun("holdfast", ["trace", "--rtt", "22ms", "https://192.0.2.7"], in: Folder())
        #expect(run.exitCode == 2 && run.output.isEmpty, "\(run.output)")
        #expect(
            run.errors.hasPrefix("holdfast: --rtt: 192.0.2.7 is no address of this machine\nhint: "), "\(run.errors)")
    }

    @Test("Without a right to make devices it is one error, which says what is missing")
    func unprivileged() throws {
        // capabilities(7): execve gives root no more than the bounding set; another user has nothing to drop.
        let server = try Loopback(host: "good.test").answering { _ in ServerResponse(text: "") }
        let run = try CommandRun(
            shell: """
                drop=
                if [ "$(id -u)" = 0 ]; then
                    command -v setpriv >/dev/null || { echo "no setpriv"; exit 0; }
                    drop="setpriv --bounding-set=-all --inh-caps=-all"
                fi
                $drop "$holdfast" trace --rtt 22ms https://127.0.0.1:\(server.port); echo "exit $?"
                """, in: Folder())
        if run.output == "no setpriv\n" { return }
        #expect(run.output == "exit 1\n", "\(run.output)\(run.errors)")
        #expect(run.errors.hasPrefix("holdfast: --rtt: there can be no delay line here: "), "\(run.errors)")
        #expect(run.errors.hasSuffix("hint: run it as root, on a Linux that has /dev/net/tun\n"), "\(run.errors)")
        #expect(server.counters.connections == 0)
    }

    @Test("--rtt goes with servers that are started")
    func listed() throws {
        let run = try CommandRun("holdfast", ["lab", "--list", "--rtt", "22ms"], in: Folder())
        #expect(run.exitCode == 2 && run.errors.hasPrefix("holdfast: --list excludes --rtt\n"), "\(run.errors)")
    }
}
