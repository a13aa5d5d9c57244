// SPDX-License-Identifier: Apache-2.0
//! Whatever is sent, the server neither panics nor grows nor stays behind.

mod common;

use std::io::Write;
use std::net::Shutdown;

use common::*;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..600), agree: bool) {
        let mut session = Session::new(fast());
        if agree {
            session.client.agree();
        }
        // The server may have had enough before all of it is sent.
        let _ = session.client.stream.write_all(&bytes);
        let _ = session.client.stream.shutdown(Shutdown::Both);
        let (_, _ending) = session.close();
    }

    #[test]
    fn random_messages(
        messages in prop::collection::vec(
            (0..18_u16, prop::collection::vec(any::<u32>(), 0..12), any::<bool>()),
            0..20,
        ),
    ) {
        let mut session = Session::new(fast());
        session.client.agree();
        for (command, payload, small) in messages {
            // Small numbers get further into the server than random ones.
            let payload: Vec<u32> =
                payload.iter().map(|word| if small { word % 40 } else { *word }).collect();
            let _ = session.client.ask(command, &words(&payload));
        }
        session.finish();
    }
}
