import type { AccountId } from '../../core/accounts/account.ts';
import type { AuditJournal } from '../../core/audit/audit-journal.ts';
import { ServiceError } from '../../core/service-error.ts';
import { fileReply } from '../reply.ts';
import type { SignedInVisit } from '../visit.ts';
import { accountDocument, type DocumentParts } from './account-document.ts';

export type ExportsParts = {
  readonly document: DocumentParts;
  readonly audit: Pick<AuditJournal, 'record'>;
  /** Told why an export that had begun was broken off. */
  readonly failed: (requestId: string, error: unknown) => void;
};

/** Exports that one node puts together at a time. */
const exportsMax = 8;

/** Hands out accounts as files, a piece at a time: only once the visitor has taken one is the next one read. */
export class Exports {
  readonly #parts: ExportsParts;
  readonly #underWay = new Set<AccountId>();

  constructor(parts: ExportsParts) {
    this.#parts = parts;
  }

  /** @throws ServiceError `validation_error` while another export of the account is under way, or too many others are */
  async answer(visit: SignedInVisit): Promise<Response> {
    const { accountId } = visit.visitor;
    this.#refuseCrowd(accountId);
    this.#underWay.add(accountId);
    try {
      await this.#parts.audit.record({ by: accountId, act: 'account.exported', accountId });
      const pieces = accountDocument(this.#parts.document, visit.visitor);
      // Before the reply begins, so that what fails at once is told on a page.
      const first = await pieces.next();
      const body = this.#stream(first.done === true ? '' : first.value, pieces, visit);
      return fileReply('dragoman-account.json', 'application/json; charset=utf-8', body);
    } catch (error) {
      this.#underWay.delete(accountId);
      throw error;
    }
  }

  #refuseCrowd(accountId: AccountId): void {
    if (this.#underWay.has(accountId)) {
      throw new ServiceError('validation_error', {
        message: 'An export of this account is under way. Wait until it has ended, or break it off.',
      });
    }
    if (this.#underWay.size < exportsMax) return;
    throw new ServiceError('validation_error', {
      message: 'Many accounts are being exported. Please try again in a minute.',
    });
  }

  #stream(first: string, pieces: AsyncGenerator<string>, visit: SignedInVisit): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder();
    const end = () => this.#underWay.delete(visit.visitor.accountId);
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => controller.enqueue(encoder.encode(first)),
        pull: async (controller) => {
          try {
            const next = await pieces.next();
            if (next.done !== true) return controller.enqueue(encoder.encode(next.value));
            end();
            controller.close();
          } catch (error) {
            end();
            this.#parts.failed(visit.exchange.requestId, error);
            throw error;
          }
        },
        cancel: async () => {
          end();
          await pieces.return(undefined);
        },
      },
      { highWaterMark: 1 },
    );
  }
}
