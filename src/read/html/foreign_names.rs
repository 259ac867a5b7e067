//! The mixed-case names of SVG and MathML, and the prefixes of foreign attributes (HTML, "Creating and inserting
//! nodes": "adjust SVG attributes", "adjust foreign attributes"; and "The rules for parsing tokens in foreign
//! content").

use super::node::Namespace;

/// The element's name in its namespace: SVG has mixed-case names.
pub fn element_name(namespace: Namespace, lower: &str) -> &str {
    if namespace == Namespace::Svg { adjusted(&SVG_ELEMENTS, lower) } else { lower }
}

/// The attribute's name on an element of this namespace: a prefix (`xlink`, `xml`, `xmlns` or none) and a local name.
pub fn attribute_name(namespace: Namespace, lower: &str) -> (&str, &str) {
    if namespace == Namespace::Html {
        return ("", lower);
    }
    if let Some((prefix, local)) = lower.split_once(':') {
        let known = match prefix {
            "xlink" => ["actuate", "arcrole", "href", "role", "show", "title", "type"].contains(&local),
            "xml" => ["lang", "space"].contains(&local),
            "xmlns" => local == "xlink",
            _ => false,
        };
        return if known { (prefix, local) } else { ("", lower) };
    }
    match namespace {
        Namespace::MathMl if lower == "definitionurl" => ("", "definitionURL"),
        Namespace::Svg => ("", adjusted(&SVG_ATTRIBUTES, lower)),
        _ => ("", lower),
    }
}

fn adjusted<'n>(names: &[&'static str], lower: &'n str) -> &'n str {
    names.iter().find(|name| name.eq_ignore_ascii_case(lower)).copied().unwrap_or(lower)
}

/// The words of a text, which are separated by single spaces.
const fn words<const COUNT: usize>(text: &str) -> [&str; COUNT] {
    let mut words = [""; COUNT];
    let (mut rest, mut word) = (text, 0);
    while word < COUNT {
        let mut end = 0;
        while end < rest.len() && rest.as_bytes()[end] != b' ' {
            end += 1;
        }
        let (first, after) = rest.split_at(end);
        words[word] = first;
        rest = if after.is_empty() { after } else { after.split_at(1).1 };
        word += 1;
    }
    assert!(rest.is_empty() && !words[COUNT - 1].is_empty());
    words
}

const SVG_ELEMENTS: [&str; 37] = words(
    "altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix \
     feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight \
     feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology \
     feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient \
     radialGradient textPath",
);

const SVG_ATTRIBUTES: [&str; 58] = words(
    "attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode \
     filterUnits glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines \
     keyTimes lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits \
     numOctaves pathLength patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ \
     preserveAlpha preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur requiredExtensions \
     requiredFeatures specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles \
     surfaceScale systemLanguage tableValues targetX targetY textLength viewBox viewTarget xChannelSelector \
     yChannelSelector zoomAndPan",
);
