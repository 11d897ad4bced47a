public import HoldfastCrypto
package import HoldfastStatements
public import HoldfastX509

/// A story: servers on loopback that show one thing at work, with the command lines that show it.
///
/// An outcome was written from the RFC that the story quotes and from the table of exit codes, not from a run.
public struct Story: Sendable {
    /// The name by which it is started, for example `digest`.
    public let name: String
    /// The matter, in one sentence for people.
    public var story: String { storyWords.english }
    /// The story in both languages.
    package let storyWords: LocalizedText
    /// The source of the outcomes: the RFCs, with their sections.
    public let source: String

    let stage: @Sendable (StoryBench) throws(TestBedError) -> StoryStage

    init(
        _ name: String, _ story: String, _ chinese: String, source: String,
        stage: @escaping @Sendable (StoryBench) throws(TestBedError) -> StoryStage
    ) {
        self.name = name
        storyWords = LocalizedText(story, chinese)
        self.source = source
        self.stage = stage
    }

    /// The host name of the story's server.
    public var host: String { "\(name).holdfast.test" }
}

/// A command line of a story, and its outcome.
public struct StoryCommand: Hashable, Sendable {
    /// The arguments of `holdfast`: a command and its options.
    public let arguments: [String]
    /// The exit code that has to come of it.
    public let exitCode: Int32
    /// The lesson of it, in one sentence of each language.
    package let localizedShows: LocalizedText
    /// Pieces of text that standard output or standard error have to hold.
    public let prints: [String]

    init(
        _ arguments: [String], exit: Int32 = 0, prints: [String] = [], shows english: String, _ chinese: String
    ) {
        self.arguments = arguments
        exitCode = exit
        localizedShows = LocalizedText(english, chinese)
        self.prints = prints
    }

    /// The lesson of it, in one sentence.
    public var shows: String { localizedShows.english }
}

/// A story, made for one authority: its port, its command lines and what they need.
struct StoryStage {
    /// The port of the story's server.
    let port: UInt16
    /// In the order in which they are to be run: a later one may rest on what an earlier one has left.
    let commands: [StoryCommand]
    /// Arguments besides target, anchors and connection, such as the way to a proxy.
    var arguments: [String] = []
    /// The files of a certificate of the client's own, and of its key.
    var identity: StoryServer.ClientFiles?
    /// The pins of the server, as `--pin` takes them.
    var pins: [String] = []
}

extension TestBed {
    /// Every story that there is.
    public static let stories: [Story] =
        [Story.logins, Story.clients, Story.names, Story.pins, Story.answers].flatMap(\.self)

    /// The story of that name, or nil.
    public static func story(_ name: String) -> Story? { stories.first { $0.name == name } }

    /// Starts the servers of a story.
    ///
    /// - Parameters:
    ///   - name: Its name, for example `digest`.
    ///   - directory: A folder that exists, and whose files are nobody else's: they are overwritten.
    ///   - moment: The moment for which the certificates are made.
    ///   - ports: The ports of the stories; nil for some that are free.
    /// - Throws: ``TestBedError``; servers that had been started are stopped.
    public static func startStory(
        _ name: String, directory: String, at moment: Instant = SystemClock.now(), ports: LabPorts? = nil
    ) throws(TestBedError) -> StoryServer {
        guard let story = story(name) else { throw .unknownStory(name) }
        return try StoryServer(story, in: directory, authority: TestAuthority(at: moment), ports: ports)
    }
}
