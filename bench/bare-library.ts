/**
 * The neural library in a thread and nothing around it: texts come in lists, each of which is one call. It is told what
 * its authors' own examples tell it, and no shortlist.
 */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { compileLibrary, startModule } from '../src/adapters/bergamot/module.ts';

const { model, vocabulary } = workerData as { readonly model: string; readonly vocabulary: string };
const config = [
  'beam-size: 1\nnormalize: 1.0\nword-penalty: 0\nmax-length-break: 128\nmini-batch-words: 1024\nworkspace: 128\n',
  'max-length-factor: 2.0\nskip-cost: true\ncpu-threads: 0\nquiet: true\nquiet-translation: true\n',
  'gemm-precision: int8shiftAlphaAll\nalignment: soft\nssplit-mode: sentence\n',
].join('');

const module = await startModule(await compileLibrary(), () => undefined);
const aligned = (bytes: Uint8Array, alignment: number) => {
  const memory = new module.AlignedMemory(bytes.byteLength, alignment);
  memory.getByteArrayView().set(bytes);
  return memory;
};
const vocabularies = new module.AlignedMemoryList();
vocabularies.push_back(aligned(readFileSync(vocabulary), 64));
const loaded = new module.TranslationModel(
  config,
  aligned(readFileSync(model), 256),
  aligned(new Uint8Array(0), 64),
  vocabularies,
  null,
);
const service = new module.BlockingService({ cacheSize: 0 });

const port = parentPort;
if (port === null) throw new Error('this program runs in a thread of its own');
port.on('message', (texts: readonly string[]) => {
  const input = new module.VectorString();
  const options = new module.VectorResponseOptions();
  for (const text of texts) {
    input.push_back(text);
    options.push_back({ alignment: false, html: false, qualityScores: false });
  }
  const responses = service.translate(loaded, input, options);
  const translations = texts.map((_, index) => {
    const response = responses.get(index);
    const text = response.getTranslatedText();
    response.delete();
    return text;
  });
  for (const handle of [responses, input, options]) handle.delete();
  port.postMessage(translations);
});
port.postMessage('ready');
