//! Random options and charsets.

use arbitrary::{Result, Unstructured};
use blockmask::internals::fusion::Threshold;
use blockmask::internals::tag_path::{ContentTest, Filter, StyleMode};
use blockmask::{
    CommentMode, FingerprintText, FusionMethod, MaskMethod, OnLimit, Options, Parts, StyleDensityMethod, TokenMode,
};

/// Random options; the defaults if the first byte is 0, so that many inputs are analyzed as by most callers.
pub fn options(input: &mut Unstructured<'_>) -> Result<Options> {
    let mut options = Options::default();
    if input.arbitrary::<u8>()? == 0 {
        return Ok(options);
    }
    options.parts = Parts::from_bits(input.arbitrary::<u32>()? & Parts::ALL.bits());
    options.limits.max_nodes = limit(input, options.limits.max_nodes)?;
    options.limits.max_depth = limit(input, options.limits.max_depth.into())?.try_into().unwrap_or(u16::MAX);
    options.limits.max_attributes = limit(input, options.limits.max_attributes)?;
    options.limits.max_blocks = limit(input, options.limits.max_blocks)?;
    if input.ratio(1, 8)? {
        options.limits.max_memory = (64 << 10) + (u64::from(input.arbitrary::<u8>()?) << 10);
    }
    if input.ratio(1, 8)? {
        options.limits.max_steps = input.arbitrary::<u16>()?.into();
    }
    options.limits.on_limit = *input.choose(OnLimit::VALUES)?;
    options.wrap_width = limit(input, options.wrap_width)?;
    options.token_mode = *input.choose(&[TokenMode::Unicode, TokenMode::Paper])?;
    options.fusion = *input.choose(FusionMethod::VALUES)?;
    options.experimental.fusion_threshold = match input.arbitrary::<u8>()? {
        0 => None,
        numerator => Threshold::new(numerator.into(), input.arbitrary::<u8>()?.into()).ok(),
    };
    options.experimental.fusion_smooth_low = input.arbitrary()?;
    options.experimental.tag_path.filter = *input.choose(&[Filter::Strict, Filter::Literal])?;
    options.experimental.tag_path.style = *input.choose(&[StyleMode::Raw, StyleMode::Reduced, StyleMode::None])?;
    options.experimental.tag_path.text_symbols = input.arbitrary()?;
    options.experimental.tag_path.scan_all = input.arbitrary()?;
    options.experimental.tag_path.content_test =
        *input.choose(&[ContentTest::None, ContentTest::LinkHeavy, ContentTest::Repetition])?;
    options.visual = input.arbitrary()?;
    options.experimental.seeker.radius = input.arbitrary::<u8>()?.into();
    options.experimental.seeker.inline_counts = input.arbitrary()?;
    style_density(input, &mut options)?;
    options.mask = *input.choose(MaskMethod::VALUES)?;
    options.fold_case = input.arbitrary()?;
    options.fingerprint_text = *input.choose(FingerprintText::VALUES)?;
    options.use_metadata = input.arbitrary()?;
    options.comments = *input.choose(CommentMode::VALUES)?;
    options.omit_headline = input.arbitrary()?;
    options.omit_metadata = input.arbitrary()?;
    options.ignore_page_rules = input.arbitrary()?;
    Ok(options)
}

fn style_density(input: &mut Unstructured<'_>, options: &mut Options) -> Result<()> {
    if input.ratio(1, 2)? {
        return Ok(());
    }
    options.style_density = Some(*input.choose(StyleDensityMethod::VALUES)?);
    let experimental = &mut options.experimental.style_density;
    experimental.t1 = input.int_in_range(0..=100)?;
    experimental.t2 = limit(input, experimental.t2)?;
    experimental.merge_nested = input.arbitrary()?;
    experimental.strict_article = input.arbitrary()?;
    Ok(())
}

/// The default, a small number or any number.
fn limit(input: &mut Unstructured<'_>, default: u32) -> Result<u32> {
    Ok(match input.arbitrary::<u8>()? {
        0..128 => default,
        small @ 128..250 => u32::from(small) - 127,
        _ => input.arbitrary::<u32>()?.max(1),
    })
}

/// The declared charset of the page; mostly none.
pub fn charset(input: &mut Unstructured<'_>) -> Result<Option<&'static str>> {
    const CHARSETS: [&str; 8] =
        ["utf-8", "windows-1252", "gbk", "shift_jis", "iso-2022-jp", "utf-16le", "replacement", "none such"];
    let choice = usize::from(input.arbitrary::<u8>()?);
    Ok(choice.checked_sub(256 - CHARSETS.len()).map(|index| CHARSETS[index]))
}
