import { type AccountAreaOptions, startAccountArea } from '../support/account-area.ts';
import { type TabOptions, TestBrowser, widths } from '../support/browser.ts';

/** Both colour schemes and both widths. */
export const looks = [
  { scheme: 'light', width: widths.desk },
  { scheme: 'dark', width: widths.phone },
] as const;

type MemberTabOptions = AccountAreaOptions & {
  /** Characters that the member has bought. */
  readonly characters?: number;
  /** The member's address; a generated one by default. */
  readonly email?: string;
  readonly look?: TabOptions;
};

/** Opens a service, a browser, and the window of a signed-in member. */
export async function openMemberTab({ characters = 0, email, look, ...options }: MemberTabOptions = {}) {
  await using opening = new AsyncDisposableStack();
  const area = opening.use(await startAccountArea(options));
  const browser = opening.use(await TestBrowser.open());
  const member = await area.signUp(email);
  if (characters > 0) await member.buy(characters);
  const tab = opening.use(await browser.tab(area.url, look));
  await member.enter(tab);
  const opened = opening.move();
  return { area, browser, member, tab, page: tab.page, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
