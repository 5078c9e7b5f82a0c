/** How a provider of mailboxes reads the names of its domains. */
type DomainRule = {
  /** The first of the domains where a name is the same mailbox. */
  readonly domain: string;
  /** Characters that do not distinguish names. */
  readonly ignored: string;
};

export type TrialDomains = ReadonlyMap<string, DomainRule>;

/** Source: Gmail's "Dots don't matter", Proton's "How to change your username", Apple's "About @icloud.com" pages. */
export const trialDomainsByDefault =
  'gmail.com=googlemail.com:.,proton.me=protonmail.com=protonmail.ch=pm.me:.-_,icloud.com=me.com=mac.com';

/** Parses a list such as `gmail.com=googlemail.com:.`; undefined for anything else, and for a domain named twice. */
export function parseTrialDomains(text: string): TrialDomains | undefined {
  const rules = new Map<string, DomainRule>();
  for (const entry of text.toLowerCase().split(',')) {
    const [, names = '', ignored = ''] = /^([a-z0-9.=-]+)(?::([._-]+))?$/.exec(entry.trim()) ?? [];
    const domains = names.split('=');
    for (const name of domains) {
      if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name) || rules.has(name)) return undefined;
      rules.set(name, { domain: domains[0] ?? name, ignored });
    }
  }
  return rules;
}

/** Returns the same text for all addresses that are known to reach one mailbox. */
export function mailboxOf(email: string, domains: TrialDomains): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@');
  const [untagged = ''] = name.split('+');
  const rule = domains.get(domain);
  const plain = [...(untagged === '' ? name : untagged)].filter((letter) => !rule?.ignored.includes(letter)).join('');
  return `${plain}@${rule?.domain ?? domain}`;
}
