//! HTML in descriptions becomes Markdown, and all other text stays.

use super::to_markdown;

#[test]
fn tags_become_markdown() {
    for (html, markdown) in [
        ("<p>One.</p>\n<p>Two.</p>", "One.\n\nTwo."),
        ("One.<p>Two.<p>Three.", "One.\n\nTwo.\n\nThree."),
        ("One.<br/>Two.<BR>\n  Three.<br />", "One.\nTwo.\nThree."),
        (
            "a <b>bold </b>word, <i>two</i> <em>words</em>",
            "a **bold** word, *two* *words*",
        ),
        ("use <code>GET</code> or `<code>`", "use `GET` or `<code>`"),
        (
            "see <a class=x href=\"https://a.example/?b=1&amp;c=2\" target='_blank'>there</a>.",
            "see [there](https://a.example/?b=1&c=2).",
        ),
        (
            "<a href='https://a.example'>https://a.example</a>",
            "https://a.example",
        ),
        ("<a name=\"top\"></a>Top", "Top"),
        (
            "Kinds:<ul><li>cat</li>\n  <li>dog<ol><li>big<li>small</ol></li></ul>End",
            "Kinds:\n\n- cat\n- dog\n  1. big\n  2. small\n\nEnd",
        ),
        (
            "<h3>Limits</h3>Ten.<hr>More",
            "**Limits**\n\nTen.\n\n---\n\nMore",
        ),
        ("<pre><code>a\n  b\n</code></pre>", "```\na\n  b\n```"),
        ("10<sup>9</sup> <nobr>or so</nobr>", "10^9 or so"),
        (
            "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>",
            "a | b\n1 | 2",
        ),
        ("1&nbsp;a &mdash; b", "1 a — b"),
        ("<p>a &lt; b &#38; &#x41;</p>", "a < b & A"),
    ] {
        assert_eq!(to_markdown(html), markdown, "{html}");
    }
}

#[test]
fn what_is_no_tag_stays() {
    for text in [
        "a < b > c & d",
        "<name> of <image>:<tag>",
        "GET /pets/<code>/<p>",
        "a <code> that has no end",
        "<https://a.example> <p",
        "`<p>` and ``<b>x</b> ` ``",
        "```\n<p>a</p>\n```",
        "write &lt; as &amp;lt;",
        "<a href=x y=\"> never ends",
        "</b> before <b>",
        "<!-- a comment -->",
    ] {
        assert_eq!(to_markdown(text), text);
    }
}

#[test]
fn no_word_is_lost() {
    for text in [
        "<ul><b>one</ul> two</b> <li>three",
        "</p></li></ul>one</h1> <h1>two <pre>three <code>four</pre> five</code>",
        "<a href='one'><b></a>two</b><a href=three></a>",
        "<td>one<tr>two</tr><dd>three</dd></td>",
        "<code>o`ne</code> <pre>```two</pre>",
    ] {
        let markdown = to_markdown(text);
        for word in ["one", "two", "three", "four", "five"] {
            let is_kept = !text.contains(word) || markdown.contains(word);
            assert!(is_kept, "{text}: {markdown}");
        }
    }
}
