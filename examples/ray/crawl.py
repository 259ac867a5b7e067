"""WARC files to Parquet on Ray Data: the text, blocks, weights and fingerprints of each page.

    python crawl.py --out pages crawl/*.warc.gz
"""

import argparse

import blockmask.ray

#: What an index needs of a block, as in ../spark/crawl.py.
FIELDS = (
    "text source_start source_end role field weight is_template probability heading_level tokens block_type"
).split()
COLUMNS = ["main_text", "title", "kind", "fingerprint", *(f"blocks.{field}" for field in FIELDS)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("warc", nargs="+", help="WARC files, local or by URL")
    parser.add_argument("--out", required=True, help="the folder of the results")
    arguments = parser.parse_args()

    pages = blockmask.ray.read_warc(arguments.warc)
    found = blockmask.ray.analyze(pages, "html", address="url", charset="charset", columns=COLUMNS)
    found.write_parquet(arguments.out, compression="zstd")


if __name__ == "__main__":
    main()
