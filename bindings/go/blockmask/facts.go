package blockmask

// #cgo noescape bridge_find_facts
// #cgo nocallback bridge_find_facts
// #include "bridge.h"
import "C"

import "strings"

// FactOptions is what came with a page, and for whom its directives are read.
type FactOptions struct {
	// The values of the X-Robots-Tag headers that came with the page, one per line, or "".
	XRobotsTag string
	// Names of crawlers, such as googlebot, whose directives apply besides those for all robots.
	Agents []string
	// Names of attributes that exclude an element from the index, such as the attributes for a site's own search.
	ExclusionAttributes []string
	// Other headers that came with the page, one per line as "name: value", or "": Link, X-Robots-Tag,
	// Content-Language, Content-Usage, Content-Signal, tdm-reservation and tdm-policy are read.
	Headers string
	// Whether to find facts of kind FactProperty, too.
	Properties bool
}

// FactKind is what a fact is about. Newer libraries may return numbers that are not listed here.
type FactKind uint32

// The kinds of facts.
const (
	// A directive to robots that applies, the sum of all: its name, and its value if it has one, such as "noindex", or
	// "max-snippet" with "50". It has no source.
	FactRobots FactKind = C.BLOCKMASK_FACT_ROBOTS
	// A directive as written, whether it applies or not. The name is the name of a crawler, or "robots" for all.
	FactDirective FactKind = C.BLOCKMASK_FACT_DIRECTIVE
	// The canonical address, absolute if the base is known.
	FactCanonical FactKind = C.BLOCKMASK_FACT_CANONICAL
	// The address of a version in another language, whose name is the language.
	FactAlternate FactKind = C.BLOCKMASK_FACT_ALTERNATE
	// The language of the page.
	FactLanguage FactKind = C.BLOCKMASK_FACT_LANGUAGE
	// The title for links to the page, of Open Graph.
	FactTitle FactKind = C.BLOCKMASK_FACT_TITLE
	// What the page is, in Open Graph.
	FactPageType FactKind = C.BLOCKMASK_FACT_PAGE_TYPE
	// The address of an image for links to the page.
	FactImage FactKind = C.BLOCKMASK_FACT_IMAGE
	// The name of the site.
	FactSiteName FactKind = C.BLOCKMASK_FACT_SITE_NAME
	// What the page is about, in a sentence or two.
	FactDescription FactKind = C.BLOCKMASK_FACT_DESCRIPTION
	// The type of a thing that JSON-LD describes, such as "NewsArticle".
	FactType FactKind = C.BLOCKMASK_FACT_TYPE
	// When the page was published, in ISO 8601.
	FactPublished FactKind = C.BLOCKMASK_FACT_PUBLISHED
	// When the page was last modified, in ISO 8601.
	FactModified FactKind = C.BLOCKMASK_FACT_MODIFIED
	// A part of the page that is excluded. The name is the rule, such as "data-nosnippet"; the value is what it is
	// excluded from: "all", "index", "snippet" or "anchor".
	FactExclusion FactKind = C.BLOCKMASK_FACT_EXCLUSION
	// What a directive or a header says about a use of the page. The name is the use: "search", "snippet", "ai-input",
	// "ai-training" or "image-training"; the value is "allowed" or "denied", a space, and the rule, such as "noai".
	FactUsage FactKind = C.BLOCKMASK_FACT_USAGE
	// The address of the policy on text and data mining.
	FactTDMPolicy FactKind = C.BLOCKMASK_FACT_TDM_POLICY
	// The address of a license. The name is the media type of the link, which is often empty.
	FactLicense FactKind = C.BLOCKMASK_FACT_LICENSE
	// An author of the page.
	FactAuthor FactKind = C.BLOCKMASK_FACT_AUTHOR
	// The headline of the page.
	FactHeadline FactKind = C.BLOCKMASK_FACT_HEADLINE
	// A value that the page declares about an entity, if FactOptions.Properties asks for it. The name is its path: the
	// names of the properties from the entity to the value, separated by ".".
	FactProperty FactKind = C.BLOCKMASK_FACT_PROPERTY
	// The keywords of the page, as it lists them.
	FactKeywords FactKind = C.BLOCKMASK_FACT_KEYWORDS
)

var factKindNames = [...]string{
	FactRobots: "robots", FactDirective: "directive", FactCanonical: "canonical", FactAlternate: "alternate",
	FactLanguage: "language", FactTitle: "title", FactPageType: "page_type", FactImage: "image",
	FactSiteName: "site_name", FactDescription: "description", FactType: "type", FactPublished: "published",
	FactModified: "modified", FactExclusion: "exclusion",
	FactUsage: "usage", FactTDMPolicy: "tdm_policy", FactLicense: "license",
	FactHeadline: "headline", FactAuthor: "author", FactProperty: "property", FactKeywords: "keywords",
}

