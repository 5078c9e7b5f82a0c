import type { People } from '../../shop/people/people.ts';
import type { Pages } from '../pages.ts';

export type PeopleParts = {
  readonly pages: Pages;
  readonly people: People;
  /** Whether pages say that links are in the server's log: the operator's local demo sends no mail. */
  readonly linksAreInLog: boolean;
};
