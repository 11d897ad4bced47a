"""The times in which Chromium loads a page, by the proxy that `https_proxy` names or by none.

    page.py URL ANCHORS ROUNDS

Each round starts a new browser that trusts the file ANCHORS, loads the page (cold: nothing is open, nothing cached), and
loads it five times more over the connections that are open then, without its cache (warm). A line a load on standard
output: `cold` or `warm`, and milliseconds from the beginning of the navigation to the end of its load event (Navigation
Timing, W3C), in which every part of the page has come.
"""

import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse

WARM = 5
EXPRESSION = """
(() => {
  const entry = performance.getEntriesByType('navigation')[0];
  const parts = performance.getEntriesByType('resource').filter(part => part.responseEnd > 0).length;
  return entry && entry.loadEventEnd > 0 ? [entry.loadEventEnd, parts] : null;
})()
"""


class Browser:
    """A headless Chromium with a profile of its own, driven by its protocol over a pipe."""

    def __init__(self, anchors):
        self.folder = tempfile.mkdtemp()
        database = f"{self.folder}/.pki/nssdb"
        os.makedirs(database)
        for arguments in (["-N", "--empty-password"], ["-A", "-t", "C,,", "-n", "bench", "-i", anchors]):
            subprocess.run(["certutil", "-d", f"sql:{database}", *arguments], check=True)
        proxy = os.environ.get("https_proxy", "")
        options = ["--no-proxy-server"]
        if proxy:
            place = urllib.parse.urlsplit(proxy)
            options = [f"--proxy-server=http://{place.hostname}:{place.port}", "--proxy-bypass-list=<-loopback>"]
        # The browser reads commands from descriptor 3, and writes to 4.
        reads, self.writer = os.pipe()
        self.reader, writes = os.pipe()
        script = f'exec "$@" 3<&{reads} 4>&{writes} </dev/null >/dev/null 2>&1'
        self.process = subprocess.Popen(
            ["bash", "-c", script, "chromium", "chromium", "--headless=new", "--no-sandbox", "--disable-gpu",
             "--no-first-run", "--disable-background-networking", "--remote-debugging-pipe",
             f"--user-data-dir={self.folder}/profile", *options, "about:blank"],
            pass_fds=(reads, writes), env={**os.environ, "HOME": self.folder})
        os.close(reads)
        os.close(writes)
        self.received, self.calls, self.session = b"", 0, None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Network.enable")
        self.call("Network.setCacheDisabled", cacheDisabled=True)

    def end(self):
        self.process.kill()
        self.process.wait()
        os.close(self.writer)
        os.close(self.reader)
        shutil.rmtree(self.folder, ignore_errors=True)

    def call(self, method, **parameters):
        self.calls += 1
        message = {"id": self.calls, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.writer, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.calls:
                if "error" in answer:
                    sys.exit(f"page.py: {method}: {answer['error']}")
                return answer["result"]

    def receive(self):
        while b"\0" not in self.received:
            if not select.select([self.reader], [], [], 60)[0]:
                sys.exit("page.py: no answer of the browser's in a minute")
            piece = os.read(self.reader, 1 << 16)
            if not piece:
                sys.exit("page.py: the browser has ended")
            self.received += piece
        message, self.received = self.received.split(b"\0", 1)
        return json.loads(message)

    def load(self, url, parts):
        """Milliseconds until the page and so many parts are there."""
        self.call("Page.navigate", url=url)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            time.sleep(0.05)
            value = self.call("Runtime.evaluate", expression=EXPRESSION, returnByValue=True)["result"].get("value")
            if value:
                if value[1] != parts:
                    sys.exit(f"page.py: {value[1]} parts of {parts}")
                return value[0]
        sys.exit(f"page.py: {url} did not load")


def main():
    url, anchors, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
    for _ in range(rounds):
        browser = Browser(anchors)
        print("cold", browser.load(url, 40), flush=True)
        for number in range(WARM):
            # A page of its own each time: of the same one a browser may keep parts in memory.
            print("warm", browser.load(f"{url}?{number}", 40), flush=True)
        browser.end()


main()
