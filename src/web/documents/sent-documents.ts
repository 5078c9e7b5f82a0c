import { documentKeptMs } from '../../shop/documents/document.ts';
import type { Visit } from '../visit.ts';

const cookie = '__Host-dragoman.documents';

const listedMax = 20;

/**
 * Returns the ids of the documents that this browser sent, newest first. Only the browser can list them: an id decrypts
 * its document, so the service does not store it. Each also needs a session of the account.
 */
export function sentIds({ caller }: Pick<Visit, 'caller'>): readonly string[] {
  const found = caller.cookies?.split(';').find((each) => each.trimStart().startsWith(`${cookie}=`));
  const ids = found?.trim().slice(cookie.length + 1) ?? '';
  return ids === '' ? [] : ids.split('.').slice(0, listedMax);
}

/** Returns the cookie that adds a document to those of this browser. */
export function sentCookie(visit: Pick<Visit, 'caller'>, id: string): string {
  const ids = [id, ...sentIds(visit)].slice(0, listedMax).join('.');
  return `${cookie}=${ids}; Path=/; Max-Age=${documentKeptMs / 1_000}; Secure; HttpOnly; SameSite=Lax`;
}
