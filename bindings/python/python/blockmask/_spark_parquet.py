"""Parquet files that Spark's Python workers write themselves, which saves the way of the rows through Java.

A data source of Spark, so that Spark says which files count: the files of one attempt of each task. Until then they are
in a folder that readers of Parquet skip; ``commit`` moves them out of it.
"""

from __future__ import annotations

import base64
import pickle
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import fs
from pyspark import TaskContext
from pyspark.sql import Row
from pyspark.sql.datasource import DataSource, DataSourceWriter, WriterCommitMessage
from pyspark.sql.types import StructType

from blockmask import _crawl

#: Rows are written when they take this number of bytes.
ROW_GROUP_BYTES = 32 << 20


@dataclass(frozen=True)
class Written(WriterCommitMessage):  # type: ignore[misc]
    """The name of the file of a task; None if it had no rows."""

    name: str | None


@dataclass(frozen=True)
class Job:
    """What the tasks do, and where their files go."""

    analysis: _crawl.Analysis
    #: A URI.
    out: str
    overwrite: bool
    id: str = field(default_factory=lambda: uuid.uuid4().hex)

    def option(self) -> str:
        """The job as an option of ``WarcToParquet``."""
        return base64.b64encode(pickle.dumps(self)).decode()

    @staticmethod
    def of(options: Mapping[str, str]) -> Job:
        job = pickle.loads(base64.b64decode(options["job"]))
        assert isinstance(job, Job)
        return job

    def folders(self) -> tuple[fs.FileSystem, str, str]:
        """The file system, the folder of the results and in it the folder of files that do not count yet."""
        filesystem, out = _crawl.filesystem_of(self.out)
        return filesystem, out, f"{out}/_temporary-{self.id}"


class WarcToParquet(DataSource):  # type: ignore[misc]
    """A sink for a data frame with the paths of WARC files."""

    @classmethod
    def name(cls) -> str:
        return "blockmask-warc-to-parquet"

    def writer(self, schema: StructType, overwrite: bool) -> Writer:
        return Writer(Job.of(self.options))


class Writer(DataSourceWriter):  # type: ignore[misc]
    def __init__(self, job: Job) -> None:
        self.job = job

    def write(self, iterator: Iterator[Row]) -> Written:
        """Runs in a task."""
        task = TaskContext.get()
        name = f"part-{task.partitionId() if task else 0:05}-{uuid.uuid4().hex}.parquet"
        batches = (batch for row in iterator for batch in self.job.analysis.of_warc(row["path"]))
        filesystem, _, temporary = self.job.folders()
        rows = write_file(batches, self.job.analysis.warc_schema, filesystem, f"{temporary}/{name}")
        return Written(name if rows else None)

    def commit(self, messages: list[WriterCommitMessage | None]) -> None:
        """Runs in the driver when all tasks have succeeded."""
        filesystem, out, temporary = self.job.folders()
        names = [message.name for message in messages if isinstance(message, Written) and message.name]
        if not names:
            # As Spark does, so that the folder has a schema.
            names = ["part-00000.parquet"]
            write_file([], self.job.analysis.warc_schema, filesystem, f"{temporary}/{names[0]}")
        if self.job.overwrite:
            clear(filesystem, out, temporary)
        for name in names:
            filesystem.move(f"{temporary}/{name}", f"{out}/{name}")
        filesystem.delete_dir(temporary)
        with filesystem.open_output_stream(f"{out}/_SUCCESS"):
            pass

    def abort(self, messages: list[WriterCommitMessage | None]) -> None:
        """Runs in the driver when a task has failed for good."""
        filesystem, _, temporary = self.job.folders()
        if filesystem.get_file_info(temporary).type == fs.FileType.Directory:
            filesystem.delete_dir(temporary)


def write_file(batches: Iterable[pa.RecordBatch], schema: pa.Schema, filesystem: fs.FileSystem, path: str) -> int:
    """Writes a Parquet file and gives the number of its rows, whose groups are of about ``ROW_GROUP_BYTES``."""
    filesystem.create_dir(path.rpartition("/")[0])
    rows, held = 0, list[pa.RecordBatch]()
    # Texts hardly repeat, so dictionaries take time and save nothing.
    with pq.ParquetWriter(
        path, schema, filesystem=filesystem, compression="zstd", compression_level=1, use_dictionary=False
    ) as file:
        for batch in batches:
            rows += batch.num_rows
            held.append(batch)
            if sum(batch.nbytes for batch in held) >= ROW_GROUP_BYTES:
                file.write_table(pa.Table.from_batches(held))
                held = []
        if held:
            file.write_table(pa.Table.from_batches(held))
    return rows


def is_empty(folder: str) -> bool:
    """Whether nothing is in the folder of a URI, or it does not exist."""
    filesystem, path = _crawl.filesystem_of(folder)
    return not filesystem.get_file_info(fs.FileSelector(path, allow_not_found=True))


def clear(filesystem: fs.FileSystem, folder: str, kept: str) -> None:
    """Deletes what is in a folder, but for one folder in it."""
    for info in filesystem.get_file_info(fs.FileSelector(folder)):
        if info.path.rpartition("/")[2] == kept.rpartition("/")[2]:
            continue
        if info.type == fs.FileType.Directory:
            filesystem.delete_dir(info.path)
        else:
            filesystem.delete_file(info.path)
