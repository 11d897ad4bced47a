#!/usr/bin/env bash
# curl asks for another name where a label beside it has a symbol. Alone, "faß" becomes the A-label xn--fa-hia, as
# RFC 5891 and WHATWG's URL Standard have it; beside "i❤" the same label becomes "fass", which is somebody else's name.
# libcurl converts by the tables of 2008, and where those take not all of the name, the whole of it by those of 2003.
# Seen on 30 November 2026: curl 7.88.1 of Debian 12 with libidn2 2.3.3; the other reader is ada (PyPI ada-url 4.0.0):
#     faß.example: curl xn--fa-hia.example, ada xn--fa-hia.example
#     i❤.example: curl xn--i-7iq.example, ada xn--i-7iq.example
#     faß.i❤.example: curl fass.xn--i-7iq.example, ada xn--fa-hia.xn--i-7iq.example
# A link that works in a browser leads elsewhere, or nowhere, in curl. A proxy on this machine says what curl asks for.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q --disable-pip-version-check ada-url==4.0.0
(
    cd "$work"
    apt-get -q download curl libcurl4 libidn2-0 >/dev/null 2>&1
    for package in *.deb; do dpkg -x "$package" root; done
)
libraries=$(dirname "$(find "$work/root" -name libcurl.so.4)")

# Whether the behaviour is still so.
so() { grep -qF -- "$1" "$work/seen" || { echo "no longer so: $1" >&2; exit 1; }; }

# The name in the question that curl puts to a proxy.
asked() {
    LC_ALL=C.UTF-8 LD_LIBRARY_PATH=$libraries "$work/root/usr/bin/curl" -s -m 10 -x "127.0.0.1:$port" "http://$1/" |
        sed -n 's/^Host: \([^[:cntrl:]]*\).*/\1/p'
}
read_by_ada() { "$work/venv/bin/python" -c 'import sys, ada_url; print(ada_url.URL(sys.argv[1]).host)' "http://$1/"; }

# A proxy that says what it was asked.
cat >"$work/proxy.py" <<'PY'
import socket
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
for _ in range(3):
    connection, _ = listener.accept()
    request = connection.recv(16384)
    connection.sendall(b"HTTP/1.0 200 OK\r\n\r\n" + request)
    connection.close()
PY
python3 "$work/proxy.py" >"$work/port" &
until [ -s "$work/port" ]; do sleep .1; done
port=$(cat "$work/port")

LD_LIBRARY_PATH=$libraries "$work/root/usr/bin/curl" --version | head -n 1
for name in faß.example i❤.example faß.i❤.example; do
    echo "$name: curl $(asked "$name"), ada $(read_by_ada "$name")"
done | tee "$work/seen"
so 'faß.example: curl xn--fa-hia.example, ada xn--fa-hia.example'
so 'faß.i❤.example: curl fass.xn--i-7iq.example, ada xn--fa-hia.xn--i-7iq.example'
