import HoldfastStatements
import Testing

@Suite("A statement")
struct StatementTests {
    private enum Weather: Sentence {
        case dry
        case rain(millimetres: Int, on: String)
        case wind(String)
        case since(TimeSpan)
        case because(cause: Statement, then: String?)

        static let topic = "weather"

        var words: LocalizedText {
            switch self {
            case .dry: LocalizedText("it is dry", "天气干燥")
            case .rain(let height, let day):
                LocalizedText("\(height) mm of rain on \(day)", "\(day)降雨 \(height) 毫米")
            case .wind(let direction): LocalizedText("wind from \(direction)", "风向：\(direction)")
            case .since(let span): LocalizedText("for \(span.english)", "已 \(span.chinese)")
            case .because(let cause, _): LocalizedText("because \(cause.english)", "因为\(cause.chinese)")
            }
        }
    }

    @Test("has an identifier of its topic and its case, and its values by name")
    func identifiers() {
        #expect(Weather.dry.statement.identifier == "weather.dry")
        #expect(Weather.dry.statement.arguments.isEmpty)
        let rain = Weather.rain(millimetres: 3, on: "Monday").statement
        #expect(rain.identifier == "weather.rain")
        #expect(rain.arguments == ["millimetres": .number(3), "on": .text("Monday")])
        #expect(Weather.wind("west").statement.arguments == ["value": .text("west")])
    }

    @Test("holds statements, and says nothing of a value that is not there")
    func nested() {
        let because = Weather.because(cause: Weather.dry.statement, then: nil).statement
        #expect(because.arguments == ["cause": .statement(Weather.dry.statement)])
        let since = Weather.since(TimeSpan(seconds: 180)).statement
        #expect(since.arguments == ["value": .statement(TimeSpan.minutes(count: 3).statement)])
        #expect(since.english == "for 3 minutes")
        #expect(since.text(in: .chinese) == "已 3 分钟")
    }

    @Test("is rendered in each language")
    func languages() {
        let rain = Weather.rain(millimetres: 3, on: "Monday").statement
        #expect(rain.description == "3 mm of rain on Monday")
        #expect(rain.text(in: .chinese) == "Monday降雨 3 毫米")
    }

    @Test("of one's own is shown as it is in every language, and has no identifier")
    func verbatim() {
        let own = Statement(verbatim: "the moon is full")
        #expect(own.identifier == nil)
        #expect(own.arguments.isEmpty)
        #expect(PageLanguage.allCases.map(own.text(in:)) == ["the moon is full", "the moon is full"])
        #expect(own == Statement(verbatim: "the moon is full"))
        #expect(own != Weather.dry.statement)
    }

    @Test("that is too long is cut in each language, and keeps its identifier")
    func cutting() {
        let long = Weather.wind(String(repeating: "w", count: 100)).statement.cut(afterOctets: 20)
        #expect(long.identifier == "weather.wind")
        #expect(long.arguments.isEmpty)
        #expect(long.english == "wind from wwwwwwwwww… (110 octets)")
        #expect(long.chinese == "风向：wwwwwwwwwww… (109 个字节)")
        #expect(Weather.dry.statement.cut(afterOctets: 20) == Weather.dry.statement)
    }
}
