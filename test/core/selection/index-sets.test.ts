import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Clause, inAll } from "../../../core/selection/index/clause.ts";
import { DenseSet, end } from "../../../core/selection/index/dense-set.ts";
import { IdTable } from "../../../core/selection/index/id-table.ts";
import { ListScan } from "../../../core/selection/index/list-scan.ts";
import { NoneOf, notIn } from "../../../core/selection/index/none-of.ts";
import { NotOfAdvertisers } from "../../../core/selection/index/not-of-advertisers.ts";
import { hasPosition, type PositionSet, SetBuilder } from "../../../core/selection/index/position-set.ts";
import { rankOrder } from "../../../core/selection/index/rank-order.ts";
import { Scan } from "../../../core/selection/index/scan.ts";
import { runSync } from "../../../core/timing/cooperative-task.ts";
import { campaign } from "../../conformance/fixtures.ts";
import { createPrng } from "../../conformance/prng.ts";
import { holds } from "../property.ts";
import { seededDraw } from "../seeded.ts";

const size = 40_000;

/** Positions in clumps and alone, dense or sparse. */
function randomMembers(seed: number, density: number): ReadonlySet<number> {
  const prng = createPrng(seed);
  const members = new Set<number>();
  for (let position = 0; position < size; position++) {
    if (prng.below(2_000) === 0) position += prng.below(6_000);
    if (position < size && prng.below(1_000) < density) members.add(position);
  }
  return members;
}

function setOf(members: ReadonlySet<number>): PositionSet {
  const builder = new SetBuilder(size);
  for (const position of [...members].sort((a, b) => a - b)) builder.add(position);
  return builder.build();
}

const densities = fc.constantFrom(0, 1, 5, 25, 100, 500, 1_000);
const clause = fc.array(fc.tuple(fc.integer({ min: 1 }), densities), { minLength: 1, maxLength: 3 });

describe("the positions that are in none of some sets", () => {
  it("are those that the sets do not have, in a scan, along a list, merged and looked up", () => {
    holds(
      fc.property(
        fc.integer({ min: 1 }),
        densities,
        clause,
        fc.nat(size - 1),
        (seed, density, recipe, from) => {
          const wanted = randomMembers(seed, density);
          const unwanted = recipe.map(([own, ofOwn]) => randomMembers(own, ofOwn));
          const clauses = [new Clause([setOf(wanted)]), new NoneOf(unwanted.map(setOf))];
          const expected = [...wanted].filter((position) => !unwanted.some((set) => set.has(position)));
          expected.sort((a, b) => a - b);
          expect(readAll(new Scan(clauses))).toEqual(expected);
          expect(readAll(new Scan([new Clause([inAll(clauses, size)])]))).toEqual(expected);
          const list = Uint32Array.from([...wanted].sort((a, b) => a - b));
          expect(readAll(new ListScan(list, clauses))).toEqual(expected);
          expect(readAll(new Scan(clauses, from))).toEqual(expected.filter((position) => position >= from));
          for (const position of wanted) {
            expect(clauses.every((item) => item.has(position))).toBe(
              !unwanted.some((set) => set.has(position)),
            );
          }
        },
      ),
      40,
    );
  });

  it("are no list, though there is one set", () => {
    expect(new NoneOf([Uint32Array.of(1)]).list).toBeUndefined();
  });

  it("are the campaigns of other advertisers, in a scan, merged and looked up", () => {
    const advertisers = ["Acme", "Rival", "Wheels"];
    const campaigns = Array.from({ length: size }, (_, index) =>
      campaign(`c${index}`, { advertiser: advertisers[(index * 7) % 3] ?? "" }),
    );
    const wanted = randomMembers(3, 100);
    const clauses = [
      new Clause([setOf(wanted)]),
      new NotOfAdvertisers(campaigns, new Set(["Rival", "Nobody"])),
    ];
    const expected = [...wanted].filter((position) => campaigns[position]?.advertiser !== "Rival");
    expected.sort((a, b) => a - b);
    expect(readAll(new Scan(clauses))).toEqual(expected);
    expect(readAll(new Scan([new Clause([inAll(clauses, size)])]))).toEqual(expected);
    expect(readAll(new ListScan(Uint32Array.from([...wanted].sort((a, b) => a - b)), clauses))).toEqual(
      expected,
    );
  });

  it("are those that one set does not have, in each of its forms", () => {
    for (const density of [1, 20, 40, 900, 1_000]) {
      const unwanted = randomMembers(density, density);
      const wanted = randomMembers(density + 1, 500);
      const scan = new Scan([new Clause([setOf(wanted)]), notIn(setOf(unwanted))]);
      const expected = [...wanted].filter((position) => !unwanted.has(position)).sort((a, b) => a - b);
      expect(readAll(scan)).toEqual(expected);
    }
  });
});

function readAll(scan: Scan | ListScan): readonly number[] {
  const found: number[] = [];
  for (let position = scan.next(); position !== end; position = scan.next()) found.push(position);
  return found;
}

describe("clauses merged into one set", () => {
  it("have the positions that all of them have, and no others", () => {
    holds(
      fc.property(fc.array(clause, { minLength: 1, maxLength: 4 }), (recipes) => {
        const members = recipes.map((sets) => sets.map(([seed, density]) => randomMembers(seed, density)));
        const merged = inAll(
          members.map((sets) => new Clause(sets.map((set) => setOf(set)))),
          size,
        );
        const scan = new Scan([new Clause([merged])]);
        for (let position = 0; position < size; position++) {
          if (!members.every((sets) => sets.some((set) => set.has(position)))) continue;
          expect(scan.next()).toBe(position);
        }
        expect(scan.next()).toBe(end);
      }),
      60,
    );
  });
});

