"""The cyclic carver: an order for one level comes in, a level that is a cycle of cycles goes out (document 003)."""

from __future__ import annotations

from zinegen.carve.cycles import cycle_types
from zinegen.carve.cyclic.adorn import adorn
from zinegen.carve.cyclic.chart import Chart
from zinegen.carve.cyclic.dig import Layout, dig
from zinegen.carve.cyclic.ears import ears_of
from zinegen.carve.cyclic.grow import grow
from zinegen.carve.cyclic.kinds import DEEPEST, Kind, roll_kinds
from zinegen.carve.cyclic.law import let_through, open_from, plain_enough
from zinegen.carve.cyclic.niches import cut_niches
from zinegen.carve.cyclic.order import Order
from zinegen.carve.cyclic.placing import layouts
from zinegen.carve.cyclic.rooms import roll_rooms
from zinegen.carve.cyclic.stairs import add_landings, arrive, main_arrival, put_stairs
from zinegen.carve.cyclic.verify import contacts, lengths_right
from zinegen.carve.ground import Ground
from zinegen.carve.growth import Growth
from zinegen.carve.plan import Box, LevelPlan, cave_chance, gap
from zinegen.dice import Stream
from zinegen.errors import PlacementError, RecipeError

LEAST = (4, 10, 22)
"""The fewest rooms of a flow, by depth."""
FLOWS = 40
"""So many flows are tried: one whose level cannot be laid out is grown anew."""


def carve_level(plan: LevelPlan) -> Ground:
    """Carve one level as a cycle of cycles.

    Raises: RecipeError for a depth that the level's size has no room for; PlacementError where no flow found a plan.
    """
    for attempt in range(FLOWS):
        stream = Stream(plan.seed, f"level {plan.number}", "cyclic", attempt)
        ground = _carve(Order(plan, stream))
        if ground is not None:
            return ground
    raise PlacementError(
        f"seed {plan.seed!r}: no plan for cyclic level {plan.number} in {FLOWS} tries; take another seed"
    )


def depth_of(plan: LevelPlan) -> int:
    """How deep cycles nest: as asked, or as many areas as there are to be allow.

    Raises: RecipeError for a depth that the size has no room for.
    """
    asked = plan.depth
    most = max(depth for depth, least in enumerate(LEAST) if least <= plan.most)
    if asked is None:
        return 0 if plan.most <= 12 else 1 if plan.most <= 20 else 2
    if asked > most:
        raise RecipeError(
            f"depth {asked}: cycles nested so deep need {LEAST[min(asked, DEEPEST)]} areas on a level, "
            f"and level {plan.number} has {plan.most} at most; ask for depth {most} or a larger size"
        )
    return asked


def _carve(order: Order) -> Ground | None:
    """Grow, lay out, dig and adorn; None where this flow does not come to a level."""
    kind = _kinds(order)
    plan = order.plan
    room_for = min(plan.most - 1, max(plan.least, plan.target - 1, kind.least()))
    order.flow = grow(kind, order.stream, room_for)
    if not plain_enough(order.flow):
        return None
    if plan.through and not (let_through(order.flow) and open_from(order.flow, order.flow.goal)):
        return None
    order.main = main_arrival(plan.arrivals)
    growth = Growth(Ground(plan.width, plan.height, plan.number), order.stream, plan)
    order.rooms = roll_rooms(order.flow, growth, cave_chance(plan), first=plan.number == 1)
    path, ears = ears_of(order.flow)
    rows = [(ear.nodes, ear.open) for ear in ears] + add_landings(order, growth)
    for layout, dx, dy in layouts(order, path, rows):
        ground = _dig(order, layout, dx, dy)
        if ground is not None:
            return ground
    return None


def _kinds(order: Order) -> Kind:
    types = cycle_types(order.plan.cycles)
    depth = depth_of(order.plan)
    for _ in range(FLOWS):
        kind = roll_kinds(types, depth, order.stream, reroll_repeats=order.plan.reroll_repeats)
        if kind.least() <= order.plan.most - 1:
            return kind
    raise RecipeError(
        f"depth {depth}: these cycles do not fit into {order.plan.most} areas; ask for a larger size or less depth"
    )


def _dig(order: Order, layout: Layout, dx: int, dy: int) -> Ground | None:
    """Dig a layout and all that belongs to it; None where something of it cannot be."""
    plan = order.plan
    ground = Ground(plan.width, plan.height, plan.number)
    for box in plan.passing:
        ground.block(*box)
    if any(not _clear_of(layout, dx, dy, box) for box in plan.passing):
        return None
    dug = dig(ground, order.flow, order.rooms, layout, dx, dy, order.stream.child("dig"))
    if contacts(dug) or not lengths_right(dug):
        return None
    if not (put_stairs(order, dug) and arrive(order, dug)):
        return None
    mark = order.flow.mark()
    if not adorn(dug, plan, order.stream.child("adorn")) or not plan.least <= ground.keyed <= plan.most:
        order.flow.back_to(mark)
        return None
    cut_niches(dug, order.stream.child("niches"))
    ground.chart = Chart(dug, ring=bool(plan.down_to))
    return ground


def _clear_of(layout: Layout, dx: int, dy: int, box: Box) -> bool:
    boxes = [layout.box(node) for node in layout.blocks] + [b for runs in layout.plan.runs.values() for b in runs]
    return all(gap((x + dx, y + dy, w, h), box) >= 1 for x, y, w, h in boxes)
