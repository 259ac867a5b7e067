#!/bin/sh
# Tests search_pages on small pages. Run by make check.
set -u
program=$(dirname "$(realpath "$0")")/search_pages
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0

# check NAME EXPECTED ACTUAL: the actual output has the expected text in it.
check() {
    case $3 in
    *"$2"*) ;;
    *)
        echo "$1: expected $2, got $3"
        failures=$((failures + 1))
        ;;
    esac
}

index() { "$program" index "$@" 2>&1; }
search() { "$program" search "$@" 2>&1; }

# marked FILE HITS: the bytes of the first highlight of the first hit.
marked() {
    range=$(echo "$2" | sed -n '1s/.*"highlights":\[\[\([0-9]*\),\([0-9]*\)\].*/\1 \2/p')
    tail -c +$((${range% *} + 1)) "$1" | head -c $((${range#* } - ${range% *}))
}

mkdir -p pages/sub
text='Rain fell on the city for the third day, and the river rose above its banks. The old bridge was closed.'
navigation='<nav><a href=/>Menu of the caf&eacute;</a></nav>'
printf '<title>Weather</title>%s<h1>Rain</h1><p>%s' "$navigation" "$text" > pages/rain.html
printf '<title>Weather</title><h1>Rain again</h1><p>%s' "$text" > pages/copy.html
menu='<title>Menu</title><h1>Menu</h1><p>Tea and cake at the Caf&eacute; du Nord, with some_name in it.'
printf '%s' "$menu" > pages/sub/menu.htm
printf '<p>No page' > pages/notes.txt

check 'new pages' 'indexed 3, unchanged 0, deleted 0, failed 0 pages' "$(index i pages)"
check 'again' 'indexed 0, unchanged 3, deleted 0, failed 0 pages' "$(index i pages)"
check 'stats' '3 pages, ' "$("$program" stats i)"
check 'rank' '{"rank":1,' "$(search i cake)"
check 'path' '"path":"sub/menu.htm","title":"Menu"' "$(search i cake)"
check 'a character reference' 'Caf&eacute;' "$(marked pages/sub/menu.htm "$(search i CAFÉ)")"
check 'content before template' '"snippet":"Rain fell' "$(search --duplicates i the | grep rain.html)"
check 'template if there is nothing else' '"snippet":"Menu of the café"' "$(search i café | grep rain.html)"
check 'text before headlines' '"snippet":"Rain fell' "$(search --duplicates i rain | grep rain.html)"
check 'underscore separates' '"path":"sub/menu.htm"' "$(search i name)"
check 'a phrase' '"path":"sub/menu.htm"' "$(search i '"cake at the"')"
check 'no phrase' '[]' "[$(search i '"at the cake"')]"
check 'no phrase across blocks' '[]' "[$(search i '"menu tea"')]"
check 'a field' '[]' "[$(search i title:cake)]"
check 'a field that has it' '"path":"sub/menu.htm"' "$(search i title:menu)"
check 'near-duplicates' '1' "$(search i river | wc -l)"
check 'near-duplicates, too' '2' "$(search --duplicates i river | wc -l)"
check 'a limit' '1' "$(search --duplicates --limit 1 i river | wc -l)"
kind=$(search i cake | sed 's/.*"kind":"\([a-z]*\)".*/\1/')
check 'its kind' 'sub/menu.htm' "$(search --kind "$kind" i cake)"
check 'another kind' '[]' "[$(search --kind product i cake)]"
printf 'cake\nnothing\nriver bank\n' > queries
check 'a table' "$(printf 'cake\t1\tsub/menu.htm\t')" "$(search i --queries queries)"

printf '<title>Menu</title><p>Soup' > pages/sub/menu.htm
rm pages/copy.html
check 'changes' 'indexed 1, unchanged 1, deleted 1, failed 0 pages' "$(index i pages)"
check 'old text is gone' '[]' "[$(search i cake)]"
check 'a folder that is gone' 'failed 1 pages' "$(index i missing)"
check 'nothing deleted' '2 pages, ' "$("$program" stats i)"
check 'the other mode' 'was made without --plain' "$(index --plain i pages)"
check 'plain' 'indexed 2,' "$(index --plain p pages)"
check 'plain search' '"path":"sub/menu.htm"' "$(search p soup)"

# record URI DATE STATUS HEADERS BODY
record() {
    http=$(printf 'HTTP/1.1 %s\r\n%b\r\n%b.' "$3" "$4" "$5")
    http=${http%.}
    printf 'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nWARC-Date: %s\r\n' "$1" "$2"
    printf 'Content-Length: %d\r\n\r\n%s\r\n\r\n' "$(printf %s "$http" | wc -c)" "$http"
}
html='Content-Type: text/html; charset=utf-8\r\n'
record https://example.org/ 2020-01-02T03:04:05Z '200 OK' "$html" '<p>Home of rain' > a.warc
record https://example.org/ 2021-01-02T03:04:05Z '200 OK' "$html" '<p>New home of rain' >> a.warc
record https://example.org/b?x=1 2020-01-02T03:04:05Z '200 OK' "${html}Transfer-Encoding: chunked\r\n" \
    '4\r\n<p>r\r\n7\r\nain <b>\r\n0\r\n\r\n' >> a.warc
record https://example.org/c 2020-01-02T03:04:05Z '404 Not Found' "$html" '<p>No rain' >> a.warc
record https://example.org/d 2020-01-02T03:04:05Z '200 OK' 'Content-Type: text/plain\r\n' 'rain' >> a.warc
gzip -k a.warc
check 'a WARC file' 'indexed 3, unchanged 0, deleted 0, failed 0 pages' "$(index w a.warc.gz)"
check 'again, not compressed' 'indexed 0, unchanged 3, deleted 0, failed 0 pages' "$(index w a.warc)"
check 'the later capture' '"path":"https://example.org/","title":"","kind"' "$(search w new)"
check 'chunks' '"snippet":"rain","highlights":[[3,7]]' "$(search w rain | grep 'b?x=1')"
head -c 300 a.warc > cut.warc
check 'a WARC file that is cut' 'the file ends within a record' "$(index w cut.warc)"

"$program" search i 2> /dev/null
check 'usage' 2 $?
"$program" search --kind nothing i rain 2> /dev/null
check 'usage of --kind' 2 $?
"$program" index i missing > /dev/null 2>&1
check 'a failure' 1 $?

[ $failures = 0 ] && echo 'all tests passed'
exit $failures