describe("a scan of clauses", () => {
  it("returns the positions that are in all clauses, in order, from any start and after any skip", () => {
    holds(
      fc.property(
        fc.array(clause, { minLength: 1, maxLength: 4 }),
        fc.nat(size - 1),
        fc.array(fc.nat(5_000), { maxLength: 20 }),
        (recipes, from, skips) => {
          const members = recipes.map((sets) => sets.map(([seed, density]) => randomMembers(seed, density)));
          const clauses = members.map((sets) => new Clause(sets.map((set) => setOf(set))));
          const isIn = (position: number): boolean =>
            members.every((sets) => sets.some((set) => set.has(position)));
          const scan = new Scan(clauses, from);
          let expected = from;
          const check = (until: number): number => {
            while (expected < Math.min(until, size) && !isIn(expected)) expected += 1;
            const found = scan.next(until);
            expect(found).toBe(expected < Math.min(until, size) ? expected : end);
            if (found !== end) {
              expect(clauses.every((item) => item.has(found))).toBe(true);
              expected = found + 1;
            }
            expect(scan.at).toBeGreaterThanOrEqual(Math.min(expected, size));
            return found;
          };
          for (const skip of skips) {
            check(expected + skip);
            check(end);
            // Where it is, or on.
            const target = skip % 3 === 0 ? expected : expected + skip;
            if (target >= size) break;
            scan.skipTo(target);
            expected = target;
          }
          for (let read = 0; read < 200 && check(end) !== end; read++);
        },
      ),
      150,
    );
  });

  it("gives the same along a list of few positions, looked up in the others", () => {
    holds(
      fc.property(
        fc.integer({ min: 1 }),
        clause,
        fc.array(fc.nat(8_000), { maxLength: 9 }),
        (seed, recipe, skips) => {
          const list = new Clause([Uint32Array.from([...randomMembers(seed, 5)].sort((a, b) => a - b))]);
          const other = new Clause(recipe.map(([own, density]) => setOf(randomMembers(own, density))));
          const plain = new Scan([list, other]);
          const along = new ListScan(list.list ?? new Uint32Array(0), [other]);
          let at = 0;
          for (const skip of skips) {
            const until = at + skip;
            const found = plain.next(until);
            expect(along.next(until)).toBe(found);
            at = found === end ? until : found;
            if (skip % 2 === 0 || at >= size) continue;
            at += skip % 7;
            plain.skipTo(at);
            along.skipTo(at);
          }
          for (let found = 0; found !== end; ) {
            found = plain.next();
            expect(along.next()).toBe(found);
          }
        },
      ),
      100,
    );
  });

  it("has no position when a clause has no set", () => {
    expect(new Scan([new Clause([])]).next()).toBe(end);
    expect(new Scan([new Clause([setOf(randomMembers(1, 500))]), new Clause([])]).next()).toBe(end);
  });
});

describe("a set of positions", () => {
  it("has the added and not deleted members, in each of its forms", () => {
    for (const density of [1, 20, 40, 900]) {
      const members = randomMembers(density, density);
      const set = setOf(members);
      expect(set instanceof DenseSet).toBe(members.size * 32 > size);
      for (let position = 0; position < size; position += 7)
        expect(hasPosition(set, position)).toBe(members.has(position));
    }
    const dense = new DenseSet(5_000);
    for (const position of [0, 31, 32, 1_023, 1_024, 4_999]) dense.add(position);
    dense.delete(31);
    dense.delete(1_024);
    dense.delete(77);
    const scan = new Scan([new Clause([dense])]);
    expect([scan.next(), scan.next(), scan.next(), scan.next(), scan.next()]).toEqual([
      0,
      32,
      1_023,
      4_999,
      end,
    ]);
  });
});

describe("the order of an index", () => {
  it.each([3, 4_096, 50_000])(
    "is that of the values, and drawn among equal ones, for %i of them",
    (count) => {
      const prng = createPrng(count);
      const values = Float64Array.from({ length: count }, () =>
        prng.pick([0, 1, 2.5, 1e12, 1e-7, prng.below(1_000) / 7]),
      );
      const order = runSync(rankOrder(values, seededDraw(1)));
      expect(new Set(order).size).toBe(count);
      for (let place = 1; place < count; place++)
        expect(values[order[place] ?? 0]).toBeLessThanOrEqual(values[order[place - 1] ?? 0] ?? 0);
      const other = runSync(rankOrder(new Float64Array(count), seededDraw(2)));
      expect([...other].slice(0, 3)).not.toEqual(
        [...runSync(rankOrder(new Float64Array(count), seededDraw(3)))].slice(0, 3),
      );
    },
  );
});

describe("the table of ids", () => {
  it("finds every id that it was given, and no other", () => {
    const ids = [
      "",
      "__proto__",
      "a",
      "ä",
      "😀",
      ...Array.from({ length: 5_000 }, (_, n) => `campaign-${n}`),
    ];
    const table = new IdTable(ids.length, (place) => ids[place]);
    for (const [place, id] of ids.entries()) table.add(id, place);
    for (const [place, id] of ids.entries()) expect(table.find(id)).toBe(place);
    for (const id of ["b", "campaign-5000", "constructor"]) expect(table.find(id)).toBe(-1);
    expect(new IdTable(0, () => undefined).find("a")).toBe(-1);
  });
});
