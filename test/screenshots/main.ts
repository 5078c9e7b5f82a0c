import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startAccountArea } from '../support/account-area.ts';
import { packs } from '../support/account-area-belongings.ts';
import { onlookers, planTour } from '../support/account-area-tour.ts';
import { TestBrowser } from '../support/browser.ts';
import { liveThrough } from './history.ts';

const widths = [1440, 1024, 768, 375];
const looks = widths.flatMap((width) => (['light', 'dark'] as const).map((scheme) => [width, scheme] as const));

/** The pages that the documentation shows, as they are in a window on a desk. */
const documented: Readonly<Record<string, string>> = {
  front: 'front',
  account: 'overview',
  usage: 'usage',
  'playground-result': 'playground',
  'keys-made': 'new-key',
};

const pictures = join('docs', 'pictures');
await mkdir(pictures, { recursive: true });
const folder = resolve(process.argv[2] ?? join('out', 'screenshots'));
await mkdir(folder, { recursive: true });
await using area = await startAccountArea({ engines: 'installed', env: { ENGINES: 'apertium', PACKS: packs } });
const tour = await planTour(area, { words: 'Newsletter', past: liveThrough });
const missing = Object.keys(documented).filter((name) => !tour.stops.some((stop) => stop.name === name));
if (missing.length > 0) throw new Error(`no page is named ${missing.join(', ')}`);
await using browser = await TestBrowser.open();
let count = 0;
for (const who of onlookers) {
  await using tab = await browser.tab(area.url, {});
  const { page } = tab;
  if (who !== 'anonymous') await tour.members[who].enter(tab);
  for (const { name, path, act } of tour.stops.filter((stop) => stop.as === who)) {
    await page.goto(path);
    await act?.(page);
    await page.waitForLoadState('networkidle');
    for (const [width, colorScheme] of looks) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(folder, `${name}.${width}.${colorScheme}.png`), fullPage: true });
      count++;
      const picture = documented[name];
      if (picture === undefined || width !== widths[0]) continue;
      await page.evaluate('scrollTo(0, 0)');
      await page.screenshot({ path: join(pictures, `${picture}-${colorScheme}.png`) });
    }
  }
}
process.stdout.write(`${count} pictures in ${folder}, and those of the documentation in ${pictures}\n`);
