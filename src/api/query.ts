import { quoted, shortened } from './json-object.ts';
import { RefusedRequest } from './problem.ts';

/**
 * Refuses a query on an endpoint that takes none: an ignored `?target_lang=de` would be charged for English, and a key
 * in a URL ends up in logs.
 *
 * @param target the request target, as in `/api/v1/usage?x=1`
 * @throws RefusedRequest that names the first parameter
 */
export function refuseQuery(target: string | undefined): void {
  const at = target?.indexOf('?') ?? -1;
  if (target === undefined || at === -1 || at === target.length - 1) return;
  const [name = ''] = new URLSearchParams(target.slice(at)).keys();
  const param = shortened(name);
  throw new RefusedRequest({
    message: `The query parameter ${quoted(name)} is unknown: this endpoint takes none.`,
    param,
    errors: [{ param, message: 'is an unknown query parameter; this endpoint takes none' }],
  });
}
