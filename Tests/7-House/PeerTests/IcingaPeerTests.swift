import Foundation
import HoldfastCrypto
import PeerPrograms
import TestSupport
import Testing

/// The command of Docs/every-night.md in Icinga 2, beside the one that Icinga brings for certificates.
@Suite(
    "A plugin in Icinga beside its own", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct IcingaPeerTests {
    /// The object in Docs/every-night.md, with the path of the command that is tested.
    private func command() throws -> String {
        let page = try String(contentsOf: ProjectFolder.top.appending(path: "Docs/every-night.md"), encoding: .utf8)
        let block = try #require(page.firstMatch(of: /```icinga\n([\s\S]*?)```/))
        let program = try CommandPage.holdfast().path
        return String(block.1).replacing("[ \"holdfast\"", with: "[ \"\(program)\"")
    }

    /// Icinga's configuration: each server with a service of both commands, what they find in files `service.*`.
    private func configuration(_ bed: ScanBed, in folder: String) throws -> String {
        var text = """
            library "methods"
            include <itl>
            include <plugins>
            object CheckerComponent "checker" {}
            object PerfdataWriter "results" {
              host_perfdata_path = "\(folder)/host"
              host_temp_path = "\(folder)/host-begun"
              service_perfdata_path = "\(folder)/service"
              service_temp_path = "\(folder)/begun"
              rotation_interval = 1s
              service_format_template = "$service.name$ $service.state$ $service.output$ | $service.perfdata$"
            }
            object Host "servers" {
              check_command = "dummy"
              address = "127.0.0.1"
            }
            template Service "often" {
              host_name = "servers"
              max_check_attempts = 1
              check_interval = 5s
              retry_interval = 1s
            }
            \(try command())
            """
        for (name, port) in bed.ports {
            let list = try bed.folder.write("\(name):\(port) address=127.0.0.1\n", to: "\(name).txt")
            text += """

                object Service "\(name).holdfast" {
                  import "often"
                  check_command = "holdfast"
                  vars.holdfast_list = "\(list)"
                  vars.holdfast_anchors = "\(bed.folder.path("root.pem"))"
                  vars.holdfast_expires_within = "14d"
                }
                object Service "\(name).ssl" {
                  import "often"
                  check_command = "ssl"
                  vars.ssl_address = "127.0.0.1"
                  vars.ssl_port = \(port)
                  vars.ssl_sni = "\(name)"
                  vars.ssl_cert_valid_days_warn = "14"
                  vars.ssl_cert_valid_days_critical = "1"
                }
                """
        }
        return text
    }

    /// The lines that Icinga has written so far.
    private func lines(in folder: TemporaryFolder) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? []
        return names.filter { $0.hasPrefix("service.") }.flatMap { name in
            ((try? folder.text(name)) ?? "").split(separator: "\n").map(String.init)
        }
    }

    @Test("a certificate that is good, ends within the time asked for, or has ended has the same state by both")
    func states() async throws {
        let bed = try ScanBed(at: SystemClock.now())
        let folder = try TemporaryFolder(mode: 0o755)
        let place = folder.url.path
        let file = try folder.write(try configuration(bed, in: place), to: "icinga2.conf")
        let icinga = ChildProcess()
        icinga.executableURL = URL(filePath: "/usr/bin/env")
        let user = NSUserName()
        icinga.arguments = [
            "PATH=/usr/bin:/usr/sbin", "ICINGA2_USER=\(user)", "ICINGA2_GROUP=\(user)", "icinga2", "daemon", "-c", file,
            "-D", "PluginDir=/usr/lib/nagios/plugins", "-D", "ConfigDir=\(place)",
        ]
        for name in ["DataDir", "CacheDir", "InitRunDir", "LogDir", "SpoolDir"] {
            icinga.arguments += ["-D", "\(name)=\(try folder.makeFolder(name))"]
        }
        icinga.standardInput = FileHandle.nullDevice
        icinga.standardOutput = FileHandle.nullDevice
        try icinga.run()
        defer {
            // Killed, it would leave behind the processes that it has for its work.
            kill(icinga.processIdentifier, SIGTERM)
            icinga.waitUntilExit()
        }
        let expected = [("good", "OK"), ("soon", "WARNING"), ("expired", "CRITICAL")]
        for (name, state) in expected {
            for command in ["holdfast", "ssl"] {
                let beginning = "\(name).test.\(command) "
                try await eventually("a result of \(beginning)") {
                    lines(in: folder).contains { $0.hasPrefix(beginning) }
                }
                let found = lines(in: folder).filter { $0.hasPrefix(beginning) }
                #expect(found.allSatisfy { $0.hasPrefix(beginning + state + " ") }, "\(found)")
                // What the plugin prints behind its line are figures to Icinga.
                if command == "holdfast" { #expect(found.allSatisfy { $0.contains("| servers=1;;;0") }, "\(found)") }
            }
        }
    }
}
