//! Golden tests with trees computed by hand, and properties.

use super::grow::entropy;
use super::prune::normal_quantile;
use super::*;
use crate::forest::random;

fn learned(rows: &[&[u32]], classes: &[bool], options: &Options) -> Tree {
    learn(&Examples { rows, classes }, options, &mut random(1))
}

fn close(left: f64, right: f64) {
    assert!((left - right).abs() < 1e-4, "{left} {right}");
}

#[test]
fn pessimistic_correction() {
    close(normal_quantile(0.75), 0.674_49);
    // Quinlan 1993: leaves of 6, 9 and 1 examples without errors.
    close(added_errors(6.0, 0.0, 0.25), 6.0 * 0.206_299);
    close(added_errors(9.0, 0.0, 0.25), 9.0 * 0.142_756);
    close(added_errors(1.0, 0.0, 0.25), 0.75);
    // e = 1, n = 4: f = 0.375, z^2 = 0.454936; r = (0.375 + 0.056867 + 0.67449 sqrt(0.09375 - 0.0351563 + 0.0071084))
    // / 1.113734 = 0.543... ; r n - e.
    let root = (0.093_75_f64 - 0.035_156_25 + 0.454_936 / 64.0).sqrt();
    close(added_errors(4.0, 1.0, 0.25), 4.0 * (0.375 + 0.056_867 + 0.674_49 * root) / 1.113_734 - 1.0);
    // Linear between no and one error; nearly all wrong counts as all wrong.
    let (none, one) = (added_errors(10.0, 0.0, 0.25), added_errors(10.0, 1.0, 0.25));
    close(added_errors(10.0, 0.5, 0.25), (none + one) / 2.0);
    close(added_errors(3.0, 2.5, 0.25), 0.5);
    close(added_errors(2.0, 2.0, 0.25), 0.0);
}

#[test]
fn single_split() {
    let rows: Vec<[u32; 1]> = [1, 2, 3, 4, 10, 11, 12, 13].map(|value| [value]).to_vec();
    let rows: Vec<&[u32]> = rows.iter().map(<[u32; 1]>::as_slice).collect();
    let classes = [false, false, false, false, true, true, true, true];
    let tree = learned(&rows, &classes, &Options::default());
    // Five cuts with two examples on both sides. Gain 1 - log2(5) / 8 > 0. Leaf: 4 + 1.8; branches: twice 4 (1 -
    // .25^(1/4)).
    let leaf = |no, yes| Tree::leaf([no, yes]);
    let split = Split { attribute: 0, threshold: 4, branches: [leaf(4, 0), leaf(0, 4)] };
    assert_eq!(tree, Tree { counts: [4, 4], split: Some(Box::new(split)) });
    assert_eq!(tree.rules(&["size"]), "size <= 4\n|   no (4/0)\nsize > 4\n|   yes (0/4)\n");
    let node = |threshold, skip, probability| Node { threshold, skip, feature: 0, probability };
    assert_eq!(tree.to_nodes(), [node(4, 2, 0), node(0, 0, 0), node(0, 0, 255)]);
}

#[test]
fn gain_below_the_cost_of_the_threshold_is_rejected() {
    // The best of five cuts has 3 of 4 examples on either side right; gain 1 - 0.811278 = 0.188722 < log2(5) / 8 =
    // 0.290241.
    let rows: Vec<[u32; 1]> = (0..8).map(|value| [value]).collect();
    let rows: Vec<&[u32]> = rows.iter().map(<[u32; 1]>::as_slice).collect();
    let classes = [false, true, false, false, true, true, false, true];
    close(entropy([3, 1]), 0.811_278);
    assert_eq!(learned(&rows, &classes, &Options::default()), Tree::leaf([4, 4]));
}

#[test]
fn gain_ratio_decides_among_good_gains() {
    // Sixteen examples, eight of them positive. The first attribute separates seven positives: gain .7615, split
    // entropy .9887 bits. The second separates four positives: gain .3113, split entropy .8113 bits. The mean gain is
    // .5364, so only the first one is a candidate.
    let rows: Vec<[u32; 2]> = (0..16).map(|i| [u32::from(i < 7), u32::from(i < 4)]).collect();
    let rows: Vec<&[u32]> = rows.iter().map(<[u32; 2]>::as_slice).collect();
    let classes: Vec<bool> = (0..16).map(|i| i < 8).collect();
    let tree = learned(&rows, &classes, &Options::default());
    let split = tree.split.expect("a split");
    assert_eq!((split.attribute, split.threshold), (0, 0));
    assert_eq!([split.branches[0].counts, split.branches[1].counts], [[8, 1], [0, 7]]);
}

#[test]
fn spurious_splits_are_pruned_and_real_ones_kept() {
    // 100 examples whose classes are independent of the attribute.
    let mut number = random(7);
    let rows: Vec<[u32; 1]> = (0..100).map(|_| [number(1000) as u32]).collect();
    let rows: Vec<&[u32]> = rows.iter().map(<[u32; 1]>::as_slice).collect();
    let noise: Vec<bool> = (0..100).map(|_| number(10) == 0).collect();
    assert_eq!(learned(&rows, &noise, &Options::default()).size(), 1);
    let mut real: Vec<bool> = rows.iter().map(|row| row[0] > 500).collect();
    real[3] = !real[3];
    let tree = learned(&rows, &real, &Options::default());
    assert_eq!((tree.size(), tree.errors()), (3, 1));
}

#[test]
fn unpruned_tree_memorizes_consistent_examples() {
    let mut number = random(3);
    let rows: Vec<[u32; 3]> = (0..200).map(|_| [0; 3].map(|_: u32| number(50) as u32)).collect();
    let rows: Vec<&[u32]> = rows.iter().map(<[u32; 3]>::as_slice).collect();
    let classes: Vec<bool> = rows.iter().map(|row| (row[0] * 7 + row[1] * 3 + row[2]) % 3 == 0).collect();
    let options = Options { least: 1, confidence: None, drawn: Some(3) };
    let tree = learned(&rows, &classes, &options);
    assert_eq!(tree.errors(), 0);
    for (row, class) in rows.iter().zip(&classes) {
        assert_eq!(tree.probability(row) > 0.5, *class);
    }
}

#[test]
fn node_table_agrees_with_the_tree() {
    let mut number = random(5);
    let rows: Vec<[u32; 3]> = (0..500).map(|_| [0; 3].map(|_: u32| number(30) as u32)).collect();
    let rows: Vec<&[u32]> = rows.iter().map(<[u32; 3]>::as_slice).collect();
    let classes: Vec<bool> = rows.iter().map(|row| row[0] > 12 && row[1] < 20 || number(10) == 0).collect();
    let tree = learned(&rows, &classes, &Options::default());
    let nodes = tree.to_nodes();
    assert_eq!(nodes.len(), tree.size());
    for row in &rows {
        let mut at = 0;
        while nodes[at].skip > 0 {
            let Node { threshold, skip, feature, .. } = nodes[at];
            at += if row[usize::from(feature)] <= threshold { 1 } else { usize::from(skip) };
        }
        assert_eq!(nodes[at].probability, (tree.probability(row) * 255.0).round() as u8);
    }
}
