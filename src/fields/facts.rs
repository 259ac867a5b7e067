//! The fields of facts: what a page says about itself.

/// Calls a macro with each row of facts, as [`fields`](super::fields) does with the others.
macro_rules! fact_fields {
    ($row:ident) => {
        $row! {
            /// What a page says about itself.
            PageFactsFields(facts => PageFacts) {
                /// What it says to robots.
                robots: RobotsFields = &facts.robots;
                /// What it and its headers say about its uses.
                usage: List<UsageFields> = &facts.usage;
                /// The address of its policy on text and data mining.
                tdm_policy: Nullable<FactFields> = facts.tdm_policy.as_ref();
                /// Its licenses.
                licenses: List<LicenseFields> = &facts.licenses;
                /// Its canonical address.
                canonical: Nullable<FactFields> = facts.canonical.as_ref();
                /// Its versions in other languages.
                alternates: List<AlternateFields> = &facts.alternates;
                /// Its language.
                language: Nullable<FactFields> = facts.language.as_ref();
                /// The title that a rule of the site's owner names, else `og:title`.
                title: Nullable<FactFields> = facts.title.as_ref();
                /// `og:type`.
                page_type: Nullable<FactFields> = facts.page_type.as_ref();
                /// `og:image`.
                image: Nullable<FactFields> = facts.image.as_ref();
                /// The name of its site.
                site_name: Nullable<FactFields> = facts.site_name.as_ref();
                /// What it is about, in a sentence or two.
                description: Nullable<FactFields> = facts.description.as_ref();
                /// Its keywords, as it lists them.
                keywords: Nullable<FactFields> = facts.keywords.as_ref();
                /// The types of the things that JSON-LD describes.
                types: List<FactFields> = &facts.types;
                /// Its headline.
                headline: Nullable<FactFields> = facts.headline.as_ref();
                /// Its authors.
                authors: List<FactFields> = &facts.authors;
                /// When it was published.
                published: Nullable<DateFactFields> = facts.published.as_ref();
                /// When it was last modified.
                modified: Nullable<DateFactFields> = facts.modified.as_ref();
                /// The parts that are not for the index or for results.
                exclusions: List<ExclusionFields> = &facts.exclusions;
                /// What it declares about entities, if it was asked for.
                properties: List<EntityPropertyFields> = &facts.properties;
            }
        }

        $row! {
            /// What a page says to robots, all directives together.
            RobotsFields(robots => Robots) {
                /// What is forbidden.
                rules: List<Text> = robots.rules.names();
                /// The most characters of a snippet.
                max_snippet: Nullable<Large> = robots.max_snippet;
                /// The largest preview of an image.
                max_image_preview: Nullable<Text> = robots.max_image_preview.map($crate::ImagePreview::name);
                /// The most seconds of a preview of a video.
                max_video_preview: Nullable<Large> = robots.max_video_preview;
                /// The date after which it is not to be found, as written.
                unavailable_after: Nullable<Text> = robots.unavailable_after.as_deref();
                /// One by one.
                directives: List<DirectiveFields> = &robots.directives;
            }
        }

        $row! {
            /// A directive to robots.
            DirectiveFields(directive => RobotsDirective) {
                /// For whom it is: `robots`, or the name of a robot.
                agent: Text = directive.agent.as_str();
                /// In lower case.
                name: Text = directive.name.as_str();
                /// What follows the name.
                value: Nullable<Text> = directive.value.as_deref();
                /// Whether it is for one of the robots that were asked for.
                applies: Truth = directive.applies;
                /// Where it is from.
                origin: Text = directive.origin.name();
                /// Its first byte in the page; absent for headers.
                source_start: Optional<Large> = directive.source.as_ref().map(|source| source.start);
                /// One past its last byte in the page; absent for headers.
                source_end: Optional<Large> = directive.source.as_ref().map(|source| source.end);
            }
        }

        $row! {
            /// What a page says about one of its uses.
            UsageFields(usage => UsageRule) {
                /// What it may be used for, or not.
                purpose: Text = usage.purpose.name();
                /// Whether it may.
                is_allowed: Truth = usage.is_allowed;
                /// What says so.
                rule: Text = usage.rule;
                /// For whom: `robots`, or the name of a robot.
                agent: Text = usage.agent.as_str();
                /// Whether it is for one of the robots that were asked for.
                applies: Truth = usage.applies;
                /// Whether it decides on this use.
                decides: Truth = usage.decides;
                /// Where it is from.
                origin: Text = usage.origin.name();
                /// Its first byte in the page; absent for headers.
                source_start: Optional<Large> = usage.source.as_ref().map(|source| source.start);
                /// One past its last byte in the page; absent for headers.
                source_end: Optional<Large> = usage.source.as_ref().map(|source| source.end);
            }
        }

        $row! {
            /// A license.
            LicenseFields(license => License) {
                /// The media type of the link; often empty.
                media_type: Text = license.media_type.as_str();
                /// Its address.
                value: Text = license.address.value.as_str();
                /// Where it is from.
                origin: Text = license.address.origin.name();
                /// The first byte of the address in the page.
                source_start: Large = license.address.source.start;
                /// One past the last byte of the address in the page.
                source_end: Large = license.address.source.end;
            }
        }

        $row! {
            /// A fact.
            FactFields(fact => Fact) {
                /// Decoded.
                value: Text = fact.value.as_str();
                /// Where it is from.
                origin: Text = fact.origin.name();
                /// Its first byte in the page.
                source_start: Large = fact.source.start;
                /// One past its last byte in the page.
                source_end: Large = fact.source.end;
                /// Of authors and headlines the probability that it is right, 0 to 1.
                confidence: Optional<Certainty> = fact.confidence;
            }
        }

        $row! {
            /// A value that a page declares about an entity, in JSON-LD, microdata or RDFa Lite.
            EntityPropertyFields(property => EntityProperty) {
                /// The number of the entity, from 0.
                entity: Large = property.entity;
                /// The types of the object that has the property, separated by spaces; often empty.
                object_type: Text = property.object_type.as_str();
                /// The names of the properties from the entity to the value, separated by `.`.
                path: Text = property.path.as_str();
                /// Decoded.
                value: Text = property.value.as_str();
                /// Where it is from.
                origin: Text = property.origin.name();
                /// Its first byte in the page.
                source_start: Large = property.source.start;
                /// One past its last byte in the page.
                source_end: Large = property.source.end;
            }
        }

        $row! {
            /// A version in another language.
            AlternateFields(alternate => Alternate) {
                /// The value of `hreflang`.
                language: Text = alternate.language.as_str();
                /// Its address.
                value: Text = alternate.address.value.as_str();
                /// Where it is from.
                origin: Text = alternate.address.origin.name();
                /// The first byte of the address in the page.
                source_start: Large = alternate.address.source.start;
                /// One past the last byte of the address in the page.
                source_end: Large = alternate.address.source.end;
            }
        }

        $row! {
            /// A date.
            DateFactFields(date => DateFact) {
                /// In ISO 8601, as precise as on the page.
                date: Text = date.date.as_str();
                /// The probability that it is right, 0 to 1.
                confidence: Certainty = date.confidence;
                /// Where it is from.
                origin: Text = date.origin.name();
                /// Its first byte in the page.
                source_start: Large = date.source.start;
                /// One past its last byte in the page.
                source_end: Large = date.source.end;
            }
        }

        $row! {
            /// A part that is not for the index or for results.
            ExclusionFields(exclusion => Exclusion) {
                /// Who says so.
                rule: Text = exclusion.rule.name();
                /// What it is excluded from.
                scope: Text = exclusion.scope.name();
                /// Its first byte in the page.
                source_start: Large = exclusion.source.start;
                /// One past its last byte in the page.
                source_end: Large = exclusion.source.end;
            }
        }
    };
}

pub(crate) use fact_fields;
