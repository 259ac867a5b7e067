/* A page of an article with two comments, the second of which answers the first. */
#ifndef STORY_H
#define STORY_H

#define SENTENCE "<p>The ringers of the old tower meet before sunrise, when the streets below are still empty and cold."

static const char ARTICLE[] =
    "<article><h1>Bells at dawn</h1>" SENTENCE SENTENCE SENTENCE SENTENCE SENTENCE SENTENCE "</article>"
    "<section class=comments><h2>2 comments</h2>"
    "<div class=comment><p><b>Ann</b> <time>1 April 2026</time></p><p>My aunt rang there for thirty years.</p>"
    "<a href=#>Reply</a><div class=answers>"
    "<div class=comment><p><b>Bob</b> <time>2 April 2026</time></p><p>Then she will have known my grandfather.</p>"
    "<a href=#>Reply</a></div></div></div></section>";

#endif
