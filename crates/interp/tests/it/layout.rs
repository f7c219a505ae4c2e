//! Addresses: what the interpreter and the path formulas must agree on.

use cairn_interp::layout::{AddressRange, AddressSpace, HEAP_ALIGN, Home, ProgramLayout, RED_ZONE, Ranges};
use cairn_ir::*;

fn program(model: MachineModel) -> Program {
    let mut p = Program::empty(model);
    let (void, int, char_) = (p.types.void(), p.types.int(IntKind::Int), p.types.int(IntKind::Char));
    let (double, long_double) = (p.types.float(FloatKind::Double), p.types.float(FloatKind::LongDouble));
    let start = p.add_function("start", void);
    let f = p.add_function("f", int);
    let array = p.types.array(char_, Some(37));
    for (position, ty) in [char_, double, long_double].into_iter().enumerate() {
        p.add_var("p", ty, VarKind::Param(position as u32), Some(f));
    }
    for (ty, kind) in [(array, VarKind::Local), (int, VarKind::Temp), (int, VarKind::Return)] {
        p.add_var("v", ty, kind, Some(f));
    }
    for ty in [char_, array, long_double] {
        p.add_var("s", ty, VarKind::Static, None);
    }
    p.add_var("l", int, VarKind::Local, Some(start));
    p
}

#[test]
fn objects_are_aligned_and_apart() {
    for model in [MachineModel::Ilp32, MachineModel::Lp64] {
        let p = program(model);
        let layout = ProgramLayout::new(&p);
        let f = p.function_named("f").unwrap();
        let frame = layout.frame(f);
        assert_eq!(frame.slots.len(), 6);
        for slots in [frame.slots.as_slice(), layout.statics()] {
            for pair in slots.windows(2) {
                assert!(pair[0].offset + pair[0].size + RED_ZONE <= pair[1].offset);
            }
            for slot in slots {
                let align = p.types.align_of(p.vars[slot.var].ty).unwrap();
                assert_eq!(slot.offset % align, 0);
            }
        }
        assert!(frame.slots.last().is_some_and(|s| s.offset + s.size + RED_ZONE <= frame.size));
        let homes: Vec<Home> = p.vars.ids().map(|v| layout.home(v)).collect();
        assert!(homes.iter().all(|home| *home != Home::None));
        assert_eq!(homes.iter().filter(|home| matches!(home, Home::Static(..))).count(), 3);
    }
}

#[test]
fn a_frame_is_at_the_same_address_again_and_the_heap_never_is() {
    let p = program(MachineModel::Ilp32);
    let layout = ProgramLayout::new(&p);
    let frame = layout.frame(p.function_named("f").unwrap());
    let mut space = layout.address_space();
    let end = space.stack_end();
    let (first, heap) = (space.enter(frame).unwrap(), space.allocate_heap(5).unwrap());
    let inner = space.enter(frame).unwrap();
    assert!(inner >= first + frame.size && inner.is_multiple_of(HEAP_ALIGN));
    let arguments = space.allocate_stack(3).unwrap();
    assert!(arguments >= inner + frame.size);
    space.leave(end);
    assert_eq!(space.enter(frame), Some(first));
    let next = space.allocate_heap(0).unwrap();
    assert!(next >= heap + 5 + RED_ZONE);
    assert!(layout.statics().iter().all(|s| s.offset + s.size + RED_ZONE <= heap));
    assert_ne!(space.allocate_heap(0), Some(next));
}

#[test]
fn ranges_do_not_meet_and_end_in_an_answer() {
    for model in [MachineModel::Ilp32, MachineModel::Lp64] {
        let p = program(model);
        let layout = ProgramLayout::new(&p);
        let ranges = Ranges::of(model);
        let mut space: AddressSpace = layout.address_space();
        assert_eq!(ranges.classify(0), AddressRange::Null);
        assert_eq!(ranges.classify(space.allocate_heap(1).unwrap()), AddressRange::Global);
        assert_eq!(ranges.classify(space.allocate_stack(1).unwrap()), AddressRange::Stack);
        assert_eq!(ranges.classify(ranges.function(p.start)), AddressRange::Function);
        assert_eq!(ranges.classify(ranges.wild()), AddressRange::Wild);
        assert_eq!(ranges.classify(ranges.wild() - 1), AddressRange::Function);
        for size in [ranges.last(), ranges.last() - RED_ZONE, u64::MAX] {
            assert_eq!(space.allocate_heap(size), None);
            assert_eq!(space.allocate_stack(size), None);
        }
        // What was refused took nothing.
        assert!(space.allocate_heap(16).is_some() && space.allocate_stack(16).is_some());
    }
}
