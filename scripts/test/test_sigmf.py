# SPDX-License-Identifier: Apache-2.0
"""Recordings of `forebay capture`, read by the package of SigMF's own authors, which has never seen this project."""

import subprocess
from pathlib import Path

import numpy
import pytest
import sigmf

REPO = Path(__file__).resolve().parents[2]
FOREBAY = REPO / "target/debug/forebay"
RATE = 125e6


def record(folder, *options):
    """Runs `forebay capture`; the name of what it has recorded."""
    name = folder / "ramp.sigmf"
    arguments = ["--card", "fast", "--rate", "125M", "--out", name, "--buffer-bytes", "4096", *options]
    subprocess.run([FOREBAY, "capture", *arguments], check=True, timeout=60)
    return name


def read(name):
    """What the package makes of it: valid metadata, and the words of the samples."""
    recording = sigmf.fromfile(str(name.with_suffix(".sigmf-meta")), autoscale=False)
    recording.validate()
    assert recording.get_global_field("core:datatype") == "ci16_le"
    assert recording.get_global_field("core:sample_rate") == RATE
    return recording, numpy.fromfile(name.with_suffix(".sigmf-data"), dtype="<u4")


@pytest.mark.parametrize("packets", [[], ["--packets"]])
def test_a_recording_is_read_back_whole(tmp_path, packets):
    recording, words = read(record(tmp_path, "--samples", "5000", *packets))
    assert (words == numpy.arange(5000)).all()
    halves = words.view("<i2").reshape(-1, 2)
    seen = recording.read_samples()
    assert (seen.real == halves[:, 0]).all() and (seen.imag == halves[:, 1]).all()
    [capture] = recording.get_captures()
    assert (capture["core:sample_start"], capture["core:global_index"]) == (0, 0)


def test_each_gap_is_a_segment_with_its_index_and_time(tmp_path):
    tight = ["--channels", "4", "--buffers", "2", "--buffer-bytes", "64"]
    name = tmp_path / "ramp.sigmf"
    arguments = ["--card", "fast", "--rate", "125M", "--samples", "20000", "--out", name, *tight]
    subprocess.run([FOREBAY, "capture", *arguments], check=True, timeout=60)
    recording, words = read(name)
    rows = words.reshape(-1, 4)
    captures = recording.get_captures()
    assert len(captures) > 1
    ends = [capture["core:sample_start"] for capture in captures[1:]] + [len(rows)]
    first = captures[0]
    for capture, end in zip(captures, ends, strict=True):
        start, index = capture["core:sample_start"], capture["core:global_index"]
        numbers = numpy.arange(index, index + end - start)
        for channel in range(4):
            assert (rows[start:end, channel] == (channel << 28 | numbers)).all()
        # A sample every other cycle of 4 ns.
        assert capture["forebay:time"] - first["forebay:time"] == 2 * (index - first["core:global_index"])
        began, now = (numpy.datetime64(one["core:datetime"].rstrip("Z")) for one in (first, capture))
        assert (now - began) / numpy.timedelta64(1, "ns") == 8 * (index - first["core:global_index"])
