//! The mixed-case names of SVG and MathML, and the prefixes of foreign attributes (HTML, "Creating and inserting
//! nodes": "adjust SVG attributes", "adjust foreign attributes"; and "The rules for parsing tokens in foreign
//! content").

use super::node::Namespace;
use crate::base::words::{Words, words};

/// The element's name in its namespace: SVG has mixed-case names.
pub fn element_name(namespace: Namespace, lower: &str) -> &str {
    if namespace == Namespace::Svg { adjusted(SVG_ELEMENTS, lower) } else { lower }
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
        Namespace::Svg => ("", adjusted(SVG_ATTRIBUTES, lower)),
        _ => ("", lower),
    }
}

fn adjusted(names: Words, lower: &str) -> &str {
    names.iter().find(|name| name.eq_ignore_ascii_case(lower)).unwrap_or(lower)
}

#[rustfmt::skip]
const SVG_ELEMENTS: Words = words![
    "altGlyph", "altGlyphDef", "altGlyphItem", "animateColor", "animateMotion", "animateTransform", "clipPath",
    "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting",
    "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR",
    "feGaussianBlur", "feImage", "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight",
    "feSpecularLighting", "feSpotLight", "feTile", "feTurbulence", "foreignObject", "glyphRef", "linearGradient",
    "radialGradient", "textPath",
];

#[rustfmt::skip]
const SVG_ATTRIBUTES: Words = words![
    "attributeName", "attributeType", "baseFrequency", "baseProfile", "calcMode", "clipPathUnits",
    "diffuseConstant", "edgeMode", "filterUnits", "glyphRef", "gradientTransform", "gradientUnits", "kernelMatrix",
    "kernelUnitLength", "keyPoints", "keySplines", "keyTimes", "lengthAdjust", "limitingConeAngle", "markerHeight",
    "markerUnits", "markerWidth", "maskContentUnits", "maskUnits", "numOctaves", "pathLength",
    "patternContentUnits", "patternTransform", "patternUnits", "pointsAtX", "pointsAtY", "pointsAtZ",
    "preserveAlpha", "preserveAspectRatio", "primitiveUnits", "refX", "refY", "repeatCount", "repeatDur",
    "requiredExtensions", "requiredFeatures", "specularConstant", "specularExponent", "spreadMethod",
    "startOffset", "stdDeviation", "stitchTiles", "surfaceScale", "systemLanguage", "tableValues", "targetX",
    "targetY", "textLength", "viewBox", "viewTarget", "xChannelSelector", "yChannelSelector", "zoomAndPan",
];
