/// Sentences about names.
extension FindingSentence {
    static let aboutName: [(english: String, chinese: String)] = [
        ("no subject alternative name", "没有使用者可选名称"),
        ("a subject alternative name {}", "使用者可选名称 {1}"),
        ("the certificate has no subject alternative name; a common name is not looked at", "证书没有使用者可选名称；公用名不予考虑"),
        (
            "the certificate that was sent first is not for {}: certificate {} of the list is for that name and no "
                + "authority's, put it first",
            "最先发送的证书不适用于 {1}：列表中的第 {2} 张证书适用于该名称，且不是机构的证书，应放在最前"
        ),
        ("the certificate is not for {} but for {~}", "证书不适用于 {1}，而适用于 {2}"),
        ("the certificate is not for {}", "证书不适用于 {1}"),
        ("the certificate is not for {}: it has no subject alternative name", "证书不适用于 {1}：它没有主题备用名称"),
        (
            "the certificate is not for {}: it has no server among the subject alternative names",
            "证书不适用于 {1}：其主题备用名称中没有服务器"
        ),
        ("no server name", "不含任何服务器名称"),
        ("a malformed address", "格式错误的地址"),
        ("{} and {} more", "{1}，另有 {2} 项"),
        ("a name or an address of the public Internet", "公共互联网上的名称或地址"),
        (
            "{} means something else in every network, and a public authority vouches for it",
            "{1} 在各个网络中含义不同，却由公共颁发机构作保"
        ),
        (
            "without a list of public suffixes it is not known whether *.{} has one owner",
            "没有公共后缀列表，无从得知 *.{1} 是否只有一个所有者"
        ),
        ("the wildcard *.{} stands for names of different customers", "通配符 *.{1} 覆盖不同客户的名称"),
        ("the wildcard *.{} stands for names of anybody, and so for none", "通配符 *.{1} 覆盖任何人的名称，等于不代表任何人"),
        ("{}, or a wildcard below a domain of one owner", "{1}，或单一所有者的域名之下的通配符"),
        ("the alternative name {~} is not {~}", "使用者可选名称 {1} 不符合要求：{2}"),
        ("{} octets", "{1} 字节"),
        ("an address of four or sixteen octets", "四字节或十六字节的地址"),
        ("an address of the public Internet", "公共互联网上的地址"),
        ("of no characters", "（空）"),
        ("a mailbox", "邮箱地址"),
        ("a DNS name or an IP address", "DNS 名称或 IP 地址"),
        ("a wildcard as the whole left-most label of a domain", "通配符须占据域名最左侧的整个标签"),
        ("a host name of letters, digits and hyphens", "由字母、数字和连字符组成的主机名"),
        ("of labels whose third and fourth characters are no hyphens", "标签的第三、四个字符不得为连字符"),
        ("a name of one owner", "单一所有者的名称"),
        ("a name of one customer", "单一客户的名称"),
        ("a name outside of the reverse zones of addresses", "不属于反向解析区域的名称"),
        ("a name of the public DNS", "公共 DNS 中的名称"),
        ("{} common names", "{1} 个公用名"),
        ("at most one", "最多一个"),
        ("the subject has {} common names", "主题有 {1} 个公用名"),
        ("common name {}", "公用名 {1}"),
        ("a copy of one of the alternative names", "与某个使用者可选名称完全相同"),
        ("the common name {} is an alternative name written in another way", "公用名 {1} 是某个使用者可选名称的另一种写法"),
        ("the common name {} is none of the alternative names", "公用名 {1} 不在使用者可选名称之中"),
        ("an empty issuer", "签发者为空"),
        ("a name", "名称"),
        ("the certificate does not name its issuer", "证书没有写明签发者"),
        ("an empty subject", "主题为空"),
        ("a name, since the certificate is an authority's", "应有名称，因为这是颁发机构的证书"),
        ("an authority of the chain has no name", "链中有颁发机构没有名称"),
        ("an empty subject and no subject alternative name", "主题为空，也没有使用者可选名称"),
        ("a critical subject alternative name, since there is no subject", "主题为空时，应有关键的使用者可选名称"),
        ("the certificate names nobody", "证书没有写明任何主体"),
        ("an empty subject, and a subject alternative name that is not critical", "主题为空，而使用者可选名称不是关键扩展"),
        ("the certificate has no subject, and its alternative name may be passed over", "证书没有主题，而其使用者可选名称可能被忽略"),
        ("no organizational unit", "没有组织单位"),
        ("the subject names an organizational unit, which says nothing", "主题含有没有意义的组织单位"),
        ("name constraints, and no cA TRUE", "有名称约束，而没有 cA TRUE"),
        ("name constraints in certificates of authorities only", "名称约束只应出现在颁发机构的证书中"),
        ("the certificate has name constraints, and is no authority", "证书带有名称约束，但它不是颁发机构"),
        ("neither permitted nor excluded subtrees", "既没有允许的子树，也没有排除的子树"),
        ("a list of no subtrees", "子树列表为空"),
        ("at least one subtree", "至少一个子树"),
        ("the name constraints of {} name nothing", "{1} 的名称约束没有任何内容"),
        ("the subtree {}", "子树 {1}"),
        ("a base of the type's form, minimum 0 and no maximum", "符合该类型格式的基准，minimum 为 0 且没有 maximum"),
        ("a name constraint of {} cannot be applied", "{1} 的一项名称约束无法适用"),
        (
            "a name constraint of {} begins with a dot, which names of DNS do not have there",
            "{1} 的一项名称约束以点开头，而 DNS 名称不会这样写"
        ),
        (
            "a name constraint of {} ends with a dot, which names of DNS do not have there",
            "{1} 的一项名称约束以点结尾，而 DNS 名称不会这样写"
        ),
        ("{} may not issue for {}", "{1} 无权为 {2} 签发证书"),
        ("names that can be read, where they are constrained", "受约束的名称应当可以解析"),
        ("outside {}", "在 {1} 之外"),
        ("within {}", "在 {1} 之内"),
    ]
}
