#include "sources.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <vector>

namespace fs = std::filesystem;

namespace {

bool is_page(const fs::path &path)
{
    const std::string extension = path.extension().string();
    return extension == ".html" || extension == ".htm";
}

/* A file URL; what has a meaning in a URL, and what must not be in one, is escaped. */
std::string file_url(const std::string &path)
{
    static const char digits[] = "0123456789ABCDEF";
    static const std::string kept = "/-._~!$&'()*+,;=:@";
    std::string url = "file://";
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) || kept.find(c) != kept.npos)
            url += c;
        else
            url.append(1, '%').append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
    }
    return url;
}

/* False if a subfolder could not be listed; what could be is in pages. */
bool list_pages(const fs::path &folder, std::vector<std::string> &pages, const visitor &visit)
{
    std::error_code error;
    fs::recursive_directory_iterator at(folder, fs::directory_options::follow_directory_symlink, error), end;
    for (; !error && at != end; at.increment(error))
        if (is_page(at->path()) && at->is_regular_file(error))
            pages.push_back(at->path().lexically_relative(folder).generic_string());
    if (error)
        visit.failed(folder.string(), error.message());
    std::sort(pages.begin(), pages.end());
    return !error;
}

} // namespace

bool visit_folder(const std::string &folder, const visitor &visit)
{
    std::vector<std::string> names;
    const bool is_complete = list_pages(folder, names, visit);
    const fs::path root = fs::canonical(folder);
    source_page page;
    for (const std::string &name : names) {
        const std::string path = (root / name).string();
        std::ifstream file(path, std::ios::binary);
        page.html.assign(std::istreambuf_iterator<char>(file), {});
        struct stat status;
        if (!file || stat(path.c_str(), &status) != 0) {
            visit.failed(name, std::strerror(errno));
            continue;
        }
        page.id = name;
        page.address = file_url(path);
        page.date = status.st_mtime;
        visit.page(page);
    }
    return is_complete;
}
