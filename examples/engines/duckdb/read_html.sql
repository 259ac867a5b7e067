-- Tables of HTML files: .read read_html.sql, or run this file in any client, after LOAD. A path may be a pattern, a list, or
-- an address, as in read_blob. Files are read in parallel.
CREATE OR REPLACE MACRO read_html(path) AS TABLE
    SELECT filename, unnest(blockmask_blocks(content), recursive := true) FROM read_blob(path);

CREATE OR REPLACE MACRO read_html_passages(path) AS TABLE
    SELECT filename, unnest(blockmask_passages(content), recursive := true) FROM read_blob(path);
