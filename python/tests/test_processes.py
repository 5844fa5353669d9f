"""The process: many requests, threads, cancellation, and termination."""

import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import unittest
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from metatool_media import (
    ClosedError, FileMissingError, Metatool, MetatoolError, ProgramMissingError, RequestTimeoutError, ServerLostError,
    UnknownFormatError, UsageError)
from support import SAMPLES, ToolTestCase


def is_running(pid: int) -> bool:
    """Whether a process exists; zombies are included."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until(condition: "object", seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():  # type: ignore[operator]
            return True
        time.sleep(0.01)
    return False


class ManyFilesTests(ToolTestCase):
    def test_outcomes_are_in_order_and_errors_are_separate(self) -> None:
        good = self.sample("song-itunes.m4a")
        damaged = self.folder / "damaged.mp3"
        damaged.write_bytes(b"no media")
        paths = [good, self.folder / "missing.mp3", damaged, "a\0b", good, self.folder / "*.m4a", os.fsencode(good)] * 30
        outcomes = list(self.tool.open_many(paths))
        self.assertEqual([outcome.path for outcome in outcomes], [os.fsdecode(path) for path in paths])
        kinds = [type(None), FileMissingError, UnknownFormatError, UsageError, type(None), FileMissingError, type(None)] * 30
        self.assertEqual([type(outcome.error) for outcome in outcomes], kinds)
        self.assertEqual([outcome.value["title"] for outcome in outcomes if outcome.ok], ["Blue Train"] * 90)
        with self.assertRaises(FileMissingError):
            outcomes[1].value

    def test_all_samples(self) -> None:
        paths = sorted(path for path in SAMPLES.iterdir() if path.suffix not in ("", ".md"))
        found = {outcome.path: outcome.value for outcome in self.tool.open_many(paths)}
        self.assertEqual(list(found), [str(path) for path in paths])
        self.assertTrue(all(file.document["path"] == path for path, file in found.items()))

    def test_paths_are_consumed_as_files_are_completed(self) -> None:
        path = self.sample("plain.mp3")
        taken = 0

        def endless() -> "object":
            nonlocal taken
            while True:
                taken += 1
                yield path

        tool = Metatool(in_flight=8)
        self.addCleanup(tool.close)
        files = tool.open_many(endless())  # type: ignore[arg-type]
        self.assertEqual(taken, 0)
        for _ in range(20):
            next(files)
        self.assertLessEqual(taken, 20 + 8 + 1)
        files.close()
        self.assertEqual(tool.get(path, "title", "none"), "none")

    def test_five_thousand_large_answers(self) -> None:
        # Each answer exceeds the 64 KiB capacity of a pipe.
        path = self.sample("plain.mp3")
        self.tool.set(path, {"artist": [f"Artist {number}" for number in range(300)], "lyrics": "x" * 60_000})
        self.assertGreater(len(self.tool.run("dump", path).results[0]["metadata"]["lyrics"]), 50_000)
        tool = Metatool(in_flight=2000)
        self.addCleanup(tool.close)
        count = sum(outcome.ok for outcome in tool.open_many([path] * 5000))
        self.assertEqual(count, 5000)

    def test_an_abandoned_iterator_cancels_its_requests(self) -> None:
        path = self.sample("song-itunes.m4a")
        files = self.tool.open_many([path] * 5000)
        next(files)
        del files
        gc.collect()
        self.assertEqual(self.tool.get(path, "title"), "Blue Train")
        self.tool.close(timeout=10)
        self.assertEqual(self.tool._connection._open, {})  # type: ignore[union-attr]

    def test_an_error_in_the_paths_is_raised(self) -> None:
        path = self.sample("plain.mp3")

        def failing() -> "object":
            yield path
            raise KeyError("paths")

        with self.assertRaises(KeyError):
            list(self.tool.open_many(failing()))  # type: ignore[arg-type]
        self.assertIsNone(self.tool.get(path, "title"))

    def test_edits_of_many_files(self) -> None:
        paths = [self.sample("song-itunes.m4a", f"{number}.m4a") for number in range(50)]
        edits = [(path, {"title": f"Song {path.stem}"}) for path in paths]
        edits.insert(7, (self.folder / "missing.m4a", {"title": "x"}))
        edits.insert(9, (paths[0], {"nosuch": "x"}))
        outcomes = self.tool.set_many(edits)
        self.assertEqual([type(outcome.error) for outcome in outcomes if not outcome.ok], [FileMissingError, UsageError])
        found = [outcome.value["title"] for outcome in self.tool.get_many(paths, ["title"])]
        self.assertEqual(found, [f"Song {number}" for number in range(50)])


class ThreadTests(ToolTestCase):
    def test_eight_threads(self) -> None:
        paths = [self.sample("song-itunes.m4a", f"{number}.m4a") for number in range(8)]

        def work(path: Path) -> None:
            for round in range(40):
                title = f"{path.stem} {round}"
                self.tool.set(path, {"title": title})
                assert self.tool.get(path, "title") == title
                assert self.tool.open(path)["title"] == title
                try:
                    self.tool.open(path.with_suffix(".missing"))
                except FileMissingError as error:
                    assert error.path == str(path.with_suffix(".missing"))
                assert [outcome.value["title"] for outcome in self.tool.get_many([path] * 3, "title")] == [title] * 3  # type: ignore[arg-type]

        with ThreadPoolExecutor(8) as pool:
            for result in [pool.submit(work, path) for path in paths]:
                result.result()
        self.assertIsNotNone(self.tool.pid)

    def test_first_requests_of_threads_start_one_process(self) -> None:
        path = self.sample("plain.mp3")
        barrier = threading.Barrier(8)
        pids = set()

        def work() -> None:
            barrier.wait()
            self.tool.open(path)
            pids.add(self.tool.pid)

        with ThreadPoolExecutor(8) as pool:
            for result in [pool.submit(work) for _ in range(8)]:
                result.result()
        self.assertEqual(len(pids), 1)

    def test_closing_completes_outstanding_requests(self) -> None:
        paths = [self.sample("song-itunes.m4a", f"{number}.m4a") for number in range(8)]
        started = threading.Barrier(9)
        errors = []

        def work(path: Path) -> None:
            started.wait()
            try:
                while True:
                    self.tool.set(path, {"title": str(time.monotonic())})
            except Exception as error:
                errors.append(error)

        with ThreadPoolExecutor(8) as pool:
            for path in paths:
                pool.submit(work, path)
            started.wait()
            time.sleep(0.1)
            self.tool.close()
        self.assertEqual([type(error) for error in errors], [ClosedError] * 8)
        with Metatool() as tool:
            self.assertTrue(all(outcome.ok for outcome in tool.open_many(paths)))


class EndTests(ToolTestCase):
    def test_a_context_leaves_no_process(self) -> None:
        with Metatool() as tool:
            self.assertIsNone(tool.pid)
            tool.open(self.sample("plain.mp3"))
            pid = tool.pid
            assert pid is not None
            self.assertTrue(is_running(pid))
            self.assertIn(str(pid), repr(tool))
        self.assertFalse(is_running(pid))
        self.assertTrue(tool.closed)
        self.assertIn("closed", repr(tool))
        with self.assertRaises(ClosedError):
            tool.open(self.sample("plain.mp3"))
        with self.assertRaises(ClosedError):
            list(tool.open_many([self.sample("plain.mp3")]))
        tool.close()
        before = threading.active_count()
        self.assertEqual(len([thread for thread in threading.enumerate() if thread.name.startswith("metatool")]), 0, before)

    def test_an_error_in_a_context_leaves_no_process(self) -> None:
        path = self.sample("plain.mp3")
        with self.assertRaises(KeyError):
            with Metatool() as tool:
                files = tool.open_many([path] * 1000)
                next(files)
                pid = tool.pid
                raise KeyError("mine")
        assert pid is not None
        self.assertFalse(is_running(pid))

    def test_a_tool_that_is_not_closed_leaves_no_process(self) -> None:
        tool = Metatool()
        tool.open(self.sample("plain.mp3"))
        pid = tool.pid
        assert pid is not None
        del tool
        gc.collect()
        self.assertTrue(wait_until(lambda: not is_running(pid)))

    def test_a_killed_process_is_replaced(self) -> None:
        path = self.sample("song-itunes.m4a")
        for number in range(3):
            self.assertEqual(self.tool.open(path)["title"], "Blue Train")
            pid = self.tool.pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            wait_until(lambda: not is_running(pid))
            self.tool.set(path, {"album": str(number)})
            self.assertEqual(self.tool.get(path, "album"), str(number))

    def test_reads_requested_before_a_kill_are_repeated(self) -> None:
        path = self.sample("song-itunes.m4a")
        outcomes = self.tool.open_many([path] * 3000)
        titles = []
        with self.assertLogs("metatool_media", "WARNING"):
            for number, outcome in enumerate(outcomes):
                titles.append(outcome.value["title"])
                if number in (5, 700):
                    assert self.tool.pid is not None
                    os.kill(self.tool.pid, signal.SIGKILL)
        self.assertEqual(titles, ["Blue Train"] * 3000)

    def test_an_edit_is_not_repeated(self) -> None:
        path = self.sample("song-itunes.m4a")
        self.tool.open(path)
        pid = self.tool.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        timer = threading.Timer(0.2, os.kill, (pid, signal.SIGKILL))
        timer.start()
        with self.assertRaises(ServerLostError) as caught:
            self.tool.set(path, {"title": "Blue"})
        timer.join()
        self.assertIn("signal 9", str(caught.exception))
        self.assertEqual(caught.exception.path, str(path))
        self.assertEqual(self.tool.get(path, "title"), "Blue Train")

    def test_a_stopped_process_is_killed_by_close(self) -> None:
        self.tool.open(self.sample("plain.mp3"))
        pid = self.tool.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        self.tool.close(timeout=0.2)
        self.assertFalse(is_running(pid))

    def test_a_missing_or_broken_program(self) -> None:
        with self.assertRaises(ProgramMissingError):
            Metatool(self.folder / "none")
        broken = self.folder / "broken"
        broken.write_bytes(b"\x7fELF no program")
        broken.chmod(0o755)
        with self.assertRaises(ProgramMissingError) as caught:
            Metatool(broken).open("a.mp3")
        self.assertIn(str(broken), str(caught.exception))

    def test_a_forked_process_starts_its_own_server(self) -> None:
        path = self.sample("song-itunes.m4a")
        files = self.tool.open_many([path] * 500)
        next(files)
        server = self.tool.pid
        # Python warns that threads are not forked; the module does not need them in the child.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            pid = os.fork()
        if pid == 0:
            status = 1
            try:
                is_new = self.tool.pid is None and self.tool.get(path, "title") == "Blue Train" and self.tool.pid != server
                self.tool.close(timeout=5)
                status = 0 if is_new else 2
            finally:
                os._exit(status)
        self.assertEqual(os.waitpid(pid, 0)[1], 0)
        self.assertEqual(sum(outcome.ok for outcome in files), 499)
        self.assertEqual(self.tool.pid, server)


    def test_a_forked_process_does_not_keep_the_server(self) -> None:
        self.tool.open(self.sample("plain.mp3"))
        server = self.tool.pid
        assert server is not None
        reading, writing = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            os.close(writing)
            os.read(reading, 1)
            os._exit(0)
        try:
            # The child has closed its ends of the pipes, so the server receives the end of its input.
            start = time.monotonic()
            self.tool.close(timeout=10)
            self.assertLess(time.monotonic() - start, 5)
            self.assertFalse(is_running(server))
        finally:
            os.close(reading)
            os.close(writing)
            os.waitpid(child, 0)


class FakeServerTests(ToolTestCase):
    """Programs that violate the protocol."""

    def fake(self, body: str) -> str:
        program = self.folder / "fake"
        head = f"#!{sys.executable}\nimport json, os, sys, time\n"
        program.write_text(head + textwrap.dedent(body))
        program.chmod(0o755)
        return str(program)

    def tool_of(self, body: str, **options: float) -> Metatool:
        tool = Metatool(self.fake(body), **options)  # type: ignore[arg-type]
        self.addCleanup(tool.close, cancel=True, timeout=1)
        return tool

    def test_a_missing_answer(self) -> None:
        path = self.sample("plain.mp3")
        tool = self.tool_of("""
            for line in sys.stdin:
                message = json.loads(line)
                if "cancel" in message:
                    print(json.dumps({"id": message["cancel"], "done": {"status": 130}}), flush=True)
        """, timeout=0.2)
        start = time.monotonic()
        with self.assertRaises(RequestTimeoutError) as caught:
            tool.open(path)
        self.assertLess(time.monotonic() - start, 2)
        self.assertEqual(caught.exception.path, str(path))
        self.assertIsInstance(caught.exception, TimeoutError)

    def test_invalid_lines(self) -> None:
        for answer in ("no JSON", "[1]", '{"result": 1}', '{"id": null, "error": {"code": "malformed", "message": "x"}}'):
            tool = self.tool_of(f"""
                sys.stdin.readline()
                print({answer!r}, flush=True)
                time.sleep(60)
            """)
            with self.subTest(answer), self.assertRaises(ServerLostError):
                tool.open(self.sample("plain.mp3"))

    def test_the_error_contains_the_end_of_standard_error(self) -> None:
        tool = self.tool_of("""
            sys.stdin.readline()
            sys.stderr.write("Fatal error: the reason")
            sys.exit(3)
        """)
        with self.assertRaises(ServerLostError) as caught:
            tool.open(self.sample("plain.mp3"))
        self.assertIn("exit code 3", str(caught.exception))
        self.assertIn("Fatal error: the reason", str(caught.exception))

    def test_wrong_counts_of_results(self) -> None:
        tool = self.tool_of("""
            for line in sys.stdin:
                print(json.dumps({"id": json.loads(line)["id"], "done": {"status": 0}}), flush=True)
        """)
        for call in (tool.open, tool.art, tool.undo, lambda path: tool.get(path, "title"), lambda path: tool.set(path, {"title": "x"})):
            with self.assertRaises(MetatoolError):
                call(self.sample("plain.mp3"))

    def test_many_requests_while_the_process_reads_nothing(self) -> None:
        # The requests exceed the capacity of the pipe; sending them must not block.
        tool = self.tool_of("""
            time.sleep(1)
            lines = [sys.stdin.readline() for _ in range(3000)]
            for line in lines:
                id = json.loads(line)["id"]
                print(json.dumps({"id": id, "result": {"metadata": {}, "x": "y" * 5000}}))
                print(json.dumps({"id": id, "done": {"status": 0}}))
            sys.stdout.flush()
            sys.stdin.read()
        """, in_flight=3000)
        self.assertEqual(sum(outcome.ok for outcome in tool.open_many([self.sample("plain.mp3")] * 3000)), 3000)

    def test_a_closed_iterator_sends_cancel_requests(self) -> None:
        seen = self.folder / "seen"
        tool = self.tool_of(f"""
            with open({str(seen)!r}, "w") as seen:
                for line in sys.stdin:
                    message = json.loads(line)
                    if "cancel" in message:
                        seen.write("%d " % message["cancel"])
                        seen.flush()
                    elif message["id"] == 1:
                        print(json.dumps({{"id": 1, "result": {{"metadata": {{}}}}}}))
                        print(json.dumps({{"id": 1, "done": {{"status": 0}}}}), flush=True)
        """, in_flight=4)
        files = tool.open_many([self.sample("plain.mp3")] * 100)
        self.assertTrue(next(files).ok)
        files.close()  # type: ignore[attr-defined]
        self.assertTrue(wait_until(lambda: seen.read_text() == "2 3 4 "))

    def test_keyboard_interrupt(self) -> None:
        # A separate process, whose main thread waits for an answer that is never sent.
        program = self.fake("""
            for line in sys.stdin:
                message = json.loads(line)
                if "cancel" in message:
                    print(json.dumps({"id": message["cancel"], "done": {"status": 130}}), flush=True)
        """)
        # A shell starts background jobs with SIGINT ignored, which Python then keeps.
        script = f"""
            import signal
            import metatool_media
            signal.signal(signal.SIGINT, signal.default_int_handler)
            tool = metatool_media.Metatool({program!r})
            with tool:
                try:
                    tool._connected()
                    print(tool.pid, flush=True)
                    tool.open({str(self.sample("plain.mp3"))!r})
                except KeyboardInterrupt:
                    print("interrupted", tool.pid, flush=True)
            tool.close()
        """
        client = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, text=True, start_new_session=True)
        assert client.stdout is not None
        with client.stdout:
            pid = int(client.stdout.readline())
            time.sleep(0.5)
            # Like a terminal, sends the signal to the whole group, which does not contain the server.
            os.killpg(client.pid, signal.SIGINT)
            self.assertEqual(client.stdout.readline(), f"interrupted {pid}\n")
            self.assertEqual(client.wait(10), 0)
        self.assertFalse(is_running(pid))

    def test_exiting_python_leaves_no_process(self) -> None:
        path = self.sample("plain.mp3")
        script = f"""
            import metatool_media
            metatool_media.open({str(path)!r})
            files = metatool_media.default().open_many([{str(path)!r}] * 1000)
            next(files)
            print(metatool_media.default().pid)
        """
        client = subprocess.run(
            [sys.executable, "-X", "dev", "-W", "error", "-c", textwrap.dedent(script)], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, timeout=30)
        self.assertEqual((client.returncode, client.stderr), (0, ""))
        self.assertFalse(is_running(int(client.stdout)))


if __name__ == "__main__":
    unittest.main()
