import type { People } from '../../core/people/people.ts';
import type { Pages } from '../pages.ts';

export type PeopleParts = {
  readonly pages: Pages;
  readonly people: People;
  /** Whether visitors are told that links are in the server's log: no mail leaves the machine, and it is theirs. */
  readonly linksAreInLog: boolean;
};
