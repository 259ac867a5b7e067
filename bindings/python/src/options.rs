//! Keyword arguments to options of the library.

use crate::error;
use crate::pool::Pool;
use crate::settings::{RulesFile, Settings, Snapshot};
use crate::site::SiteStats;
use crate::values::{number, wrong_type};
use blockmask::{Limits, MaskMethod, Options, Parts, Rules, UnknownName};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};
use std::str::FromStr;
use std::sync::Arc;

/// The names of the options.
const NAMES: [&str; 26] = [
    "parts",
    "mask",
    "comments",
    "omit_headline",
    "fusion",
    "token_mode",
    "wrap_width",
    "use_metadata",
    "omit_metadata",
    "ignore_page_rules",
    "fold_case",
    "obey_charset",
    "fingerprint_text",
    "style_density",
    "visual",
    "max_input",
    "max_nodes",
    "max_depth",
    "max_attributes",
    "max_blocks",
    "max_memory",
    "max_steps",
    "max_output",
    "on_limit",
    "site",
    "rules",
];

/// The longest page in bytes: offsets have 32 bits.
const LONGEST_INPUT: u64 = u32::MAX as u64 - 1;

/// The least memory of a page in bytes, as in C.
const LEAST_MEMORY: u64 = 64 << 10;

/// The settings of keyword arguments; `None` stands for the default.
pub fn parse(arguments: Option<&Bound<'_, PyDict>>) -> PyResult<Settings> {
    let mut settings = Settings::default();
    for (name, value) in arguments.into_iter().flatten() {
        let name = name.cast::<PyString>()?.to_str()?;
        if !NAMES.contains(&name) {
            let message = format!("unknown option {name:?}; the options are {}", NAMES.join(", "));
            return Err(PyTypeError::new_err(message));
        }
        if !value.is_none() {
            match name {
                "site" => settings.site = Some(site(&value)?),
                "rules" => settings.rules = Some(rules(&value)?),
                _ => set(&mut settings.options, name, &value)?,
            }
        }
    }
    let mask = settings.options.mask;
    if settings.site.is_some() && mask != MaskMethod::Learned {
        let message = format!("site: only the mask \"learned\" uses it, not {:?}; leave one of them out", mask.name());
        return Err(PyValueError::new_err(message));
    }
    Ok(settings)
}

/// The pool of the module's functions for these keyword arguments.
pub fn pool(py: Python<'_>, arguments: Option<&Bound<'_, PyDict>>) -> PyResult<Arc<Pool>> {
    Pool::shared(parse(arguments)?).map_err(|error| error::of_site(py, error))
}

fn set(options: &mut Options, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let (limits, defaults) = (&mut options.limits, Limits::default());
    match name {
        "parts" => options.parts = parts(value)?,
        "mask" => options.mask = choice(name, value)?,
        "comments" => options.comments = choice(name, value)?,
        "omit_headline" => options.omit_headline = switch(name, value)?,
        "fusion" => options.fusion = choice(name, value)?,
        "token_mode" => options.token_mode = choice(name, value)?,
        "wrap_width" => options.wrap_width = number(name, value, 1, u32::MAX.into())? as u32,
        "use_metadata" => options.use_metadata = switch(name, value)?,
        "omit_metadata" => options.omit_metadata = switch(name, value)?,
        "ignore_page_rules" => options.ignore_page_rules = switch(name, value)?,
        "fold_case" => options.fold_case = switch(name, value)?,
        "obey_charset" => options.obey_charset = switch(name, value)?,
        "fingerprint_text" => options.fingerprint_text = choice(name, value)?,
        "style_density" => options.style_density = Some(choice(name, value)?),
        "visual" => options.visual = switch(name, value)?,
        "max_input" => limits.max_input = number(name, value, 0, LONGEST_INPUT)?,
        "max_nodes" => limits.max_nodes = number(name, value, 1, defaults.max_nodes.into())? as u32,
        "max_depth" => limits.max_depth = number(name, value, 1, u16::MAX.into())? as u16,
        "max_attributes" => limits.max_attributes = number(name, value, 0, defaults.max_attributes.into())? as u32,
        "max_blocks" => limits.max_blocks = number(name, value, 1, defaults.max_blocks.into())? as u32,
        "max_memory" => limits.max_memory = number(name, value, LEAST_MEMORY, u64::MAX)?,
        "max_steps" => limits.max_steps = number(name, value, 1, u64::MAX)?,
        "max_output" => limits.max_output = number(name, value, 0, u64::MAX)?,
        _ => limits.on_limit = choice(name, value)?,
    }
    Ok(())
}

