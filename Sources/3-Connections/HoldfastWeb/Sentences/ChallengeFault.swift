package import HoldfastStatements

extension ChallengeHeader.ReadingError: Sentence, CustomStringConvertible {
    package static let topic = "challenge"

    package var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .malformed: LocalizedText("neither a scheme nor a parameter", "既不是方案也不是参数")
        case .unterminatedString: LocalizedText("a quoted string without its end", "带引号的字符串没有结尾")
        case .controlCharacter:
            LocalizedText("a control character within a quoted string", "带引号的字符串中有控制字符")
        case .parameterWithoutScheme: LocalizedText("a parameter before any scheme", "参数出现在方案之前")
        case .parameterBesideToken68: LocalizedText("a parameter behind a token68", "token68 之后有参数")
        case .duplicateParameter(let name):
            LocalizedText("two parameters named \(name.prefix(64))", "名为 \(name.prefix(64)) 的参数有两个")
        case .tooManyParameters:
            LocalizedText(
                "more than \(ChallengeHeader.Limits.parameters) parameters",
                "参数超过 \(ChallengeHeader.Limits.parameters) 个")
        case .noRealm: LocalizedText("no realm", "没有 realm")
        case .tooManyChallenges:
            LocalizedText(
                "more than \(ChallengeHeader.Limits.challenges) challenges",
                "质询超过 \(ChallengeHeader.Limits.challenges) 个")
        case .tooManyBytes:
            LocalizedText(
                "more than \(ChallengeHeader.Limits.bytes) bytes", "超过 \(ChallengeHeader.Limits.bytes) 字节")
        }
    }

    package var plainName: String {
        switch self {
        case .malformed: "malformed"
        case .unterminatedString: "unterminatedString"
        case .controlCharacter: "controlCharacter"
        case .parameterWithoutScheme: "parameterWithoutScheme"
        case .parameterBesideToken68: "parameterBesideToken68"
        case .tooManyParameters: "tooManyParameters"
        case .noRealm: "noRealm"
        case .tooManyChallenges: "tooManyChallenges"
        case .tooManyBytes: "tooManyBytes"
        case .duplicateParameter: ""
        }
    }
}
