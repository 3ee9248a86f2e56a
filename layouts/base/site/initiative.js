// Who acts when in a fight: a fight and its rolls come in, the order goes out. The same rules as the program's own.
(function (scope) {
  "use strict";
  const FIRST = "first", LAST = "last", STEP = 12;
  const PRINTED = { 1: [1, 1, []], 2: [2, 1, [6]], 3: [2, 2, [6, 6]], 4: [2, 2, [4, 8]] };
  const number = Number.isInteger;
  const order = (a, b) => { // two lists of numbers, as words in a dictionary
    for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
    return 0;
  };

  // ---- what a result gives ----
  function actionsOf(result) {
    const found = [];
    for (let at = result; at >= 6; at -= STEP) found.push(at);
    return found;
  }
  function extras(apart) { // first, last, how long after each regular action
    if (PRINTED[apart]) return PRINTED[apart];
    const gap = Math.max(1, Math.floor(STEP / apart)), after = [];
    for (let n = 1; n < apart; n++) after.push(gap * n);
    return [Math.floor((apart + 2) / 2), Math.floor((apart + 1) / 2), after];
  }
  function higher(result, apart) {
    const [first, last, after] = extras(apart);
    const values = actionsOf(result).flatMap(at => [0, ...after].map(later => at - later));
    return [...Array(first).fill(FIRST), ...values, ...Array(last).fill(LAST)];
  }
  function accumulate(carried, result, apart, step) {
    const total = Math.max(0, carried + result), first = 6 + 24 * apart, further = step + 24 * (apart - 1);
    if (total < first) return { actions: [], carried: total, surplus: 0 };
    const count = 1 + Math.floor((total - first) / further), actions = [];
    for (let n = 0; n < count; n++) actions.push(total - 24 * apart - further * n);
    return { actions, carried: 0, surplus: total - first - (count - 1) * further };
  }
  function reference(fight) {
    const named = fight.fighters.map(one => one.category).filter(number);
    if (number(fight.reference_category) || !named.length) return fight.reference_category;
    const often = value => named.filter(one => one === value).length;
    return named.reduce((best, one) => order([often(one), one], [often(best), best]) > 0 ? one : best);
  }
  function difference(fight, fighter) {
    const measure = reference(fight);
    return number(fighter.category) && number(measure) ? fighter.category - measure : 0;
  }
  function afterWaiting(values, moment) {
    let lost = moment === null ? 0 : values.filter(at => at > moment).length;
    lost = Math.min(Math.max(lost, 1), values.length);
    return [values.slice(0, lost), values.slice(lost)];
  }
  function actEarly(moves, action, by) { // new moves, or a word that says why not
    if (!(by >= 1 && by <= 12)) return "too_far";
    const move = moves[action - 1];
    if (!move) return "no_action";
    if (!number(move.at) || move.how) return "fixed";
    const at = move.at + by, before = moves.slice(0, action - 1).map(one => one.at).filter(number);
    if (before.length && at >= Math.min(...before)) return "crowded";
    return moves.map(one => one === move ? { at, how: "early", limit: by <= 6 ? "simple" : "trivial" } : one);
  }

  // ---- a fighter's turn ----
  const moved = values => values.map(at => ({ at }));
  function turnOf(fighter, result, moves, after) {
    return { name: fighter.name, result, tie: [-(fighter.reaction ?? 12), -(fighter.situation || 0)], moves,
      after: { carried: 0, waiting: false, ...after }, surplus: 0, lost: [], notes: [] };
  }
  function rolled(fight, fighter, carried, result) {
    const apart = difference(fight, fighter);
    if (!number(result)) return { ...turnOf(fighter, 0, [], { carried }), missing: true };
    if (apart < 0) {
      const points = accumulate(carried, result, -apart, fight.lower_step || 36);
      const turn = turnOf(fighter, result, moved(points.actions), { carried: points.carried });
      return { ...turn, surplus: points.surplus };
    }
    return turnOf(fighter, result, moved(apart ? higher(result, apart) : actionsOf(result)), {});
  }
  function again(fight, fighter, carried, result, moment) {
    const turn = rolled(fight, fighter, carried, result);
    const [lost, kept] = afterWaiting(turn.moves.map(one => one.at).filter(number), moment);
    return { ...turn, lost, moves: [...moved(kept), ...turn.moves.filter(one => one.at === LAST)] };
  }
  function note(turn, code, slots) {
    return { ...turn, notes: [...turn.notes, { code, slots: { fighter: turn.name, ...slots } }] };
  }
  function claim(fight, fighter, before, dice) {
    const result = dice.ofRound(fighter);
    const firsts = rolled(fight, fighter, before.carried, result).moves.filter(one => one.at === FIRST);
    let turn = again(fight, fighter, before.carried, result, null);
    turn = { ...turn, moves: [...firsts, { at: FIRST, how: "claimed" }, ...turn.moves] };
    return before.waiting ? turn : note(turn, "claim_not_waiting", { round: dice.number });
  }
  function pull(turn, early) {
    for (const one of early) {
      const moves = actEarly(turn.moves, one.action, one.by);
      turn = typeof moves === "string"
        ? note(turn, "early_" + moves, { round: one.round, action: one.action }) : { ...turn, moves };
    }
    return turn;
  }
  function hold(turn, delay, early) { // [how many moves come before it, plus one; the turn]
    const until = delay.until ?? null, pulled = early.map(one => one.action);
    const numbered = turn.moves.map((_, i) => i + 1).filter(n => number(turn.moves[n - 1].at) && !pulled.includes(n));
    const held = delay.action ?? numbered[0] ?? 0;
    if (held < 1 || held > turn.moves.length || turn.moves[held - 1].at === LAST)
      return [0, note(turn, "nothing_to_delay", { round: delay.round })];
    let taken = pull({ ...turn, moves: turn.moves.slice(0, held - 1) }, early.filter(one => one.action < held));
    const own = turn.moves[held - 1].at, before = taken.moves.map(one => one.at).filter(number);
    if (until !== null && before.length && until >= Math.min(...before))
      return [0, note(turn, "delay_crowded", { round: delay.round, until })];
    if (until !== null && number(own) && until > own)
      taken = note(taken, "delay_before_own", { round: delay.round, until, own });
    return [held, { ...taken, after: { ...taken.after, waiting: true } }];
  }
  function actAtLast(fight, fighter, turn, delay, dice) {
    const move = { at: delay.until, how: "delayed" };
    let against = null;
    if (delay.interrupts) {
      const other = fight.fighters.find(one => one.name === delay.interrupts);
      const tie = one => [-(one.reaction ?? 12), -(one.situation || 0)];
      against = delay.opposed;
      move.against = other.name;
      move.verdict = Math.sign(order([-against[0], ...tie(fighter)], [-against[1], ...tie(other)]));
    }
    const result = dice.again(fighter, delay.new_roll);
    const roll = again(fight, fighter, turn.after.carried, result, delay.until);
    const from = turn.moves.length ? turn : roll;
    return { ...roll, result: from.result, moves: [...turn.moves, move, ...roll.moves], against, notes: turn.notes,
      surplus: turn.surplus + roll.surplus };
  }
  function takeTurn(fight, fighter, before, dice) {
    const delay = (fighter.delay || []).find(one => one.round === dice.number);
    let early = (fighter.early || []).filter(one => one.round === dice.number).sort((a, b) => a.action - b.action);
    let turn;
    if ((fighter.claims || []).includes(dice.number)) turn = claim(fight, fighter, before, dice);
    else if (before.waiting) {
      turn = turnOf(fighter, 0, [], before);
      if (delay && number(delay.until)) turn = actAtLast(fight, fighter, turn, delay, dice);
    } else {
      turn = rolled(fight, fighter, before.carried, dice.ofRound(fighter));
      if (delay) {
        let held;
        [held, turn] = hold(turn, delay, early);
        if (held && number(delay.until)) turn = actAtLast(fight, fighter, turn, delay, dice);
        early = early.filter(one => !held || one.action > held);
      }
    }
    return pull(turn, early);
  }

  // ---- the order of a round ----
  function keysOf(turn) {
    const had = {};
    return turn.moves.map(move => {
      const nth = had[move.at] || 0;
      had[move.at] = nth + 1;
      if (number(move.at)) return [2, -move.at, 0, ...turn.tie, nth, 0, 0, 0];
      if (move.how === "claimed") return [1, 0, 0, ...turn.tie, 0, 0, 0, 0];
      return [move.at === FIRST ? 0 : 3, nth, -turn.result, ...turn.tie, 0, 0, 0, 0];
    });
  }
  function roundOrder(turns) {
    const keys = new Map(turns.map(turn => [turn, keysOf(turn)])), places = {}, lines = [];
    const place = (name, at) => JSON.stringify([name, at]);
    for (const turn of turns) turn.moves.forEach((move, i) => { places[place(turn.name, move.at)] ??= keys.get(turn)[i]; });
    for (const turn of turns) {
      let earliest = null;
      turn.moves.forEach((move, i) => {
        let key = keys.get(turn)[i];
        const theirs = move.against && places[place(move.against, move.at)];
        if (theirs) key = [...theirs.slice(0, 6), ...(move.verdict ? [2 * move.verdict, ...turn.tie] : [0, 0, 0])];
        if (earliest && order(earliest, key) > 0) key = earliest;
        earliest = [...key.slice(0, 6), key[6] + 1, key[7], key[8]];
        lines.push({ key, fighter: turn.name, at: move.at, action: i + 1, how: move.how || "", limit: move.limit || "" });
      });
    }
    lines.sort((a, b) => order(a.key, b.key));
    return lines.map(({ key, ...act }) => ({ ...act, together: lines
      .filter(one => one.fighter !== act.fighter && !order(one.key, key)).map(one => one.fighter) }));
  }
  function interruptions(turn, turns, round) {
    const move = turn.moves.find(one => one.against);
    if (!move || !turn.against) return [];
    const slots = { fighter: turn.name, other: move.against, round, at: move.at };
    const theirs = turns.find(one => one.name === move.against);
    if (theirs.moves.every(one => one.at !== move.at)) return [{ code: "nobody_to_interrupt", slots }];
    const code = { "-1": "got_in_before", 0: "got_in_together", 1: "got_in_after" }[move.verdict];
    return [{ code, slots: { ...slots, mine: turn.against[0], theirs: turn.against[1] } }];
  }
  function diceOf(round) {
    const results = {}, keep = (one, result) => {
      if (number(result)) (results[one.name] ??= []).push(result);
      return result;
    };
    return { number: round, results, ofRound: one => keep(one, (one.rolls || [])[round - 1]),
      again: (one, given) => number(given) || results[one.name] ? keep(one, given) : keep(one, (one.rolls || [])[round - 1]) };
  }
  function detailed(fight, round, standings) {
    const dice = diceOf(round), rest = { carried: 0, waiting: false };
    const turns = fight.fighters.map(one => takeTurn(fight, one, standings[one.name] || rest, dice));
    const some = (test, value) => Object.fromEntries(turns.filter(test).map(one => [one.name, value(one)]));
    const lower = new Set(fight.fighters.filter(one => difference(fight, one) < 0).map(one => one.name));
    return {
      round, order: roundOrder(turns), rolls: dice.results,
      carried: some(one => lower.has(one.name), one => one.after.carried),
      surplus: some(one => one.surplus, one => one.surplus), lost: some(one => one.lost.length, one => one.lost),
      idle: turns.filter(one => !one.moves.length && !one.after.waiting).map(one => one.name),
      waiting: turns.filter(one => one.after.waiting).map(one => one.name),
      missing: turns.filter(one => one.missing).map(one => one.name),
      notes: turns.flatMap(one => [...one.notes, ...interruptions(one, turns, round)]),
      standings: some(() => true, one => one.after),
    };
  }
  function together(fight, round, results) { // everybody acts once, from the highest result down
    const turns = fight.fighters.map((one, i) => number(results[i])
      ? turnOf(one, results[i], [{ at: results[i] }], {}) : { ...turnOf(one, 0, [], {}), missing: true });
    return { round, order: roundOrder(turns), rolls: {}, carried: {}, surplus: {}, lost: {}, idle: [], waiting: [],
      missing: turns.filter(one => one.missing).map(one => one.name), notes: [], standings: {} };
  }
  function simple(fight, round) {
    const results = fight.fighters.map(one => (one.rolls || [])[round - 1]);
    const rolls = Object.fromEntries(fight.fighters.map((one, i) => [one.name, [results[i]]]).filter(one => number(one[1][0])));
    return { ...together(fight, round, results), rolls };
  }
  function surprise(party, monsters) {
    const by = Math.abs(party - monsters), winner = !by ? null : party > monsters ? "party" : "monsters";
    const kind = !by ? "none" : by < 3 ? "some" : by < 5 ? "significant" : "total";
    return { winner, by, kind, from_behind: winner === "monsters" && by >= 3 };
  }
  function sides(fight, round) {
    const faces = {};
    for (const side of ["party", "monsters"]) faces[side] = ((fight.sides || {})[side] || [])[round - 1];
    const alike = { ...fight, fighters: fight.fighters.map(one => ({ ...one, reaction: 0, situation: 0 })) };
    const found = together(alike, round, fight.fighters.map(one => faces[one.side || "monsters"]));
    const monsters = fight.fighters.filter(one => one.side === "monsters"), both = number(faces.party) && number(faces.monsters);
    const alone = round === 1 && monsters.length === 1 && !monsters[0].undead && !monsters[0].cornered;
    const rolls = Object.fromEntries(Object.entries(faces).filter(one => number(one[1])).map(([side, face]) => [side, [face]]));
    return { ...found, rolls, surprise: both ? surprise(faces.party, faces.monsters) : null,
      morale: alone ? [monsters[0].name] : [] };
  }
  function playRound(fight, round, standings) {
    return ({ simple, "d6-sides": sides }[fight.system] || detailed)(fight, round, standings || {});
  }
  function play(fight) {
    let standings = {};
    return Array.from({ length: fight.rounds }, (_, i) => {
      const one = playRound(fight, i + 1, standings);
      standings = one.standings;
      return one;
    });
  }
  function wild(die) { // ±d6: odd faces count against you; runs of sixes and of fives add up
    const first = die();
    let total = first % 2 ? -first : first;
    if (first >= 5) while (die() === first) total += first === 6 ? 6 : -5;
    return total;
  }
  scope.Initiative = { play, playRound, difference, reference, wild };
})(window);
