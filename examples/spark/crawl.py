"""WARC files to Parquet on Apache Spark: the text, blocks, weights and fingerprints of each page, and near-duplicates.

    spark-submit crawl.py --out s3a://bucket/pages 's3a://bucket/crawl/*.warc.gz'

OUT/pages has a row for each page, OUT/duplicates the pages that nearly equal another. A second run replaces both.
"""

import argparse

import blockmask.spark
from pyspark.sql import DataFrame, SparkSession


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("warc", nargs="+", help="WARC files; globs, and any file system that Spark knows")
    parser.add_argument("--out", required=True, help="the folder of the results")
    arguments = parser.parse_args()
    spark = SparkSession.builder.appName("blockmask").getOrCreate()

    found = blockmask.spark.analyze_warc(spark, arguments.warc)
    write(found, f"{arguments.out}/pages")
    # Read back, so that no page is analyzed again.
    found = spark.read.parquet(f"{arguments.out}/pages")
    write(blockmask.spark.near_duplicates(found), f"{arguments.out}/duplicates")

    pages = found.groupBy("status").count().orderBy("status").collect()
    print(", ".join(f"{row['count']} pages {row['status']}" for row in pages) or "no pages")
    spark.stop()


def write(rows: DataFrame, path: str) -> None:
    rows.write.mode("overwrite").option("compression", "zstd").parquet(path)


if __name__ == "__main__":
    main()
