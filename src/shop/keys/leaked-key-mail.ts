import type { UnixMs } from '../../ground/units.ts';
import { letter, momentOf } from '../mail/letter.ts';
import type { Mail } from '../mail/mailer.ts';
import type { Key } from './key-store.ts';

export type LeakedKeyLetter = {
  readonly to: string;
  /** The account's revoked keys, at least one. */
  readonly keys: readonly Pick<Key, 'name' | 'start' | 'lastFour'>[];
  readonly at: UnixMs;
  /** Address of the account area; undefined when not configured. */
  readonly baseUrl: string | undefined;
};

/** Mail to the owner of keys that the operator revoked because they had leaked. */
export function leakedKeyMail({ to, keys, at, baseUrl }: LeakedKeyLetter): Mail {
  const isOne = keys.length === 1;
  const link = (path: string) => (baseUrl === undefined ? '' : ` (${baseUrl}${path})`);
  return letter(to, isOne ? 'Your API key was revoked' : 'Your API keys were revoked', [
    isOne
      ? 'A key of your account was found in a public place:'
      : `${keys.length} keys of your account were found in a public place:`,
    keys.map(({ name, start, lastFour }) => `  ${name}  ${start}...${lastFour}`).join('\n'),
    `We revoked ${isOne ? 'it' : 'them'} at ${momentOf(at)}, permanently. Requests with ${
      isOne ? 'this key' : 'these keys'
    } are refused.`,
    'What to do now:',
    [
      `- create a new key${link('/keys')} and use it instead of the old one;`,
      '- find out how the old one leaked. Keep keys in the environment of a server, never in code, a web page or an app;',
      `- check your recent usage${link('/usage')}. If some of it was not you, contact support.`,
    ].join('\n'),
  ]);
}
