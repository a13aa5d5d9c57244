// SPDX-License-Identifier: Apache-2.0
//! Packets that are made word by word here, as UHD's `rfnoc_chdr_utils.vh` has them.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

/// A packet, and what should be found in it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Made {
    header: Header,
    time: Option<u64>,
    metadata: Vec<u8>,
    payload: Vec<u8>,
}

impl Made {
    fn of(packet: &Packet<'_>) -> Self {
        let Packet { header, time, metadata, payload } = *packet;
        Self { header, time, metadata: metadata.to_vec(), payload: payload.to_vec() }
    }

    fn random(random: &mut ChaCha8Rng, line: usize, endpoint: u16, sequence: u16) -> Self {
        let time = random.random::<bool>().then(|| random.random());
        let metadata_lines = random.random_range(0..4_u8);
        let mut metadata = vec![0; usize::from(metadata_lines) * line];
        let mut payload = vec![0; random.random_range(0..300)];
        random.fill_bytes(&mut metadata);
        random.fill_bytes(&mut payload);
        let head = if time.is_some() { line.max(16) } else { line };
        let header = Header {
            virtual_channel: random.random_range(0..64),
            end_of_burst: random.random(),
            end_of_vector: random.random(),
            packet_type: if time.is_some() { PacketType::DataWithTime } else { PacketType::Data },
            metadata_lines,
            sequence,
            length: u16::try_from(head + metadata.len() + payload.len()).unwrap(),
            endpoint,
        };
        Self { header, time, metadata, payload }
    }

    fn bytes(&self, line: usize) -> Vec<u8> {
        let Header { virtual_channel, end_of_burst, end_of_vector, packet_type, .. } = self.header;
        let number = if packet_type == PacketType::DataWithTime { 7 } else { 6 };
        let word = u64::from(virtual_channel) << 58
            | u64::from(end_of_burst) << 57
            | u64::from(end_of_vector) << 56
            | number << 53
            | u64::from(self.header.metadata_lines) << 48
            | u64::from(self.header.sequence) << 32
            | u64::from(self.header.length) << 16
            | u64::from(self.header.endpoint);
        let mut bytes = word.to_le_bytes().to_vec();
        bytes.extend(self.time.iter().flat_map(|time| time.to_le_bytes()));
        bytes.resize(bytes.len().max(line), 0xEE);
        bytes.extend(&self.metadata);
        bytes.extend(&self.payload);
        bytes
    }
}

#[test]
fn packets_come_out_whole_wherever_the_stream_is_cut_into_buffers() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for line in [8, 16, 32, 64] {
        let made: Vec<_> =
            (0..200).map(|n| Made::random(&mut random, line, n % 3, n / 3)).collect();
        let stream: Vec<u8> = made.iter().flat_map(|packet| packet.bytes(line)).collect();
        for most in [1, 7, 64, 1000, stream.len()] {
            let (mut parser, mut found, mut rest) = (Parser::new(line), Vec::new(), &stream[..]);
            while !rest.is_empty() {
                let (part, behind) = rest.split_at(random.random_range(1..=most.min(rest.len())));
                parser.push(part);
                while let Some(packet) = parser.next().unwrap() {
                    found.push(Made::of(&packet));
                }
                rest = behind;
            }
            assert!(found == made, "lines of {line} bytes, up to {most} at once");
            assert_eq!(parser.finish(), Ok(()));
        }
    }
}

#[test]
fn missing_numbers_of_each_endpoint_are_told_once() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut streams = Demultiplexer::default();
    let mut missing = |endpoint, sequence| {
        streams.missing(&Made::random(&mut random, 64, endpoint, sequence).header)
    };
    let told = [(5, 0), (6, 2), (5, 1), (6, 3), (5, 7), (5, 8), (6, 3), (6, 4)]
        .map(|(endpoint, sequence)| missing(endpoint, sequence));
    assert_eq!(told, [0, 2, 0, 0, 5, 0, u16::MAX, 0]);
    let told = [(7, 0xFFFE), (7, 0xFFFF), (7, 0), (7, 2)].map(|(to, number)| missing(to, number));
    assert_eq!(told, [0xFFFE, 0, 0, 1]);
    assert_eq!(streams.endpoints().collect::<Vec<_>>(), [5, 6, 7]);
    streams.restart();
    assert_eq!(streams.endpoints().count(), 0);
}

/// Of lines that no packet has there is none, and nothing overflows.
#[test]
fn lines_longer_than_a_packet_have_no_packets() {
    for line in [1 << 16, (1 << 16) + 1, usize::MAX / 2 + 2, usize::MAX] {
        let mut parser = Parser::new(line);
        // With time, and as much metadata and length as there can be.
        parser.push(&(7_u64 << 53 | 31 << 48 | 0xFFFF << 16).to_le_bytes());
        assert!(matches!(parser.next(), Err(ChdrError::Length { .. })), "{line}");
    }
}

