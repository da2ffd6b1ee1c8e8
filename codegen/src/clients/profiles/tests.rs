use std::collections::HashSet;

use crate::clients::Client;

#[test]
fn every_limit_has_a_source_and_a_name_of_its_own() {
    for client in Client::ALL {
        let mut ids = HashSet::new();
        for limit in client.limits() {
            assert!(limit.source.starts_with("https://"), "{client}: {limit:?}");
            assert!(ids.insert(limit.id), "{client}: {limit:?}");
        }
    }
}
