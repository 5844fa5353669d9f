# What a person needs to build, try, test and install metatool; each target installs what it needs.

PREFIX       ?= /usr/local
DESTDIR      ?=

# Settings of the user change no result of a script.
export METATOOL_CONFIG =

# Where the real files and the benchmark programs are; tests say so when there are none.
export METATOOL_CORPUS ?= $(abspath ../shared/corpus)
export METATOOL_BENCH  ?= $(abspath ../shared/bench)
export METATOOL_FACTS  ?= $(abspath ../shared/facts)

# FFmpeg's libraries, TagLib and libebur128 are for `metatool-foreign` and `metatool-capture`.
PROGRAM_PACKAGES = zlib1g-dev libyaml-dev nettle-dev libtomlplusplus-dev libc6-dev libstdc++-12-dev binutils git ca-certificates pkg-config
BUILD_PACKAGES   = $(PROGRAM_PACKAGES) libavformat-dev libavcodec-dev libavutil-dev \
                   libswresample-dev libswscale-dev libavdevice-dev libavfilter-dev \
                   g++ libtag1-dev libebur128-dev
TEST_PACKAGES  = ffmpeg libimage-exiftool-perl mediainfo atomicparsley procps \
                 python3 python3-mutagen python3-jsonschema python3-pexpect strace acl xfsprogs \
                 flac vorbis-tools mp3val zsh fish
BENCH_PACKAGES = $(TEST_PACKAGES) gcc make
DEB_PACKAGES   = dpkg-dev lintian fakeroot
WHEEL_PACKAGES = python3 python3-venv
SPARK_PACKAGES = python3 python3-venv openjdk-17-jre-headless

.PHONY: all demo build check test test-all test-threads test-packages test-spark bench fuzz fuzz-inputs lint format docs man install uninstall deb tarball wheel \
        test-wheel clean build-packages

all: build

# The scripts are always run: only the compiler knows what is up to date.
build: build-packages
	@Scripts/build-release metatool metatool-foreign metatool-capture

build-packages:
	@Scripts/need $(BUILD_PACKAGES)

# Needs less than `build`: the static program alone.
demo:
	@Scripts/need $(PROGRAM_PACKAGES)
	@Scripts/build-release metatool
	@Scripts/demo

# All checks except test-threads; continuous integration runs only `lint` and `test`.
check: lint fuzz-inputs test-packages test-spark test-wheel test

test: build-packages
	@Scripts/need $(TEST_PACKAGES)
	@Scripts/test

# Every case of every matrix instead of a seeded sample of them.
test-all: build-packages
	@Scripts/need $(TEST_PACKAGES)
	@METATOOL_TEST_ALL=1 Scripts/test

# The readers under the thread sanitizer, in a build of its own.
test-threads: build-packages
	@Scripts/need $(TEST_PACKAGES)
	@Scripts/test-threads

# The packages and the tarball, in a root of their own.
test-packages: build
	@Scripts/need $(DEB_PACKAGES)
	@Scripts/test-packages

# The Spark job of examples/spark; pyspark goes into .spark, once.
test-spark: build
	@Scripts/need $(SPARK_PACKAGES)
	@Scripts/test-spark

# The Python package, installed from its wheel, with the oldest and the newest Python of this machine.
test-wheel:
	@Scripts/need $(PROGRAM_PACKAGES) $(WHEEL_PACKAGES)
	@Scripts/build-release metatool
	@Scripts/test-wheel

bench: build
	@Scripts/need $(BENCH_PACKAGES)
	@Scripts/bench

# What fuzzing starts from, and all that it has found, with the fuzzer's limits of time and memory.
fuzz-inputs: build-packages
	@Scripts/fuzz 0x

# FUZZ_SECONDS for each target; crashers go to Fuzz/Corpus.
fuzz: build-packages
	@Scripts/fuzz $${FUZZ_SECONDS:-600}

lint: build-packages
	@Scripts/need python3
	@Scripts/check

format:
	@swift format --in-place --recursive --parallel Sources Tests examples Package.swift

docs: build-packages
	@Scripts/docs docs/site

# The manual page, which is committed; a test tells when it is old.
man: build-packages
	@Scripts/man

install: build
	@Scripts/install "$(DESTDIR)$(PREFIX)"

uninstall:
	@Scripts/uninstall "$(DESTDIR)$(PREFIX)"

# Releases go to dist.
deb: build
	@Scripts/need $(DEB_PACKAGES)
	@Scripts/package-deb

tarball: build
	@Scripts/tarball

# Needs no more than `demo`: the wheel has the static program alone.
wheel:
	@Scripts/need $(PROGRAM_PACKAGES) $(WHEEL_PACKAGES)
	@Scripts/build-release metatool
	@Scripts/wheel

clean:
	rm -rf .build .build-fuzz .build-tsan .spark .wheel bin dist docs/site
