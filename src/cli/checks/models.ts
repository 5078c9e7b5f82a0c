import { statfs } from 'node:fs/promises';
import { counted } from '../../ground/counts.ts';
import type { ModelsOverview, ModelVerdict } from '../operator.ts';
import type { Finding } from './check.ts';
import { nearestExisting } from './machine.ts';

const mebibyte = 2 ** 20;
/** A few models of the usual size. */
const freeWarnBytes = 200 * mebibyte;

const unreadable = /permission denied|not permitted/;

/** Whether neural models are complete and undamaged, can be downloaded, and have disk space. */
export async function checkModels(
  overview: ModelsOverview,
  verdicts: readonly ModelVerdict[],
): Promise<readonly Finding[]> {
  return [checkInstalled(overview, verdicts), checkIndex(overview), await checkRoom(overview)];
}

function checkInstalled({ rows }: ModelsOverview, verdicts: readonly ModelVerdict[]): Finding {
  const installed = rows.filter((row) => row.installed !== undefined).length;
  const [first, ...more] = verdicts.filter(({ fault }) => fault !== undefined);
  const starters = rows.filter((row) => row.starter !== undefined).length;
  const found = `${installed} on disk${starters === 0 ? '' : `, and ${counted(starters, 'starter model')}`}`;
  if (first === undefined) return { check: 'models', state: 'ok', message: found };
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  const message = `${first.folder} cannot be used (${first.fault})${others}`;
  const remedy = unreadable.test(first.fault ?? '')
    ? 'let the user of the service read that folder and its files; nothing in it is lost'
    : '"dragoman model pull PAIR" or "dragoman model import FOLDER" replaces it; "dragoman model verify" lists all';
  return { check: 'models', state: 'warn', message, remedy };
}

function checkIndex({ rows, index }: ModelsOverview): Finding {
  const check = 'model index';
  switch (index.kind) {
    case 'off':
      return { check, state: 'ok', message: 'not asked (MODELS_URL=none)' };
    case 'failed': {
      const remedy = 'let this machine reach MODELS_URL; or import models from a folder, and set MODELS_URL=none';
      return { check, state: 'warn', message: `cannot be read: ${index.reason}`, remedy };
    }
    case 'read': {
      const offered = rows.filter((row) => row.offered !== undefined && row.installed === undefined).length;
      return { check, state: 'ok', message: `was read; pairs that it offers and that are not on disk: ${offered}` };
    }
  }
}

async function checkRoom({ dir, bytes, bytesMax }: ModelsOverview): Promise<Finding> {
  const check = 'models disk space';
  const { bavail, bsize } = await statfs(await nearestExisting(dir));
  const left = Math.min(bytesMax - bytes, bavail * bsize);
  const message = `${Math.max(0, Math.floor(left / mebibyte))} MiB left for models in ${dir}`;
  if (left >= freeWarnBytes) return { check, state: 'ok', message };
  return {
    check,
    state: 'warn',
    message,
    remedy: 'raise MODELS_DISK_MB, remove models, or set MODELS_DIR to a larger disk',
  };
}
