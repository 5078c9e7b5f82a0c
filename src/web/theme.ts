import { html } from 'hono/html';
import type { Piece } from './page.ts';
import { isOwnPath, partReply, sendTo, withCookies } from './reply.ts';
import { anyone, type PageRoute } from './route.ts';
import { RefusedVisit } from './wordings.ts';

/** The choices with their `color-scheme` for the head of a page, so that its first drawing has it (source: CSS Color Adjustment 1). */
export const schemes = { light: 'light', dark: 'dark', system: 'light dark' } as const;

export type Theme = keyof typeof schemes;

const cookie = '__Host-dragoman.theme';
const yearSeconds = 31_536_000;

/** Returns the theme that this browser has chosen. */
export function themeOf(cookies: string | undefined): Theme {
  const kept = cookies?.split(';').find((each) => each.trimStart().startsWith(`${cookie}=`));
  return themeNamed(kept?.trim().slice(cookie.length + 1)) ?? 'system';
}

function themeNamed(name: string | undefined): Theme | undefined {
  return name !== undefined && Object.hasOwn(schemes, name) ? (name as Theme) : undefined;
}

/** The style sheet follows the chosen button at once; the form keeps the choice. @param path of its page */
export function themeForm(theme: Theme, path: string): Piece {
  return html`<form method="post" action="/theme" hx-post="/theme" hx-trigger="change" hx-swap="none"><input type="hidden" name="next" value="${path}">
<fieldset class="tabs"><legend>Theme</legend>${Object.keys(schemes).map(
    (each) =>
      html`<input type="radio" id="theme-${each}" name="theme" value="${each}"${each === theme ? html` checked` : ''}><label for="theme-${each}">${each.charAt(0).toUpperCase()}${each.slice(1)}</label>`,
  )}<button class="small without-script" type="submit">Save theme</button></fieldset></form>`;
}

export const themeRoute: PageRoute = anyone.post('/theme', async (visit) => {
  const form = await visit.readForm();
  const theme = themeNamed(form.text('theme'));
  if (theme === undefined) throw new RefusedVisit('Choose light, dark or system.');
  const cookies = [`${cookie}=${theme}; Path=/; Max-Age=${yearSeconds}; Secure; HttpOnly; SameSite=Lax`];
  const next = form.text('next');
  return visit.wantsPart
    ? withCookies(partReply(html``), cookies)
    : sendTo(visit, isOwnPath(next) ? next : '/', cookies);
});
