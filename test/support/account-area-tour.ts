import type { AccountArea, Member } from './account-area.ts';

/** A page that can be looked at. */
export type Stop = {
  /** What files about it are called. */
  readonly name: string;
  readonly path: string;
  readonly as: 'stranger' | 'member' | 'newcomer';
};

export type Tour = {
  /** Has bought, and used what was bought. */
  readonly member: Member;
  /** Has just signed up. */
  readonly newcomer: Member;
  readonly stops: readonly Stop[];
};

/** Everybody and everything that the pages can show, and the way through all of them. */
export async function planTour(area: AccountArea): Promise<Tour> {
  const member = await area.signUp('ada.lovelace@example.com');
  const newcomer = await area.signUp('grace@example.com');
  const pages = area.routes.filter(({ method, path }) => method === 'GET' && !path.includes(':'));
  const stops = pages.flatMap(({ path, audience }): readonly Stop[] => {
    const name = path === '/' ? 'front' : path.slice(1).replaceAll('/', '-');
    const opensFor = audience === 'anyone' ? (['stranger', 'member'] as const) : (['member', 'newcomer'] as const);
    return opensFor.map((as) => ({ name: `${name}-${as}`, path, as }));
  });
  return { member, newcomer, stops };
}
