/// Sentences about revocation.
extension FindingSentence {
    static let aboutRevocation: [(english: String, chinese: String)] = [
        ("serial number {} in the {~}: {}, {}, suspected since {}", "序列号 {1}，载于{2}：{3}，{4}，自 {5} 起可疑"),
        ("serial number {} in the {~}: {}, {}", "序列号 {1}，载于{2}：{3}，{4}"),
        ("no revocation", "未被吊销"),
        ("noRevAvail, critical", "noRevAvail，标为关键"),
        ("noRevAvail, not critical", "noRevAvail，不标为关键"),
        ("noRevAvail in the certificate of an authority", "颁发机构的证书中有 noRevAvail"),
        ("noRevAvail in certificates of no authority alone", "noRevAvail 只应出现在非颁发机构的证书中"),
        ("noRevAvail with the value 0500, a NULL", "noRevAvail 的值应为 0500，即 NULL"),
        ("noRevAvail with the value {}", "noRevAvail 的值为 {1}"),
        ("noRevAvail beside CRL distribution points", "noRevAvail 与 CRL 分发点并存"),
        ("noRevAvail beside a freshest CRL", "noRevAvail 与最新 CRL（freshestCRL）并存"),
        ("noRevAvail beside an OCSP responder", "noRevAvail 与 OCSP 应答服务器并存"),
        ("noRevAvail, or a place, not both", "noRevAvail 与吊销信息的地址二者取一"),
        (
            "the certificate has noRevAvail as a critical extension, which it must not be",
            "证书把 noRevAvail 标为关键扩展，而它不得标为关键"
        ),
        (
            "an authority's certificate says that nobody will know whether it was revoked",
            "颁发机构的证书声明不公布其吊销信息"
        ),
        (
            "the certificate has noRevAvail with a value that it does not have",
            "证书中 noRevAvail 的值不符合规定"
        ),
        (
            "the certificate says that its revocation is told nowhere (noRevAvail), and names CRL distribution points",
            "证书声明不公布吊销信息（noRevAvail），却又写明 CRL 分发点"
        ),
        (
            "the certificate says that its revocation is told nowhere (noRevAvail), and names a freshest CRL",
            "证书声明不公布吊销信息（noRevAvail），却又写明最新 CRL（freshestCRL）"
        ),
        (
            "the certificate says that its revocation is told nowhere (noRevAvail), and names an OCSP responder",
            "证书声明不公布吊销信息（noRevAvail），却又写明 OCSP 应答服务器"
        ),
        ("the {~} says that the certificate was {~}", "{1}写明该证书{2}"),
        ("put on hold on {}", "已于 {1} 暂停使用"),
        ("revoked on {} for {}", "已于 {1} 吊销，原因：{2}"),
        ("revoked on {}", "已于 {1} 吊销"),
        (
            "current revocation lists that cover the certificate for every reason, or an OCSP response",
            "覆盖该证书所有吊销原因的最新吊销列表，或 OCSP 应答"
        ),
        ("{~}, and was believed all the same", "{1}，但仍予采信"),
        ("it is not known whether the certificate was revoked: {~}", "无法得知证书是否已被吊销：{1}"),
        ("nothing was looked at", "没有查看任何内容"),
        ("{} more", "另有 {1} 项"),
        ("revocation list {} of {}", "{2} 的第 {1} 号吊销列表"),
        ("revocation list of {}", "{1} 的吊销列表"),
        ("revocation delta list {} of {}", "{2} 的第 {1} 号增量吊销列表"),
        ("revocation delta list of {}", "{1} 的增量吊销列表"),
        ("OCSP response of nobody", "署名为空的 OCSP 应答"),
        ("OCSP response of the key {}", "密钥 {1} 的 OCSP 应答"),
        ("OCSP response of {}", "{1} 的 OCSP 应答"),
        ("no revocation list of {} is at hand", "手头没有 {1} 的吊销列表"),
        ("a supplied revocation list cannot be read: {~}", "无法解析所提供的吊销列表：{1}"),
        ("{} supplied revocation lists cannot be read, the first: {~}", "无法解析所提供的 {1} 份吊销列表，第一份：{2}"),
        ("no usable list covers {}", "没有可用的列表覆盖 {1}"),
        ("looking at the lists would take more work than the limits allow", "检查这些列表所需的工作量超过上限"),
        ("no OCSP response at hand speaks of the certificate", "手头的 OCSP 应答都没有提到该证书"),
        ("an OCSP response cannot be read: {~}", "无法解析 OCSP 应答：{1}"),
        ("{} OCSP responses cannot be read, the first: {~}", "无法解析 {1} 份 OCSP 应答，第一份：{2}"),
        ("an OCSP response says {} and gives no answer", "OCSP 应答称 {1}，没有给出答复"),
        ("{} OCSP responses say {} and give no answer", "{1} 份 OCSP 应答称 {2}，没有给出答复"),
        ("an OCSP response holds no answer of the basic type", "OCSP 应答中没有基本类型的答复"),
        ("{} OCSP responses hold no answer of the basic type", "{1} 份 OCSP 应答中没有基本类型的答复"),
        ("looking at the OCSP responses would take more work than the limits allow", "检查这些 OCSP 应答所需的工作量超过上限"),
        ("nothing is fetched by this call", "本次调用不下载任何内容"),
        ("the time for fetching was over", "下载时限已到"),
        ("nothing came from {}: {~}", "未能从 {1} 取得内容：{2}"),
        ("it failed a moment ago: {~}", "该处刚刚失败过：{1}"),
        ("it answered with {}", "该处应答状态为 {1}"),
        ("it sent more than {} bytes", "该处发来的内容超过 {1} 字节"),
        ("it took too long", "等待超时"),
        ("its answer cannot be used: {~}", "其应答无法使用：{1}"),
        (
            "its answer is PEM, and a revocation list (RFC 5280 §4.2.1.13) has to be DER",
            "其应答为 PEM，而吊销列表（RFC 5280 §4.2.1.13）须为 DER"
        ),
        ("its answer is PEM, and a response (RFC 6960 §A.2) has to be DER", "其应答为 PEM，而 OCSP 应答（RFC 6960 §A.2）须为 DER"),
        ("{} is no address of the public Internet", "{1} 不是公共互联网地址"),
        (
            "{} is not plain HTTP, and its own certificate would have to be judged",
            "{1} 不是明文 HTTP，否则还须评估它自己的证书"
        ),
        ("its URL has a user or a password", "其 URL 含有用户名或密码"),
        ("the certificate names no usable URL: {~}", "证书中的 URL 无法使用：{1}"),
        ("the {~} has the critical extension {}, which is not known here", "{1}含有此处无法识别的关键扩展 {2}"),
        ("the {~} names two different signature algorithms", "{1}内外写明的签名算法不一致"),
        ("the {~} is issued only at {}", "{1}要到 {2} 才签发"),
        ("the {~} was to be replaced by {}", "{1}本应在 {2} 之前更新"),
        ("the {~} does not say when the next one comes", "{1}没有说明下次更新的时间"),
        ("the {~} has no number", "{1}没有编号"),
        ("the {~} has a critical number", "{1}编号被标记为关键"),
        ("the {~} holds the extension {} twice", "{1}扩展 {2} 重复出现"),
        ("the {~} is of version 1 and has extensions", "{1}为版本 1 却含有扩展"),
        ("the {~} has entries of other issuers and does not say that it is indirect", "{1}含有其他签发者的条目，却没有说明自己是间接列表"),
        ("the {~} has entries of an issuer without a name", "{1}含有无名签发者的条目"),
        ("the {~} has an issuing distribution point that says nothing", "{1}签发分发点没有任何内容"),
        ("the {~} takes an entry back, which only delta lists can", "{1}撤回了条目，而只有增量列表才能这样做"),
        ("the {~} is a delta whose base is not at hand", "{1}是增量列表，而其基础列表不在手头"),
        ("the {~} is signed with {}, which can be forged", "{1}以 {2} 签名，可被伪造"),
        ("the {~} does not say that it is indirect", "{1}没有说明自己是间接列表"),
        ("the {~} is of another distribution point", "{1}属于另一个分发点"),
        ("the {~} covers no authorities", "{1}不覆盖颁发机构的证书"),
        ("the {~} covers only authorities", "{1}只覆盖颁发机构的证书"),
        ("the {~} covers only certificates of version 3", "{1}只覆盖版本 3 的证书"),
        ("the {~} covers only attribute certificates", "{1}只覆盖属性证书"),
        ("the {~} covers no reason that the distribution point names", "{1}不覆盖分发点所列的任何原因"),
        ("the {~} was signed by nobody at hand", "{1}的签署者不在手头"),
        ("the {~} has a signature that does not verify", "{1}的签名未通过验证"),
        ("the {~} has a signature of a kind that is not supported", "{1}的签名类型不受支持"),
        ("the {~} was signed by a key that may not sign lists", "{1}由无权签署列表的密钥签署"),
        ("the {~} was signed by somebody whose own certificate is not trusted", "{1}的签署者自身的证书不受信任"),
        ("the {~} was signed by somebody whose own certificate expired on {}", "{1}的签署者自身的证书已于 {2} 过期"),
        (
            "the {~} was signed by somebody whose own certificate had expired on {}",
            "{1}的签署者自身的证书在签署之前已于 {2} 过期"
        ),
        ("the {~} was signed by somebody whose own certificate was revoked", "{1}的签署者自身的证书已被吊销"),
        (
            "the {~} was signed by somebody of whose own certificate it is not known whether it was revoked",
            "{1}的签署者自身的证书是否已被吊销无法得知"
        ),
        (
            "the {~} was signed by somebody whose own certificate has a key or a signature that is too weak",
            "{1}的签署者自身的证书密钥或签名过弱"
        ),
        (
            "the {~} was signed by somebody whose own certificate has a key or a signature that is not supported",
            "{1}的签署者自身的证书密钥或签名不受支持"
        ),
        (
            "the {~} was signed by somebody whose own certificate does not say that it signs lists",
            "{1}的签署者自身的证书没有写明可签署吊销列表"
        ),
        ("what says that it was revoked on {} does not count: {~}", "写明其已于 {1} 被吊销的材料不予采信：{2}"),
        ("the {~} is signed only at {}", "{1}要到 {2} 才签署"),
        ("the {~} speaks only of {} and later", "{1}只说明 {2} 及以后的状态"),
        ("the {~} does not say until when it holds", "{1}没有说明有效期限"),
        ("the {~} writes fractions of seconds, which are forbidden", "{1}写有秒的小数，而这是禁止的"),
        ("the {~} names the certificate by {}, which no profile of OCSP has", "{1}以 {2} 指称该证书，而 OCSP 的各种规范均无此用法"),
        ("the {~} was signed at {} and claims to know of {}", "{1}签署于 {2}，却声称知道 {3} 的状态"),
        ("the {~} says that the responder does not know the certificate", "{1}称应答服务器不知道该证书"),
        ("the {~} was signed by somebody to whom the issuer has given no certificate", "{1}的签署者未获签发者颁发证书"),
        ("the {~} was signed by a key that is not for signing OCSP responses", "{1}由不能签署 OCSP 应答的密钥签署"),
        ("the {~} was signed by a key whose key usage does not let it sign", "{1}由密钥用法不允许签名的密钥签署"),
        ("the {~} was signed by the responder whose own status is asked for", "{1}由正被查询状态的应答服务器自己签署"),
    ]
}
