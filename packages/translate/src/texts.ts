import { countCharacters } from '../../../sdk/src/text-batches.ts';
import { isSent } from './decision.ts';
import { type Journal, textKey, type Wanted } from './journal.ts';
import type { Output } from './output.ts';
import type { Plan } from './plan.ts';
import type { Outcome } from './requests.ts';
import type { Task } from './tasks.ts';

/** A text of the run, with the first task that has it. */
export type Text = Wanted & { readonly task: Task; readonly characters: number };

/** The texts that a run needs, each once for a pair of languages, with their outcomes and the outputs that wait for them. */
export class Texts {
  readonly #texts = new Map<string, Text>();
  readonly #outcomes = new Map<string, Outcome>();
  readonly #waiting = new Map<string, Set<Output>>();
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
    return [...this.#texts].filter(([key]) => !this.#outcomes.has(key)).map(([, text]) => text);
  }

  /** Outputs that wait for no text. */
  get ready(): readonly Output[] {
    return [...this.#missing].filter(([, count]) => count === 0).map(([output]) => output);
  }

  outcome(plan: Plan, text: string): Outcome | undefined {
    return this.#outcomes.get(textKey({ from: this.#fromOf(plan), to: plan.task.to, text }));
  }

  /** Returns the text if the run needs it, and the outputs that waited for it alone. */
  settle(wanted: Wanted, outcome: Outcome): { readonly text: Text | undefined; readonly ready: readonly Output[] } {
    const key = textKey(wanted);
    this.#outcomes.set(key, outcome);
    const waiting = [...(this.#waiting.get(key) ?? [])];
    this.#waiting.delete(key);
    for (const output of waiting) this.#missing.set(output, (this.#missing.get(output) ?? 0) - 1);
    return { text: this.#texts.get(key), ready: waiting.filter((output) => this.#missing.get(output) === 0) };
  }

  #add(output: Output, plan: Plan, text: string, journal: Journal): void {
    const { task } = plan;
    const wanted = { from: this.#fromOf(plan), to: task.to, text };
    const key = textKey(wanted);
    if (!this.#texts.has(key)) {
      const characters = countOf(text);
      const known = journal.translation(wanted);
      if (known !== undefined) this.#outcomes.set(key, { translation: known, charged: 0 });
      else if (characters === undefined)
        this.#outcomes.set(key, { problem: 'the text has more than 100,000 characters.' });
      this.#texts.set(key, { ...wanted, task, characters: characters ?? 0 });
    }
    if (this.#outcomes.has(key)) return;
    const waiting = this.#waiting.get(key) ?? new Set();
    if (!waiting.has(output)) this.#missing.set(output, (this.#missing.get(output) ?? 0) + 1);
    this.#waiting.set(key, waiting.add(output));
  }
}

/** Returns undefined for a text that is too long to be sent. */
function countOf(text: string): number | undefined {
  try {
    return countCharacters(text, 'text');
  } catch {
    return undefined;
  }
}
