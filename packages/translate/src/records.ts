import type { Unit } from '../../documents/src/index.ts';
import type { Content } from './content.ts';
import type { UnitPlan } from './decision.ts';
import { hashOf, hashOfTarget } from './hash.ts';
import type { UnitRecord, UnitRecords } from './lock-file.ts';
import { parseTarget } from './parsing.ts';
import type { Plan } from './plan.ts';
import { hasLetters, isKeyed, matchInOrder, unitRecords } from './standing.ts';

type Parts = {
  /** Units that keep their source text. */
  readonly left: ReadonlySet<UnitPlan>;
  readonly translationOf: (text: string) => string | undefined;
};

/** Reads what was written for a plan, as the next run will read it, and records its units. */
export async function recordsOf(plan: Plan, written: Content, { left, translationOf }: Parts): Promise<UnitRecords> {
  const { task, from, file, units } = plan;
  const { isBilingual } = file;
  const { units: found } = await parseTarget({ source: task.source, file }, written, { from, to: task.to });
  const recordOf = (unitPlan: UnitPlan, hash: string): UnitRecord => {
    const source = hashOf(unitPlan.unit.text);
    if (left.has(unitPlan)) return [source];
    return unitPlan.record?.length === 3 ? [source, unitPlan.record[1] ?? '', hash] : [source, hash];
  };
  if (isBilingual || isKeyed(file)) {
    const byId = new Map(found.map((unit) => [unit.id, unit]));
    const hashes = (unit: Unit | undefined): string => {
      const target = isBilingual ? unit && { text: unit.target ?? '', codes: [] } : unit;
      return target === undefined ? '' : hashOfTarget(target);
    };
    return unitRecords(
      file,
      units.map((each) => [each.unit.id, recordOf(each, hashes(byId.get(each.unit.id)))]),
    );
  }
  const textOf = ({ unit, kept }: UnitPlan): string => kept ?? translationOf(unit.text) ?? unit.text;
  // A translation without letters is no unit of the target.
  const [lettered, others] = [
    units.filter((each) => hasLetters(textOf(each))),
    units.filter((each) => !hasLetters(textOf(each))),
  ];
  const places = matchInOrder(
    lettered.map((each) => plain(textOf(each))),
    found.map(({ text }) => plain(text)),
  );
  // Units that the next run could not match are not recorded.
  if (new Set(places).size !== found.length || places.includes(undefined)) return [];
  const unitAt = new Map(places.map((place, index) => [place, lettered[index]]));
  const records = found.flatMap((target, place) => {
    const each = unitAt.get(place);
    return each === undefined ? [] : [recordOf(each, hashOfTarget(target))];
  });
  return [...records, ...others.map((each) => recordOf(each, ''))];
}

/** A text without its codes, whose numbers depend on their order. */
const plain = (text: string): string =>
  text
    .replaceAll(/<\/?\d+\/?>|\{\d+\}|\s+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
