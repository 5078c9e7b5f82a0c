import { pairName } from '../../text/languages/language.ts';
import type { Events } from './events.ts';
import type { Metrics } from './metrics.ts';
import type { RepeatedLines } from './repeated-lines.ts';

/** Counts events of neural engines: loaded models, downloads, and the cost of a language model. */
export function countModels(metrics: Metrics, lines: RepeatedLines) {
  const loaded = metrics.gauge('dragoman_models_loaded', 'Neural models in memory, by engine.', 'engine');
  const bytesHelp = 'Estimated size of the models in memory, by engine.';
  const loadedBytes = metrics.gauge('dragoman_models_bytes', bytesHelp, 'engine');
  return {
    modelsLoaded: ({ engine, models, bytes }) => {
      loaded.labels(engine).set(models);
      loadedBytes.labels(engine).set(bytes);
    },
    ...countDownloads(metrics, lines),
    ...countUnusable(metrics, lines),
    ...countCompletions(metrics, lines),
  } satisfies Partial<Events>;
}

function countDownloads(metrics: Metrics, lines: RepeatedLines) {
  const help = 'Model downloads by outcome: done, failed.';
  const downloads = metrics.tally('dragoman_model_pulls_total', help, 'outcome');
  const offeredHelp = 'Pairs in the index of models; 0 if it could not be read.';
  const offered = metrics.gauge('dragoman_model_index_pairs', offeredHelp);
  return {
    modelDownloaded: ({ pair, bytes, tookMs }) => {
      downloads.add(['done']);
      lines.write('info', 'a model was downloaded', {
        fields: { pair: pairName(pair), bytes, took_ms: Math.round(tookMs) },
      });
    },
    modelDownloadFailed: ({ pair, reason }) => {
      downloads.add(['failed']);
      lines.write('error', 'a model could not be downloaded', { fields: { pair: pairName(pair), reason } });
    },
    modelIndexRead: (event) => {
      offered.set(event.kind === 'read' ? event.pairs : 0);
      if (event.kind === 'read') {
        lines.write('info', 'the index of models was read', { fields: { pairs: event.pairs } });
      } else {
        const message = 'the index of models could not be read: only models on disk are used';
        lines.write('warn', message, { fields: { reason: event.reason } });
      }
    },
  } satisfies Partial<Events>;
}

function countUnusable(metrics: Metrics, lines: RepeatedLines) {
  const help =
    'Folders of models that cannot be used: damaged, unreadable, or with translations that fail their checks.';
  const unusable = metrics.gauge('dragoman_models_unusable', help);
  return {
    modelNotLoaded: ({ pair, reason }) => {
      lines.write('warn', 'a model could not be loaded', { fields: { pair: pairName(pair), reason } });
    },
    modelsUnusable: ({ count, added }) => {
      unusable.set(count);
      for (const fields of added) lines.write('warn', 'a model on disk cannot be used', { fields });
    },
  } satisfies Partial<Events>;
}

function countCompletions(metrics: Metrics, lines: RepeatedLines) {
  const help = {
    tokens: 'Paid tokens of a language model, by engine and kind: prompt, completion.',
    cost: 'Cost of the paid tokens of a language model by engine, in the currency of OPENAI_PROMPT_PRICE; absent without prices.',
    retries: 'Repeated requests to a language model, by engine and reason.',
  };
  const tokens = metrics.tally('dragoman_completion_tokens_total', help.tokens, 'engine', 'kind');
  const costs = metrics.counter('dragoman_completion_cost_total', help.cost, 'engine');
  const retries = metrics.tally('dragoman_completion_retries_total', help.retries, 'engine', 'reason');
  return {
    completionUsed: ({ engine, promptTokens, completionTokens, cost }) => {
      tokens.add([engine, 'prompt'], promptTokens);
      tokens.add([engine, 'completion'], completionTokens);
      if (cost !== undefined) costs.labels(engine).inc(cost);
    },
    completionRetried: ({ engine, reason }) => {
      retries.add([engine, reason]);
      lines.write('warn', 'a request to an endpoint is tried again', { fields: { engine, reason } });
    },
  } satisfies Partial<Events>;
}
