import HoldfastTestBed

/// The line of `lab --stories --json` about one story, in the schema `holdfast.story/1`.
struct StoryLine: Encodable {
    /// A command line and its outcome.
    struct CommandLine: Encodable {
        /// As a shell reads it.
        let line: String
        /// The arguments behind `holdfast`, one by one.
        let arguments: [String]
        let exitCode: Int32
        let shows: String
        /// Pieces of text that have to be printed.
        let prints: [String]

        init(_ command: StoryCommand) {
            line = ShellLine.of(["holdfast"] + command.arguments)
            arguments = command.arguments
            exitCode = command.exitCode
            shows = command.shows
            prints = command.prints
        }
    }

    /// The files of a certificate of the client's own.
    struct ClientFiles: Encodable {
        let certificate: String
        let key: String
    }

    private let schema = "holdfast.story/1"
    let name: String
    let story: String
    let source: String
    /// With the real host name; this and what follows is nil where the story was not started.
    var url: String?
    /// For `--connect-to`.
    var connectTo: String?
    /// A file for `--anchors-only`.
    var anchors: String?
    /// Other arguments that the story needs.
    var arguments: [String]?
    /// For `--cert` and `--key`.
    var identity: ClientFiles?
    /// For `--pin`.
    var pins: [String]?
    /// Further files and folders that the command lines read or write.
    var files: [String]?
    /// In the order in which they are to be run.
    var commands: [CommandLine]?

    /// A story that was not started.
    init(_ story: Story) {
        name = story.name
        self.story = story.story
        source = story.source
    }

    /// A story whose servers listen.
    init(_ server: StoryServer) {
        self.init(server.story)
        url = server.url
        connectTo = server.connectTo
        anchors = server.anchorsFile
        arguments = server.arguments
        identity = server.identity.map { ClientFiles(certificate: $0.certificate, key: $0.key) }
        pins = server.pins.isEmpty ? nil : server.pins
        files = server.files
        commands = server.commands.map(CommandLine.init)
    }
}

/// The line of `lab --stories --check --json` about one story, in the schema `holdfast.storyOutcome/1`.
struct StoryOutcome: Encodable {
    /// A command line that was run.
    struct CommandOutcome: Encodable {
        let line: String
        let expectedExit: Int32
        let exit: Int32
        /// Pieces of text that had to be printed and were not.
        let missing: [String]

        init(_ command: StoryCommand, _ run: StoryRun) {
            line = ShellLine.of(["holdfast"] + command.arguments)
            expectedExit = command.exitCode
            exit = run.exitCode
            missing = command.prints.filter { !run.output.contains($0) }
        }

        var isAsTold: Bool { exit == expectedExit && missing.isEmpty }
    }

    private let schema = "holdfast.storyOutcome/1"
    let name: String
    let asTold: Bool
    let commands: [CommandOutcome]

    init(_ story: Story, _ commands: [CommandOutcome]) {
        name = story.name
        asTold = commands.allSatisfy(\.isAsTold)
        self.commands = commands
    }
}
