import { html } from 'hono/html';
import { type Notice, type NoticeSettings, noticeAttemptsMax } from '../../shop/notices/notice.ts';
import { field } from '../controls.ts';
import type { Page, Piece } from '../page.ts';
import { dataTable, type FormProblem, moment, notice } from '../pieces.ts';
import { noticeNames } from './words.ts';

export type NoticesView = {
  readonly email: string;
  readonly settings: Pick<NoticeSettings, 'isNotifiedOfLowBalance' | 'isNotifiedOfExpiry'>;
  /** As typed. */
  readonly threshold: string;
  readonly problems: readonly FormProblem[];
  readonly wasSaved: boolean;
  /** Whether the service can send mail. */
  readonly sendsMail: boolean;
  /** Newest first. */
  readonly notices: readonly Notice[];
};

/** The page of an account's e-mail notifications. */
export function noticesPage(view: NoticesView): Page {
  const { email, problems, wasSaved, sendsMail, notices } = view;
  const body = html`<h1>E-mail notifications</h1>
${wasSaved ? notice('good', 'Saved.') : ''}
${sendsMail ? '' : notice('warn', 'This service cannot send mail now. Your choice applies when mail works again.')}
<p>Mails go to <strong>${email}</strong>. <a href="/security/email">Change e-mail address</a></p>
${settingsForm(view)}
<h2>Sent notifications</h2>
${notices.length === 0 ? html`<p>No notifications sent yet.</p>` : sentTable(notices)}`;
  return { title: 'E-mail notifications', section: '/settings', body, status: problems.length === 0 ? 200 : 400 };
}

function settingsForm({ settings, threshold, problems }: NoticesView): Piece {
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
