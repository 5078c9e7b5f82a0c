import { pieceStream } from '../../ops/piece-stream.ts';
import type { AuditJournal } from '../../shop/audit/audit-journal.ts';
import { BusyAccounts } from '../../shop/limits/busy-accounts.ts';
import { fileReply } from '../reply.ts';
import type { SignedInVisit } from '../visit.ts';
import { type AccountDocumentParts, accountDocument } from './account-document.ts';

export type ExportsParts = {
  readonly document: AccountDocumentParts;
  readonly audit: Pick<AuditJournal, 'record'>;
  /** Reports why an export was aborted after it had begun. */
  readonly failed: (requestId: string, error: unknown) => void;
};

/** Concurrent exports on one node. */
const exportsMax = 8;

/** How long a client may take to read a file. */
const readingMsMax = 3_600_000;

/** Sends accounts as files. The next piece is read only after the client has taken the last one. */
export class Exports {
  readonly #parts: ExportsParts;
  readonly #underWay = new BusyAccounts(exportsMax);

  constructor(parts: ExportsParts) {
    this.#parts = parts;
  }

  /** @throws RefusedVisit `rate_limit_exceeded` while another export of the account is under way, or too many others are */
  async answer({ visitor, exchange }: SignedInVisit): Promise<Response> {
    const { accountId } = visitor;
    const { document, audit, failed } = this.#parts;
    const work = this.#underWay.begin(accountId);
    try {
      await audit.record({ by: accountId, act: 'account.exported', accountId });
      const rest = accountDocument(document, visitor);
      // Before the reply begins, so that an early failure gets an error page.
      const first = await rest.next();
      const pieces = beginning(first.value ?? '', rest);
      const body = pieceStream({ pieces, work, readingMsMax, exchange, failed });
      return fileReply('dragoman-account.json', 'application/json; charset=utf-8', body);
    } catch (error) {
      work[Symbol.dispose]();
      throw error;
    }
  }
}

async function* beginning(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}
