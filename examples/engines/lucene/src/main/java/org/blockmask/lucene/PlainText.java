package org.blockmask.lucene;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a page as an indexer without blockmask would take it: what remains without tags, to compare with.
 *
 * @param title the content of the title element
 * @param text all text, the title included
 */
record PlainText(String title, String text) {
    private static final Pattern NOT_TEXT =
            Pattern.compile("(?is)<(script|style)\\b.*?</\\1\\s*>|<!--.*?-->|<[a-z/!?][^>]*>");
    private static final Pattern TITLE = Pattern.compile("(?is)<title[^>]*>(.*?)</title");
    private static final Pattern REFERENCE = Pattern.compile("&#(x?)([0-9a-f]{1,6});", Pattern.CASE_INSENSITIVE);

    static PlainText of(byte[] html) {
        String source = decode(html);
        Matcher title = TITLE.matcher(source);
        return new PlainText(title.find() ? strip(title.group(1)) : "", strip(source));
    }

    private static String decode(byte[] html) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(html)).toString();
        } catch (CharacterCodingException e) {
            return new String(html, Charset.forName("windows-1252"));
        }
    }

    private static String strip(String html) {
        String text = NOT_TEXT.matcher(html).replaceAll(" ").replace("&nbsp;", " ").replace("&lt;", "<")
                .replace("&gt;", ">").replace("&quot;", "\"");
        return REFERENCE.matcher(text).replaceAll(PlainText::character).replace("&amp;", "&")
                .replaceAll("\\s+", " ").strip();
    }

    private static String character(MatchResult reference) {
        int radix = reference.group(1).isEmpty() ? 10 : 16;
        try {
            int character = Integer.parseInt(reference.group(2), radix);
            return Matcher.quoteReplacement(Character.toString(character));
        } catch (IllegalArgumentException e) {
            return " ";
        }
    }
}
