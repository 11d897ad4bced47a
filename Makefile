# `make help` lists the targets. Each installs what it needs from Debian when that is missing (scripts/setup).

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

# Where the conformance data lies; what needs it says so where it is absent.
VECTORS ?= ../shared/vectors
override VECTORS := $(abspath $(VECTORS))
export VECTORS

# What `make differential` makes and asks.
SEED ?= 1
COUNT ?= 10000
PROFILE ?= default
PEERS ?= openssl,openssl-strict

# How long `make fuzz` looks at each target. The shell's own SECONDS is another one, so it is handed on as an argument.
SECONDS ?= 60
TARGETS ?=

# Which part `make test-all` runs: all that do not stand; and which mutants `make mutants` takes.
PART ?=
SHARD ?= 1/1

# What `make times` takes: demo, ci, rule.
TIMES ?=

# Which figures `make bench` takes: those whose names begin so.
BENCH ?=

RELEASE := .build/release
# The Swift runtime is linked in, so that what is built runs where there is no toolchain.
# Small before fast, since it waits for the network: most of a verdict's time is OpenSSL's. Functions in sections of their
# own, without those that nothing calls, equal ones once; relative relocations packed, for which glibc has to be 2.36; no
# names for what would be loaded into it, which nothing is; no index of the frames for a process that unwinds itself, since
# nothing throws C++'s exceptions (debuggers read the frames without it).
BUILD_RELEASE := swift build -c release --static-swift-stdlib -Xswiftc -Osize -Xswiftc -Xfrontend \
	-Xswiftc -function-sections -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker --icf=all \
	-Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-eh-frame-hdr

# Where `make install` puts the command; a packager sets DESTDIR too.
PREFIX ?= /usr/local
DESTDIR ?=
REPORTS := reports

# No warnings, and no import of a target that the manifest does not declare. What is built to be run once makes nothing
# for debuggers and editors, which takes a third of a build.
STRICT := -Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error
STRICT += -debug-info-format none --disable-index-store

# The targets with threads, callbacks and C memory: what the sanitizers are for.
SANITIZED := HoldfastConnectionTests|HoldfastWebSocketTests|HoldfastCredentialsTests|HoldfastCryptoTests|HoldfastGateTests|HoldfastSecurityTests|HoldfastServingTests|HoldfastTestBedTests|HoldfastTransportTests|HoldfastHTTPSTests|HoldfastWebTests|HoldfastTracingTests|HoldfastNetworkingTests|HoldfastPolicyTests|HoldfastResolvingTests|EndToEndTests

.PHONY: test-adapters release test-release test-debian13 transcripts coverage help setup setup-peers setup-release setup-webview setup-bench setup-differential ledger build install uninstall demo samples demo-webview test test-only test-peers test-all times soak test-thread test-address mutants fuzz bench bench-http bench-gate bench-scan bench-counts lint conformance differential vectors docs clean

help: ## lists the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## installs missing Debian packages, checks the Swift toolchain
	@scripts/setup

setup-peers:
	@scripts/setup peers

setup-webview:
	@scripts/setup webview

setup-bench:
	@scripts/setup bench

setup-release:
	@scripts/setup release

setup-differential:
	@scripts/setup differential

build: setup ## builds .build/release/holdfast and .build/release/holdfast-conformance
	@scripts/step run release-build $(BUILD_RELEASE) --product holdfast
	$(BUILD_RELEASE) --product holdfast-conformance

install: setup ## installs holdfast, its manual and completions in PREFIX (/usr/local), below DESTDIR
	@scripts/step run release-build $(BUILD_RELEASE) --product holdfast
	@scripts/release stage '$(DESTDIR)$(PREFIX)'
	@echo 'installed: $(DESTDIR)$(PREFIX)/bin/holdfast'

uninstall: ## takes away what make install with the same PREFIX and DESTDIR put there
	rm -f '$(DESTDIR)$(PREFIX)'/bin/holdfast '$(DESTDIR)$(PREFIX)'/share/man/man1/holdfast{,-*}.1.gz
	rm -f '$(DESTDIR)$(PREFIX)'/share/{bash-completion/completions/holdfast,zsh/site-functions/_holdfast,fish/vendor_completions.d/holdfast.fish}

release: setup-release ## makes an archive, a Debian package and SHA256SUMS in reports/release, where version and tag agree
	@scripts/release check
	@scripts/step run release-build $(BUILD_RELEASE) --product holdfast
	@scripts/release pack $(REPORTS)/release

test-release: setup-release ## tries what make release makes in Debian 12 and 13 without Swift; needs root and a mirror of Debian
	@scripts/step say test-release
	@scripts/step run release-build $(BUILD_RELEASE) --product holdfast
	@scripts/release pack .build/release-try
	@scripts/release-try .build/release-try
	@scripts/release-try outside
	@scripts/release-try service

