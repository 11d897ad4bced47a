package import HoldfastStatements

/// Sentences about logins by form.
package enum FormSentence: Sentence {
    case formElsewhere(login: String, target: String, site: String)
    case inURL(login: String)
    case encoding(login: String, encoding: String)
    case charset(login: String)
    case needsCookies
    case pageElsewhere(login: String, url: String, site: String)
    case tooManyRedirects(login: String)
    case noForm(url: String, login: String)
    case tooManyAnswers(limit: Int)
    case credential(Statement)

    package static let topic = "loginForm"

    package var words: LocalizedText {
        switch self {
        case .formElsewhere(let login, let target, let site):
            LocalizedText(
                "the form of '\(login)' would send the password to '\(target)', which is not \(site)",
                "“\(login)”的表单会把密码发送到“\(target)”，而那不是 \(site)")
        case .inURL(let login):
            LocalizedText("the form of '\(login)' would put the password into a URL", "“\(login)”的表单会把密码写入 URL")
        case .encoding(let login, let encoding):
            LocalizedText("the form of '\(login)' is sent as \(encoding)", "“\(login)”的表单以 \(encoding) 发送")
        case .charset(let login):
            LocalizedText(
                "the page of '\(login)' is not in UTF-8, and what is to be sent is not ASCII",
                "“\(login)”的页面不是 UTF-8，而要发送的内容不是 ASCII")
        case .needsCookies:
            LocalizedText(
                "a login by form is kept in cookies, and there are to be none", "表单登录保存在 cookie 中，而设置不允许 cookie")
        case .pageElsewhere(let login, let url, let site):
            LocalizedText(
                "the page of '\(login)' is at \(url), which is not \(site)", "“\(login)”的页面位于 \(url)，而那不是 \(site)")
        case .tooManyRedirects(let login):
            LocalizedText("the page of '\(login)' is behind too many redirects", "“\(login)”的页面在过多的重定向之后")
        case .noForm(let url, let login):
            LocalizedText("the page \(url) has no form as '\(login)' describes it", "页面 \(url) 没有“\(login)”所描述的表单")
        case .tooManyAnswers(let limit):
            LocalizedText("the server refused \(limit) answers to its challenge", "服务器拒绝了对其质询的 \(limit) 次应答")
        case .credential(let reason): reason.words
        }
    }
}

/// Advice about logins by form.
package enum FormAdvice: Sentence {
    case nameOrigin
    case sendByPOST
    case onlySupported(mediaType: String)
    case otherPassword
    case handleCookies
    case seePages

    package static let topic = "loginFormAdvice"

    package var words: LocalizedText {
        switch self {
        case .nameOrigin:
            LocalizedText(
                "name that origin in FormLogin.otherOrigins if it belongs to the site",
                "若该来源属于此站点，请在 FormLogin.otherOrigins 中列出")
        case .sendByPOST:
            LocalizedText(
                "URLs are written down in many places; the site has to send the form by POST",
                "URL 会被记录在许多地方；站点必须以 POST 发送表单")
        case .onlySupported(let mediaType): LocalizedText("only \(mediaType) is supported", "只支持 \(mediaType)")
        case .otherPassword:
            LocalizedText("the site would read another password than was meant", "站点读到的密码会与原意不同")
        case .handleCookies:
            LocalizedText("let the session and the request handle cookies", "请让会话与请求处理 cookie")
        case .seePages:
            LocalizedText(
                "look at the pages of the site, at how FormLogin describes them, and at what the handler answers",
                "请检查站点的页面、FormLogin 对其的描述以及处理程序的应答")
        }
    }
}
