import HoldfastTrust
package import HoldfastStatements
import HoldfastX509

extension ProgrammeDeadline.Programme {
    /// The programme's name, the same in every language.
    package var name: String {
        switch self {
        case .baselineRequirements: "CA/B BR"
        case .apple: "Apple"
        case .chrome: "Chrome"
        case .mozilla: "Mozilla"
        case .microsoft: "Microsoft"
        case .letsEncrypt: "Let's Encrypt"
        }
    }
}

extension ProgrammeDeadline {
    /// The demand with its programme and section, in one line.
    package var words: LocalizedText {
        let said = demand.words(of: subject)
        let place = "\(programme.name) \(section)"
        return LocalizedText("\(said.english) (\(place))", "\(said.chinese)（\(place)）")
    }
}

extension ProgrammeDeadline.Demand {
    /// The demand as one sentence without a full stop: what holds from the day on.
    func words(of subject: ProgrammeDeadline.Subject) -> LocalizedText {
        let whose = subject.words
        switch self {
        case .lifetimeDays(let days):
            return LocalizedText(
                "\(whose.english) issued from then on is valid for at most \(days) days",
                "此后签发的\(whose.chinese)有效期最长 \(days) 天")
        case .lifetimeMonths(let months):
            return LocalizedText(
                "\(whose.english) issued from then on is valid for at most \(months) months",
                "此后签发的\(whose.chinese)有效期最长 \(months) 个月")
        case .differenceDays(let days):
            return LocalizedText(
                "between the dates of \(whose.english) issued later are at most \(days) days",
                "此后签发的\(whose.chinese)起止日期相差最多 \(days) 天")
        case .rootValidityDays(let range):
            return LocalizedText(
                "\(whose.english) issued from then on is valid for \(range.lowerBound) to \(range.upperBound) days",
                "此后签发的\(whose.chinese)有效期为 \(range.lowerBound) 至 \(range.upperBound) 天")
        case .rootValidityYears(let years):
            return LocalizedText(
                "a root issued from then on is valid for at most \(years) years", "此后签发的根证书有效期最长 \(years) 年")
        case .shortLivedSeconds(let seconds):
            let days = seconds / 86_400
            return LocalizedText(
                "a certificate issued from then on that lives at most \(days) days need not say where it is revoked",
                "此后签发、有效期不超过 \(days) 天的证书无须写明吊销查询地址")
        case .serialOctets(let count):
            return LocalizedText(
                "serial numbers issued from then on have 64 random bits, \(count) octets at least",
                "此后签发的序列号至少含 64 位随机数，即 \(count) 个八位组")
        case .validationReuseDays(let days):
            return LocalizedText(
                "the validation of a name or an address is used again for at most \(days) days",
                "域名或地址的验证结果最多可重复使用 \(days) 天")
        case .responsesUncounted(let version):
            return LocalizedText(
                "timestamps in stapled OCSP responses do not count in version \(version) and later",
                "自版本 \(version) 起，附带的 OCSP 应答中的时间戳不再计入")
        case .rootsOfOwner(let count):
            return LocalizedText("of each owner at most \(count) roots stay", "每个所有者最多保留 \(count) 个根证书")
        case .rootRemoval(let from, let through): return Self.removal(from: from, through: through)
        case .rootTermYears(let years):
            return LocalizedText(
                "a root is removed \(years) years after its key was made", "根证书在其密钥生成 \(years) 年后被移除")
        case .policyVersion(let version):
            return LocalizedText("version \(version) of the policy is in force", "策略 \(version) 版生效")
        case .noOrganizationalUnit:
            return LocalizedText(
                "\(whose.english) issued from then on names no organizational unit",
                "此后签发的\(whose.chinese)不得写组织单位")
        case .certificateProfiles:
            return LocalizedText(
                "\(whose.english) issued from then on is made by the certificate profiles",
                "此后签发的\(whose.chinese)须符合证书规范")
        case .notIssuedByRoot:
            return LocalizedText("no root issues certificates of servers itself", "根证书不得直接签发服务器证书")
        case .noReverseZone:
            return LocalizedText(
                "\(whose.english) issued from then on has no name in a zone of reverse look-ups",
                "此后签发的\(whose.chinese)不得含反向解析区域内的名称")
        case .noPrecertificateSigning:
            return LocalizedText("no authority is for precertificates alone", "不得再有专用于预证书的颁发机构")
        case .noSHA1: return LocalizedText("nothing is signed over SHA-1", "不得再用 SHA-1 签名")
        case .usagePresent:
            return LocalizedText(
                "\(whose.english) issued from then on has an extended key usage",
                "此后签发的\(whose.chinese)须有扩展密钥用法")
        case .noAnyUsage:
            return LocalizedText(
                "\(whose.english) issued from then on is not for any purpose",
                "此后签发的\(whose.chinese)不得用于任意用途")
        case .serverAuthAlone:
            return LocalizedText(
                "\(whose.english) issued from then on is for serverAuth alone",
                "此后签发的\(whose.chinese)只可用于 serverAuth")
        case .noClientAuth:
            return LocalizedText(
                "\(whose.english) issued from then on is not for clientAuth",
                "此后签发的\(whose.chinese)不再用于 clientAuth")
        case .singlePurposeOfServers, .singlePurpose:
            return LocalizedText(
                "\(whose.english) issued from then on is for one purpose alone",
                "此后签发的\(whose.chinese)只可用于一种用途")
        case .rootsDedicated:
            return LocalizedText("each root is for servers alone or for mail alone", "每个根证书只用于服务器或只用于邮件")
        }
    }

    private static func removal(from: Instant?, through: Instant) -> LocalizedText {
        let last = through.dayText
        guard let from else {
            return LocalizedText(
                "roots whose key was made until \(last) are removed", "密钥生成于 \(last) 及以前的根证书被移除")
        }
        let first = from.dayText
        return LocalizedText(
            "roots whose key was made from \(first) to \(last) are removed",
            "密钥生成于 \(first) 至 \(last) 的根证书被移除")
    }
}

extension ProgrammeDeadline.Subject {
    /// The certificates in a sentence.
    fileprivate var words: LocalizedText {
        switch self {
        case .leaf: LocalizedText("a server's certificate", "服务器证书")
        case .subordinate: LocalizedText("an authority's certificate", "中间颁发机构证书")
        case .root: LocalizedText("a root", "根证书")
        }
    }
}

extension ChainDeadline {
    /// The thing that happens, as a sentence without a full stop.
    package var words: LocalizedText {
        switch event {
        case .expires: LocalizedText("the certificate ends", "证书到期")
        case .renewal(let row): row.words
        case .removal(let row):
            LocalizedText(
                "\(row.programme.name) trusts the root no longer, by its key's age, at the latest (\(row.section))",
                "\(row.programme.name) 最迟于此日因密钥年龄不再信任此根证书（\(row.section)）")
        case .distrust(let programme, let source, _):
            LocalizedText(
                "\(programme) trusts nothing under the root that is issued later (\(source))",
                "\(programme) 不再信任此后由该根证书签发的证书（\(source)）")
        }
    }
}
