import { countCharacters } from '../../../sdk/src/text-batches.ts';
import { isSent } from './decision.ts';
import type { Journal } from './journal.ts';
import type { Output } from './output.ts';
import type { Plan } from './plan.ts';
import type { Outcome } from './requests.ts';
import type { Task } from './tasks.ts';
import { TextMap, type Wanted } from './text-map.ts';

/** A text of the run, with the first task that has it. */
export type Text = Wanted & { readonly task: Task; readonly characters: number };

type State = { readonly text: Text; outcome: Outcome | undefined; readonly waiting: Set<Output> };

/** The texts that a run needs, each once for a pair of languages, with their outcomes and the outputs that wait for them. */
export class Texts {
  readonly #states = new TextMap<State>();
  readonly #missing = new Map<Output, number>();
  readonly #fromOf: (plan: Plan) => string;

  /** @param fromOf the source language of a plan, `''` if it is not known */
  constructor(outputs: readonly Output[], fromOf: (plan: Plan) => string, journal: Journal) {
    this.#fromOf = fromOf;
    for (const output of outputs) {
      this.#missing.set(output, 0);
      for (const plan of output.plans) {
        for (const { unit } of plan.units.filter(isSent)) this.#add(output, plan, unit.text, journal);
      }
    }
  }

  /** Texts whose outcome is not known yet. */
  get open(): readonly Text[] {
    return this.#states.values().flatMap(({ text, outcome }) => (outcome === undefined ? [text] : []));
  }

  /** Outputs that wait for no text. */
  get ready(): readonly Output[] {
    return [...this.#missing].filter(([, count]) => count === 0).map(([output]) => output);
  }

  outcome(plan: Plan, text: string): Outcome | undefined {
    return this.#states.get({ from: this.#fromOf(plan), to: plan.task.to, text })?.outcome;
  }

  /** Returns the text if the run needs it, and the outputs that waited for it alone. */
  settle(wanted: Wanted, outcome: Outcome): { readonly text: Text | undefined; readonly ready: readonly Output[] } {
    const state = this.#states.get(wanted);
    if (state === undefined) return { text: undefined, ready: [] };
    state.outcome = outcome;
    const waiting = [...state.waiting];
    state.waiting.clear();
    for (const output of waiting) this.#missing.set(output, (this.#missing.get(output) ?? 0) - 1);
    return { text: state.text, ready: waiting.filter((output) => this.#missing.get(output) === 0) };
  }

  #add(output: Output, plan: Plan, text: string, journal: Journal): void {
    const wanted = { from: this.#fromOf(plan), to: plan.task.to, text };
    const state = this.#states.get(wanted) ?? this.#begin(wanted, plan.task, journal);
    if (state.outcome !== undefined || state.waiting.has(output)) return;
    state.waiting.add(output);
    this.#missing.set(output, (this.#missing.get(output) ?? 0) + 1);
  }

  #begin(wanted: Wanted, task: Task, journal: Journal): State {
    const characters = countOf(wanted.text);
    const known = journal.translation(wanted);
    const problem = { problem: 'the text has more than 100,000 characters.' };
    const state = {
      text: { ...wanted, task, characters: characters ?? 0 },
      outcome:
        known === undefined ? (characters === undefined ? problem : undefined) : { translation: known, charged: 0 },
      waiting: new Set<Output>(),
    };
    this.#states.set(wanted, state);
    return state;
  }
}

/** Returns undefined for an overlong text. */
function countOf(text: string): number | undefined {
  try {
    return countCharacters(text, 'text');
  } catch {
    return undefined;
  }
}
