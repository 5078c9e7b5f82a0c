import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTelemetry, type Telemetry } from '../../../src/adapters/telemetry/telemetry.ts';
import { ServiceError } from '../../../src/ground/service-error.ts';
import { characters, unixMs } from '../../../src/ground/units.ts';
import type { Log } from '../../../src/ops/log.ts';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';

type Line = { level: string; message: string; fields: Record<string, unknown>; cause: unknown };

const release = { version: '1.2.3', commit: 'abc' };

function setup() {
  const lines: Line[] = [];
  const clock = { ms: 0 };
  const writer = (level: string) => (message: string, fields?: object, cause?: unknown) => {
    const given = Object.entries(fields ?? {}).filter(([, value]) => value !== undefined);
    lines.push({ level, message, fields: Object.fromEntries(given), cause });
  };
  const log: Log = { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') };
  /** The lines without their messages and causes. */
  const logged = () => lines.map(({ level, fields }) => [level, fields]);
  return { lines, logged, clock, telemetry: openTelemetry({ log, release, now: () => clock.ms }) };
}

const accountId = 'account-1' as AccountId;
const pair = { source: 'es' as LanguageTag, target: 'en' as LanguageTag };

const failure = (reason: 'caller_gone' | 'engine_unavailable' | 'overloaded' | 'store_unavailable') =>
  new ServiceError(reason);

/** The samples of the program's own metrics by series, as Prometheus reads them. */
async function samples(telemetry: Telemetry): Promise<Readonly<Record<string, number>>> {
  const { body } = await telemetry.metrics(true);
  const lines = body.split('\n').filter((line) => line.startsWith('dragoman_'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

test('requests are counted by endpoint, status and code, and timed by endpoint', async () => {
  const { telemetry } = setup();
  const endpoint = 'translate';
  telemetry.requests.answered({ endpoint, status: 200, code: undefined, tookMs: 4 });
  telemetry.requests.answered({ endpoint, status: 200, code: undefined, tookMs: 40 });
  telemetry.requests.answered({ endpoint, status: 429, code: 'rate_limit_exceeded', tookMs: 1 });
  telemetry.requests.answered({ endpoint: 'other', status: 404, code: 'not_found', tookMs: 1 });
  const found = await samples(telemetry);
  assert.equal(found[`dragoman_requests_total{endpoint="${endpoint}",status="200",code=""}`], 2);
  assert.equal(found[`dragoman_requests_total{endpoint="${endpoint}",status="429",code="rate_limit_exceeded"}`], 1);
  assert.equal(found['dragoman_requests_total{endpoint="other",status="404",code="not_found"}'], 1);
  assert.equal(found[`dragoman_request_duration_seconds_count{endpoint="${endpoint}"}`], 3);
  assert.equal(found[`dragoman_request_duration_seconds_bucket{le="0.005",endpoint="${endpoint}"}`], 2);
  assert.ok(Math.abs((found[`dragoman_request_duration_seconds_sum{endpoint="${endpoint}"}`] ?? 0) - 0.045) < 1e-9);
});

test('the version, the commit and the Node of the service are labels', async () => {
  const { telemetry } = setup();
  const series = `dragoman_build_info{version="1.2.3",commit="abc",node="${process.versions.node}"}`;
  assert.equal((await samples(telemetry))[series], 1);
});

test('pages are counted by route and status, and timed by route', async () => {
  const { telemetry } = setup();
  telemetry.pages.answered({ route: '/keys/:id/revoke', status: 200, tookMs: 4 });
  telemetry.pages.answered({ route: '/keys/:id/revoke', status: 404, tookMs: 40 });
  const found = await samples(telemetry);
  assert.equal(found['dragoman_pages_total{route="/keys/:id/revoke",status="200"}'], 1);
  assert.equal(found['dragoman_pages_total{route="/keys/:id/revoke",status="404"}'], 1);
  assert.equal(found['dragoman_page_duration_seconds_count{route="/keys/:id/revoke"}'], 2);
});

test('mails are counted by outcome, and undeliverable ones are logged with the reason', async () => {
  const { telemetry, logged } = setup();
  const failing = async () => (await samples(telemetry))['dragoman_mail_server_failing'];
  assert.equal(await failing(), 0);
  telemetry.events.mailHandled({ outcome: 'retried', reason: '450', isServers: true });
  assert.equal(await failing(), 1);
  telemetry.events.mailHandled({ outcome: 'refused', reason: '550', isServers: false });
  assert.equal(await failing(), 0);
  telemetry.events.mailHandled({ outcome: 'sent', isServers: false });
  const found = await samples(telemetry);
  for (const outcome of ['sent', 'retried', 'refused']) {
    assert.equal(found[`dragoman_mails_total{outcome="${outcome}"}`], 1);
  }
  assert.deepEqual(logged(), [
    ['warn', { outcome: 'retried', reason: '450' }],
    ['error', { outcome: 'refused', reason: '550' }],
  ]);
});

test('refused messages of a payment provider are counted, and logged once a minute unless anybody may have sent them', async () => {
  const { telemetry, logged, clock } = setup();
  const refuse = (reason: 'unsigned' | 'wrong_signature' | 'wrong_time') =>
    telemetry.events.paymentMessageRefused({ provider: 'stripe', reason });
  for (const reason of ['unsigned', 'wrong_signature', 'wrong_signature', 'wrong_time'] as const) refuse(reason);
  clock.ms = 60_000;
  refuse('wrong_signature');
  const found = await samples(telemetry);
  assert.equal(found['dragoman_payment_messages_refused_total{provider="stripe",reason="unsigned"}'], 1);
  assert.equal(found['dragoman_payment_messages_refused_total{provider="stripe",reason="wrong_signature"}'], 3);
  const fields = { provider: 'stripe', reason: 'wrong_signature' };
  assert.deepEqual(logged(), [
    ['warn', fields],
    ['warn', { ...fields, lines_held_back: 2 }],
  ]);
});

test('backups report their interval, the newest one and failures, and are 0 without a schedule', async () => {
  const { telemetry, logged } = setup();
  const backups = async () =>
    Object.entries(await samples(telemetry))
      .filter(([name]) => name.startsWith('dragoman_backup_'))
      .map(([, value]) => value);
  assert.deepEqual(await backups(), [0, 0, 0, 0, 0]);
  telemetry.events.backupsScheduled({ everyMs: 60_000, newestAt: undefined });
  telemetry.events.backedUp({ at: unixMs(1_000_000), bytes: 4_096, tookMs: 500 });
  telemetry.events.backupFailed({ reason: 'disk full' });
  assert.deepEqual(await backups(), [60, 1_000, 4_096, 0.5, 1]);
  assert.deepEqual(logged(), [
    ['info', { bytes: 4_096, took_ms: 500 }],
    ['error', { reason: 'disk full' }],
  ]);
});

test('the room of documents is the last measured one', async () => {
  const { telemetry } = setup();
  for (const bytes of [4_096, 1_024]) telemetry.events.documentsStored({ bytes });
  assert.equal((await samples(telemetry))['dragoman_documents_bytes'], 1_024);
});

test('counters only rise from one reading to the next', async () => {
  const { telemetry } = setup();
  const answer = () => telemetry.requests.answered({ endpoint: 'e', status: 200, code: undefined, tookMs: 1 });
  const series = 'dragoman_requests_total{endpoint="e",status="200",code=""}';
  answer();
  assert.equal((await samples(telemetry))[series], 1);
  assert.equal((await samples(telemetry))[series], 1);
  answer();
  assert.equal((await samples(telemetry))[series], 2);
});

test('translations count characters and time by engine, and neither account nor language is a label', async () => {
  const { telemetry, lines } = setup();
  telemetry.events.translated({ accountId, engine: 'apertium', pair, charged: characters(120), tookMs: 3 });
  telemetry.events.translated({ accountId, engine: 'apertium', pair, charged: characters(80), tookMs: 3 });
  const found = await samples(telemetry);
  assert.equal(found['dragoman_characters_charged_total{engine="apertium"}'], 200);
  assert.equal(found['dragoman_translation_duration_seconds_count{engine="apertium"}'], 2);
  assert.doesNotMatch((await telemetry.metrics(true)).body, /account-1|"es"/);
  const levels = lines.map((line) => line.level);
  assert.deepEqual(levels, ['debug', 'debug']);
});

test('a restart of an engine is counted and logged with its unit and reason', async () => {
  const { telemetry, lines } = setup();
  telemetry.events.engineRestarted({ engine: 'apertium', unit: 'spa-eng', reason: 'hung' });
  assert.equal((await samples(telemetry))['dragoman_engine_restarts_total{engine="apertium"}'], 1);
  const fields = { engine: 'apertium', unit: 'spa-eng', reason: 'hung' };
  assert.deepEqual(lines, [{ level: 'warn', message: 'engine restarted', fields, cause: undefined }]);
});

test('the pairs of engines and unusable models are gauges, and each such model is logged once with its reason', async () => {
  const { telemetry, logged } = setup();
  assert.equal((await samples(telemetry))['dragoman_models_unusable'], 0);
  const [one, other] = ['permission denied', 'it contains no model'].map((reason) => ({ folder: '/models/x', reason }));
  assert.ok(one !== undefined && other !== undefined);
  telemetry.events.modelsUnusable({ count: 2, added: [one, other] });
  telemetry.events.modelNotLoaded({ pair, reason: 'its files cannot be read' });
  const { body } = await telemetry.metrics(true, { bergamot: 3 });
  assert.match(body, /^dragoman_models_unusable 2$/m);
  assert.match(body, /^dragoman_engine_pairs\{engine="bergamot"\} 3$/m);
  const notLoaded = { pair: 'es>en', reason: 'its files cannot be read' };
  const expected = [one, other, notLoaded].map((fields) => ['warn', fields]);
  assert.deepEqual(logged(), expected);
});

test('a failed background task is counted and logged with its cause', async () => {
  const { telemetry, lines } = setup();
  const cause = new ServiceError('store_unavailable');
  telemetry.events.backgroundFailed({ task: 'sweep', cause });
  assert.equal((await samples(telemetry))['dragoman_background_failures_total{task="sweep"}'], 1);
  assert.deepEqual([lines[0]?.level, lines[0]?.fields, lines[0]?.cause], ['error', { task: 'sweep' }, cause]);
});

test('repairs are counted by issue, repair and outcome, and failed sentences by engine and issue', async () => {
  const { telemetry, lines } = setup();
  telemetry.events.repairTried({ issue: 'tokens', repair: 'split', succeeded: false });
  telemetry.events.repairTried({ issue: 'tokens', repair: 'cut_out', succeeded: true });
  telemetry.events.repairTried({ issue: 'tokens', repair: 'cut_out', succeeded: true });
  telemetry.events.sentenceFailed({ engine: 'apertium', issue: 'copy' });
  const found = await samples(telemetry);
  assert.equal(found['dragoman_repairs_total{issue="tokens",repair="split",outcome="failed"}'], 1);
  assert.equal(found['dragoman_repairs_total{issue="tokens",repair="cut_out",outcome="repaired"}'], 2);
  assert.equal(found['dragoman_sentences_failed_total{engine="apertium",issue="copy"}'], 1);
  assert.deepEqual(lines, []);
});

test('glossary entries are counted by engine and by how they were applied', async () => {
  const { telemetry, lines } = setup();
  const applied = { engine: 'apertium', natural: 4, replaced: 0, placeholder: 2, opaque: 1 };
  for (const event of [applied, applied]) telemetry.events.entriesApplied(event);
  const found = await samples(telemetry);
  const count = (metric: string, outcome: string) => found[`${metric}{engine="apertium",outcome="${outcome}"}`];
  for (const [metric, placeholder, otherName] of [
    ['dragoman_glossary_entries_total', 'placeholder', 'stand_in'],
    // Deprecated.
    ['dragoman_terms_total', 'stand_in', 'placeholder'],
  ] as const) {
    assert.equal(count(metric, 'natural'), 8, metric);
    assert.equal(count(metric, placeholder), 4, metric);
    assert.equal(count(metric, 'opaque'), 2, metric);
    assert.equal(count(metric, 'replaced'), undefined, metric);
    assert.equal(count(metric, otherName), undefined, metric);
  }
  assert.deepEqual(lines, []);
});

test('cache lookups are counted by result, with evictions and the current size', async () => {
  const { telemetry } = setup();
  telemetry.events.cacheUsed({ kept: 3, awaited: 1, missed: 2, evicted: 4, bytesHeld: 5_000 });
  telemetry.events.cacheUsed({ kept: 1, awaited: 0, missed: 0, evicted: 1, bytesHeld: 4_000 });
  const found = await samples(telemetry);
  assert.equal(found['dragoman_memory_sentences_total{found="kept"}'], 4);
  assert.equal(found['dragoman_memory_sentences_total{found="awaited"}'], 1);
  assert.equal(found['dragoman_memory_sentences_total{found="missed"}'], 2);
  assert.equal(found['dragoman_memory_evictions_total'], 5);
  assert.equal(found['dragoman_memory_bytes'], 4_000);
});

test('lapsed holds, lost holds and sweeps are counted and logged', async () => {
  const { telemetry, logged } = setup();
  for (const isLost of [false, true]) telemetry.events.holdLapsed({ accountId, isLost });
  telemetry.events.swept({ lapsed: 3, expired: 2 });
  const found = await samples(telemetry);
  assert.equal(found['dragoman_holds_lapsed_total'], 1);
  assert.equal(found['dragoman_holds_lost_total'], 1);
  assert.equal(found['dragoman_holds_swept_total'], 3);
  assert.equal(found['dragoman_balances_expired_total'], 2);
  assert.deepEqual(logged(), [
    ['warn', { account: 'account-1' }],
    ['warn', { account: 'account-1' }],
    ['info', { holds_lapsed: 3, balances_expired: 2 }],
  ]);
});

test('the reason of a failed request is logged under its id, with a matching severity', () => {
  const { telemetry, lines, logged } = setup();
  const bug = new TypeError('x');
  telemetry.requests.failed('id-1', failure('engine_unavailable'));
  telemetry.requests.failed('id-2', failure('overloaded'));
  telemetry.requests.failed('id-3', failure('caller_gone'));
  telemetry.requests.failed('id-4', bug);
  assert.deepEqual(logged(), [
    ['error', { request_id: 'id-1', code: 'engine_unavailable' }],
    ['warn', { request_id: 'id-2', code: 'overloaded' }],
    ['debug', { request_id: 'id-3', code: 'caller_gone' }],
    ['error', { request_id: 'id-4', code: 'server_error' }],
  ]);
  assert.equal(lines[3]?.cause, bug);
});

test('failed requests of one kind are logged 600 times a minute, and hide no other kind', () => {
  const { telemetry, lines } = setup();
  for (let count = 0; count < 1_000; count++) telemetry.requests.failed(`id-${count}`, failure('overloaded'));
  telemetry.requests.failed('last', failure('store_unavailable'));
  assert.equal(lines.length, 601);
});

test('a new certificate is logged, an invalid one with its cause, and the expiry of the one in use is reported', async () => {
  const { telemetry, lines } = setup();
  const cause = new Error('key does not match');
  for (const isReload of [false, true]) telemetry.certificates.certificateLoaded({ expiresAtMs: 5_000, isReload });
  assert.equal((await samples(telemetry))['dragoman_certificate_expiry_timestamp_seconds'], 5);
  telemetry.certificates.certificateRefused(cause);
  assert.deepEqual(
    lines.map((line) => [line.level, line.cause]),
    [
      ['info', undefined],
      ['error', cause],
    ],
  );
});

test('a flood of one event is counted in full and logged ten times a minute, then the number of dropped lines', async () => {
  const { telemetry, lines, clock } = setup();
  const restart = () => telemetry.events.engineRestarted({ engine: 'apertium', unit: 'u', reason: 'died' });
  for (let count = 0; count < 1_000; count++) restart();
  telemetry.events.backgroundFailed({ task: 'sweep', cause: undefined });
  assert.equal(lines.filter((line) => line.message === 'engine restarted').length, 10);
  assert.equal(lines.length, 11, 'another event has its own ten');
  clock.ms = 60_000;
  restart();
  restart();
  const heldBack = lines.slice(-2).map((line) => line.fields['lines_held_back']);
  assert.deepEqual(heldBack, [990, undefined]);
  assert.equal((await samples(telemetry))['dragoman_engine_restarts_total{engine="apertium"}'], 1_002);
});

test('metrics of the process exist once, and those of two services in one process are separate', async () => {
  const [first, second] = [setup().telemetry, setup().telemetry];
  first.requests.answered({ endpoint: 'e', status: 200, code: undefined, tookMs: 1 });
  const { contentType, body } = await second.metrics(true);
  assert.match(contentType, /^text\/plain; version=0\.0\.4/);
  assert.match(body, /^nodejs_eventloop_lag_p99_seconds /m);
  assert.match(body, /^process_resident_memory_bytes /m);
  assert.doesNotMatch(body, /endpoint="e"/);
});

test('ledger issues are counted, and at most ten are logged with account and row', async () => {
  const { telemetry, lines } = setup();
  const fault = { invariant: 'the journal chains', accountId: 'account-1', row: 'journal 7', message: 'follows 5' };
  assert.equal((await samples(telemetry))['dragoman_ledger_faults'], 0);
  telemetry.events.ledgerVerified({ faults: Array.from({ length: 1_000 }, () => fault) });
  assert.equal((await samples(telemetry))['dragoman_ledger_faults'], 1_000);
  assert.equal(lines.length, 10);
  assert.deepEqual(lines[0], {
    level: 'error',
    message: 'the ledger is not sound',
    fields: { invariant: 'the journal chains', account: 'account-1', row: 'journal 7', fault: 'follows 5' },
    cause: undefined,
  });
  telemetry.events.ledgerVerified({ faults: [] });
  assert.equal((await samples(telemetry))['dragoman_ledger_faults'], 0);
});

test('metrics report neural models: in memory, downloads and the index', async () => {
  const { telemetry, logged } = setup();
  const { events } = telemetry;
  events.modelsLoaded({ engine: 'bergamot', models: 3, bytes: 700 });
  events.modelsLoaded({ engine: 'bergamot', models: 2, bytes: 500 });
  events.modelIndexRead({ kind: 'read', pairs: 90 });
  events.modelDownloaded({ pair, bytes: 1_000, tookMs: 12.4 });
  events.modelDownloadFailed({ pair, reason: 'the disk is full' });
  const found = await samples(telemetry);
  assert.equal(found['dragoman_models_loaded{engine="bergamot"}'], 2);
  assert.equal(found['dragoman_models_bytes{engine="bergamot"}'], 500);
  assert.equal(found['dragoman_model_pulls_total{outcome="done"}'], 1);
  assert.equal(found['dragoman_model_pulls_total{outcome="failed"}'], 1);
  assert.equal(found['dragoman_model_index_pairs'], 90);
  events.modelIndexRead({ kind: 'failed', reason: 'no answer' });
  assert.equal((await samples(telemetry))['dragoman_model_index_pairs'], 0);
  assert.deepEqual(logged(), [
    ['info', { pairs: 90 }],
    ['info', { pair: 'es>en', bytes: 1_000, took_ms: 12 }],
    ['error', { pair: 'es>en', reason: 'the disk is full' }],
    ['warn', { reason: 'no answer' }],
  ]);
});

test('completions of an endpoint are counted by kind, in money if prices are known, and retries by reason', async () => {
  const { telemetry } = setup();
  const { events } = telemetry;
  events.completionUsed({ engine: 'openai', promptTokens: 30, completionTokens: 5, cost: undefined });
  assert.equal((await samples(telemetry))['dragoman_completion_cost_total{engine="openai"}'], undefined);
  events.completionUsed({ engine: 'openai', promptTokens: 10, completionTokens: 2, cost: 0.5 });
  events.completionRetried({ engine: 'openai', reason: 'timeout' });
  events.completionRetried({ engine: 'openai', reason: 'timeout' });
  const found = await samples(telemetry);
  assert.equal(found['dragoman_completion_tokens_total{engine="openai",kind="prompt"}'], 40);
  assert.equal(found['dragoman_completion_tokens_total{engine="openai",kind="completion"}'], 7);
  assert.equal(found['dragoman_completion_cost_total{engine="openai"}'], 0.5);
  assert.equal(found['dragoman_completion_retries_total{engine="openai",reason="timeout"}'], 2);
});
