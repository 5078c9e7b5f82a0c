import { html } from 'hono/html';
import type { Piece } from '../page.ts';

/**
 * A button that signs in with a passkey, by the script `passkeys`; hidden without scripts.
 *
 * @param offersAtOnce whether the browser also offers passkeys while the address is typed
 */
export function passkeyButton(next: string, { offersAtOnce }: { readonly offersAtOnce: boolean }): Piece {
  return html`<div class="needs-script"><p class="or">or</p>
<div class="actions"><button type="button" data-passkey="sign-in" data-next="${next}"${
    offersAtOnce ? html` data-autofill` : ''
  }>Use a passkey</button></div>
<p class="error" role="alert" data-passkey-said></p></div>`;
}
