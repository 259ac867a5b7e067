#!/usr/bin/env python3
"""Checks the extension in a copy of the PostgreSQL that pg_config tells of, with a server that nothing else uses.

    check.py FOLDER [PG_CONFIG]

FOLDER is made anew and holds the copy, the data and the logs. Nothing else is written, so no rights are needed; root
runs the server as the user `postgres` or `nobody`. After the regression tests: databases in other encodings, queries that are cancelled,
a server that ends, memory that is refused, memory over 100,000 pages, and an extension that is dropped while it is used.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
PAGE = (
    "<html lang=en><title>Rain &amp; river</title><nav><a href=/>Home</a></nav><h1>Rain &amp; river</h1>"
    "<p>Rain fell on the city for the <a href=third>third day</a>, and the river rose.<h2>What to do</h2>"
    "<ul><li>Stay at home.<li>Call the town hall if water comes in.</ul><footer>© 2026</footer>"
)
LARGE = "convert_to(repeat('<div><p>Rain fell <b>on</b> the city for the third day.</div>', 4000000), 'UTF8')"
CALLS = [
    "length(blockmask_text(html))",
    "length(blockmask_markdown(html))",
    "length(blockmask_facts(html)::text)",
    "(SELECT count(*) FROM blockmask_blocks(html))",
    "(SELECT count(*) FROM blockmask_passages(html))",
    "length(blockmask_tsvector('simple', html))",
]
# Seconds within which a query ends that is cancelled, on a page of a megabyte.
CANCEL = 0.1


def expect(condition, what):
    if not condition:
        sys.exit(f"failed: {what}")


class Server:
    """A copy of PostgreSQL with the extension, and its server."""

    def __init__(self, folder, pg_config):
        self.folder, self.pg_config = folder, pg_config
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        # It finds its files by their place beside its programs.
        for kind in ["--bindir", "--pkglibdir", "--sharedir"]:
            source = pathlib.Path(self.config(kind))
            shutil.copytree(source, self.copy_of(source), ignore=shutil.ignore_patterns("bitcode", "llvmjit*", "pgxs"), dirs_exist_ok=True)
        self.make("install", f"DESTDIR={folder}")
        self.data, self.log = folder / "data", folder / "log"
        self.user = self.choose_user()
        self.programs = self.copy_of(pathlib.Path(self.config("--bindir")))
        self.environment = {**os.environ, "PGHOST": str(folder), "PGPORT": "5499", "PGUSER": "blockmask", "PGDATABASE": "postgres"}
        self.run_as_user("initdb", "-D", self.data, "-U", "blockmask", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")

    def config(self, kind):
        return subprocess.run([self.pg_config, kind], check=True, capture_output=True, text=True).stdout.strip()

    def copy_of(self, path):
        return self.folder / path.relative_to("/")

    def make(self, *arguments, **options):
        command = ["make", "-s", "-C", HERE, f"PG_CONFIG={self.pg_config}", *arguments]
        made = subprocess.run(command, capture_output=True, text=True, **options)
        expect(made.returncode == 0, f"make {' '.join(arguments)}: {made.stdout}{made.stderr}")

    def choose_user(self):
        """The user of the server, which refuses to run as root."""
        if os.getuid() != 0:
            return None
        known = [line.split(":")[0] for line in pathlib.Path("/etc/passwd").read_text().splitlines()]
        user = "postgres" if "postgres" in known else "nobody"
        shutil.chown(self.folder, user)
        return user

    def run_as_user(self, program, *arguments, limit=None):
        command = [self.programs / program, *arguments]
        if limit:
            command = ["prlimit", f"--as={limit}", *command]
        if self.user:
            command = ["runuser", "-u", self.user, "--", *command]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder)

    def start(self, limit=None):
        settings = f"-k {self.folder} -p 5499 -c listen_addresses= -c fsync=off -c shared_buffers=64MB"
        self.run_as_user("pg_ctl", "-D", self.data, "-l", self.log, "-o", settings, "-w", "start", limit=limit)

    def stop(self):
        self.run_as_user("pg_ctl", "-D", self.data, "-m", "fast", "-w", "stop")

    def psql(self, *statements, database="postgres"):
        """Runs statements in one session. Their output, and the errors with their codes."""
        return self.begin(*statements, database=database).communicate()

    def begin(self, *statements, database="postgres"):
        """Begins a session that runs statements, without waiting for it."""
        command = [self.programs / "psql", "-XqAt", "-v", "VERBOSITY=verbose", "-d", database]
        command += [part for statement in statements for part in ("-c", statement)]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=self.environment)

    def value(self, *statements, **options):
        output, errors = self.psql(*statements, **options)
        expect(not errors, f"{statements}: {errors}")
        return output.strip()

    def error(self, code, *statements, **options):
        output, errors = self.psql(*statements, **options)
        expect(f"ERROR:  {code}:" in errors, f"{statements} is no error {code}: {output[:200]}{errors}")
        return errors


def check_encodings(server):
    """What a database in another encoding does not have is an error that names it."""
    for encoding in ["LATIN1", "SQL_ASCII", "EUC_JP"]:
        server.value(f"CREATE DATABASE {encoding} ENCODING '{encoding}' TEMPLATE template0 LOCALE 'C'")
        server.value("CREATE EXTENSION blockmask", database=encoding.lower())
    page = "'\\x{}'::bytea".format("<title>Café</title><p>Le café était fermé ce matin.".encode().hex())
    text = "SELECT encode(convert_to(blockmask_text({}), 'LATIN1'), 'hex')"
    expected = "Le café était fermé ce matin.".encode("latin-1").hex()
    expect(server.value(text.format(page), database="latin1").endswith(expected), "a page in a LATIN1 database")
    page = "'\\x{}'::bytea".format("<p>雨が三日間降り続き、川の水が増えた。".encode("shift_jis").hex())
    server.error("22P05", f"SELECT blockmask_text({page}, 'shift_jis')", database="latin1")
    server.error("22P05", f"SELECT count(*) FROM blockmask_blocks({page}, 'shift_jis')", database="latin1")
    text = f"SELECT blockmask_text({page}, 'shift_jis')"
    for encoding in ["EUC_JP", "SQL_ASCII"]:
        server.environment["PGCLIENTENCODING"] = "UTF8" if encoding == "EUC_JP" else "SQL_ASCII"
        expect("川の水が増えた" in server.value(text, database=encoding.lower()), f"a page in {encoding}")
    del server.environment["PGCLIENTENCODING"]
    # The server can send UTF-8 from a LATIN1 database, and an address has the encoding of the database.
    address = "blockmask_markdown('<p>Rain fell on <a href=x>the city</a> today.', address => 'http://a/é/')"
    expect("http://a/é/x" in server.value("SET client_encoding = UTF8", f"SELECT {address}", database="latin1"), "an address")


def check_cancel(server):
    """A query that is cancelled, or whose server process is, ends at once: on pages of a megabyte, and on a very large one."""
    server.value("LOAD 'blockmask'", "ALTER SYSTEM SET blockmask.max_memory = '4GB'", "SELECT pg_reload_conf()")
    server.value(f"CREATE TABLE large AS SELECT {LARGE} AS html")
    server.value("CREATE TABLE common AS SELECT substring(html FROM 1 FOR 1000000) AS html FROM large, generate_series(1, 300)")
    slowest = {"common": 0, "large": 0}
    for table in slowest:
        for call in CALLS:
            for function in ["pg_cancel_backend", "pg_terminate_backend"]:
                for wait in [0.3, 0.7, 1.5]:
                    slowest[table] = max(slowest[table], time_to_cancel(server, table, call, function, wait))
    before = time.monotonic()
    server.value(f"SELECT {CALLS[0]} FROM large")
    whole = time.monotonic() - before
    within = ", ".join(f"{value:.3f} s ({table} pages)" for table, value in slowest.items())
    print(f"postgresql: cancelled within {within}; one large page takes {whole:.3f} s")
    # By the speed of the machine, because nobody waits for such a page.
    limits = {"common": 2 * CANCEL, "large": whole / 4}
    for table, value in slowest.items():
        expect(value < limits[table], f"a query on {table} pages went on for {value:.3f} s (at most {limits[table]:.3f}) after it was cancelled")


def time_to_cancel(server, table, call, function, wait):
    """Seconds for which a query goes on after it was cancelled, without what psql takes by itself."""
    session = server.begin(f"SELECT {call} FROM {table}")
    time.sleep(wait)
    psql = time_of_psql(server)
    before = time.monotonic()
    found = f"query LIKE 'SELECT %FROM {table}' AND pid <> pg_backend_pid()"
    server.value(f"SELECT {function}(pid) FROM pg_stat_activity WHERE {found}")
    _, errors = session.communicate()
    code = {"pg_cancel_backend": "57014", "pg_terminate_backend": "57P01"}[function]
    expect(code in errors or not errors, f"{call} after {function}: {errors}")
    return time.monotonic() - before - psql


def time_of_psql(server):
    before = time.monotonic()
    server.value("SELECT 1")
    return time.monotonic() - before


def check_memory(server):
    """A process keeps no more than it may, and leaks nothing over 100,000 pages, a tenth of which are errors."""
    resident = "(SELECT (regexp_match(pg_read_file('/proc/self/status'), 'VmRSS:\\s+(\\d+)'))[1]::integer)"
    page = "'\\x{}'::bytea".format(PAGE.encode().hex())
    loop = f"""DO $$ DECLARE html bytea := {page}; BEGIN FOR i IN 1..COUNT LOOP
        PERFORM blockmask_text(html), blockmask_markdown(html), blockmask_facts(html), blockmask_tsvector('simple', html);
        PERFORM count(*) FROM blockmask_blocks(html);
        PERFORM count(*) FROM blockmask_passages(html, 1 + i % 20);
        IF i % 10 = 0 THEN BEGIN
            PERFORM count(*) FROM blockmask_passages(html, 0);
        EXCEPTION WHEN invalid_parameter_value THEN NULL; END; END IF;
        END LOOP; END $$"""
    lines = server.value(
        loop.replace("COUNT", "1000"), f"SELECT {resident}", loop.replace("COUNT", "16667"), f"SELECT {resident}",
        f"SELECT length(blockmask_text(html)) FROM large", f"SELECT {resident}", "SELECT blockmask_text('')", f"SELECT {resident}",
    ).split("\n")
    before, after = int(lines[0]), int(lines[1])
    print(f"postgresql: {before} kB after 6,000 pages, {after} kB after 106,000; {lines[-1]} kB after one of 244 MB")
    expect(after - before < 2000, f"{after - before} kB leaked over 100,000 pages")
    expect(int(lines[-1]) - after < 64 * 1024, f"{lines[-1]} kB after a page of 244 MB")


def check_refused_memory(server):
    """Memory that the system refuses is an error, after which the process goes on."""
    server.stop()
    server.start(limit=1200 << 20)
    large, small = "SELECT length(blockmask_text(html)) FROM large", "SELECT blockmask_text('<p>Rain fell on the city.')"
    output, errors = server.psql(large, small)
    expect("53200" in errors and "Rain fell" in output, f"refused memory: {output} {errors}")
    server.stop()
    server.start()


def check_drop(server):
    """An extension that is dropped while a query uses it does not end the query."""
    server.value("CREATE TABLE many AS SELECT convert_to(repeat('<p>Rain fell.', 1000), 'UTF8') AS html FROM generate_series(1, 3000)")
    session = server.begin("SELECT sum(length(blockmask_text(html))) FROM many")
    time.sleep(0.3)
    server.value("DROP EXTENSION blockmask")
    output, errors = session.communicate()
    expect(output.strip().isdigit() and not errors, f"a query while the extension was dropped: {output} {errors}")
    server.error("42883", "SELECT blockmask_text('')")
    server.value("CREATE EXTENSION blockmask")
    expect(server.value("SELECT blockmask_text('<p>Rain fell')") == "Rain fell", "an extension that was created again")


def main():
    folder, pg_config = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2] if len(sys.argv) > 2 else "pg_config"
    server = Server(folder, pg_config)
    server.start()
    try:
        server.make("installcheck", f"bindir={server.programs}", env=server.environment)
        server.value("CREATE EXTENSION blockmask")
        for check in [check_encodings, check_cancel, check_memory, check_refused_memory, check_drop]:
            check(server)
    finally:
        server.stop()
    print("postgresql: all checks passed with", server.config("--version"))


if __name__ == "__main__":
    main()