/// All settings as keyword arguments.
pub fn to_dict<'py>(py: Python<'py>, settings: &Settings) -> PyResult<Bound<'py, PyDict>> {
    let Settings { options, site, rules } = settings;
    let Options { limits, .. } = options;
    let dict = PyDict::new(py);
    dict.set_item("parts", options.parts.names().collect::<Vec<_>>())?;
    dict.set_item("mask", options.mask.name())?;
    dict.set_item("comments", options.comments.name())?;
    dict.set_item("omit_headline", options.omit_headline)?;
    dict.set_item("fusion", options.fusion.name())?;
    dict.set_item("token_mode", options.token_mode.name())?;
    dict.set_item("wrap_width", options.wrap_width)?;
    dict.set_item("use_metadata", options.use_metadata)?;
    dict.set_item("omit_metadata", options.omit_metadata)?;
    dict.set_item("ignore_page_rules", options.ignore_page_rules)?;
    dict.set_item("fold_case", options.fold_case)?;
    dict.set_item("obey_charset", options.obey_charset)?;
    dict.set_item("fingerprint_text", options.fingerprint_text.name())?;
    dict.set_item("style_density", options.style_density.map(|method| method.name()))?;
    dict.set_item("visual", options.visual)?;
    dict.set_item("max_input", limits.max_input)?;
    dict.set_item("max_nodes", limits.max_nodes)?;
    dict.set_item("max_depth", limits.max_depth)?;
    dict.set_item("max_attributes", limits.max_attributes)?;
    dict.set_item("max_blocks", limits.max_blocks)?;
    dict.set_item("max_memory", limits.max_memory)?;
    dict.set_item("max_steps", (limits.max_steps < u64::MAX).then_some(limits.max_steps))?;
    dict.set_item("max_output", limits.max_output)?;
    dict.set_item("on_limit", limits.on_limit.name())?;
    dict.set_item("site", site.clone().map(SiteStats::of))?;
    dict.set_item("rules", rules.as_ref().map(|rules| &*rules.text))?;
    Ok(dict)
}

/// The rules of a file of rules, whose text is passed.
fn rules(value: &Bound<'_, PyAny>) -> PyResult<Arc<RulesFile>> {
    let text = value.cast::<PyString>().map_err(|_| wrong_type("rules", "a str", value))?.to_str()?.to_owned();
    let rules = text.parse::<Rules>().map_err(|error| PyValueError::new_err(format!("rules: {error}")))?;
    Ok(Arc::new(RulesFile { text, rules: Arc::new(rules) }))
}

/// Statistics of a site as they are now.
fn site(value: &Bound<'_, PyAny>) -> PyResult<Arc<Snapshot>> {
    value.cast::<SiteStats>().map(|stats| stats.get().snapshot()).map_err(|_| wrong_type("site", "a SiteStats", value))
}

/// One of the names of an enum.
fn choice<T: FromStr<Err = UnknownName>>(option: &str, value: &Bound<'_, PyAny>) -> PyResult<T> {
    let name = value.cast::<PyString>().map_err(|_| wrong_type(option, "a str", value))?;
    let name = name.to_string_lossy();
    name.parse().map_err(|error| PyValueError::new_err(format!("{option}={name:?}: {error}")))
}

/// The names of parts in a sequence.
fn parts(value: &Bound<'_, PyAny>) -> PyResult<Parts> {
    if value.is_instance_of::<PyString>() {
        return Err(wrong_type("parts", "a sequence of names", value));
    }
    let names = value.try_iter().map_err(|_| wrong_type("parts", "a sequence of names", value))?;
    names
        .map(|name| choice("parts", &name?))
        .try_fold(Parts::from_bits(0), |all, part: PyResult<Parts>| Ok(all | part?))
}

/// True or false.
fn switch(option: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.cast::<PyBool>().map(|value| value.is_true()).map_err(|_| wrong_type(option, "a bool", value))
}
