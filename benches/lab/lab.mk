# Evaluation on labeled pages, and training. Included by the Makefile.

.PHONY: ranking ranking-develop ranking-passages ranking-beside ranking-program fit-ranking corpora train comments train-comments groups train-groups train-kind eval-kind train-seeker measure-seeker train-visual compare-visual layout methods peers measure-markdown measure-fingerprints measure-records measure-rules measure-dates measure-authors measure-entities measure-quality check-counts fit-quality measure-formulas fit-dates months measure-headlines measure-encodings compare-languages accuracy site

train: tools shared ## Train the learned mask (needs benches/lab/training/requirements.txt): src/judge/mask/model.bin
	$(CARGO) build --release -p blockmask-lab --bin export_features
	$(PYTHON) benches/lab/training/train.py --shared $(BLOCKMASK_SHARED) $(TRAIN_FLAGS)

train-kind: tools shared ## Fit the weights of the learned page layout: src/published/style_density/learned/weights.rs
	$(CARGO) build --release -p blockmask-lab --bin export_kind_features
	$(PYTHON) benches/lab/training/train_kind.py --shared $(BLOCKMASK_SHARED)

comments: tools shared ## Measure the finder of comments on held-out domains: the table of docs/comments.md
	$(CARGO) build --release -p blockmask-lab --bin export_comments
	$(PYTHON) benches/lab/training/comments.py --shared $(BLOCKMASK_SHARED) $(COMMENTS_FLAGS)
	$(CARGO) build --release -p blockmask-cli
	$(PYTHON) benches/lab/comments/pages.py target/comment-pages target/release/blockmask

train-comments: COMMENTS_FLAGS = --write
train-comments: comments ## Also fit its weights: src/judge/comments/weights.rs

groups: tools shared ## Measure the kinds of groups on held-out domains: the table of docs/groups.md
	$(CARGO) build --release -p blockmask-lab --bin export_groups
	$(PYTHON) benches/lab/training/group_kinds.py --shared $(BLOCKMASK_SHARED) $(GROUPS_FLAGS)

train-groups: GROUPS_FLAGS = --write
train-groups: groups ## Also fit the scores of the kinds: src/on_demand/groups/weights.rs

eval-kind: tools shared ## Evaluate page layouts and posts, by both methods
	$(CARGO) build --release -p blockmask-lab --bin evaluate
	target/release/evaluate style-density --shared $(BLOCKMASK_SHARED) --method paper
	target/release/evaluate style-density --shared $(BLOCKMASK_SHARED) --method learned

train-seeker: tools shared ## Train and evaluate Content Seeker: src/published/seeker/models.bin
	$(CARGO) build --release -p blockmask-lab --bin train_seeker
	target/release/train_seeker $(BLOCKMASK_SHARED) --out src/published/seeker/models.bin

measure-seeker: tools shared ## Evaluate accuracy and time of Content Seeker, without writing the models
	$(CARGO) build --release -p blockmask-lab --bin train_seeker
	target/release/train_seeker $(BLOCKMASK_SHARED)

train-visual: tools shared ## Train the classifiers of visual areas: src/published/visual/model.bin, docs/visual-accuracy.md
	$(CARGO) build --release -p blockmask-lab --bin export_areas
	$(PYTHON) benches/lab/training/visual.py --shared $(BLOCKMASK_SHARED)

compare-visual: tools shared ## Compare other learners with the classifiers of visual areas: docs/visual-accuracy.md
	$(CARGO) build --release -p blockmask-lab --bin export_areas --bin learn_c45
	$(PYTHON) benches/lab/training/learners.py --shared $(BLOCKMASK_SHARED)

layout: tools shared ## Measure what real layout (by Blitz) adds to the visual areas; slow to compile
	$(CARGO) build --release -p blockmask-lab --bin export_areas
	$(CARGO) build --release --manifest-path benches/layout/Cargo.toml
	$(PYTHON) benches/lab/training/layout.py --shared $(BLOCKMASK_SHARED)

methods: tools shared ## Evaluate the main text of every method: the table of docs/methods.md
	$(CARGO) build --release -p blockmask-lab --bin evaluate
	target/release/evaluate text --shared $(BLOCKMASK_SHARED)

