/*
 * Writes a table of the blocks of all pages in a directory, as tab-separated values, with several threads.
 *
 *     c++ -std=c++17 -O2 -pthread index_directory.cpp $(pkg-config --cflags --libs blockmask) \
 *         -Wl,-rpath,$(pkg-config --variable=libdir blockmask) -o index_directory
 *     ./index_directory pages 4 > blocks.tsv
 *
 * Each thread has its own analyzer and takes the next page from a shared counter. The table is in the order of the
 * names, however many threads there are.
 */
#include <blockmask.hpp>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace {

/* What is written for a page. */
struct result {
    std::string rows, error;
};

void append_rows(std::string &rows, const std::string &name, const blockmask::document &page)
{
    const auto column = [&rows](std::size_t number, char end) { rows.append(std::to_string(number)) += end; };
    std::size_t index = 0;
    for (const blockmask_block &block : page.blocks()) {
        rows.append(name) += '\t';
        column(block.source_start, '\t');
        column(block.source_end, '\t');
        column(block.tokens, '\t');
        column(block.linked_tokens, '\t');
        column(block.density_tokens, '/');
        column(block.density_lines, '\t');
        rows.append(blockmask_name(BLOCKMASK_NAMES_ROLE, block.role)) += '\t';
        column(block.weight, '\t');
        column(block.heading_level, '\t');
        rows.append(page.string(BLOCKMASK_STRING_TAG_PATH, index++)) += '\t';
        rows.append(page.text(block)) += '\n';
    }
}

void index_page(blockmask::analyzer &analyzer, const std::filesystem::path &path, result &out)
{
    std::ifstream file(path, std::ios::binary);
    const std::string html{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file) {
        out.error = "cannot be read";
        return;
    }
    try {
        append_rows(out.rows, path.filename().string(), analyzer.analyze(html));
    } catch (const std::exception &error) {
        out.rows.clear();
        out.error = error.what();
    }
}

std::vector<std::filesystem::path> pages_of(const char *directory)
{
    std::vector<std::filesystem::path> pages;
    for (const auto &entry : std::filesystem::directory_iterator(directory))
        if (entry.path().filename().string()[0] != '.')
            pages.push_back(entry.path());
    std::sort(pages.begin(), pages.end(), [](const auto &left, const auto &right) {
        return left.filename().string() < right.filename().string();
    });
    return pages;
}

int run(const char *directory, unsigned thread_count)
{
    const auto pages = pages_of(directory);
    std::vector<result> results(pages.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        blockmask::analyzer analyzer;
        for (std::size_t i = next++; i < pages.size(); i = next++)
            index_page(analyzer, pages[i], results[i]);
    };
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < thread_count; i++)
        threads.emplace_back(work);
    for (auto &thread : threads)
        thread.join();

    int failed = 0;
    std::puts("file\tstart\tend\ttokens\tlinked\tdensity\trole\tweight\theading\tpath\ttext");
    for (std::size_t i = 0; i < pages.size(); i++) {
        std::fwrite(results[i].rows.data(), 1, results[i].rows.size(), stdout);
        if (!results[i].error.empty()) {
            std::fprintf(stderr, "%s: %s\n", pages[i].filename().string().c_str(), results[i].error.c_str());
            failed = 1;
        }
    }
    return failed;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 2 && argc != 3) {
        std::fprintf(stderr, "usage: %s DIRECTORY [THREADS]\n", argv[0]);
        return 2;
    }
    const int threads = argc == 3 ? std::atoi(argv[2]) : static_cast<int>(std::thread::hardware_concurrency());
    try {
        return run(argv[1], static_cast<unsigned>(std::max(1, threads)));
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s: %s\n", argv[1], error.what());
        return 1;
    }
}
