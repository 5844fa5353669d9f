# What a person needs to build, try, test and install metatool; each target installs what it needs.

PREFIX       ?= /usr/local
DESTDIR      ?=

# Where the real files and the benchmark programs are; tests say so when there are none.
export METATOOL_CORPUS ?= $(abspath ../shared/corpus)
export METATOOL_BENCH  ?= $(abspath ../shared/bench)
export METATOOL_FACTS  ?= $(abspath ../shared/facts)

# FFmpeg's libraries are for `metatool-foreign` alone.
BUILD_PACKAGES = zlib1g-dev libyaml-dev libc6-dev libstdc++-12-dev binutils git ca-certificates \
                 libavformat-dev libavcodec-dev libavutil-dev pkg-config
TEST_PACKAGES  = ffmpeg libimage-exiftool-perl mediainfo atomicparsley procps \
                 python3 python3-mutagen python3-jsonschema strace acl xfsprogs g++ libtag1-dev
BENCH_PACKAGES = $(TEST_PACKAGES) gcc make

.PHONY: all demo build test test-all bench fuzz lint format docs man install clean build-packages

all: build

build: bin/metatool

build-packages:
	@Scripts/need $(BUILD_PACKAGES)

# Always asked, because only the compiler knows what is up to date; it does nothing when all is.
bin/metatool: build-packages FORCE
	@Scripts/build-release

.PHONY: FORCE
FORCE:

demo: build
	@Scripts/demo

test: build-packages
	@Scripts/need $(TEST_PACKAGES)
	@Scripts/test

# Every case of every matrix instead of a seeded sample of them.
test-all: build-packages
	@Scripts/need $(TEST_PACKAGES)
	@METATOOL_TEST_ALL=1 Scripts/test

bench: build
	@Scripts/need $(BENCH_PACKAGES)
	@Scripts/bench

# FUZZ_SECONDS for each target; crashers go to Fuzz/Corpus.
fuzz: build-packages
	@Scripts/fuzz $${FUZZ_SECONDS:-600}

lint: build-packages
	@Scripts/need python3
	@Scripts/check

format:
	@swift format --in-place --recursive --parallel Sources Tests Package.swift

docs: build-packages
	@Scripts/docs docs/site

# The manual page, which is committed; a test tells when it is old.
man: build-packages
	@Scripts/man

install: build
	@Scripts/install "$(DESTDIR)$(PREFIX)"

clean:
	rm -rf .build .build-fuzz bin docs/site
