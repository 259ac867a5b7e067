"""WARC files to Parquet on Ray Data: the text, blocks, weights and fingerprints of each page.

    python crawl.py --out pages crawl/*.warc.gz
"""

import argparse

import blockmask.ray


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("warc", nargs="+", help="WARC files, local or by URL")
    parser.add_argument("--out", required=True, help="the folder of the results")
    arguments = parser.parse_args()

    pages = blockmask.ray.read_warc(arguments.warc)
    found = blockmask.ray.analyze(pages, "html", address="url", charset="charset")
    found.write_parquet(arguments.out, compression="zstd")


if __name__ == "__main__":
    main()
