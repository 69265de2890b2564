"""The same work on a Dask cluster: a real one of two worker processes, one of which is killed in the middle."""
from __future__ import annotations

import json
import os
import signal
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from roundhouse.errors import UserError
from roundhouse.lab import cluster
from roundhouse.lab.folder import Folder
from roundhouse.lab.training.rounds import Run
from tests.lab.studies import SMALL, contents, played
from tests.lab.test_training import Teacher, plan

distributed = pytest.importorskip("distributed")


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
def test_a_worker_of_a_cluster_is_killed_and_the_data_is_the_same(tmp_path: Path) -> None:
    expected = contents(played(tmp_path / "alone").path)
    folder = Folder(tmp_path / "cluster")
    folder.open(SMALL)
    killed = False
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0", host="127.0.0.1"
    ) as two:
        address = two.scheduler_address
        assert cluster.cores(address) == 2
        for done in folder.run(SMALL, 2, partial(cluster.spread, address=address)):
            if done >= 3 and not killed:
                assert done < len(SMALL.numbers)
                os.kill(next(iter(two.workers.values())).pid, signal.SIGKILL)
                killed = True
    assert killed
    assert contents(folder.path) == expected


def test_no_scheduler_is_said_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with pytest.raises(UserError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        cluster.cores("tcp://127.0.0.1:9")


def test_the_rounds_of_a_training_are_played_on_a_cluster(tmp_path: Path) -> None:
    teacher: Any = Teacher()
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0", host="127.0.0.1"
    ) as two:
        hands = partial(cluster.spread, address=two.scheduler_address)
        run = Run(tmp_path, plan())
        for one in islice(run.go_on(1000.0, cluster.cores(two.scheduler_address), hands, teacher), 2):
            files = run.samples(one.number)
            assert len(files) == 2      # one of each worker, and one of each table
            assert {json.loads(file.read_bytes().partition(b"\n")[0])["seats"] for file in files} == {3, 4}
    assert teacher.given == [(2, False), (4, False)]
