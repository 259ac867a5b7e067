// The tree in C++.

#include <blockmask.hpp>

#include <cstdio>
#include <string>
#include <string_view>

int main()
{
    constexpr std::string_view html = "<p>Rain <b title='a&amp;b'>fell</b> on the city.";
    blockmask::analyzer analyzer;
    const blockmask::document page = analyzer.parse(html);
    bool found = false;
    for (const blockmask_node &node : page.nodes())
        if (std::string_view(node.name, node.name_length) == "b") {
            found = html.substr(node.source_start, node.source_end - node.source_start) ==
                    "<b title='a&amp;b'>fell</b>" &&
                    page.string(BLOCKMASK_STRING_ATTRIBUTE_VALUE, node.first_attribute) == "a&b";
        }
    const blockmask::selector selector("p > [title]");
    const blockmask::node_table nodes = page.select(selector);
    if (nodes.size() != 1 || !page.matches(selector, nodes[0]) || page.closest(selector, nodes[0] + 1) != nodes[0] ||
        !page.select(selector, nodes[0]).empty() || page.matches(selector, 0))
        return 1;
    blockmask::selector none(nullptr);
    if (none.try_compile("p:hover") != BLOCKMASK_BAD_ARGUMENT)
        return 1;
    const blockmask::document row = analyzer.parse("<td>1<td>2", {}, "tr");
    if (!found || row.nodes().size() != 5 || !row.block_nodes().empty())
        return 1;
    std::puts("ok");
    return 0;
}
