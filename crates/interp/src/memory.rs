//! Memory: bytes, and for each byte whether it may be read.
//!
//! Memory is pages, made when first touched. Beside its bytes a page has a state for each byte, so that the common access
//! is one look at the page table and one comparison: every byte is defined, done. Only when that fails is the table of
//! objects asked what the address is: indeterminate (the inputs say what is there), or undefined behaviour. A page that is
//! made takes its states from the objects that overlap it, so that a large array costs nothing until it is used.
//!
//! Invariant: the states in a page agree with the objects: whoever changes an object's life calls [`Memory::renew`] or
//! [`Memory::end`].

use crate::inputs::Inputs;
use crate::layout::AddressRange;
use crate::object::{Object, Objects};
use crate::undefined::{Fault, Misbehaviour, Res};
use cairn_base::FastMap;

const PAGE_BITS: u32 = 12;
pub(crate) const PAGE: usize = 1 << PAGE_BITS;

const CLOSED: u8 = 0;
/// In an object, never written.
const INDETERMINATE: u8 = 1;
const DEFINED: u8 = 2;
/// Written once and for all.
const READ_ONLY: u8 = 3;
/// No value yet, and never to be written: of a constant that another program defines.
const SEALED: u8 = 4;

#[derive(Clone)]
struct Page {
    bytes: [u8; PAGE],
    states: [u8; PAGE],
}

/// Entries of the table of pages used last.
const RECENT: usize = 64;
const NO_PAGE: u64 = u64::MAX;

#[derive(Clone)]
pub(crate) struct Memory {
    pub objects: Objects,
    pages: Vec<Box<Page>>,
    index: FastMap<u64, u32>,
    recent: [(u64, u32); RECENT],
    /// Bytes of a variable-length copy allowed, and of pages in all.
    limit: u64,
    /// How many bytes have taken their value from the inputs.
    pub made: u64,
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory").field("pages", &self.pages.len()).field("objects", &self.objects).finish()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Write,
}

impl Memory {
    pub fn new(objects: Objects, limit: u64) -> Self {
        Self { objects, pages: Vec::new(), index: FastMap::default(), recent: [(NO_PAGE, 0); RECENT], limit, made: 0 }
    }

    /// Whether the bytes that may be read are the same, and the same are indeterminate.
    pub fn has_same_bytes(&self, other: &Self) -> bool {
        let is_same = |one: &Page, other: &Page| {
            let bytes = || one.bytes.iter().zip(&other.bytes).zip(&one.states);
            one.states == other.states && bytes().all(|((one, other), state)| one == other || *state < DEFINED)
        };
        self.pages.len() == other.pages.len()
            && self.index.iter().all(|(number, at)| {
                let there = other.index.get(number);
                there.is_some_and(|there| is_same(&self.pages[*at as usize], &other.pages[*there as usize]))
            })
    }

    #[inline]
    fn page(&mut self, address: u64) -> Option<usize> {
        let number = address >> PAGE_BITS;
        let slot = &mut self.recent[number as usize % RECENT];
        if slot.0 == number {
            return Some(slot.1 as usize);
        }
        let at = *self.index.get(&number)?;
        *slot = (number, at);
        Some(at as usize)
    }

    /// Makes the page of an address, with the states that its objects say.
    fn make_page(&mut self, address: u64) -> Res<()> {
        let number = address >> PAGE_BITS;
        if self.index.contains_key(&number) {
            return Ok(());
        }
        self.check_room()?;
        let mut page = Box::new(Page { bytes: [0; PAGE], states: [CLOSED; PAGE] });
        let start = number << PAGE_BITS;
        if self.objects.ranges.classify(start) == AddressRange::Wild {
            page.states.fill(INDETERMINATE);
        } else {
            for object in self.objects.overlapping(start, start + PAGE as u64).filter(|o| o.live) {
                let from = object.address.max(start) - start;
                let to = object.end().min(start + PAGE as u64) - start;
                let states = &mut page.states[from as usize..to as usize];
                let (raw, known) = if object.read_only { (SEALED, READ_ONLY) } else { (INDETERMINATE, DEFINED) };
                states.fill(raw);
                if object.zeroed {
                    let proper = (object.address + object.size).saturating_sub(start + from).min(to - from);
                    states[..proper as usize].fill(known);
                }
            }
        }
        self.index.insert(number, self.pages.len() as u32);
        self.pages.push(page);
        Ok(())
    }

