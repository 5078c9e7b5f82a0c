import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { filterFor } from '../../packages/documents/src/index.ts';
import { backwards } from '../support/letters-engine.ts';
import { extent } from '../support/property-runs.ts';
import { openProject, type Project } from './command-world.ts';
import { type Sample, samples } from './samples.ts';

const files = ['json', 'markdown', 'srt'] as const;
const sampleOf = (file: string): Sample => samples[file] as Sample;

type Edit = { readonly kind: string; readonly file: string; readonly at: number };

const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('add', 'remove', 'change', 'change', 'move', 'correct', 'correct', 'run'),
    file: fc.constantFrom(...files),
    at: fc.nat({ max: 3 }),
  }),
  { minLength: 20, maxLength: 60 },
);

/** A text as its source and target files have it. */
type Entry = {
  readonly key: string;
  en: string;
  es?: string;
  /** A correction by hand, and whether a run has seen it. */
  correction?: 'new' | 'seen' | undefined;
  /** Whether the source has changed since the last run. */
  isChanged: boolean;
};

let count = 0;
/** A word that no other text has. */
const newWord = (): string => `word${String(count++).replaceAll(/\d/g, (digit) => 'bcdfghjklm'.charAt(Number(digit)))}`;
const newEntry = (): Entry => ({ key: newWord(), en: `The ${newWord()}`, isChanged: false });

/** A source file and its target file, edited and translated. */
class Model {
  readonly #project: Project;
  readonly #sample: Sample;
  #source: Entry[] = [newEntry(), newEntry(), newEntry()];
  /** In the order of the target file: that of the source in the last run. */
  #target: readonly Entry[] = [];
  /** Those since the last run. */
  readonly #corrections = new Set<string>();

  constructor(project: Project, file: string) {
    this.#project = project;
    this.#sample = sampleOf(file);
  }

  async edit(kind: string, at: number): Promise<void> {
    const all = this.#source;
    const index = at % all.length;
    const entry = all[index];
    if (kind === 'add') all.splice(index, 0, newEntry());
    if (kind === 'remove' && all.length > 1) all.splice(index, 1);
    if (kind === 'move') all.push(...all.splice(index, 1));
    if (kind === 'change' && entry !== undefined) Object.assign(entry, { en: `The ${newWord()}`, isChanged: true });
    if (kind === 'correct') await this.#correct(at);
    else await this.#project.write(this.#sample.path('en'), await this.#sample.write(all, 'en'));
  }

  async #correct(at: number): Promise<void> {
    const entry = this.#target[at % this.#target.length];
    if (entry === undefined) return;
    const es = `By hand ${newWord()}`;
    this.#corrections.add(es);
    Object.assign(entry, { es, correction: 'new' });
    await this.#project.write(this.#sample.path('es'), await this.#sample.write(this.#target, 'es'));
  }

  /** Compares the target file with what a run must leave. */
  async follow(): Promise<void> {
    const path = this.#sample.path('es');
    const content = await this.#project.read(path);
    const bytes = Buffer.from(content);
    const { units } = await filterFor(path, bytes).parse(bytes);
    for (const [index, entry] of this.#source.entries()) {
      const { en, es, correction, isChanged } = entry;
      const isOpen = es === undefined || isChanged;
      // Without keys, a correction may go to the text that is now in its place.
      const found = [...this.#corrections].find((each) => units[index]?.text.includes(each));
      const corrected = this.#sample.isKeyed ? correction === 'new' && es : found;
      const kept = isOpen ? corrected : es;
      entry.es = kept || backwards(en);
      entry.correction = kept && (found || correction) ? 'seen' : undefined;
      entry.isChanged = false;
    }
    this.#corrections.clear();
    this.#target = [...this.#source];
    assert.equal(content, await this.#sample.write(this.#target, 'es'));
  }
}

const args = ['.', '--from', 'en', '--to', 'es', '--json'];

async function runProject(project: Project, models: ReadonlyMap<string, Model>): Promise<void> {
  const ran = await project.run(...args);
  assert.deepEqual([ran.status, ran.error.replaceAll(/^.*the correction by hand stays.*\n/gm, '')], [0, '']);
  for (const model of models.values()) await model.follow();
  assert.equal((await project.run(...args, '--check')).status, 0);
  const again = await project.run(...args);
  assert.deepEqual([again.paid, again.json.files.map(({ status }) => status)], [0, files.map(() => 'unchanged')]);
}

test('random edits are translated once each, and corrections stay', async () => {
  await using project = await openProject({});
  await fc.assert(
    fc.asyncProperty(edits, async (sequence) => {
      for (const name of await project.names()) await project.remove(name);
      const models = new Map(files.map((file) => [file as string, new Model(project, file)]));
      for (const model of models.values()) await model.edit('none', 0);
      await runProject(project, models);
      for (const { kind, file, at } of sequence) {
        if (kind === 'run') await runProject(project, models);
        else await models.get(file)?.edit(kind, at);
      }
      await runProject(project, models);
      const sent = project.engine.segments.flatMap((segment) => segment.match(/word\w+/g) ?? []);
      assert.equal(new Set(sent).size, sent.length);
    }),
    { numRuns: Math.ceil(40 * extent) },
  );
});
