//go:build cgo

package blockmask

// Input is a page with what is known about it. Its bytes and strings must not change during a call and are not needed
// after it.
type Input struct {
	// The page.
	HTML []byte
	// The encoding that came with it, such as the charset of HTTP's Content-Type, or "". A byte order mark takes
	// precedence over it; an unknown name is ignored.
	Charset string
	// The absolute address (URL) that it came from, in UTF-8, or "". It tells links within the page from links to other
	// pages: see FieldInPageLink. The canonical address that the page declares serves, too.
	Address string
	// The values of the X-Robots-Tag headers that came with it, one per line, or "". For Page.Facts.
	XRobotsTag string
}

func inputsOf(pages [][]byte) []Input {
	inputs := make([]Input, len(pages))
	for i, html := range pages {
		inputs[i].HTML = html
	}
	return inputs
}
