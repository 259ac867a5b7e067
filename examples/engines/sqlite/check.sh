#!/bin/sh
# Tests the program: on a folder and an archive made here, and a run that is killed and resumed.
set -eu
program=$(cd "$(dirname "$0")" && pwd)/search-sqlite
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

failures=0
# expect NAME PATTERN COMMAND...: whether what the command prints has a line like the pattern.
expect() {
    name=$1 pattern=$2
    shift 2
    "$@" >output 2>&1 || true
    if ! grep -q -e "$pattern" output; then
        echo "$name: expected '$pattern', got:"
        head -n 5 output
        failures=$((failures + 1))
    fi
}

# expect_status NAME STATUS COMMAND...
expect_status() {
    name=$1 status=$2 got=0
    shift 2
    "$@" >output 2>&1 || got=$?
    if [ "$got" -ne "$status" ]; then
        echo "$name: expected exit status $status, got $got"
        failures=$((failures + 1))
    fi
}

text='Rain fell on the city for the third day, and the river rose above the old bridge, so that people had to leave'
mkdir -p pages/sub
cat >pages/river.html <<END
<!doctype html><meta charset=utf-8><title>The river</title><nav><a href=/>Home</a> <a href=/about>Imprint</a></nav>
<article><h1>The river</h1><p>$text. The caf&eacute; was closed.</p><p hidden>sesame</p></article>
END
cat >pages/sub/copy.htm <<END
<!doctype html><meta charset=utf-8><title>A copy</title>
<article><h1>A copy</h1><p>$text. The caf&eacute; was closed.</article>
END
echo '<!doctype html><title>Bridges</title><p>A text about something else, with a bridge in it.' >pages/bridges.html
echo 'not a page' >pages/notes.txt

expect 'first run' '^indexed 3, unchanged 0, deleted 0, failed 0 pages' "$program" index index.db pages
expect 'second run' '^indexed 0, unchanged 3, deleted 0, failed 0 pages' "$program" index index.db pages
expect 'stats' '^3 pages, ' "$program" stats index.db
expect 'search' '"path":"river.html","title":"The river"' "$program" search index.db CAFÉ river
expect 'search' 'The café was closed.*"highlights":\[\[' "$program" search index.db CAFÉ
expect 'highlights' "^caf&eacute;\$" sh -c "
    '$program' search --limit 1 index.db café >hit
    range=\$(sed 's/.*highlights\":\[\[\([0-9]*\),\([0-9]*\)\].*/\1 \2/' hit)
    path=\$(sed 's/.*\"path\":\"\([^\"]*\).*/\1/' hit)
    head -c \${range#* } pages/\$path | tail -c +\$((\${range% *} + 1)); echo"
expect 'near-duplicates' '^1$' sh -c "'$program' search index.db café | wc -l"
expect 'near-duplicates' '^2$' sh -c "'$program' search --duplicates index.db café | wc -l"
expect 'hidden text' '^0$' sh -c "'$program' search index.db sesame | wc -l"
expect 'kind' '^0$' sh -c "'$program' search --kind product index.db café | wc -l"
expect 'page' 'The <mark>caf&eacute;</mark> was' "$program" page index.db river.html café
for query in '"' '*' 'NEAR(' '^river' 'title:river' 'a AND' '-river' '(river' "'" 'river"*' '{x}: a' '' '%s' NOT; do
    expect_status "query $query" 0 "$program" search index.db "$query"
done
expect 'words with signs' '"path":"river.html"' "$program" search index.db 'title:"river* OR_x'
printf 'bridge river\n"NEAR(\n\ncaf\303\251\n' >queries
expect 'queries' '^bridge river	1	[a-z/.]*	[0-9.]*$' "$program" search index.db --queries queries
expect_status 'no command' 2 "$program"
expect_status 'no query' 2 "$program" search index.db
expect_status 'no such option' 2 "$program" search --x index.db river
expect_status 'no such folder' 1 "$program" index index.db nothing
expect_status 'no index' 1 "$program" search pages/notes.txt river

rm pages/bridges.html
sed 's/river/brook/g' pages/river.html >changed && mv changed pages/river.html
expect 'changes' '^indexed 1, unchanged 1, deleted 1, failed 0 pages' "$program" index index.db pages
expect 'old text' '"path":"sub/copy.htm"' "$program" search --duplicates index.db river
expect 'new text' '"path":"river.html"' "$program" search index.db brook

# record TYPE ADDRESS HEADERS BODY: a record of an archive.
record() {
    message=$(printf 'HTTP/1.1 200 OK\r\n%s\r\n\r\n%s' "$3" "$4" && echo x)
    message=${message%x}
    printf 'WARC/1.0\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n' \
        "$1" "$2" "$(printf %s "$message" | wc -c)" "$message"
}
chunk="<title>Chunks</title><p>A page that came in two parts"
{
    record request http://example.org/ 'Content-Type: text/html' '<p>request'
    record response http://example.org/ 'Content-Type: text/html; charset=windows-1252' "<title>Start</title><p>$text"
    record response '<http://example.org/chunks/>' "$(printf 'Content-Type: text/html\r\nTransfer-Encoding: chunked')" \
        "$(printf '%x\r\n%s\r\n6\r\n, both\r\n0\r\n\r\n' "${#chunk}" "$chunk")"
    record response http://example.org/image 'Content-Type: image/png' 'png'
} >crawl.warc
{ head -c 300 crawl.warc | gzip; tail -c +301 crawl.warc | gzip; } >crawl.warc.gz
for archive in crawl.warc crawl.warc.gz; do
    rm -f warc.db
    expect "$archive" '^indexed 2, unchanged 0, deleted 0, failed 0 pages' "$program" index warc.db $archive
    expect "$archive" '"path":"http://example.org/"' "$program" search warc.db river
    expect "$archive" '"snippet":"A page that came in two parts, both"' "$program" search warc.db parts
    expect "$archive" '^indexed 0, unchanged 2,' "$program" index warc.db $archive
done
head -c $(($(wc -c <crawl.warc) / 2)) crawl.warc >short.warc
head -c $(($(wc -c <crawl.warc.gz) / 2)) crawl.warc.gz >short.warc.gz
expect 'truncated archive' 'short.warc: the last record is not complete' "$program" index warc.db short.warc
expect 'truncated archive' '^short.warc.gz: ' "$program" index warc.db short.warc.gz
expect_status 'truncated archive' 1 "$program" index warc.db short.warc.gz
expect_status 'no archive' 1 "$program" index warc.db queries

# A run that is killed loses what was not committed; the next one adds it.
mkdir many
i=0
while [ $i -lt 3000 ]; do
    echo "<title>Page $i</title><p>$text. This is page $i of many, with number$i." >many/$i.html
    i=$((i + 1))
done
"$program" index whole.db many >output
for delay in 0.1 0.2 0.3; do
    "$program" index killed.db many >output 2>&1 &
    sleep $delay
    kill -9 $! 2>/dev/null || true
    wait $! 2>/dev/null || true
done
expect 'killed' ' failed 0 pages' "$program" index killed.db many
printf 'number17 river\nnumber2999\npage many\n' >queries
"$program" search --duplicates whole.db --queries queries >expected
"$program" search --duplicates killed.db --queries queries >output
cmp expected output || failures=$((failures + 1))

[ $failures -eq 0 ] && echo "program: no failures"
