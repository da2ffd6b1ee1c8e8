use toolwright_inspect::search::*;
use serde_json::Value;
struct Spec { docs: Vec<Value>, words: Vec<(String,String)> }
fn load(name: &str) -> Spec {
    let docs: Vec<Value> = serde_json::from_slice(&std::fs::read(format!("/tmp/documents-{name}.json")).unwrap()).unwrap();
    let lists = |v: &Value| -> Vec<String> { v.as_array().unwrap().iter().map(|s| s.as_str().unwrap().to_owned()).collect() };
    let owned: Vec<(Vec<String>, Vec<String>)> = docs.iter().map(|d| (lists(&d["tags"]), lists(&d["parameters"]))).collect();
    let refs: Vec<(Vec<&str>, Vec<&str>)> = owned.iter().map(|(a,b)| (a.iter().map(|s| s.as_str()).collect(), b.iter().map(|s| s.as_str()).collect())).collect();
    let documents: Vec<Document> = docs.iter().zip(&refs).map(|(d,(t,p))| Document { name: d["name"].as_str().unwrap(), title: d["title"].as_str().unwrap(), description: d["description"].as_str().unwrap(), method: d["method"].as_str().unwrap(), path: d["path"].as_str().unwrap(), tags: t, parameters: p }).collect();
    let words = build(&documents);
    Spec { docs, words }
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    if args[1] == "time" {
        for name in ["cms","github","stripe","kubernetes"] {
            let s = load(name);
            let words: Vec<(&str,&str)> = s.words.iter().map(|(a,b)| (a.as_str(), b.as_str())).collect();
            let bytes: usize = words.iter().map(|(a,b)| a.len()+b.len()).sum();
            let index = Index::new(&words, s.docs.len());
            for q in ["merge a pull request", "transfer a repositry to another owner", "who is logged in to the CMS right now", "delete webhooks"] {
                let mut t = vec![];
                for _ in 0..2000 { let i = std::time::Instant::now(); std::hint::black_box(index.search(q)); t.push(i.elapsed()); }
                t.sort();
                println!("{name} {} documents {} words {bytes} bytes: {q}: median {:?} p99 {:?}", s.docs.len(), words.len(), t[1000], t[1980]);
            }
        }
        return;
    }
    let verbose = args.len() > 2;
    let csv = std::fs::read_to_string(&args[1]).unwrap();
    let mut specs: std::collections::BTreeMap<String, Spec> = Default::default();
    let (mut n, mut first, mut five, mut mrr) = (0,0,0,0.0);
    for line in csv.lines().skip(1) {
        let f: Vec<&str> = line.split(',').collect();
        let spec = specs.entry(f[0].to_owned()).or_insert_with(|| load(f[0]));
        let words: Vec<(&str,&str)> = spec.words.iter().map(|(a,b)| (a.as_str(), b.as_str())).collect();
        let hits = Index::new(&words, spec.docs.len()).search(f[1]);
        let op = |i: usize| format!("{} {}", spec.docs[i]["method"].as_str().unwrap(), spec.docs[i]["path"].as_str().unwrap());
        let rank = hits.iter().position(|h| { let o = op(h.document); o == f[2] || o == f[3] });
        n += 1; if rank == Some(0) { first += 1 } if rank.is_some_and(|r| r < 5) { five += 1 }
        mrr += rank.map_or(0.0, |r| 1.0/(r as f64+1.0));
        if rank != Some(0) && verbose {
            println!("{} | {} | {} | {:?} of {}", f[0], f[1], f[2], rank.map(|r| r+1), hits.len());
            for h in hits.iter().take(if args.len()>3 {6} else {2}) { println!("      {:.2} {} — {}", h.score, op(h.document), spec.docs[h.document]["title"]); }
            if let Some(r) = rank { println!("    w {:.2} {}", hits[r].score, spec.docs[hits[r].document]["title"]); }
            else { let d = spec.docs.iter().find(|d| format!("{} {}", d["method"].as_str().unwrap(), d["path"].as_str().unwrap())==f[2]).unwrap(); println!("    w {} {:.200}", d["title"], d["description"].as_str().unwrap()); }
        }
    }
    println!("{n} first {first} five {five} mrr {:.3}", mrr / n as f64);
    for (name, s) in &specs { println!("{name} {} words {} bytes", s.words.len(), s.words.iter().map(|(a,b)| a.len()+b.len()).sum::<usize>()); }
}
