//! Lines with names and dates that programs print around comments without a class.

use super::markup_tests::{article, items, roles};
use crate::Role;

/// A line such as "Posted by Ann" may be the end of a text, in many languages; initials end no sentence, and names may have
/// numbers before them.
#[test]
fn printed_bylines_without_names() {
    let below = |by: &str| {
        items(|name, text, i| format!("<div>{text}<br><small>{by} {name} 0{i}.04.2006 10:1{i}</small></div>"))
    };
    let beside =
        |by: &str| items(|name, text, i| format!("<div><p>{text}</p><p>{by} {name} 0{i}.04.2006 10:1{i}</p></div>"));
    for by in ["Scritto da", "Написала", "Yazan:", "发表者：", "投稿者:"] {
        for comments in [below(by), beside(by)] {
            assert_eq!(roles(&article(&comments)), [Role::Comment; 4], "{comments}");
        }
    }
    let initials = items(|name, text, i| {
        format!(
            "<tr><td><b>{name} {}.</b> - 0{i}.04.2006 10:1{i}</td></tr><tr><td>{text}</td></tr>",
            ["A", "Б", "Ç", "D"][i - 1]
        )
    });
    let numbers =
        items(|name, text, i| format!("<dt>{i}: {name} : 2015年3月{i}日 10:1{i}</dt><dd>{text}<br><br></dd>"));
    let disclosures = items(|name, text, i| {
        format!("<details><summary>{name} ({i} April 2006 10:1{i})</summary><p>{text}</p></details>")
    });
    for comments in [format!("<table>{initials}</table>"), format!("<dl>{numbers}</dl>"), disclosures] {
        assert_eq!(roles(&article(&comments)), [Role::Comment; 4], "{comments}");
    }
}

/// Services of comments print ages and full names.
#[test]
fn ages_of_comments_in_many_languages() {
    for age in ["il y a 2 ans", "2年前", "2년 전", "2 anos atrás", "2 роки тому"] {
        let comments = items(|name, text, i| {
            format!(
                "<li><header><span class=author><a href=#>{name} de la Fontaine</a></span> <span>• <a href=#{i}>{age}</a></span>\
                 </header><div><p>{text}</p></div><footer><a href=#>{i}</a> <a href=#>Reply</a></footer></li>"
            )
        });
        assert_eq!(roles(&article(&format!("<ul>{comments}</ul>"))), [Role::Comment; 4], "{age}");
    }
}
