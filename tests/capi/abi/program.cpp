// A program with the C++ classes of version 0.2.0.
#include <blockmask.hpp>
#include <cstdio>

static void print(const blockmask::page &page)
{
    for (const blockmask::block block : page.blocks())
        std::printf("%u %s\n", static_cast<unsigned>(block.weight()), std::string(block.text()).c_str());
    const blockmask::joined_text joined = page.main_text();
    std::printf("%s\n", std::string(joined.text()).c_str());
}

int main()
{
    blockmask::config config;
    blockmask::analyzer analyzer(config);
    print(analyzer.analyze("<p>Rain fell on the city for the third day, and the river rose."));
}