#[test]
fn what_is_no_packet_is_an_error_and_stays_one() {
    let word = |number: u64, lines: u64, length: u64| number << 53 | lines << 48 | length << 16 | 9;
    for (line, bad, wanted) in [
        (64, word(3, 0, 64), ChdrError::Type { number: 3, word: word(3, 0, 64) }),
        (64, word(5, 0, 64), ChdrError::Type { number: 5, word: word(5, 0, 64) }),
        (64, word(7, 0, 63), ChdrError::Length { sequence: 0, endpoint: 9, length: 63, least: 64 }),
        (64, word(6, 0, 0), ChdrError::Length { sequence: 0, endpoint: 9, length: 0, least: 64 }),
        (
            64,
            word(7, 1, 64),
            ChdrError::Length { sequence: 0, endpoint: 9, length: 64, least: 128 },
        ),
        (8, word(7, 0, 8), ChdrError::Length { sequence: 0, endpoint: 9, length: 8, least: 16 }),
    ] {
        let mut parser = Parser::new(line);
        parser.push(&bad.to_le_bytes());
        for _ in 0..2 {
            assert_eq!(parser.next(), Err(wanted));
        }
        parser.restart();
        assert_eq!(parser.next(), Ok(None));
        assert_eq!(parser.finish(), Ok(()));
    }
    let mut parser = Parser::new(8);
    parser.push(&word(6, 0, 9).to_le_bytes());
    assert_eq!(parser.next(), Ok(None));
    assert_eq!(parser.finish(), Err(ChdrError::Cut { have: 8 }));
    parser.push(&[1]);
    assert_eq!(parser.next().unwrap().unwrap().payload, [1]);
}

/// Whatever the bytes are: packets lie in them, and the parser gets on or says why not.
#[test]
fn any_bytes_end_in_packets_or_an_error() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut ended = [0; 2];
    for _ in 0..3000 {
        let line = 8 << random.random_range(0..4);
        let mut bytes = Made::random(&mut random, line, 0, 0).bytes(line);
        let spoiled = random.random_range(0..8);
        bytes[spoiled] = random.random();
        random.fill_bytes(&mut bytes[8..]);
        let mut parser = Parser::new(line);
        parser.push(&bytes);
        let mut taken = 0;
        let outcome = loop {
            match parser.next() {
                Ok(Some(packet)) => taken += usize::from(packet.header.length),
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        assert!(taken <= bytes.len());
        match outcome {
            Ok(()) => ended[0] += 1,
            Err(_) => ended[1] += 1,
        }
        let left = bytes.len() - taken;
        let wanted = if left == 0 { Ok(()) } else { Err(ChdrError::Cut { have: left }) };
        assert_eq!(parser.finish(), wanted);
    }
    assert!(ended.iter().all(|count| *count > 300), "{ended:?}");
}

/// What is sent is found again as it was, and as a packet made word by word is; nothing behind it is touched.
#[test]
fn what_is_made_is_what_is_found() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let (mut room, mut numbers) = (vec![0xA5; 20_000], Multiplexer::default());
    for turn in 0..300_u16 {
        let samples =
            [1, 15, 16, 17, MOST_SAMPLES, random.random_range(1..600)][usize::from(turn) % 6];
        let mut payload = vec![0; samples * SAMPLE_BYTES];
        random.fill_bytes(&mut payload);
        room.fill(0xA5);
        let endpoint = turn % 3;
        let packet = Outgoing {
            endpoint,
            sequence: numbers.next(endpoint),
            time: random.random::<bool>().then(|| random.random()),
            end_of_burst: random.random(),
        };
        let bytes = packet.write(&mut room, &payload).unwrap();
        assert_eq!((bytes, bytes % LINE_BYTES), (packet_bytes(samples), 0));
        assert!(bytes - LINE_BYTES - payload.len() < LINE_BYTES);
        assert!(room[bytes..].iter().all(|byte| *byte == 0xA5), "behind it");
        let mut parser = Parser::new(LINE_BYTES);
        parser.push(&room[..bytes]);
        let found = parser.next().unwrap().unwrap();
        assert_eq!((found.time, found.payload), (packet.time, &payload[..]));
        let made = Made::of(&found);
        let mut words = made.bytes(LINE_BYTES);
        // What a header line has beyond the time is nobody's.
        let head = if packet.time.is_some() { 16 } else { 8 };
        words[head..LINE_BYTES].fill(0);
        assert_eq!(words, room[..LINE_BYTES + payload.len()]);
        assert_eq!(made.header.sequence, turn / 3);
        assert_eq!(
            (made.header.endpoint, made.header.end_of_burst, made.header.virtual_channel),
            (endpoint, packet.end_of_burst, 0)
        );
    }
    numbers.restart();
    assert_eq!(numbers.next(2), 0);
}

#[test]
fn what_cannot_be_a_packet_is_refused_and_nothing_is_written() {
    let packet = Outgoing { endpoint: 0, sequence: 0, time: None, end_of_burst: false };
    let mut room = [0xA5; 128];
    for (bytes, wanted) in [
        (0, ChdrError::Samples { bytes: 0 }),
        (7, ChdrError::Samples { bytes: 7 }),
        (16_388, ChdrError::Samples { bytes: 16_388 }),
        (68, ChdrError::Room { bytes: 192, room: 128 }),
    ] {
        assert_eq!(packet.write(&mut room, &vec![1; bytes]), Err(wanted));
        assert_eq!(room, [0xA5; 128]);
    }
    assert_eq!(packet.begin(&mut room, usize::MAX), Err(ChdrError::Samples { bytes: usize::MAX }));
    assert_eq!(packet.write(&mut room, &[1; 64]), Ok(128));
}

#[test]
fn a_header_is_the_word_that_it_came_from() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut known = 0;
    for _ in 0..1000 {
        let word = random.random();
        if let Ok(header) = Header::of(word) {
            assert_eq!(header.word(), word);
            known += 1;
        }
    }
    assert!(known > 500, "{known}");
}
