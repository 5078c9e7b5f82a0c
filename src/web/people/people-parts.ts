import type { NewKey } from '../../shop/keys/keys.ts';
import type { Visitor } from '../../shop/people/people.ts';
import type { AccountParts } from '../account-parts.ts';

export type PeopleParts = Pick<AccountParts, 'pages' | 'people' | 'catalogue' | 'baseUrl' | 'failed'> & {
  /** Whether pages say that links are in the server's log: the operator's local demo sends no mail. */
  readonly linksAreInLog: boolean;
  /** Returns the link of the last message, if it was to this address. Only in such a demo. */
  readonly shownLink: (email: string) => string | undefined;
  /** Undefined when the account can have no first key now. */
  readonly createFirstKey: (visitor: Visitor) => Promise<NewKey | undefined>;
};
