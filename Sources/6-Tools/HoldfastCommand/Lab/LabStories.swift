import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastJSON
import HoldfastStatements
import HoldfastTestBed

/// `holdfast lab --stories`: servers that show something at work, with the command lines that show it.
struct LabStories {
    private let stories: [Story]
    private let isJSON: Bool
    private let invocation: Invocation
    private let testing: LabTesting

    init(_ invocation: Invocation) throws(CommandError) {
        self.invocation = invocation
        isJSON = invocation.has(.json)
        testing = try LabTesting(invocation)
        var stories: [Story] = []
        for name in invocation.operands { stories.append(try Self.story(name)) }
        self.stories = stories.isEmpty ? TestBed.stories : stories
        try invocation.exclude([.report, .roundTrip, .tryOut], beside: .stories, LabAdvice.forCatalogue)
        try invocation.exclude([.check], beside: .list, LabAdvice.startsNoServer)
    }

    func run() throws(CommandError) -> ExitCode {
        if invocation.has(.list) {
            list()
            return .success
        }
        if invocation.has(.check) {
            let folder = try TemporaryFolder(prefix: "holdfast-lab-")
            defer { folder.removeAll() }
            return try StoryCheck(stories, testing, in: folder, json: isJSON).run()
        }
        // From here on a signal ends the servers and removes the files, instead of the process alone.
        let stop = try StopSignal()
        let folder = try TemporaryFolder(prefix: "holdfast-lab-")
        defer { folder.removeAll() }
        try serve(until: stop, in: folder)
        return .success
    }

    private func list() {
        if isJSON {
            for story in stories { Output.line(of: StoryLine(story)) }
        } else {
            let rows = stories.map { ($0.name, $0.storyWords.text(in: LanguageOption.spoken)) }
            Console.result(TextColumns.columns(rows))
        }
    }

    private func serve(until stop: borrowing StopSignal, in folder: TemporaryFolder) throws(CommandError) {
        let (servers, authority) = try Self.start(stories, testing, in: folder)
        let resets = Dictionary(
            servers.map { server in (server.story.name, { @Sendable in server.reset() }) },
            uniquingKeysWith: { first, _ in first })
        let control = try testing.open(authority, hostsFile: "", resets: resets)
        for server in servers { show(server) }
        if isJSON {
            Output.line(of: LabReady(control: control?.url))
        } else {
            if let control { Console.note(LabNote.control(url: control.url)) }
            Console.note(LabNote.listeningForStories(count: servers.count, end: StopSignal.end))
        }
        stop.wait()
        control?.stop()
        for server in servers { server.stop() }
    }

    /// Starts the servers of stories, all issued by one authority.
    static func start(
        _ stories: [Story], _ testing: LabTesting, in folder: TemporaryFolder
    ) throws(CommandError) -> ([StoryServer], TestAuthority) {
        do throws(TestBedError) {
            let authority = try TestAuthority()
            let servers = try stories.map { story throws(TestBedError) in
                try StoryServer(story, in: folder.path, authority: authority, ports: testing.ports)
            }
            return (servers, authority)
        } catch {
            throw CommandError(error)
        }
    }

    /// The story, and each command line below what comes of it: a block that a shell takes as a whole.
    private func show(_ server: StoryServer) {
        if isJSON {
            Output.line(of: StoryLine(server))
            return
        }
        let style = Console.resultStyle
        let story = server.story.storyWords
        let told = LocalizedText(": \(story.english)", "：\(story.chinese)").text(in: LanguageOption.spoken)
        Console.result("\(style.strong(server.story.name))\(told)\n")
        for command in server.commands {
            let exit = LabNote.exit(command.exitCode).words
            let outcome = LocalizedText(" (\(exit.english))", "（\(exit.chinese)）").text(in: LanguageOption.spoken)
            let shows = command.localizedShows.text(in: LanguageOption.spoken)
            Console.result("\n  \(style.faint("# \(shows)\(command.exitCode == 0 ? "" : outcome)"))\n")
            Console.result("  \(ShellLine.of(["holdfast"] + command.arguments))\n")
        }
        Console.result("\n")
    }

    private static func story(_ name: String) throws(CommandError) -> Story {
        if let story = TestBed.story(name) { return story }
        let near = Suggestion.closest(to: name, among: TestBed.stories.map(\.name))
        throw .usage(
            LabSentence.noStory(name: name),
            hint: near.map { UsageAdvice.didYouMean(word: $0) } ?? LabAdvice.listsStories)
    }
}
