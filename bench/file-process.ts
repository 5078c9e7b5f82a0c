/** Reads and writes one sample in a process of its own; prints its time, and how much memory it took beside the file. */
import { FileError, filterFor } from '../packages/documents/src/index.ts';
import { hostileSamples, largeSamples } from './file-samples.ts';

const [name, scale] = process.argv.slice(2);
const sample = [...largeSamples, ...hostileSamples].find(({ file }) => file === name);
if (sample === undefined) throw new Error(`no sample has the name ${name}`);
const content = await sample.content(Number(scale));
const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
const before = process.resourceUsage().maxRSS;
const startedAt = process.cpuUsage();
let refused = '';
try {
  const filter = filterFor(sample.file, bytes);
  const file = await filter.parse(bytes, { sourceLang: 'en', targetLang: 'es' });
  const translations = new Map(file.units.map(({ id, text }) => [id, text.replaceAll(/[aeiou]/g, 'y')]));
  await filter.write(file, translations, { target: 'es' });
} catch (error) {
  if (!(error instanceof FileError)) throw error;
  refused = error.code;
}
const { user, system } = process.cpuUsage(startedAt);
const megabytes = (process.resourceUsage().maxRSS - before) / 1_024;
process.stdout.write(JSON.stringify({ seconds: (user + system) / 1e6, megabytes, refused }));