    /// Reads up to 16 bytes, little-endian.
    #[inline]
    pub fn read(&mut self, address: u64, size: usize, inputs: &mut dyn Inputs) -> Res<u128> {
        let offset = address as usize & (PAGE - 1);
        if let Some(at) = self.page(address) {
            let page = &self.pages[at];
            let bytes = |n: usize| page.bytes.get(offset..offset + n).zip(page.states.get(offset..offset + n));
            match size {
                4 => {
                    if let Some((bytes, states)) = bytes(4)
                        && let (Ok(bytes), Ok(states)) = (<[u8; 4]>::try_from(bytes), <[u8; 4]>::try_from(states))
                        && u32::from_le_bytes(states) & 0x0202_0202 == 0x0202_0202
                    {
                        return Ok(u128::from(u32::from_le_bytes(bytes)));
                    }
                }
                8 => {
                    if let Some((bytes, states)) = bytes(8)
                        && let (Ok(bytes), Ok(states)) = (<[u8; 8]>::try_from(bytes), <[u8; 8]>::try_from(states))
                        && u64::from_le_bytes(states) & 0x0202_0202_0202_0202 == 0x0202_0202_0202_0202
                    {
                        return Ok(u128::from(u64::from_le_bytes(bytes)));
                    }
                }
                _ => {
                    if let Some((bytes, states)) = bytes(size)
                        && states.iter().all(|s| matches!(*s, DEFINED | READ_ONLY))
                    {
                        return Ok(bytes.iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte)));
                    }
                }
            }
        }
        self.read_slowly(address, size, inputs)
    }

    #[cold]
    fn read_slowly(&mut self, address: u64, size: usize, inputs: &mut dyn Inputs) -> Res<u128> {
        self.check(address, size as u64, Access::Read)?;
        let mut value = 0;
        for i in (0..size as u64).rev() {
            value = value << 8 | u128::from(self.byte(address + i, inputs)?);
        }
        Ok(value)
    }

    /// One byte that [`Memory::check`] has allowed.
    fn byte(&mut self, address: u64, inputs: &mut dyn Inputs) -> Res<u8> {
        self.make_page(address)?;
        let offset = address as usize & (PAGE - 1);
        let Some(at) = self.page(address) else { return Ok(0) };
        let state = self.pages[at].states[offset];
        if state == INDETERMINATE || state == SEALED {
            self.made += 1;
            let byte = match self.objects.holding(address) {
                Some(object) => inputs.memory_byte(object.ordinal, address - object.address),
                None => inputs.wild_byte(address),
            };
            self.pages[at].bytes[offset] = byte;
            self.pages[at].states[offset] = if state == SEALED { READ_ONLY } else { DEFINED };
        }
        Ok(self.pages[at].bytes[offset])
    }

    /// Writes up to 16 bytes, little-endian.
    #[inline]
    pub fn write(&mut self, address: u64, size: usize, value: u128) -> Res<()> {
        let offset = address as usize & (PAGE - 1);
        if let Some(at) = self.page(address) {
            let page = &mut *self.pages[at];
            if let Some(states) = page.states.get_mut(offset..offset + size)
                && let Some(bytes) = page.bytes.get_mut(offset..offset + size)
            {
                // Sizes known to the compiler become single moves.
                let done = match size {
                    4 => write_whole::<4>(bytes, states, value),
                    8 => write_whole::<8>(bytes, states, value),
                    1 => write_whole::<1>(bytes, states, value),
                    _ => {
                        // Writable states are 1 and 2.
                        let writable = size <= 16 && states.iter().all(|s| s.wrapping_sub(1) < 2);
                        if writable {
                            states.fill(DEFINED);
                            bytes.copy_from_slice(&value.to_le_bytes()[..size]);
                        }
                        writable
                    }
                };
                if done {
                    return Ok(());
                }
            }
        }
        self.write_slowly(address, &value.to_le_bytes()[..size.min(16)])
    }

    #[cold]
    fn write_slowly(&mut self, address: u64, bytes: &[u8]) -> Res<()> {
        self.check(address, bytes.len() as u64, Access::Write)?;
        self.put(address, bytes, DEFINED)
    }

    /// Writes bytes wherever they may be, a page at a time.
    fn put(&mut self, mut address: u64, mut bytes: &[u8], state: u8) -> Res<()> {
        while !bytes.is_empty() {
            self.make_page(address)?;
            let offset = address as usize & (PAGE - 1);
            let count = bytes.len().min(PAGE - offset);
            let (now, later) = bytes.split_at(count);
            if let Some(at) = self.page(address) {
                self.pages[at].bytes[offset..offset + count].copy_from_slice(now);
                self.pages[at].states[offset..offset + count].fill(state);
            }
            bytes = later;
            address = address.wrapping_add(count as u64);
        }
        Ok(())
    }

    /// Reads any number of bytes.
    pub fn read_bytes(&mut self, address: u64, size: u64, inputs: &mut dyn Inputs) -> Res<Vec<u8>> {
        if size == 0 {
            return Ok(Vec::new());
        }
        self.check(address, size, Access::Read)?;
        self.check_amount(size)?;
        let mut bytes = Vec::with_capacity(size as usize);
        let mut at = address;
        while at < address + size {
            self.make_page(at)?;
            let offset = at as usize & (PAGE - 1);
            let count = (PAGE - offset).min((address + size - at) as usize);
            if let Some(page) = self.page(at)
                && self.pages[page].states[offset..offset + count].iter().all(|s| matches!(*s, DEFINED | READ_ONLY))
            {
                bytes.extend_from_slice(&self.pages[page].bytes[offset..offset + count]);
            } else {
                for i in 0..count as u64 {
                    bytes.push(self.byte(at + i, inputs)?);
                }
            }
            at += count as u64;
        }
        Ok(bytes)
    }

    /// Writes any number of bytes.
    pub fn write_bytes(&mut self, address: u64, bytes: &[u8]) -> Res<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        if bytes.len() <= 16 {
            let value = bytes.iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte));
            return self.write(address, bytes.len(), value);
        }
        self.write_slowly(address, bytes)
    }

    /// Sets any number of bytes.
    pub fn fill(&mut self, address: u64, byte: u8, size: u64) -> Res<()> {
        if size == 0 {
            return Ok(());
        }
        self.check(address, size, Access::Write)?;
        self.check_amount(size)?;
        let chunk = [byte; PAGE];
        let mut done = 0;
        while done < size {
            let count = (size - done).min(PAGE as u64);
            self.put(address + done, &chunk[..count as usize], DEFINED)?;
            done += count;
        }
        Ok(())
    }

    /// Whether there is room for one more page or object.
    pub fn check_room(&self) -> Res<()> {
        let objects = (self.objects.global.len() + self.objects.stack.len()) * std::mem::size_of::<Object>();
        if objects + (self.pages.len() + 1) * std::mem::size_of::<Page>() > self.limit as usize {
            return Err(Box::new(Fault::OutOfMemory("the memory that the program uses")));
        }
        Ok(())
    }

    fn check_amount(&self, size: u64) -> Res<()> {
        if size > self.limit {
            return Err(Box::new(Fault::OutOfMemory("one copy of memory")));
        }
        Ok(())
    }

    /// Whether an access is one to a single live object, or to wild memory; what is undefined about it otherwise.
    fn check(&self, address: u64, size: u64, access: Access) -> Res<()> {
        let ranges = self.objects.ranges;
        match ranges.classify(address) {
            AddressRange::Null => return Err(Misbehaviour::NullDereference(address).into()),
            AddressRange::Function => return Err(Misbehaviour::FunctionAccess(address).into()),
            AddressRange::Wild => {
                // The last byte of the address space is given up, so that ends do not wrap.
                let last = ranges.last();
                return if address.checked_add(size).is_some_and(|end| end <= last) {
                    Ok(())
                } else {
                    Err(Misbehaviour::OutOfBounds(address).into())
                };
            }
            AddressRange::Global | AddressRange::Stack => {}
        }
        let Some(object) = self.objects.holding(address) else { return Err(Misbehaviour::OutOfBounds(address).into()) };
        if !object.live {
            return Err(match object.kind {
                crate::object::ObjectKind::Heap => Misbehaviour::UseAfterFree(address),
                _ => Misbehaviour::DeadVariable(address),
            }
            .into());
        }
        if size > object.end() - address {
            return Err(Misbehaviour::OutOfBounds(address).into());
        }
        if access == Access::Write && object.read_only {
            return Err(Misbehaviour::ReadOnlyWrite(address).into());
        }
        Ok(())
    }

    /// A life begins: all bytes zero or indeterminate. The object is in the table already.
    pub fn renew(&mut self, object: &Object) {
        self.set_states(object.address, object.size, if object.zeroed { DEFINED } else { INDETERMINATE });
        self.set_states(object.address + object.size, object.room, INDETERMINATE);
    }

    /// Gives an object its initial content, which may be read-only from then on.
    pub fn initialise(&mut self, object: &Object, data: &[u8]) -> Res<()> {
        let size = usize::try_from(object.size).unwrap_or(usize::MAX).min(data.len());
        self.put(object.address, &data[..size], if object.read_only { READ_ONLY } else { DEFINED })
    }

    /// From now on nothing may be written to an object.
    pub fn seal(&mut self, object: &Object) {
        for (number, page) in (object.address >> PAGE_BITS..=(object.end() - 1) >> PAGE_BITS)
            .filter_map(|number| Some((number, *self.index.get(&number)?)))
            .collect::<Vec<_>>()
        {
            let start = number << PAGE_BITS;
            let (from, to) = (object.address.max(start) - start, object.end().min(start + PAGE as u64) - start);
            for state in &mut self.pages[page as usize].states[from as usize..to as usize] {
                *state = match *state {
                    DEFINED => READ_ONLY,
                    INDETERMINATE => SEALED,
                    other => other,
                };
            }
        }
    }

    pub fn end(&mut self, address: u64, size: u64) {
        self.set_states(address, size, CLOSED);
    }

    /// Sets the states of the bytes that are in pages; zeroes them as well, so that `DEFINED` means zero.
    fn set_states(&mut self, address: u64, size: u64, state: u8) {
        if size == 0 {
            return;
        }
        let (first, last) = (address >> PAGE_BITS, (address + (size - 1)) >> PAGE_BITS);
        if last - first > self.pages.len() as u64 {
            let touched: Vec<u64> = self.index.keys().copied().filter(|n| (first..=last).contains(n)).collect();
            // The order does not show: each page is set on its own.
            touched.into_iter().for_each(|number| self.set_states_of_page(number, address, size, state));
        } else {
            (first..=last).for_each(|number| self.set_states_of_page(number, address, size, state));
        }
    }

    fn set_states_of_page(&mut self, number: u64, address: u64, size: u64, state: u8) {
        let start = number << PAGE_BITS;
        let Some(at) = self.page(start) else { return };
        let from = (address.max(start) - start) as usize;
        let to = ((address + size).min(start + PAGE as u64) - start) as usize;
        self.pages[at].states[from..to].fill(state);
        if state == DEFINED {
            self.pages[at].bytes[from..to].fill(0);
        }
    }

    /// The first addresses of the pages of wild memory that were touched, in order.
    pub fn wild_pages(&self) -> Vec<u64> {
        let starts = self.index.keys().map(|number| number << PAGE_BITS);
        let mut wild: Vec<u64> = starts.filter(|at| self.objects.ranges.classify(*at) == AddressRange::Wild).collect();
        wild.sort_unstable();
        wild
    }

    /// Whether the page that begins at an address was touched.
    pub fn has_page(&self, address: u64) -> bool {
        self.index.contains_key(&(address >> PAGE_BITS))
    }

    /// Gives bytes other values, which were written before: of no byte the state changes.
    pub fn replace(&mut self, address: u64, bytes: &[u8]) {
        for (at, byte) in (address..).zip(bytes) {
            let offset = at as usize & (PAGE - 1);
            if let Some(number) = self.page(at) {
                self.pages[number].bytes[offset] = *byte;
            }
        }
    }

    /// Looks at a byte without asking the inputs: `None` when it is indeterminate or in no live object.
    pub fn peek(&self, address: u64) -> Option<u8> {
        let offset = address as usize & (PAGE - 1);
        match self.index.get(&(address >> PAGE_BITS)) {
            Some(at) => {
                let page = &self.pages[*at as usize];
                (page.states[offset] >= DEFINED).then(|| page.bytes[offset])
            }
            None => self.objects.holding(address).is_some_and(|o| o.live && o.zeroed).then_some(0),
        }
    }
}

/// Writes `N` bytes when all may be written.
#[inline]
fn write_whole<const N: usize>(bytes: &mut [u8], states: &mut [u8], value: u128) -> bool {
    let (Ok(bytes), Ok(states)) = (<&mut [u8; N]>::try_from(bytes), <&mut [u8; N]>::try_from(states)) else {
        return false;
    };
    if !states.iter().fold(true, |all, s| all & (s.wrapping_sub(1) < 2)) {
        return false;
    }
    *states = [DEFINED; N];
    bytes.copy_from_slice(&value.to_le_bytes()[..N]);
    true
}
