import type { NoticeSettings } from '../../shop/notices/notice.ts';
import type { Notices } from '../../shop/notices/notices.ts';
import type { Pages } from '../pages.ts';
import { sendTo } from '../reply.ts';
import { type PageRoute, visitors } from '../route.ts';
import type { SignedInVisit } from '../visit.ts';
import { problemOf } from '../wordings.ts';
import { type NoticesView, noticesPage } from './notices-page.ts';

export type NoticesPageParts = {
  readonly pages: Pages;
  readonly notices: Notices;
  /** Whether the service can send mail. */
  readonly sendsMail: boolean;
};

/** `/notices`: the settings of an account's notices, and the notices sent. */
export function noticeRoutes(parts: NoticesPageParts): readonly PageRoute[] {
  return [
    visitors.get('/notices', (visit) => show(parts, visit)),
    visitors.post('/notices', (visit) => save(parts, visit)),
  ];
}

async function show(parts: NoticesPageParts, visit: SignedInVisit): Promise<Response> {
  const settings = await parts.notices.readSettings(visit.visitor.accountId);
  return render(parts, visit, { settings, threshold: String(settings.threshold), problems: [] });
}

async function save(parts: NoticesPageParts, visit: SignedInVisit): Promise<Response> {
  const form = await visit.readForm();
  const settings = { isNotifiedOfLowBalance: form.has('low_balance'), isNotifiedOfExpiry: form.has('expiry') };
  const typed = form.text('threshold');
  try {
    await parts.notices.saveSettings(visit.visitor.accountId, { ...settings, threshold: typedCount(typed) });
  } catch (error) {
    return render(parts, visit, { settings, threshold: typed, problems: [problemOf(error)] });
  }
  return sendTo(visit, '/notices?done=saved');
}

/** Accepts thousands separators; NaN for anything else. */
function typedCount(text: string): number {
  const digits = text.trim().replaceAll(/(?<=\d)[ ,._'’\u{a0}\u{202f}](?=\d{3}(?!\d))/gu, '');
  return /^\d{1,15}$/.test(digits) ? Number(digits) : Number.NaN;
}

type Shown = Pick<NoticesView, 'threshold' | 'problems'> & { readonly settings: Omit<NoticeSettings, 'threshold'> };

async function render({ pages, notices, sendsMail }: NoticesPageParts, visit: SignedInVisit, shown: Shown) {
  const { accountId, email } = visit.visitor;
  const wasSaved = shown.problems.length === 0 && visit.url.searchParams.get('done') === 'saved';
  return pages.render(
    visit,
    noticesPage({ ...shown, email, wasSaved, sendsMail, notices: await notices.list(accountId) }),
  );
}