demo: setup ## judges every server of the local catalogue and says which verdicts are as expected
	@scripts/step run demo-build swift build $(STRICT) --product holdfast
	@mkdir -p $(REPORTS)
	@scripts/step run demo-judge .build/debug/holdfast lab --check --report $(REPORTS)/lab.html

demo-webview: setup-webview ## opens a window with a web view whose pages are judged first: URL=https://www.example.com/
	@scripts/compile-again Samples/WebView
	@swift run --package-path Samples/WebView --scratch-path .build/outside WebView $(or $(URL),https://www.example.com/)

samples: setup ## builds the programs of the articles and of the documentation into .build/debug
	for program in ArticleSamples NetworkingSamples SecuritySamples ServiceClient; do swift build $(STRICT) --product $$program; done

test: setup ## builds and runs every quick test, warnings being errors
	scripts/run-tests $(STRICT)

test-only: setup ## runs those tests alone that a pattern names: TESTS='HoldfastTrustTests\.PathLengthRuleTests'
	scripts/run-tests $(STRICT) --filter '$(or $(TESTS),$(error TESTS is a pattern of Target.Suite/test))'

test-peers: setup-peers ## runs the tests that need other people's servers (nghttpd, Chromium, tools that make certificates)
	@scripts/step say peers
	@scripts/debian peers13 tree
	@scripts/debian peers-sid tree
	@scripts/compile-again Samples/FromOutside Samples/WebView Samples/TestedClient
	swift build --package-path Samples/FromOutside --scratch-path .build/outside
	swift build --package-path Samples/WebView --scratch-path .build/outside
	swift build --build-tests --package-path Samples/TestedClient --scratch-path .build/outside
	HOLDFAST_PEERS=1 scripts/run-tests $(STRICT) --filter 'PeerTests'

# What Adapters' packages depend on is nothing of this project's: clones that lie beside each other in a folder.
test-adapters: setup ## builds and tests the packages in Adapters over clones of SwiftNIO's in a folder: MIRRORS=FOLDER
	@scripts/test-adapters '$(MIRRORS)'

# They measure the process that they run in: one after the other.
soak: setup ## sends 60,000 requests and 4 GB each way, keeps 100,000 answers, and looks at what they leave behind
	@scripts/step say soak
	for suite in RequestSoakTests SessionSoakTests StreamSoakTests CacheMeasurementTests; do \
	    HOLDFAST_SOAK=1 scripts/run-tests $(STRICT) --filter "$$suite" || exit 1; \
	done

# Properties take all of their cases, and not a sample.
test-all: export HOLDFAST_WHOLE := 1
test-all: setup ## runs what does not stand green for this tree, part by part; PART=peers for one part (scripts/parts.txt)
	@scripts/ledger all $(PART)

ledger: ## prints what stands green for this tree, what is older than the code that it covers, what never ran
	@scripts/ledger

# What stands beside swiftc compiles for Swift's calling convention, which gcc doesn't know.
test-thread: setup-peers ## runs what has threads under ThreadSanitizer
	@scripts/step say thread
	@mkdir -p .build/thread
	"$$(dirname "$$(readlink -f "$$(command -v swiftc)")")/clang" -O1 -fPIC -Wall -Werror -c scripts/thread-sanitizer.c -o .build/thread/mutex.o
	HOLDFAST_PEERS=1 TSAN_OPTIONS=halt_on_error=0:exitcode=66:suppressions=$(CURDIR)/scripts/thread-sanitizer.txt \
	    scripts/run-tests --sanitize=thread --scratch-path .build/thread -Xlinker $(CURDIR)/.build/thread/mutex.o --filter '$(SANITIZED)'

# Leaks are not looked for: XCTest's own harness has some, and a test process ends while its threads run.
test-address: setup-peers ## runs what has C memory under AddressSanitizer
	@scripts/step say address
	HOLDFAST_PEERS=1 ASAN_OPTIONS=detect_leaks=0 scripts/run-tests --sanitize=address --scratch-path .build/address --filter '$(SANITIZED)'

test-debian13: export STRICT := $(STRICT)
test-debian13: setup ## builds the tests here and runs them under Debian 13's libraries; needs root and a mirror of Debian
	@scripts/step say debian13
	@scripts/debian debian13 test

mutants: setup ## breaks security-deciding lines one by one; fails if the tests stay green for any; SHARD=I/N for each Nth
	SHARD=$(SHARD) scripts/mutants

times: setup ## takes what make demo, .ci/run and a change of one rule take from an empty folder, three times each
	@scripts/times $(TIMES)

fuzz: setup ## looks for inputs that break a property, SECONDS for each of the TARGETS (all of them)
	@scripts/fuzz $(SECONDS) $(TARGETS)

coverage: setup ## measures what the tests of HoldfastX509 and HoldfastTrust run; lists every line that never ran
	scripts/coverage $(REPORTS)/coverage

lint: setup ## checks the format, the rules of the house and the subjects of commits
	swift format lint --strict --parallel --recursive Sources Tests Conformance Samples Adapters Fuzz Benchmarks/Sources Package.swift
	scripts/house
	scripts/subjects

# A suite whose differences are not those of Docs/conformance.txt fails, and does not keep the others from running.
conformance: setup ## judges the x509-limbo and PKITS cases of the folder VECTORS and prints the score
	@if [ ! -f '$(VECTORS)/limbo-core.json' ] && [ ! -f '$(VECTORS)/pkits.json' ]; then \
	    echo 'conformance: no limbo-core.json and no pkits.json in $(VECTORS): nothing was judged. Name the folder: make conformance VECTORS=FOLDER' >&2; \
	    exit 1; \
	fi
	@scripts/step say conformance
	$(BUILD_RELEASE) --product holdfast-conformance
	@mkdir -p $(REPORTS)
	@status=0; \
	suite() { \
	    local report=$$1 kind=$$2 file='$(VECTORS)'/$$3; shift 3; \
	    if [ ! -f "$$file" ]; then echo "$$report: no $$file: skipped"; return; fi; \
	    echo "$$report: $$kind $$*"; \
	    $(RELEASE)/holdfast-conformance $$kind "$$file" --reasons Docs/conformance.txt "$$@" > $(REPORTS)/$$report.jsonl || status=$$?; \
	}; \
	suite limbo-webpki limbo limbo-core.json --only 'webpki::*' --profile webpki; \
	suite limbo-rfc5280 limbo limbo-core.json --except 'webpki::*' --profile rfc5280; \
	suite limbo-single limbo limbo-core.json --profile rfc5280; \
	suite pkits pkits pkits.json; \
	echo 'one line a case: $(REPORTS)/limbo-*.jsonl, $(REPORTS)/pkits.jsonl; the differences argued: Docs/conformance.md'; \
	exit $$status

differential: setup-differential ## judges 10,000 made chains and explains every difference from OpenSSL
	@scripts/step say differential
	$(BUILD_RELEASE) --product holdfast-conformance
	@mkdir -p $(REPORTS)
	$(RELEASE)/holdfast-conformance differential --seed $(SEED) --count $(COUNT) --profile $(PROFILE) --peers $(PEERS) > $(REPORTS)/differential.txt
	@echo 'the classes of disagreement: $(REPORTS)/differential.txt'

bench: setup-bench ## measures verdicts, hostile chains' and beside other verifiers: one JSON line a figure; BENCH=first.A for some
	@scripts/compile-again Benchmarks
	@swift run -c release --package-path Benchmarks holdfast-bench $(BENCH)
	@scripts/bench-verdict $(BENCH)

bench-http: setup-bench ## measures requests and connections beside libcurl, Go, FoundationNetworking and Python; BENCH=http.h1.connect for some
	@scripts/bench-http $(BENCH)

bench-gate: setup-bench setup-peers ## measures holdfast gate beside no proxy and mitmproxy; BENCH=gate.h1 for some
	@scripts/bench-gate $(BENCH)

bench-scan: setup-bench ## measures scans of thousands of servers beside a Go and a C program; BENCH=scan.good for some, killed
	@scripts/step run release-build $(BUILD_RELEASE) --product holdfast
	@scripts/bench-scan $(BENCH)

bench-counts: setup-bench ## counts what a kept request and a verdict allocate and execute, and compares with Benchmarks/counts.txt
	@scripts/step say bench-counts
	@scripts/bench-counts

# With NEW=1 rules' chains that are there already stay as they are, and the catalogue's all of them. What this library
# cannot make is kept and named: scripts/debian debian13 test makes it (CONTRIBUTING.md).
vectors: setup ## records the catalogue's chains anew and prints how the expectations changed
	HOLDFAST_RECORD=$(if $(NEW),new,1) scripts/run-tests $(STRICT) --filter '(CatalogueRecording|RecordedRule)Tests/record\(\)'

# Ports, folders of a lab, days and times of day are normalised: Tests/6-Tools/CommandTests/Transcripts.
transcripts: setup ## writes the console blocks of README.md and Docs anew, from what the built command prints, and the minutes of Docs/README.md
	HOLDFAST_TRANSCRIPTS=1 scripts/run-tests $(STRICT) --filter '(TranscriptTests|DocumentIndexTests)'
	git diff --stat -- README.md Docs

docs: setup ## writes the documentation to reports/docs
	scripts/docs $(REPORTS)/docs

clean: ## removes build products and reports, but for the ledger
	@for tree in debian13 peers13 peers-sid; do scripts/debian $$tree remove; done
	@scripts/release-try remove
	rm -rf .build
	[ ! -d $(REPORTS) ] || find $(REPORTS) -mindepth 1 -maxdepth 1 ! -name ledger.jsonl -exec rm -rf {} +
