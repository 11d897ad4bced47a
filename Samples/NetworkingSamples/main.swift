// Each sample once, against servers on loopback: `make samples`, then `.build/debug/NetworkingSamples`. With the
// argument `plain-http`, the request without TLS alone; with `fetch` and a URL, a request to that server on loopback.
import Foundation

let words = CommandLine.arguments.dropFirst()
if words.first == "plain-http" {
    print(try await Tour.plainHTTP())
} else if words.first == "fetch", let url = words.last.flatMap({ URL(string: $0) }) {
    print(await Tour.fetch(url))
} else {
    try await Tour.all()
}