SITES ?= target/ranking/packages
site: tools shared ## Measure what statistics over other pages of a site bring: docs/sites.md (SITES= is a folder of packages)
	$(CARGO) build --release -p blockmask-lab --bin evaluate
	$(if $(filter target/%,$(SITES)),benches/lab/ranking/fetch $(SITES) $(abspath benches/lab/sites.json))
	target/release/evaluate site --shared $(BLOCKMASK_SHARED) --packages $(SITES)

peers: tools shared ## Run and score other extractors (benches/lab/training/peers.txt) on equal pages
	$(CARGO) build --release -p blockmask-lab --bin evaluate
	$(CARGO) build --release $(BENCHES) --no-default-features --features extractors --bin extractors
	$(PYTHON) benches/lab/training/peers.py --shared $(BLOCKMASK_SHARED) --out target/peers
	@for texts in target/peers/*.jsonl; do \
	  [ -e "$$texts" ] || { echo "nothing to score: no peer is installed (pip install -r benches/lab/training/peers.txt)"; exit 0; }; \
	  echo "$$texts:"; \
	  target/release/evaluate text --shared $(BLOCKMASK_SHARED) --predictions "$$texts" --detail || exit 1; done

measure-markdown: tools shared ## Measure the structure that Markdown keeps, beside other programs (benches/lab/training/markdown.txt): docs/structure.md
	$(CARGO) build --release -p blockmask-cli
	$(PYTHON) benches/lab/training/markdown.py --shared $(BLOCKMASK_SHARED) --cli target/release/blockmask

measure-fingerprints: tools shared ## Measure how well fingerprints find pages of the same main text: docs/fingerprints.md
	$(CARGO) build --release -p blockmask-lab --bin evaluate
	target/release/evaluate fingerprints --shared $(BLOCKMASK_SHARED)

measure-records: tools shared ## Measure how well records of lists and posts of threads are found: docs/records.md
	$(CARGO) build --release -p blockmask-lab --bin evaluate
	target/release/evaluate records --shared $(BLOCKMASK_SHARED)

measure-rules: tools shared ## Measure what each number of the rules of the mask is worth: benches/lab/training/README.md
	$(CARGO) build --release -p blockmask-lab --bin evaluate
	target/release/evaluate rules --shared $(BLOCKMASK_SHARED)

measure-formulas: tools ## Measure how formulas are found in manuals of Debian packages, which it fetches: docs/text.md
	$(CARGO) build --release -p blockmask-cli
	$(PYTHON) benches/lab/formulas/measure.py target/release/blockmask target/formulas

measure-headlines: tools shared ## Measure how often headlines are found, and are above what follows: docs/headlines.md
	$(CARGO) build --release -p blockmask-lab --bin evaluate
	target/release/evaluate headlines --shared $(BLOCKMASK_SHARED)

measure-quality: tools shared ## Measure how often pages with content get a reason why they have little: docs/quality.md
	$(CARGO) build --release -p blockmask-lab --bin evaluate
	target/release/evaluate quality --shared $(BLOCKMASK_SHARED)

check-counts: shared ## Compare counts of texts with the filters of datatrove, if it is installed: docs/counts.md
	$(CARGO) build --release -p blockmask-cli
	mkdir -p target/counts && for page in $(BLOCKMASK_SHARED)/corpus/aeb/html/*.gz; do \
	  gzip -dc "$$page" > "target/counts/$$(basename "$$page" .gz)"; done
	$(PYTHON) benches/lab/counts/check.py target/release/blockmask target/counts/*

fit-quality: tools shared ## Measure and fit the expected F1 of the main text: docs/quality.md, src/on_demand/quality/weights.rs
	$(CARGO) build --release -p blockmask-lab --bin export_features --bin evaluate
	$(PYTHON) benches/lab/training/train.py --shared $(BLOCKMASK_SHARED) --folds
	target/release/evaluate quality --shared $(BLOCKMASK_SHARED) --export target/training/quality.tsv
	$(PYTHON) benches/lab/training/train_quality.py target/training/quality.tsv

measure-authors: tools shared ## Measure how often the authors that readers see are those that the page declares: docs/facts.md
	$(CARGO) build --release -p blockmask-lab --bin evaluate
	target/release/evaluate authors --shared $(BLOCKMASK_SHARED) --export target/authors.tsv
	$(PYTHON) benches/lab/training/authors.py target/authors.tsv --shared $(BLOCKMASK_SHARED) --out target/peers
	target/release/evaluate authors --shared $(BLOCKMASK_SHARED) --predictions target/peers/trafilatura.jsonl \
	  --predictions target/peers/newspaper4k.jsonl

measure-entities: tools shared ## Compare the data that pages declare with what extruct reads: docs/facts.md
	$(CARGO) build --release -p blockmask-cli --no-default-features --features program
	$(PYTHON) benches/lab/training/entities.py --shared $(BLOCKMASK_SHARED)

measure-dates: tools shared ## Measure how often the dates of pages are right: docs/facts.md
	$(CARGO) build --release -p blockmask-lab --bin evaluate
	target/release/evaluate dates --shared $(BLOCKMASK_SHARED)

compare-languages: tools ## Compare detectors of languages on texts of Debian packages, which it fetches: docs/language.md
	$(CARGO) build --release -p blockmask-cli
	$(PYTHON) benches/lab/training/languages.py target/release/blockmask target/languages
	$(CARGO) run --release $(BENCHES) --no-default-features --features languages --bin languages -- target/languages/texts

measure-encodings: tools shared ## Measure how often pages under wrong labels of their encoding are read right: docs/text.md
	$(CARGO) build --release -p blockmask-lab --bin evaluate
	target/release/evaluate encodings --shared $(BLOCKMASK_SHARED)

fit-dates: tools shared ## Fit the weights of the evidence for dates: src/on_demand/facts/dates/weights.rs
	$(CARGO) build --release -p blockmask-lab --bin evaluate
	mkdir -p target/training
	target/release/evaluate dates --shared $(BLOCKMASK_SHARED) --export target/training/dates.tsv
	$(PYTHON) benches/lab/training/train_dates.py target/training/dates.tsv
	$(CARGO) fmt

months: tools ## Write the names of the months from CLDR (needs benches/lab/training/requirements.txt): src/base/months.txt
	$(PYTHON) benches/lab/training/months.py > target/months.txt
	mv target/months.txt src/base/months.txt

accuracy: tools shared ## Write docs/accuracy.md from the results of `make train` in target/training
	$(CARGO) build --release -p blockmask-cli -p blockmask-lab --bin blockmask --bin export_features
	$(PYTHON) benches/lab/training/evaluate.py --shared $(BLOCKMASK_SHARED)

FETCH_SITES = benches/lab/ranking/fetch target/ranking/packages $(abspath benches/lab/ranking/sites.json) \
	$(wildcard $(abspath $(BLOCKMASK_SHARED)/ranking/sites.json))
# Paths are absolute, as the program is built in a separate workspace.
RANKING = benches/lab/ranking/target/release/blockmask-ranking --shared $(abspath $(BLOCKMASK_SHARED)) \
	--packages $(abspath target/ranking/packages)
ranking-program: tools shared
	$(CARGO) build --release --manifest-path benches/lab/ranking/Cargo.toml
	$(FETCH_SITES)

ranking: ranking-program engine-tantivy ## Measure what weights and fields do to search results: docs/ranking.md
	$(RANKING) --detail
	rm -rf target/ranking/engine
	$(RANKING) --export $(abspath target/ranking/engine)
	$(PYTHON) benches/lab/ranking/engine.py examples/engines/tantivy/target/release/blockmask-tantivy target/ranking/engine

ranking-passages: ranking-program ## Measure passages as what is found: docs/ranking.md
	$(RANKING) --passages $(RANKING_FLAGS)

ranking-develop: tools shared ## Measure candidates of weights on other sites than docs/ranking.md measures
	$(CARGO) build --release --manifest-path benches/lab/ranking/Cargo.toml
	benches/lab/ranking/fetch target/ranking/packages $(abspath benches/lab/ranking/develop.json)
	$(RANKING) --develop --queries 300 $(RANKING_FLAGS)

ranking-beside: ranking-program ## Measure addresses, descriptions and keywords as fields beside the text
	benches/lab/ranking/fetch target/ranking/packages $(abspath benches/lab/ranking/develop.json)
	$(RANKING) --beside $(or $(RANKING_FLAGS),--queries 300)

fit-ranking: ranking-program ## Fit weights on some documentation generators and test them on the others
	$(RANKING) --fit --queries 300

corpora: ## Verify the corpora and the models that were trained on them: benches/lab/corpora.toml
	$(PYTHON) benches/lab/corpora.py $(BLOCKMASK_SHARED)
