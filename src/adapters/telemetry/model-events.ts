import { Counter, Gauge, type Registry } from 'prom-client';
import { pairName } from '../../text/languages/language.ts';
import type { Events } from './events.ts';
import type { RepeatedLines } from './repeated-lines.ts';
import { Tally } from './series.ts';

type ModelEvents = Pick<
  Events,
  | 'modelDownloaded'
  | 'modelDownloadFailed'
  | 'modelIndexRead'
  | 'modelNotLoaded'
  | 'modelsLoaded'
  | 'modelsUnusable'
  | 'completionUsed'
  | 'completionRetried'
>;

/** Counts events of neural engines: loaded models, downloads, and the cost of a language model. */
export function countModels(registry: Registry, lines: RepeatedLines): ModelEvents {
  return {
    ...countLoaded(registry),
    ...countDownloads(registry, lines),
    ...countUnusable(registry, lines),
    ...countCompletions(registry, lines),
  };
}

function countLoaded(registry: Registry): Pick<Events, 'modelsLoaded'> {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['engine'], registers: [registry] });
  const models = gauge('dragoman_models_loaded', 'Neural models in memory, by engine.');
  const bytes = gauge('dragoman_models_bytes', 'Estimated size of the models in memory, by engine.');
  return {
    modelsLoaded: (event) => {
      models.labels(event.engine).set(event.models);
      bytes.labels(event.engine).set(event.bytes);
    },
  };
}

function countDownloads(
  registry: Registry,
  lines: RepeatedLines,
): Pick<Events, 'modelDownloaded' | 'modelDownloadFailed' | 'modelIndexRead'> {
  const downloads = new Tally(registry, {
    name: 'dragoman_model_pulls_total',
    help: 'Model downloads by outcome: done, failed.',
    labels: ['outcome'],
  });
  const offered = new Gauge({
    name: 'dragoman_model_index_pairs',
    help: 'Pairs in the index of models; 0 if it could not be read.',
    registers: [registry],
  });
  const count = (outcome: string) => downloads.add(outcome, () => [outcome]);
  return {
    modelDownloaded: ({ pair, bytes, tookMs }) => {
      count('done');
      lines.write('info', 'a model was downloaded', {
        fields: { pair: pairName(pair), bytes, took_ms: Math.round(tookMs) },
      });
    },
    modelDownloadFailed: ({ pair, reason }) => {
      count('failed');
      lines.write('error', 'a model could not be downloaded', { fields: { pair: pairName(pair), reason } });
    },
    modelIndexRead: (event) => {
      if (event.kind === 'read') {
        offered.set(event.pairs);
        lines.write('info', 'the index of models was read', { fields: { pairs: event.pairs } });
      } else {
        offered.set(0);
        lines.write('warn', 'the index of models could not be read: only models on disk are used', {
          fields: { reason: event.reason },
        });
      }
    },
  };
}

function countUnusable(registry: Registry, lines: RepeatedLines): Pick<Events, 'modelNotLoaded' | 'modelsUnusable'> {
  const unusable = new Gauge({
    name: 'dragoman_models_unusable',
    help: 'Folders of models that cannot be used: damaged, unreadable, or with translations that fail their checks.',
    registers: [registry],
  });
  return {
    modelNotLoaded: ({ pair, reason }) => {
      lines.write('warn', 'a model could not be loaded', { fields: { pair: pairName(pair), reason } });
    },
    modelsUnusable: ({ count, added }) => {
      unusable.set(count);
      for (const fields of added) lines.write('warn', 'a model on disk cannot be used', { fields });
    },
  };
}

function countCompletions(
  registry: Registry,
  lines: RepeatedLines,
): Pick<Events, 'completionUsed' | 'completionRetried'> {
  const tokens = new Tally(registry, {
    name: 'dragoman_completion_tokens_total',
    help: 'Paid tokens of a language model, by engine and kind: prompt, completion.',
    labels: ['engine', 'kind'],
  });
  const cost = new Counter({
    name: 'dragoman_completion_cost_total',
    help: 'Cost of the paid tokens of a language model by engine, in the currency of OPENAI_PROMPT_PRICE; absent without prices.',
    labelNames: ['engine'],
    registers: [registry],
  });
  const retries = new Tally(registry, {
    name: 'dragoman_completion_retries_total',
    help: 'Repeated requests to a language model, by engine and reason.',
    labels: ['engine', 'reason'],
  });
  return {
    completionUsed: (event) => {
      tokens.add(`${event.engine} prompt`, () => [event.engine, 'prompt'], event.promptTokens);
      tokens.add(`${event.engine} completion`, () => [event.engine, 'completion'], event.completionTokens);
      if (event.cost !== undefined) cost.labels(event.engine).inc(event.cost);
    },
    completionRetried: ({ engine, reason }) => {
      retries.add(`${engine} ${reason}`, () => [engine, reason]);
      lines.write('warn', 'a request to an endpoint is tried again', { fields: { engine, reason } });
    },
  };
}