// String is the name of the kind, such as "page_type"; "unknown" for one of a newer library.
func (k FactKind) String() string { return nameIn(factKindNames[:], uint32(k)) }

// FactOrigin is where a fact is from. Newer libraries may return numbers that are not listed here.
type FactOrigin uint32

// The origins of facts.
const (
	// Of FactRobots and FactExclusion.
	OriginNone FactOrigin = 0
	// A meta element.
	OriginMeta FactOrigin = C.BLOCKMASK_ORIGIN_META
	// A link element.
	OriginLink FactOrigin = C.BLOCKMASK_ORIGIN_LINK
	// A script with JSON-LD.
	OriginJSONLD FactOrigin = C.BLOCKMASK_ORIGIN_JSON_LD
	// An element with itemprop.
	OriginMicrodata FactOrigin = C.BLOCKMASK_ORIGIN_MICRODATA
	// A time element.
	OriginTime FactOrigin = C.BLOCKMASK_ORIGIN_TIME
	// The visible text of the page.
	OriginVisual FactOrigin = C.BLOCKMASK_ORIGIN_VISUAL
	// The lang attribute of the root element.
	OriginAttribute FactOrigin = C.BLOCKMASK_ORIGIN_ATTRIBUTE
	// An HTTP header: FactOptions.XRobotsTag.
	OriginHeader FactOrigin = C.BLOCKMASK_ORIGIN_HEADER
	// A rule of the site's owner, which names the element.
	OriginRule FactOrigin = C.BLOCKMASK_ORIGIN_RULE
	// An element with property inside one with typeof.
	OriginRDFa FactOrigin = C.BLOCKMASK_ORIGIN_RDFA
)

var factOriginNames = [...]string{
	OriginNone: "none", OriginMeta: "meta", OriginLink: "link", OriginJSONLD: "json-ld",
	OriginMicrodata: "microdata", OriginTime: "time", OriginVisual: "visual", OriginAttribute: "attribute",
	OriginHeader: "header", OriginRule: "rule", OriginRDFa: "rdfa",
}

// String is the name of the origin, such as "json-ld"; "unknown" for one of a newer library.
func (o FactOrigin) String() string { return nameIn(factOriginNames[:], uint32(o)) }

func nameIn(names []string, number uint32) string {
	if number < uint32(len(names)) && names[number] != "" {
		return names[number]
	}
	return "unknown"
}

// Fact is something that a page says about itself.
type Fact struct {
	Kind FactKind
	// Depends on the kind; "" for most.
	Name  string
	Value string
	// What states it in the bytes of the page; empty if it is not from the page.
	SourceStart, SourceEnd uint32
	Origin                 FactOrigin
	// Of dates, headlines and authors how certain they are, in percent, to rank them; else 0.
	Confidence uint32
	// Whether a directive applies; of FactUsage whether it decides, for the crawlers of the options.
	Applies bool
	// Of FactProperty the types of the object that has the property, separated by spaces; else "".
	ObjectType string
	// Of FactProperty the number of the entity, from 0; else 0.
	Entity uint64
}

// Facts finds what the page says about itself to search engines, ordered by kind.
func (p *Page) Facts(options FactOptions) (facts []Fact, err error) {
	header, headerLength := cString(options.XRobotsTag)
	agents, agentsLength := cString(strings.Join(options.Agents, " "))
	attributes, attributesLength := cString(strings.Join(options.ExclusionAttributes, " "))
	headers, headersLength := cString(options.Headers)
	var properties C.uint64_t
	if options.Properties {
		properties = 1
	}
	err = p.read(func(document *C.blockmask_document) C.blockmask_status {
		var found C.blockmask_table
		status := C.bridge_find_facts(document, header, headerLength, agents, agentsLength, attributes, attributesLength,
			headers, headersLength, properties, &found)
		if status != C.BLOCKMASK_OK {
			return status
		}
		defer C.blockmask_free(found.rows)
		for fact := range rowsOf[C.blockmask_fact](&found) {
			facts = append(facts, Fact{
				Kind:        FactKind(fact.kind),
				Name:        copyString(fact.name, fact.name_length),
				Value:       copyString(fact.value, fact.value_length),
				SourceStart: uint32(fact.source_start), SourceEnd: uint32(fact.source_end),
				Origin:     FactOrigin(fact.origin),
				Confidence: uint32(fact.confidence),
				Applies:    fact.applies != 0,
				ObjectType: copyString(fact.object_type, fact.object_type_length),
				Entity:     uint64(fact.entity),
			})
		}
		return status
	})
	return facts, err
}
