//! The collections of the standard library, and tuples.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

use crate::value::{Cursor, Decode, Encode, Encoder, Map, TupleItems};

impl<T: Decode, S: BuildHasher + Default> Decode for HashMap<String, T, S> {
    fn decode(at: &mut Cursor) -> Self {
        Map::decode(at).into_members().collect()
    }
}

impl<T: Encode, S> Encode for HashMap<String, T, S> {
    fn encode(&self, out: &mut Encoder) {
        let mut object = out.open_object();
        for (name, value) in self {
            object.field_or_null(name, value);
        }
        object.close();
    }
}

impl<T: Decode> Decode for BTreeMap<String, T> {
    fn decode(at: &mut Cursor) -> Self {
        Map::decode(at).into_members().collect()
    }
}

impl<T: Encode> Encode for BTreeMap<String, T> {
    fn encode(&self, out: &mut Encoder) {
        let mut object = out.open_object();
        for (name, value) in self {
            object.field_or_null(name, value);
        }
        object.close();
    }
}

impl<T: Decode + Eq + Hash, S: BuildHasher + Default> Decode for HashSet<T, S> {
    fn decode(at: &mut Cursor) -> Self {
        Vec::decode(at).into_iter().collect()
    }
}

impl<T: Encode, S> Encode for HashSet<T, S> {
    fn encode(&self, out: &mut Encoder) {
        let mut array = out.open_array();
        for item in self {
            array.item(item);
        }
        array.close();
    }
}

impl<T: Decode + Ord> Decode for BTreeSet<T> {
    fn decode(at: &mut Cursor) -> Self {
        Vec::decode(at).into_iter().collect()
    }
}

impl<T: Encode> Encode for BTreeSet<T> {
    fn encode(&self, out: &mut Encoder) {
        let mut array = out.open_array();
        for item in self {
            array.item(item);
        }
        array.close();
    }
}

impl<T: Decode, const N: usize> Decode for [T; N] {
    fn decode(at: &mut Cursor) -> Self {
        let mut items = TupleItems::open(at);
        let decoded = std::array::from_fn(|_| items.take());
        items.close();
        decoded
    }
}

impl<T: Encode, const N: usize> Encode for [T; N] {
    fn encode(&self, out: &mut Encoder) {
        out.array(self);
    }
}

macro_rules! tuples {
    ($(($($name:ident $index:tt),+),)*) => {$(
        impl<$($name: Decode),+> Decode for ($($name,)+) {
            fn decode(at: &mut Cursor) -> Self {
                let mut items = TupleItems::open(at);
                let decoded = ($(items.take::<$name>(),)+);
                items.close();
                decoded
            }
        }

        impl<$($name: Encode),+> Encode for ($($name,)+) {
            fn encode(&self, out: &mut Encoder) {
                let mut array = out.open_array();
                $(array.item(&self.$index);)+
                array.close();
            }
        }
    )*};
}

tuples! {
    (A 0),
    (A 0, B 1),
    (A 0, B 1, C 2),
    (A 0, B 1, C 2, D 3),
    (A 0, B 1, C 2, D 3, E 4),
    (A 0, B 1, C 2, D 3, E 4, F 5),
}
