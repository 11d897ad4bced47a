// What the articles' code does, as it stands and as it should be, against servers on loopback.
//
//     make samples                          builds it
//     .build/debug/ArticleSamples           all of it
//     .build/debug/ArticleSamples list      the names of the samples
//     .build/debug/ArticleSamples NAME      one of them
import Foundation

func complain(_ line: String) { FileHandle.standardError.write(Data("ArticleSamples: \(line)\n".utf8)) }

let words = Array(CommandLine.arguments.dropFirst())
if words == ["list"] {
    for sample in ArticleSample.all { print(sample.name) }
    exit(0)
}
let chosen = words.isEmpty ? ArticleSample.all : ArticleSample.all.filter { [$0.name] == words }
if chosen.isEmpty {
    let names = ArticleSample.all.map(\.name).joined(separator: ", ")
    let complaint = words.count > 1 ? "one name at a time" : "no sample is called '\(words[0])'"
    complain("\(complaint); there are \(names); or say: list")
    exit(2)
}
do {
    let bench = try ArticleBench()
    do {
        for sample in chosen { try await sample.tell(bench, Report(sample: sample.name)) }
    } catch {
        bench.remove()
        throw error
    }
    bench.remove()
} catch {
    complain("\(error)")
    exit(1)
}
