// SPDX-License-Identifier: Apache-2.0
//! The file: eight plain bytes that name format and version, then an LZ4 frame that holds the header and one
//! transaction after another as `postcard` writes them. The last record says that it is the last: it tells a whole trace
//! from one whose writer was killed. The checksum of each block tells of changes.

use std::io::{BufRead, BufReader, Read, Write};

use lz4_flex::frame::{FrameDecoder, FrameEncoder, FrameInfo};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{Event, Header, TraceError};

const MAGIC: [u8; 7] = *b"FBYTRC\n";
/// Counts up with every change of [`Header`] or [`Event`].
const VERSION: u8 = 4;
/// Largest byte string in a trace: far above any DMA access or BAR access of a card.
const MAX_BYTES: usize = 1 << 20;

/// What follows the header.
#[derive(Serialize)]
enum Record<'a> {
    Event(&'a Event),
    End,
}

/// The same, read.
#[derive(Deserialize)]
enum Taken {
    Event(Event),
    End,
}

/// Writes a trace.
pub struct TraceWriter<W: Write> {
    frame: FrameEncoder<W>,
    written: u64,
}

impl<W: Write> TraceWriter<W> {
    /// Begins a trace.
    ///
    /// # Errors
    /// [`TraceError::Io`].
    pub fn new(mut file: W, header: &Header) -> Result<Self, TraceError> {
        file.write_all(&MAGIC)?;
        file.write_all(&[VERSION])?;
        let frame = FrameEncoder::with_frame_info(FrameInfo::new().block_checksums(true), file);
        let mut writer = Self { frame, written: 0 };
        writer.put(header)?;
        Ok(writer)
    }

    fn put(&mut self, item: &impl Serialize) -> Result<(), TraceError> {
        let index = self.written;
        postcard::to_io(item, &mut self.frame)
            .map_err(|source| TraceError::Encode { index, source })?;
        Ok(())
    }

    /// Adds a transaction.
    ///
    /// # Errors
    /// [`TraceError::Encode`] when the file takes no more.
    pub fn write(&mut self, event: &Event) -> Result<(), TraceError> {
        self.written += 1;
        self.put(&Record::Event(event))
    }

    /// Ends the trace and gives the file back.
    ///
    /// # Errors
    /// [`TraceError::Io`].
    pub fn finish(mut self) -> Result<W, TraceError> {
        self.put(&Record::End)?;
        let mut file = self.frame.finish().map_err(std::io::Error::from)?;
        file.flush()?;
        Ok(file)
    }
}

/// Reads a trace, one transaction at a time.
pub struct TraceReader<R: Read> {
    frame: BufReader<FrameDecoder<R>>,
    header: Header,
    scratch: Vec<u8>,
    read: u64,
    ended: bool,
}

impl<R: Read> TraceReader<R> {
    /// Begins reading.
    ///
    /// # Errors
    /// [`TraceError::NotATrace`], [`TraceError::Version`], [`TraceError::Damaged`].
    pub fn new(mut file: R) -> Result<Self, TraceError> {
        let mut begin = [0; 8];
        file.read_exact(&mut begin).map_err(|_| TraceError::NotATrace)?;
        let [magic @ .., version] = begin;
        if magic != MAGIC {
            return Err(TraceError::NotATrace);
        }
        if version != VERSION {
            return Err(TraceError::Version { found: version, known: VERSION });
        }
        let mut frame = BufReader::new(FrameDecoder::new(file));
        let mut scratch = vec![0; MAX_BYTES];
        let header = take(&mut frame, &mut scratch, 0)?;
        Ok(Self { frame, header, scratch, read: 0, ended: false })
    }

    /// What the trace was recorded on.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Number of transactions read so far; also the number of the last one, counted from 1.
    pub fn index(&self) -> u64 {
        self.read
    }

    /// The next transaction; `None` at the proper end.
    ///
    /// # Errors
    /// [`TraceError::Damaged`], also at an end in the middle, and [`TraceError::Io`].
    pub fn next_event(&mut self) -> Result<Option<Event>, TraceError> {
        if self.ended {
            return Ok(None);
        }
        match take(&mut self.frame, &mut self.scratch, self.read + 1)? {
            Taken::Event(event) => {
                self.read += 1;
                Ok(Some(event))
            }
            Taken::End => {
                self.ended = true;
                let behind = self.frame.fill_buf()?;
                if behind.is_empty() {
                    return Ok(None);
                }
                let what = "something follows the end".into();
                Err(TraceError::Senseless { index: self.read, what })
            }
        }
    }
}

fn take<T: DeserializeOwned>(
    from: &mut impl Read,
    scratch: &mut [u8],
    index: u64,
) -> Result<T, TraceError> {
    let (item, _) = postcard::from_io((from, scratch))
        .map_err(|source| TraceError::Damaged { index, source })?;
    Ok(item)
}

#[cfg(test)]
mod tests {
    use forebay_bus::LinkParams;

    use super::*;
    use crate::Wanted;

    fn header() -> Header {
        Header {
            card: "fast:loopback".into(),
            program: "0".into(),
            link: (&LinkParams::ideal()).into(),
        }
    }

    fn events() -> Vec<Event> {
        vec![
            Event::Client { cycle: 1, here: true },
            Event::DmaWrite {
                cycle: 2,
                purpose: Wanted::Data,
                addr: 3,
                data: vec![7; 5000],
                refused: None,
            },
            Event::Messages { cycle: u64::MAX, vectors: 5 },
        ]
    }

    fn trace() -> Vec<u8> {
        let mut writer = TraceWriter::new(Vec::new(), &header()).unwrap();
        for event in events() {
            writer.write(&event).unwrap();
        }
        writer.finish().unwrap()
    }

    fn read(bytes: &[u8]) -> Result<Vec<Event>, TraceError> {
        let mut reader = TraceReader::new(bytes)?;
        let mut events = Vec::new();
        while let Some(event) = reader.next_event()? {
            events.push(event);
        }
        Ok(events)
    }

    #[test]
    fn what_was_written_is_read() {
        let bytes = trace();
        let reader = TraceReader::new(&bytes[..]).unwrap();
        assert_eq!(*reader.header(), header());
        assert_eq!(reader.header().link.params(), Some(LinkParams::ideal()));
        assert_eq!(read(&bytes).unwrap(), events());
    }

    #[test]
    fn a_cut_or_changed_trace_is_an_error_and_never_shorter() {
        let bytes = trace();
        assert!(read(&bytes[..bytes.len() - 5]).is_err());
        for end in 0..bytes.len() {
            // Only the frame's own end mark may be missing: our end record is in front of it.
            if let Ok(events) = read(&bytes[..end]) {
                assert_eq!(events, self::events(), "cut at {end} of {}", bytes.len());
                assert!(end + 4 >= bytes.len(), "cut at {end} of {}", bytes.len());
            }
        }
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x10;
            assert!(read(&changed).is_err(), "changed at {at}");
        }
    }

    #[test]
    fn another_version_is_named() {
        let mut bytes = trace();
        assert_eq!(bytes[7], 4);
        for other in [0, 3, 5, 9] {
            bytes[7] = other;
            let error = read(&bytes).unwrap_err();
            assert!(matches!(error, TraceError::Version { found, known: 4 } if found == other));
            let told = format!("format {other}, this program reads format 4; replay it with the");
            assert!(error.to_string().contains(&told), "{error}");
        }
        assert!(matches!(read(b"ELF"), Err(TraceError::NotATrace)));
    }
}
