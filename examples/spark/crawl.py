"""WARC files to Parquet on Apache Spark: the text, blocks, weights and fingerprints of each page, and near-duplicates.

    spark-submit crawl.py --out s3a://bucket/pages 's3a://bucket/crawl/*.warc.gz'

OUT/pages has a row for each page, OUT/duplicates the pages that nearly equal another. With --sites, what the pages of
each host have in common is found first, written to OUT/sites, and used for its pages. A second run replaces all.
"""

import argparse

import blockmask.spark
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

#: What an index needs of a block.
FIELDS = (
    "text source_start source_end role field weight is_template probability heading_level tokens block_type"
).split()
COLUMNS = ["main_text", "title", "kind", "fingerprint", *(f"blocks.{field}" for field in FIELDS)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("warc", nargs="+", help="WARC files; globs, and any file system that Spark knows")
    parser.add_argument("--out", required=True, help="the folder of the results")
    parser.add_argument("--all-fields", action="store_true", help="write all fields of blocks, not what an index needs")
    parser.add_argument("--sites", action="store_true", help="use statistics over the pages of each host")
    arguments = parser.parse_args()
    spark = SparkSession.builder.appName("blockmask").getOrCreate()

    columns = None if arguments.all_fields else COLUMNS
    if arguments.sites:
        found = analyze_with_sites(spark, arguments.warc, f"{arguments.out}/sites", columns)
        write(found, f"{arguments.out}/pages")
    else:
        blockmask.spark.warc_to_parquet(
            spark, arguments.warc, f"{arguments.out}/pages", overwrite=True, columns=columns
        )
    # Read back, so that no page is analyzed again.
    found = spark.read.parquet(f"{arguments.out}/pages")
    write(blockmask.spark.near_duplicates(found), f"{arguments.out}/duplicates")

    pages = found.groupBy("status").count().orderBy("status").collect()
    print(", ".join(f"{row['count']} pages {row['status']}" for row in pages) or "no pages")
    spark.stop()


def analyze_with_sites(spark: SparkSession, warcs: list[str], out: str, columns: list[str] | None) -> DataFrame:
    host = F.lower(F.try_parse_url(F.col("url"), F.lit("HOST")))
    pages = blockmask.spark.read_warc(spark, warcs).withColumn("host", host)
    write(blockmask.spark.site_stats(pages, "host", address="url", charset="charset"), out)
    sites = spark.read.parquet(out)
    return blockmask.spark.analyze_sites(pages, sites, "host", address="url", charset="charset", columns=columns)


def write(rows: DataFrame, path: str) -> None:
    # Texts hardly repeat: dictionaries take a tenth of the time of the whole job, and save nothing after zstd. Its level 1,
    # which the command line uses too, takes a seventh less of Java's time than level 3, for files that are 12 % larger.
    options = {"compression": "zstd", "parquet.compression.codec.zstd.level": "1", "parquet.enable.dictionary": "false"}
    rows.write.mode("overwrite").options(**options).parquet(path)


if __name__ == "__main__":
    main()
