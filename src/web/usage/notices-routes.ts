import { html } from 'hono/html';
import { type Notice, type NoticeKind, type NoticeSettings, noticeAttemptsMax } from '../../shop/notices/notice.ts';
import type { AccountParts } from '../account-parts.ts';
import { field } from '../controls.ts';
import type { Piece } from '../page.ts';
import { dataTable, type FormProblem, moment, notice } from '../pieces.ts';
import { sendTo } from '../reply.ts';
import { type PageRoute, visitors } from '../route.ts';
import type { SignedInVisit } from '../visit.ts';
import { problemOf } from '../wordings.ts';

export type NoticesPageParts = Pick<AccountParts, 'pages' | 'notices'> & { readonly sendsMail: boolean };

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

type Shown = {
  readonly settings: Omit<NoticeSettings, 'threshold'>;
  /** As typed. */
  readonly threshold: string;
  readonly problems: readonly FormProblem[];
};

async function render({ pages, notices, sendsMail }: NoticesPageParts, visit: SignedInVisit, shown: Shown) {
  const { accountId, email } = visit.visitor;
  const isValid = shown.problems.length === 0;
  const sent = await notices.list(accountId);
  const body = html`<h1>E-mail notifications</h1>
${isValid && visit.url.searchParams.get('done') === 'saved' ? notice('good', 'Saved.') : ''}
${sendsMail ? '' : notice('warn', 'This service cannot send mail now. Your choice applies when mail works again.')}
<p>Mails go to <strong>${email}</strong>. <a href="/security/email">Change e-mail address</a></p>
${settingsForm(shown)}
<h2>Sent notifications</h2>
${sent.length === 0 ? html`<p>No notifications sent yet.</p>` : sentTable(sent)}`;
  const status = isValid ? 200 : 400;
  return pages.render(visit, { title: 'E-mail notifications', section: '/notices', body, status });
}

function settingsForm({ settings, threshold, problems }: Shown): Piece {
  const { isNotifiedOfLowBalance, isNotifiedOfExpiry } = settings;
  return html`<form method="post" action="/notices" class="prose">
<fieldset><legend>Low balance</legend>
<label class="check"><input type="checkbox" name="low_balance" value="on"${checked(isNotifiedOfLowBalance)}> Notify me when my balance is low</label>
${field({
  name: 'threshold',
  label: 'Threshold, in characters',
  value: threshold,
  inputMode: 'numeric',
  lengthMax: 20,
  problems,
  hint: 'You get one mail when the balance falls below the threshold. The next one comes only after the balance was above it.',
})}</fieldset>
<fieldset><legend>Expiry</legend>
<label class="check"><input type="checkbox" name="expiry" value="on"${checked(isNotifiedOfExpiry)}> Notify me 30 days, 7 days and one day before characters expire</label>
<p class="hint soft small">Only if characters are left. If a purchase extends the expiry, you get these mails for the new date.</p></fieldset>
<div class="actions"><button class="primary" type="submit">Save notifications</button></div></form>`;
}

function checked(isChecked: boolean): Piece | string {
  return isChecked ? html` checked` : '';
}

const noticeNames: Readonly<Record<NoticeKind, string>> = {
  low_balance: 'Low balance',
  expiry_30: 'Expiry within 30 days',
  expiry_7: 'Expiry within 7 days',
  expiry_1: 'Expiry within a day',
};

function sentTable(notices: readonly Notice[]): Piece {
  const rows = notices.map(({ kind, dueAt, sentAt, attempts }) => [
    moment(dueAt),
    noticeNames[kind],
    sentAt === undefined ? unsent(attempts) : html`Sent on ${moment(sentAt)}`,
  ]);
  return dataTable('Newest first', [{ title: 'Due' }, { title: 'Notification' }, { title: 'State' }], rows);
}

function unsent(attempts: number): Piece | string {
  if (attempts >= noticeAttemptsMax) return html`<span class="error">Not sent: no mail server accepted it</span>`;
  return attempts === 1 ? 'Being sent' : `Being sent, tried ${attempts} times`;
}
