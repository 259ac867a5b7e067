"""Pages of a crawl on Apache Spark 4: ``pip install "./bindings/python[spark]"``.

``warc_to_parquet`` writes what blockmask finds on the pages of WARC files. ``analyze_warc`` gives it as a data frame,
``read_warc`` only reads the pages, and ``analyze`` adds what blockmask finds to a data frame. ``near_duplicates`` finds
pages with the same content. ``site_stats`` makes statistics over the pages of each site, which ``analyze_sites`` uses.
Data frames are lazy. All run in the Python workers, which need blockmask, pyarrow and, for WARC files, fastwarc::

    import blockmask.spark
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.getOrCreate()
    blockmask.spark.warc_to_parquet(spark, "s3a://bucket/crawl/*.warc.gz", "s3a://bucket/pages")
    found = spark.read.parquet("s3a://bucket/pages")

A page that cannot be analyzed is a row with a status and an error, so a task fails only if its worker does, and Spark
then runs it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Unpack
from urllib.parse import urlsplit

import pyarrow as pa
from pyspark.errors import PySparkException
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import BinaryType, IntegerType, StructField, StructType

import blockmask
from blockmask import _crawl, _sites, _spark_parquet

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = [
    "analyze",
    "analyze_sites",
    "analyze_warc",
    "near_duplicates",
    "read_warc",
    "schema",
    "site_stats",
    "warc_to_parquet",
]


def schema(columns: Sequence[str] | None = None) -> StructType:
    """The columns that ``analyze`` adds: ``status``, ``error`` and ``columns``."""
    return from_arrow_schema(pa.schema(blockmask.analyze_batch([], columns=columns)))


def analyze(
    df: DataFrame,
    column: str = "html",
    *,
    address: str | None = None,
    charset: str | None = None,
    columns: Sequence[str] | None = None,
    keep_html: bool = False,
    **options: Unpack[blockmask.Options],
) -> DataFrame:
    """Analyzes a column of pages, binary or string; a null is a row with the status ``missing``.

    ``address`` and ``charset`` are the names of columns with the address of each page and the charset of its HTTP
    header. ``columns`` and ``options`` go to ``blockmask.analyze_batch``. The column of pages is dropped,
    because it is most of the data, unless ``keep_html`` is true.
    """
    analysis = _crawl.Analysis(column, address, charset, columns, keep_html, options)
    kept = analysis.output_names(df.columns)

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield from analysis.batches(batch)

    added = from_arrow_schema(analysis.schema)
    return df.mapInArrow(run, StructType([df.schema[name] for name in kept] + added.fields))


def read_warc(spark: SparkSession, paths: str | list[str]) -> DataFrame:
    """The HTML responses of WARC files.

    The columns are ``url``, ``html``, ``charset``, ``date``, ``warc``, ``warc_offset`` and ``warc_error``.
    Spark lists the files, so ``paths`` may be globs, of any file system that it knows; a file is read by one task. The
    workers open it by ``pyarrow.fs`` and read it record by record, so it may be larger than memory. Records that are
    damaged, and files that cannot be opened, are rows without a page that say so in ``warc_error``.
    """

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for path in _paths(batches):
            yield from _crawl.read_warc(path)

    return _files(spark, paths).mapInArrow(run, from_arrow_schema(_crawl.WARC_SCHEMA))


def analyze_warc(
    spark: SparkSession,
    paths: str | list[str],
    *,
    columns: Sequence[str] | None = None,
    keep_html: bool = False,
    **options: Unpack[blockmask.Options],
) -> DataFrame:
    """The pages of WARC files and what blockmask finds in them.

    It is ``analyze(read_warc(spark, paths), address="url", charset="charset")`` in one step, so that pages do not go
    from a Python worker to Java and back.
    """
    analysis = _crawl.Analysis("html", "url", "charset", columns, keep_html, options)

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for path in _paths(batches):
            yield from analysis.of_warc(path)

    return _files(spark, paths).mapInArrow(run, from_arrow_schema(analysis.warc_schema))


def warc_to_parquet(
    spark: SparkSession,
    paths: str | list[str],
    out: str,
    *,
    overwrite: bool = False,
    columns: Sequence[str] | None = None,
    keep_html: bool = False,
    **options: Unpack[blockmask.Options],
) -> None:
    """Writes the rows of ``analyze_warc`` to Parquet files in the folder ``out``, a file for each task.

    It takes less time than ``analyze_warc(...).write.parquet(out)``, where Java makes rows of the columns and columns
    of these: here the Python workers write them, by ``pyarrow.fs``, which must know the file system of ``out``. The
    files appear when all tasks have ended, each row once, and with ``overwrite`` replace what is in ``out`` then.
    Without it, an ``out`` that is not empty is a ``FileExistsError``.
    """
    analysis = _crawl.Analysis("html", "url", "charset", columns, keep_html, options)
    job = _spark_parquet.Job(analysis, _qualified(spark, out), overwrite)
    if not overwrite and not _spark_parquet.is_empty(job.out):
        raise FileExistsError(f"{out} is not empty: pass overwrite=True to replace what is in it")
    sink = _spark_parquet.WarcToParquet
    spark.dataSource.register(sink)
    _files(spark, paths).write.format(sink.name()).mode("append").option("job", job.option()).save()


def _qualified(spark: SparkSession, path: str) -> str:
    """The URI of a path as Spark reads it."""
    if urlsplit(path).scheme:
        return path
    try:
        hadoop: Any = spark._jvm
        configuration = spark._jsc.hadoopConfiguration()
    except PySparkException as error:
        raise ValueError(f"Spark Connect has no default file system: write {path!r} as a URI") from error
    hadoop_path = hadoop.org.apache.hadoop.fs.Path(path)
    return str(hadoop_path.getFileSystem(configuration).makeQualified(hadoop_path).toString())


def _files(spark: SparkSession, paths: str | list[str]) -> DataFrame:
    return spark.read.format("binaryFile").load(paths).select("path")


def _paths(batches: Iterator[pa.RecordBatch]) -> Iterator[str]:
    for batch in batches:
        yield from batch.column("path").to_pylist()


def site_stats(
    df: DataFrame,
    by: str,
    column: str = "html",
    *,
    address: str | None = None,
    charset: str | None = None,
    capacity: int = 32,
    secret: int = 0,
    **options: Unpack[blockmask.Options],
) -> DataFrame:
    """Statistics over a sample of the pages of each site, for ``analyze_sites``.

    ``by`` is the name of the column that tells the sites apart, such as the host; pages where it is null count for
    none. The result has this column, ``stats``, which is ``blockmask.SiteStats`` as bytes, and ``pages``, the size of
    the sample, which is at most ``capacity``. ``secret`` is a random number, the same for all parts of a site, without
    which an author cannot make pages that are sampled. The other arguments are as for ``analyze``.

    Each task makes the statistics of its pages, and the statistics of a site are then merged, so the result is the same
    however the pages are divided. Only statistics are sent through the network.
    """
    sampling = _sites.Sampling(by, column, address, charset, capacity, options, secret)
    fields = [df.schema[by], StructField("stats", BinaryType()), StructField("pages", IntegerType())]

    def merge(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield from _sites.merge(batches, by)

    needed = list(dict.fromkeys(name for name in (by, column, address, charset) if name))
    parts = df.select(needed).mapInArrow(sampling.batches, StructType(fields))
    # Sorted, not grouped: a worker holds a batch of statistics, not all parts of a site.
    return parts.repartition(by).sortWithinPartitions(by).mapInArrow(merge, StructType(fields))


def analyze_sites(
    df: DataFrame,
    sites: DataFrame,
    by: str,
    column: str = "html",
    *,
    address: str | None = None,
    charset: str | None = None,
    columns: Sequence[str] | None = None,
    keep_html: bool = False,
    **options: Unpack[blockmask.Options],
) -> DataFrame:
    """``analyze`` with the statistics of the site of each page.

    ``sites`` is what ``site_stats`` gave, for these or for other pages of the sites, and ``by`` the column that tells
    the sites apart. Pages of other sites are analyzed without statistics. The other arguments are as for ``analyze``.

    The pages of a site go through the network to one task, which keeps none of them.
    """
    analysis = _crawl.Analysis(column, address, charset, columns, keep_html, options)
    kept = analysis.output_names(df.columns)

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield from _sites.analyze(batches, analysis, by)

    stats = sites.select(by, F.col("stats").alias(_sites.STATS))
    rows = df.withColumn(_sites.STATS, F.lit(None).cast("binary")).unionByName(stats, allowMissingColumns=True)
    rows = rows.repartition(by).sortWithinPartitions(by, F.col(_sites.STATS).isNull())
    added = from_arrow_schema(analysis.schema)
    return rows.mapInArrow(run, StructType([df.schema[name] for name in kept] + added.fields))


def near_duplicates(df: DataFrame, key: str = "url", fingerprint: str = "fingerprint") -> DataFrame:
    """The pages that are near-duplicates of one with a smaller key: ``key`` and ``duplicate_of``.

    Two pages are near-duplicates as ``blockmask.Fingerprint.is_near_duplicate`` says. Each page is compared with the
    first page of each of its min-hashes, not with all, so the cost grows with the number of pages, not of pairs.
    """
    pages = df.where(F.col(fingerprint)["is_valid"]).select(
        F.col(key).alias("key"),
        F.col(fingerprint)["version"].alias("version"),
        F.col(fingerprint)["min_hashes"].alias("min_hashes"),
    )
    bands = pages.select("*", F.posexplode("min_hashes").alias("band", "min_hash"))
    band = ["version", "band", "min_hash"]
    first = bands.groupBy(band).agg(
        F.min("key").alias("first_key"), F.min_by("min_hashes", "key").alias("first_min_hashes")
    )
    agreeing = F.size(
        F.filter(F.zip_with("min_hashes", "first_min_hashes", lambda one, other: one == other), lambda same: same)
    )
    is_near = agreeing >= blockmask.Fingerprint.MIN_AGREEMENT
    near = bands.join(first, band).where((F.col("key") > F.col("first_key")) & is_near)
    return near.groupBy(F.col("key").alias(key)).agg(F.min("first_key").alias("duplicate_of"))
