import { html } from 'hono/html';
import type { Key } from '../../shop/keys/key-store.ts';
import { field } from '../controls.ts';
import type { Piece } from '../page.ts';

/**
 * A field for the reader's key, which fills the samples of all pages in this browser tab. The service has only hashes of keys,
 * and never receives the field: it is in no form.
 *
 * @param key a live one, so that its owner knows which to paste
 */
export function keyField(key: Pick<Key, 'name' | 'start' | 'lastFour'> | undefined): Piece {
  if (key === undefined) {
    return html`<p class="notice plain"><a href="/keys/new">Create a key</a> to run these samples.</p>`;
  }
  const attributes = html` data-sample-key spellcheck="false" placeholder="${key.start}…${key.lastFour}"`;
  return html`<details class="key-field needs-script"><summary>Use your key in the samples</summary>
${field({
  name: 'sample-key',
  label: `Your key, for example “${key.name}”`,
  hint: 'It stays in this browser tab until you sign out. Only “Try it” sends it, to this service. A lost key cannot be shown again.',
  autocomplete: 'off',
  attributes,
})}
<p class="actions"><button type="button" data-forget-key>Remove key</button> <a href="/keys/new">Create key</a></p></details>`;
}
