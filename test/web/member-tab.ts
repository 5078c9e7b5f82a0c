import { type AccountAreaOptions, startAccountArea } from '../support/account-area.ts';
import { type TabOptions, TestBrowser, widths } from '../support/browser.ts';

/** Both colour schemes and both widths. */
export const looks = [
  { scheme: 'light', width: widths.desk },
  { scheme: 'dark', width: widths.phone },
] as const;

type OpenTabOptions = AccountAreaOptions & { readonly look?: TabOptions };

/** Opens a service, a browser, and the window of a visitor. */
export async function openTab({ look, ...options }: OpenTabOptions = {}) {
  await using opening = new AsyncDisposableStack();
  const area = opening.use(await startAccountArea(options));
  const browser = opening.use(await TestBrowser.open());
  const tab = opening.use(await browser.tab(area.url, look));
  const opened = opening.move();
  return { area, browser, tab, page: tab.page, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

type MemberTabOptions = OpenTabOptions & {
  /** Characters that the member has bought. */
  readonly characters?: number;
  /** The member's address; a generated one by default. */
  readonly email?: string;
};

/** As `openTab`, for a signed-in member. */
export async function openMemberTab({ characters = 0, email, ...options }: MemberTabOptions = {}) {
  await using opening = new AsyncDisposableStack();
  const world = opening.use(await openTab(options));
  const member = await world.area.signUp(email);
  if (characters > 0) await member.buy(characters);
  await member.enter(world.tab);
  const opened = opening.move();
  return { ...world, member, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
