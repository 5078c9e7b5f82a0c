import { ServiceError } from '../../ground/service-error.ts';
import type { Account, AccountId } from '../accounts/account.ts';
import { letter, type Mail, type Mailer, momentOf } from '../mail/mailer.ts';
import type { DocumentState } from './document.ts';

export type DocumentMailParts = {
  readonly findAccount: (id: AccountId) => Promise<Account | undefined>;
  readonly mailer: Pick<Mailer, 'isConnected' | 'send'>;
  /** Address of the account area, without a trailing slash. */
  readonly baseUrl: () => string;
};

/** Reports the result of a document to its owner. */
export type SendResult = (accountId: AccountId, document: DocumentState) => Promise<void>;

/** The link has the document's id, which must not be in a log: nothing is sent without a mail server. */
export function createSendResult({ findAccount, mailer, baseUrl }: DocumentMailParts): SendResult {
  return async (accountId, document) => {
    if (!mailer.isConnected) return;
    const account = await findAccount(accountId);
    if (account === undefined) throw new ServiceError('no_account');
    if (account.erasedAt === undefined) mailer.send(resultMail(account.email, document, baseUrl()));
  };
}

/** Without the name of the file, which is the customer's text. */
function resultMail(email: string, { id, status, createdAt, expiresAt }: DocumentState, baseUrl: string): Mail {
  const [subject, result] =
    status === 'failed'
      ? ['Your document was not translated', 'was not translated, and nothing was charged']
      : ['Your document is ready', 'is ready'];
  return letter(email, subject, [
    `Your document of ${momentOf(createdAt)} ${result}. Open it here:`,
    `${baseUrl}/documents/${id}`,
    `It is deleted at ${momentOf(expiresAt)}.`,
  ]);
}
