// SPDX-License-Identifier: Apache-2.0
//! The accesses of a function, on each way through it.

use std::collections::{BTreeMap, BTreeSet};

use iced_x86::{
    Decoder, DecoderOptions, FlowControl, Instruction, InstructionInfoFactory, Mnemonic, OpAccess,
    OpKind, Register,
};
use object::{Object, ObjectSection, ObjectSymbol};

/// Something that the card, or the order of what it sees, notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Done {
    /// A load of the word that this argument is.
    Load {
        word: usize,
        bytes: usize,
    },
    /// A store to it, so far behind it.
    Store {
        word: usize,
        offset: u64,
        bytes: usize,
    },
    Fence,
    StoreFence,
    /// Memory that is neither the stack nor reached from an argument alone.
    Other(Mnemonic),
}

/// All ways through a function.
pub(super) type Paths = BTreeSet<Vec<Done>>;

/// Registers of the first arguments.
const ARGUMENTS: [Register; 6] =
    [Register::RDI, Register::RSI, Register::RDX, Register::RCX, Register::R8, Register::R9];

/// More instructions are in no sequence.
const MOST: usize = 300;

/// Where a value comes from: an argument and so much, or memory of the function's own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum From {
    Argument(usize, u64),
    Stack,
}

/// What is known on the way.
#[derive(Clone)]
struct State {
    registers: BTreeMap<Register, From>,
    /// What was put into the stack, by base and displacement.
    stack: BTreeMap<(Register, u64), From>,
    run: Vec<Done>,
}

/// Code of the function whose symbol that is.
fn code<'a>(object: &object::File<'a>, is_its: &dyn Fn(&str) -> bool) -> &'a [u8] {
    let mut found = object.symbols().filter(|it| it.name().is_ok_and(is_its));
    let symbol = found.find(ObjectSymbol::is_definition).unwrap();
    let section = object.section_by_index(symbol.section_index().unwrap()).unwrap();
    let begin = usize::try_from(symbol.address()).unwrap();
    &section.data().unwrap()[begin..begin + usize::try_from(symbol.size()).unwrap()]
}

/// The accesses on all ways through a function of a module of ours, in an object file.
pub(super) fn paths(object: &[u8], module: &str, function: &str) -> Paths {
    let mangled = format!("{}{module}{}{function}", module.len(), function.len());
    ways(object, function, &|name| name.contains(&mangled))
}

/// The same of a function of C.
pub(super) fn c_paths(object: &[u8], function: &str) -> Paths {
    ways(object, function, &|name| name == function)
}

fn ways(object: &[u8], what: &str, is_its: &dyn Fn(&str) -> bool) -> Paths {
    let object = object::File::parse(object).unwrap();
    let code = code(&object, is_its);
    let mut decoder = Decoder::with_ip(64, code, 0, DecoderOptions::NONE);
    let instructions: BTreeMap<u64, Instruction> =
        decoder.iter().map(|one| (one.ip(), one)).collect();
    let mut registers = BTreeMap::from([(Register::RSP, From::Stack)]);
    registers
        .extend((0..).zip(ARGUMENTS).map(|(nth, register)| (register, From::Argument(nth, 0))));
    let state = State { registers, stack: BTreeMap::new(), run: Vec::new() };
    let (mut found, mut open, mut steps) = (BTreeSet::new(), vec![(0, state)], 0);
    while let Some((at, mut state)) = open.pop() {
        steps += 1;
        assert!(steps < MOST, "{what}: a loop, or much more than a sequence");
        let one = &instructions[&at];
        look(one, &mut state);
        match one.flow_control() {
            FlowControl::Next => open.push((one.next_ip(), state)),
            FlowControl::UnconditionalBranch => open.push((one.near_branch_target(), state)),
            FlowControl::ConditionalBranch => {
                open.push((one.near_branch_target(), state.clone()));
                open.push((one.next_ip(), state));
            }
            FlowControl::Return => {
                found.insert(state.run);
            }
            other => unreachable!("{what}: {:?}: {other:?}", one.mnemonic()),
        }
    }
    found
}

