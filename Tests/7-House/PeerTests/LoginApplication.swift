import Foundation
import Glibc
import HoldfastAuthority
import HoldfastCrypto
import PeerPrograms
import TestSupport

/// A real application with a login by form, behind an Apache that speaks TLS for it, in a folder of its own.
final class LoginApplication {
    struct Failure: Error {
        let log: String
    }

    enum Kind: String, CaseIterable {
        /// Django's own administration.
        case django
        /// DokuWiki, whose pages only users may read.
        case dokuWiki

        /// Whether what it needs is installed (`scripts/setup peers`).
        var isInstalled: Bool {
            switch self {
            case .django: FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/django/__init__.py")
            case .dokuWiki: FileManager.default.fileExists(atPath: "/usr/share/dokuwiki/doku.php")
            }
        }
    }

    static let user = "alice"
    static let password = "s\u{e9}cret & more=1+1%"

    let port: UInt16
    private let folder: TemporaryFolder
    private let backend = ChildProcess()
    private let front = ChildProcess()

    init(_ kind: Kind, _ identity: Identity) async throws {
        // Apache changes its user.
        folder = try TemporaryFolder(mode: 0o755)
        port = try LoopbackPort.free()
        let inner = try LoopbackPort.free()
        switch kind {
        case .django: try setUpDjango(inner)
        case .dokuWiki: try setUpDokuWiki(inner)
        }
        try write(identity.chainPEM, "chain.pem")
        try write(identity.key.pem, "key.pem")
        try write(frontConfiguration(inner), "httpd.conf")
        front.arguments = ["PATH=/usr/bin:/usr/sbin", "apache2", "-X", "-f", path("httpd.conf")]
        for (process, log) in [(backend, path("backend.log")), (front, path("front.log"))] {
            try Data().write(to: URL(filePath: log))
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.currentDirectoryURL = folder.url
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle(forWritingAtPath: log)
            process.standardError = FileHandle(forWritingAtPath: log)
            try process.run()
        }
        for listening in [inner, port] {
            guard try await LoopbackPort.waitUntilOpen(listening) else { throw Failure(log: log) }
        }
    }

    deinit {
        for process in [front, backend] where process.isRunning {
            // Both are one process each, and inherit the test runner's signal mask, in which SIGTERM may be blocked.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    /// What the programs wrote.
    var log: String {
        ["backend.log", "front.log", "error.log"].map { (try? folder.text($0)) ?? "" }
            .joined(separator: "\n")
    }

    // MARK: What is set up

    private func path(_ name: String) -> String { folder.path(name) }

    private func write(_ text: String, _ name: String) throws { try folder.write(text, to: name) }

    private func setUpDjango(_ inner: UInt16) throws {
        try write(
            """
            import sys, django
            from django.conf import settings
            settings.configure(
                SECRET_KEY="peer", ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, USE_TZ=True,
                SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https"),
                CSRF_COOKIE_SECURE=True, SESSION_COOKIE_SECURE=True, DEFAULT_AUTO_FIELD="django.db.models.AutoField",
                DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": sys.argv[1]}},
                INSTALLED_APPS=["django.contrib." + x for x in
                    ("admin", "auth", "contenttypes", "sessions", "messages")],
                MIDDLEWARE=[
                    "django.middleware.security.SecurityMiddleware",
                    "django.contrib.sessions.middleware.SessionMiddleware",
                    "django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
                    "django.contrib.auth.middleware.AuthenticationMiddleware",
                    "django.contrib.messages.middleware.MessageMiddleware"],
                TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
                    "OPTIONS": {"context_processors": [
                        "django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
                        "django.contrib.messages.context_processors.messages"]}}])
            django.setup()
            from django.contrib import admin
            from django.contrib.auth.models import User
            from django.core.management import call_command
            from django.core.wsgi import get_wsgi_application
            from django.urls import path
            urlpatterns = [path("admin/", admin.site.urls)]
            call_command("migrate", verbosity=0)
            User.objects.create_superuser(sys.argv[3], "alice@a.test", sys.argv[4])
            from wsgiref.simple_server import make_server
            make_server("127.0.0.1", int(sys.argv[2]), get_wsgi_application()).serve_forever()
            """, "site.d/application.py")
        backend.arguments = [
            "LC_ALL=C.UTF-8", "/usr/bin/python3", path("site.d/application.py"), path("database"), "\(inner)",
            Self.user, Self.password,
        ]
    }

    private func setUpDokuWiki(_ inner: UInt16) throws {
        let hashed = try Peer.run("htpasswd", ["-nbB", Self.user, Self.password])
        guard hashed.status == 0 else { throw Failure(log: hashed.all) }
        let folders = ["attic", "cache", "index", "locks", "log", "media", "media_attic", "media_meta", "meta", "tmp"]
        for name in folders { try write("", "data/\(name)/_") }
        try write("the page that only users may read", "data/pages/start.txt")
        try write("<?php define('DOKU_CONF', '\(path("conf"))/');", "prepend.php")
        try write(
            "<?php $conf['useacl'] = 1; $conf['savedir'] = '\(path("data"))'; $conf['updatecheck'] = 0;",
            "conf/local.php")
        let line = hashed.output.trimmingCharacters(in: .whitespacesAndNewlines)
        try write("\(line):Alice:alice@a.test:user\n", "conf/users.auth.php")
        try write("*\t@ALL\t0\n*\t@user\t8\n", "conf/acl.auth.php")
        backend.arguments = [
            "php", "-d", "auto_prepend_file=\(path("prepend.php"))", "-d", "session.save_path=\(folder.path)",
            "-S", "127.0.0.1:\(inner)", "-t", "/usr/share/dokuwiki",
        ]
    }

    private func frontConfiguration(_ inner: UInt16) -> String {
        let modules = ["authz_core", "headers", "mpm_event", "proxy", "proxy_http", "ssl"]
            .map { "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so" }
        return
            (modules + [
                "ServerRoot \(folder.path)", "ServerName www.holdfast.test", "PidFile \(folder.path)/pid",
                "Listen 127.0.0.1:\(port)", "User #33", "Group #33", "ErrorLog \(folder.path)/error.log",
                "DefaultRuntimeDir \(folder.path)", "SSLEngine on", "SSLCertificateFile \(folder.path)/chain.pem",
                "SSLCertificateKeyFile \(folder.path)/key.pem", "ProxyPreserveHost On",
                "RequestHeader set X-Forwarded-Proto https", "ProxyPass / http://127.0.0.1:\(inner)/",
            ]).joined(separator: "\n") + "\n"
    }
}
