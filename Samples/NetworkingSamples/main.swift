// Each sample once, against servers on loopback: `swift run NetworkingSamples`. With the argument `plain-http`, the
// request without TLS alone.
if CommandLine.arguments.dropFirst().first == "plain-http" {
    print(try await Tour.plainHTTP())
} else {
    try await Tour.all()
}
