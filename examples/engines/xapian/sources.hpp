// Where pages come from: folders and WARC files.
#ifndef SOURCES_HPP
#define SOURCES_HPP

#include <ctime>
#include <functional>
#include <string>

struct source_page {
    std::string id, address;
    /* That of Content-Type, if there was one. */
    std::string charset;
    std::string html;
    std::time_t date = 0;
};

/* What is called for each page, and for each that cannot be read. */
struct visitor {
    std::function<void(const source_page &page)> page;
    std::function<void(const std::string &id, const std::string &reason)> failed;
};

/*
 * Visits the *.html and *.htm files of a folder and of its subfolders, sorted. Ids are paths relative to the folder.
 * Returns false if a part of the folder could not be listed.
 */
bool visit_folder(const std::string &folder, const visitor &visit);

/* Visits the HTML pages of a WARC file, compressed or not, in order. Ids are the URIs of the pages. */
void visit_warc(const std::string &path, const visitor &visit);

#endif
