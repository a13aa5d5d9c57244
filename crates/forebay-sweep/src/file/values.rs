// SPDX-License-Identifier: Apache-2.0
//! Values of a sweep file, each with the name of its key where it is refused.

use std::path::Path;

use forebay_host_model::{HostModelError, Time};
use toml::Value;

use crate::SweepError;

/// Of one file.
pub(super) struct Values<'a> {
    pub(super) path: &'a Path,
}

impl Values<'_> {
    /// It is none of those that it may be.
    pub(super) fn wrong(&self, key: &str, value: &Value, wanted: &str) -> SweepError {
        let (path, key, wanted) = (self.path.into(), key.into(), wanted.into());
        SweepError::Value { path, key, value: value.to_string(), wanted }
    }

    /// The model makes nothing of it.
    pub(super) fn refused(&self, key: &str, source: HostModelError) -> SweepError {
        SweepError::Setting { path: self.path.into(), key: key.into(), source }
    }

    pub(super) fn number(&self, key: &str, value: &Value) -> Result<u64, SweepError> {
        let number = value.as_integer().and_then(|number| u64::try_from(number).ok());
        number.ok_or_else(|| self.wrong(key, value, "a whole number, 0 or more"))
    }

    pub(super) fn yes(&self, key: &str, value: &Value) -> Result<bool, SweepError> {
        value.as_bool().ok_or_else(|| self.wrong(key, value, "true or false"))
    }

    pub(super) fn text<'v>(&self, key: &str, value: &'v Value) -> Result<&'v str, SweepError> {
        value.as_str().ok_or_else(|| self.wrong(key, value, "a name in quotation marks"))
    }

    /// A time, which has a unit.
    pub(super) fn time(&self, key: &str, value: &Value) -> Result<Time, SweepError> {
        let text = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        text.parse().map_err(|source| self.refused(key, source))
    }

    /// One value, or several of which none is given twice.
    pub(super) fn list<T: PartialEq>(
        &self,
        key: &str,
        value: &Value,
        read: impl Fn(&Self, &str, &Value) -> Result<T, SweepError>,
    ) -> Result<Vec<T>, SweepError> {
        let given = value.as_array().map_or_else(|| std::slice::from_ref(value), Vec::as_slice);
        if given.is_empty() {
            return Err(self.wrong(key, value, "at least one value"));
        }
        let mut all = Vec::new();
        for one in given {
            let read = read(self, key, one)?;
            if all.contains(&read) {
                return Err(self.wrong(key, value, &format!("{one} once")));
            }
            all.push(read);
        }
        Ok(all)
    }

    /// The same of a key that may be left out.
    pub(super) fn some<T: PartialEq>(
        &self,
        key: &str,
        value: &Option<Value>,
        other: T,
        read: impl Fn(&Self, &str, &Value) -> Result<T, SweepError>,
    ) -> Result<Vec<T>, SweepError> {
        value.as_ref().map_or_else(|| Ok(vec![other]), |value| self.list(key, value, read))
    }

    /// Numbers, or those from one to another of which each is twice the one before.
    pub(super) fn range(&self, key: &str, value: &Value) -> Result<Vec<u64>, SweepError> {
        let Some(table) = value.as_table() else { return self.list(key, value, Self::number) };
        let wanted = "numbers, or { from = LEAST, to = MOST } for LEAST, twice that, and so on";
        let (Some(from), Some(to), 2) = (table.get("from"), table.get("to"), table.len()) else {
            return Err(self.wrong(key, value, wanted));
        };
        let (from, to) = (self.number(key, from)?, self.number(key, to)?);
        if from == 0 || from > to {
            let wanted = format!("{wanted}, LEAST at least 1 and MOST not below it");
            return Err(self.wrong(key, value, &wanted));
        }
        let twice = |number: &u64| number.checked_mul(2).filter(|number| *number <= to);
        Ok(std::iter::successors(Some(from), twice).collect())
    }
}
