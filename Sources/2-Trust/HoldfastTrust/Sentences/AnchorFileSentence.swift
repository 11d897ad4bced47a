package import HoldfastStatements

/// Sentences about files and folders of anchors, and certificates in them that are passed over.
package enum AnchorFileSentence: Sentence {
    case file(path: String, Statement)
    case certificateInFile(path: String, number: Int, Statement)
    case certificateAtLine(path: String, number: Int, line: Int, Statement)
    case notRegular
    case tooLarge(limit: Int)
    case rejected(subject: String)
    case noneInFolder
    case folderInside
    case danglingLink
    case p11Kit
    case trustSettings(Statement)

    package static let topic = "anchorFile"

    package var words: LocalizedText {
        switch self {
        case .file(let path, let reason):
            LocalizedText("anchors '\(path)': \(reason.english)", "信任锚“\(path)”：\(reason.chinese)")
        case .certificateInFile(let path, let number, let reason):
            LocalizedText(
                "anchors '\(path)': certificate \(number): \(reason.english)",
                "信任锚“\(path)”：第 \(number) 张证书：\(reason.chinese)")
        case .certificateAtLine(let path, let number, let line, let reason):
            LocalizedText(
                "anchors '\(path)': certificate \(number) (line \(line)): \(reason.english)",
                "信任锚“\(path)”：第 \(number) 张证书（第 \(line) 行）：\(reason.chinese)")
        case .notRegular: LocalizedText("it is no regular file", "它不是普通文件")
        case .tooLarge(let limit): LocalizedText("larger than \(limit) bytes", "超过 \(limit) 字节")
        case .rejected(let subject):
            LocalizedText("its trust settings reject \(subject) for servers", "其信任设置不允许将 \(subject) 用于服务器")
        case .noneInFolder: LocalizedText("the folder holds no certificate", "该文件夹中没有证书")
        case .folderInside: LocalizedText("a folder, which is not looked into", "文件夹，不查看其内容")
        case .danglingLink: LocalizedText("a link that leads nowhere", "指向不存在之处的链接")
        case .p11Kit:
            LocalizedText(
                "it is in p11-kit's own form, whose words of trust are not read; trust extract "
                    + "--format=openssl-bundle makes one whose words are",
                "它是 p11-kit 自己的格式，其中的信任说明不会读取；trust extract --format=openssl-bundle 可生成会读取的格式")
        case .trustSettings(let fault):
            LocalizedText("its trust settings cannot be read: \(fault.english)", "无法解析其信任设置：\(fault.chinese)")
        }
    }
}

/// Advice for whoever names files and folders of anchors.
package enum AnchorFileAdvice: Sentence {
    case seePathAndRights
    case nameFewer
    case nameCertificates
    case takeOutTrustSettings

    package static let topic = "anchorFileAdvice"

    package var words: LocalizedText {
        switch self {
        case .seePathAndRights:
            LocalizedText(
                "check the path, and that the user whom the program runs as may read it", "请检查路径，以及运行该程序的用户能否读取")
        case .nameFewer:
            LocalizedText("name a file with the authorities' certificates alone", "请指定只含颁发机构证书的文件")
        case .nameCertificates:
            LocalizedText("name a file or folder with certificates", "请指定含有证书的文件或文件夹")
        case .takeOutTrustSettings:
            LocalizedText(
                "name the authority's certificate without the trust settings, as openssl x509 -clrtrust writes it",
                "请指定不带信任设置的颁发机构证书（openssl x509 -clrtrust 可写出）")
        }
    }
}