/// Notes what an instruction does to memory, and where values go.
fn look(one: &Instruction, state: &mut State) {
    match one.mnemonic() {
        Mnemonic::Mfence => state.run.push(Done::Fence),
        Mnemonic::Sfence => state.run.push(Done::StoreFence),
        // Its source is the function's own memory.
        Mnemonic::Movdir64b => match state.registers.get(&one.op0_register()) {
            Some(From::Argument(word, offset)) => {
                state.run.push(Done::Store { word: *word, offset: *offset, bytes: 64 });
            }
            _ => state.run.push(Done::Other(one.mnemonic())),
        },
        _ => memory(one, state),
    }
    follow(one, state);
}

/// Loads and stores.
fn memory(one: &Instruction, state: &mut State) {
    let mut factory = InstructionInfoFactory::new();
    for used in factory.info(one).used_memory() {
        let from = state.registers.get(&used.base()).copied();
        let bytes = used.memory_size().size();
        let of_word = used.index() == Register::None;
        match (from, used.access()) {
            (Some(From::Stack), _) | (_, OpAccess::NoMemAccess) => {}
            (Some(From::Argument(word, at)), OpAccess::Read)
                if of_word && at.wrapping_add(used.displacement()) == 0 =>
            {
                state.run.push(Done::Load { word, bytes });
            }
            (Some(From::Argument(word, at)), OpAccess::Write) if of_word => {
                let offset = at.wrapping_add(used.displacement());
                state.run.push(Done::Store { word, offset, bytes });
            }
            _ => state.run.push(Done::Other(one.mnemonic())),
        }
    }
}

/// What is so far behind an argument that a register has.
fn behind(state: &State, register: Register, bytes: u64) -> Option<From> {
    match state.registers.get(&register) {
        Some(From::Argument(word, at)) => Some(From::Argument(*word, at.wrapping_add(bytes))),
        _ => None,
    }
}

const fn is_immediate(kind: OpKind) -> bool {
    matches!(kind, OpKind::Immediate8to64 | OpKind::Immediate32to64)
}

/// Which register has what behind it.
fn follow(one: &Instruction, state: &mut State) {
    let place = (one.memory_base(), one.memory_displacement64());
    let is_move = one.mnemonic() == Mnemonic::Mov;
    let of_stack = state.registers.get(&one.memory_base()) == Some(&From::Stack);
    if is_move && one.op0_kind() == OpKind::Memory && of_stack {
        match (one.op1_kind() == OpKind::Register).then(|| state.registers.get(&one.op1_register()))
        {
            Some(Some(from)) => drop(state.stack.insert(place, *from)),
            _ => drop(state.stack.remove(&place)),
        }
        return;
    }
    let source = match (one.mnemonic(), one.op1_kind()) {
        (Mnemonic::Mov, OpKind::Register) => state.registers.get(&one.op1_register()).copied(),
        (Mnemonic::Mov, OpKind::Memory) if of_stack => state.stack.get(&place).copied(),
        (Mnemonic::Lea, _) if of_stack => Some(From::Stack),
        (Mnemonic::Lea, _) if one.memory_index() == Register::None => {
            behind(state, one.memory_base(), one.memory_displacement64())
        }
        (Mnemonic::Add, kind) if is_immediate(kind) => {
            behind(state, one.op0_register(), one.immediate(1))
        }
        _ => None,
    };
    let mut factory = InstructionInfoFactory::new();
    for used in factory.info(one).used_registers() {
        let written = matches!(
            used.access(),
            OpAccess::Write | OpAccess::ReadWrite | OpAccess::CondWrite | OpAccess::ReadCondWrite
        );
        let register = used.register().full_register();
        if written && register != Register::RSP {
            match source.filter(|_| register == one.op0_register()) {
                Some(from) => drop(state.registers.insert(register, from)),
                None => drop(state.registers.remove(&register)),
            }
        }
    }
}
