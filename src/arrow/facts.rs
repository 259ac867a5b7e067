//! The column of facts, with the fields of JSON lines.

use super::array::{Array, DataType, Layout};
use super::column::{Bits, Column, List, Nullable, Numbers, Push, Result, Text, column_name, layout, record};
use super::selection::Kept;
use crate::{Alternate, DateFact, Exclusion, Fact, ImagePreview, PageFacts, Robots, RobotsDirective};

record! {
    FactsColumns(facts => &PageFacts) {
        robots: RobotsColumns = &facts.robots;
        canonical: Nullable<FactColumns> = facts.canonical.as_ref();
        alternates: List<AlternateColumns> = &facts.alternates;
        language: Nullable<FactColumns> = facts.language.as_ref();
        title: Nullable<FactColumns> = facts.title.as_ref();
        page_type: Nullable<FactColumns> = facts.page_type.as_ref();
        image: Nullable<FactColumns> = facts.image.as_ref();
        site_name: Nullable<FactColumns> = facts.site_name.as_ref();
        description: Nullable<FactColumns> = facts.description.as_ref();
        types: List<FactColumns> = &facts.types;
        published: Nullable<DateColumns> = facts.published.as_ref();
        modified: Nullable<DateColumns> = facts.modified.as_ref();
        exclusions: List<ExclusionColumns> = &facts.exclusions;
    }
}

record! {
    RobotsColumns(robots => &Robots) {
        rules: List<Text> = robots.rules.names();
        max_snippet: Nullable<Numbers<i64>> = robots.max_snippet.map(i64::from);
        max_image_preview: Nullable<Text> = robots.max_image_preview.map(ImagePreview::name);
        max_video_preview: Nullable<Numbers<i64>> = robots.max_video_preview.map(i64::from);
        unavailable_after: Nullable<Text> = robots.unavailable_after.as_deref();
        directives: List<DirectiveColumns> = &robots.directives;
    }
}

record! {
    DirectiveColumns(directive => &RobotsDirective) {
        agent: Text = directive.agent.as_str();
        name: Text = directive.name.as_str();
        value: Nullable<Text> = directive.value.as_deref();
        applies: Bits = directive.applies;
        origin: Text = directive.origin.name();
        source_start: Nullable<Numbers<i64>> = directive.source.as_ref().map(|source| source.start as i64);
        source_end: Nullable<Numbers<i64>> = directive.source.as_ref().map(|source| source.end as i64);
    }
}

record! {
    FactColumns(fact => &Fact) {
        value: Text = fact.value.as_str();
        origin: Text = fact.origin.name();
        source_start: Numbers<i64> = fact.source.start as i64;
        source_end: Numbers<i64> = fact.source.end as i64;
    }
}

record! {
    AlternateColumns(alternate => &Alternate) {
        language: Text = alternate.language.as_str();
        value: Text = alternate.address.value.as_str();
        origin: Text = alternate.address.origin.name();
        source_start: Numbers<i64> = alternate.address.source.start as i64;
        source_end: Numbers<i64> = alternate.address.source.end as i64;
    }
}

record! {
    DateColumns(date => &DateFact) {
        date: Text = date.date.as_str();
        confidence: Numbers<f32> = date.confidence;
        origin: Text = date.origin.name();
        source_start: Numbers<i64> = date.source.start as i64;
        source_end: Numbers<i64> = date.source.end as i64;
    }
}

record! {
    ExclusionColumns(exclusion => &Exclusion) {
        rule: Text = exclusion.rule.name();
        scope: Text = exclusion.scope.name();
        source_start: Numbers<i64> = exclusion.source.start as i64;
        source_end: Numbers<i64> = exclusion.source.end as i64;
    }
}
