# Builds, demonstrates, tests, packages and installs metatool. Targets install the Debian packages that they need.

PREFIX       ?= /usr/local
DESTDIR      ?=

# No configuration file: the results of scripts and tests must not depend on the user's settings.
export METATOOL_CONFIG =

# The folders with the corpus of real files, the benchmark programs and the tables of facts. Tests that need a missing folder are skipped.
export METATOOL_CORPUS ?= $(abspath ../shared/corpus)
export METATOOL_BENCH  ?= $(abspath ../shared/bench)
export METATOOL_FACTS  ?= $(abspath ../shared/facts)

# FFmpeg's libraries, TagLib and libebur128 are required by `metatool-foreign` and `metatool-capture` only.
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

# The script always runs, because `swift build` determines what is out of date.
build: build-packages
	@Scripts/build-release metatool metatool-foreign metatool-capture

build-packages:
	@Scripts/need $(BUILD_PACKAGES)

# Builds only the static program, so it requires fewer packages than `build`.
demo:
	@Scripts/need $(PROGRAM_PACKAGES)
	@Scripts/build-release metatool
	@Scripts/demo

# Runs all checks except test-threads; continuous integration runs only `lint` and `test`.
check: lint fuzz-inputs test-packages test-spark test-wheel test

test: build-packages
	@Scripts/need $(TEST_PACKAGES)
	@Scripts/test

# Runs every case of every test matrix instead of a seeded sample.
test-all: build-packages
	@Scripts/need $(TEST_PACKAGES)
	@METATOOL_TEST_ALL=1 Scripts/test

# Tests the readers under the thread sanitizer, in a separate build folder.
test-threads: build-packages
	@Scripts/need $(TEST_PACKAGES)
	@Scripts/test-threads

# Tests the Debian packages and the tarball in an empty root folder.
test-packages: build
	@Scripts/need $(DEB_PACKAGES)
	@Scripts/test-packages

# Tests the Spark job in examples/spark; the first run installs pyspark into .spark.
test-spark: build
	@Scripts/need $(SPARK_PACKAGES)
	@Scripts/test-spark

# Tests the Python package, installed from its wheel, with the oldest and the newest Python on this machine.
test-wheel:
	@Scripts/need $(PROGRAM_PACKAGES) $(WHEEL_PACKAGES)
	@Scripts/build-release metatool
	@Scripts/test-wheel

bench: build
	@Scripts/need $(BENCH_PACKAGES)
	@Scripts/bench

# Runs the fuzz targets on their seeds and on the inputs that have failed before, with the fuzzer's limits on time and memory.
fuzz-inputs: build-packages
	@Scripts/fuzz 0x

# Fuzzes each target for FUZZ_SECONDS; inputs that crash are written to Fuzz/Corpus.
fuzz: build-packages
	@Scripts/fuzz $${FUZZ_SECONDS:-600}

lint: build-packages
	@Scripts/need python3
	@Scripts/check

format:
	@swift format --in-place --recursive --parallel Sources Tests examples Package.swift

docs: build-packages
	@Scripts/docs docs/site

# Writes the manual page, which is committed; a test fails if it is out of date.
man: build-packages
	@Scripts/man

install: build
	@Scripts/install "$(DESTDIR)$(PREFIX)"

uninstall:
	@Scripts/uninstall "$(DESTDIR)$(PREFIX)"

# Release packages are written to dist.
deb: build
	@Scripts/need $(DEB_PACKAGES)
	@Scripts/package-deb

tarball: build
	@Scripts/tarball

# Requires no more build packages than `demo`, because the wheel contains only the static program.
wheel:
	@Scripts/need $(PROGRAM_PACKAGES) $(WHEEL_PACKAGES)
	@Scripts/build-release metatool
	@Scripts/wheel

clean:
	rm -rf .build .build-fuzz .build-tsan .spark .wheel bin dist docs/site
