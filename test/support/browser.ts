import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { noteAnswers } from './noted-answers.ts';

const program = '/usr/bin/chromium';

/** For tests that need Debian's Chromium; the set-up of the tests installs it where it may. */
export const needsChromium = { skip: !existsSync(program) && 'Chromium is not installed' };

export type Scheme = 'light' | 'dark';

export type TabOptions = {
  readonly scheme?: Scheme;
  /** In CSS pixels; 360 is a small phone. */
  readonly width?: number;
  readonly height?: number;
  readonly hasScript?: boolean;
};

/** The widths at which pages are looked at. */
export const widths = { desk: 1_280, phone: 360 } as const;

/** What belongs to a page of ours, whatever the page does. */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** One Chromium for a file of tests; each tab has cookies and a cache of its own. */
export class TestBrowser implements AsyncDisposable {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** @param keepsPages whether pages that are left may be kept whole for going back, as browsers of people do */
  static async open({ keepsPages = false }: { readonly keepsPages?: boolean } = {}): Promise<TestBrowser> {
    const args = ['--no-sandbox', '--disable-dev-shm-usage'];
    const ignoreDefaultArgs = keepsPages ? ['--disable-back-forward-cache'] : [];
    return new TestBrowser(await chromium.launch({ executablePath: program, args, ignoreDefaultArgs }));
  }

  /** @param url of the service whose pages are looked at: whatever they load from elsewhere is a fault */
  async tab(url: string, options: TabOptions = {}): Promise<Tab> {
    const { scheme = 'light', width = widths.desk, height = 800, hasScript = true } = options;
    const context = await this.#browser.newContext({
      baseURL: url,
      viewport: { width, height },
      colorScheme: scheme,
      javaScriptEnabled: hasScript,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'Europe/Athens',
    });
    await context.addInitScript(noteAnswers);
    return new Tab(new URL(url).origin, context, await context.newPage());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#browser.close();
  }
}

/** One window, as one visitor has it, and all that went wrong in it. */
export class Tab implements AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly #origin: string;
  readonly #faults: string[] = [];

  constructor(origin: string, context: BrowserContext, page: Page) {
    this.#origin = origin;
    this.context = context;
    this.page = page;
    this.#watch(page);
    context.on('page', (opened) => this.#watch(opened));
  }

  /** Errors of scripts, breaches of the content security policy, files that did not load, requests to other sites. */
  get faults(): readonly string[] {
    return this.#faults;
  }

  /** The path that is shown, with its query. */
  get path(): string {
    const { pathname, search } = new URL(this.page.url());
    return pathname + search;
  }

  /** Opens a path and returns its status. */
  async open(path: string): Promise<number> {
    const reply = await this.page.goto(path);
    assert.ok(reply, path);
    return reply.status();
  }

  /** Does what leads to another page, and waits for that. */
  async leave(act: () => Promise<void>): Promise<void> {
    // Else the end of this one would be taken for that of the other.
    await this.page.waitForLoadState('load');
    await Promise.all([this.page.waitForEvent('load'), act()]);
  }

  /** What axe finds on the page as it is now, one line each; see `wcag`. */
  async violations(): Promise<readonly string[]> {
    await this.page.evaluate(await axeSource());
    const options = { runOnly: { type: 'tag', values: wcag }, resultTypes: ['violations'] };
    const { violations } = await this.page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.replaceAll('\n', ' ')}`),
    );
  }

  /** By how many CSS pixels the page is wider than the window; what scrolls by itself does not count. */
  sidewaysOverflow(): Promise<number> {
    return this.page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  }

  /** Links, buttons and fields that are out of the window to the side, where what scrolls by itself has to be scrolled for them. */
  controlsAside(): Promise<readonly string[]> {
    return this.page.evaluate<
      readonly string[]
    >(`[...document.querySelectorAll('a[href], button, input, select, textarea')]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1)
      .map((one) => one.outerHTML.slice(0, 200))`);
  }

  /**
   * What of the page has moved since it was opened without being asked to: by how much of the window, and what from
   * where to where (source: W3C Layout Instability). An answer to somebody who is at the page was asked for, however long
   * it took to come; a browser takes only the first half second for that.
   */
  layoutShifts(): Promise<readonly string[]> {
    return this.page.evaluate<readonly string[]>(`new Promise((resolve) => {
      const shifts = [];
      const place = ({ x, y, width, height }) => [x, y, width, height].join(' ');
      const moved = ({ node, previousRect, currentRect }) =>
        \`\${(node?.outerHTML ?? node?.textContent ?? '').slice(0, 80)} (\${place(previousRect)} to \${place(currentRect)})\`;
      const observer = new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) {
          const isAnswer = answersDrawn.some(({ from, to }) => from <= shift.startTime && shift.startTime <= to);
          if (!shift.hadRecentInput && !isAnswer) shifts.push(\`\${shift.value} at \${shift.startTime}: \${shift.sources.map(moved).join('; ')}\`);
        }
      });
      observer.observe({ type: 'layout-shift', buffered: true });
      // What was buffered is told of in a task of its own, and what is being drawn in the next two frames.
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(shifts))));
    })`);
  }

  /** Fails on anything that went wrong, on what axe finds, and on a page that scrolls sideways, has moved, or hides a control aside. */
  async assertSound(): Promise<void> {
    // A page that a click led to has begun, and of half a page nothing can be said.
    await this.page.waitForLoadState('load');
    const { path } = this;
    assert.deepEqual({ path, violations: await this.violations() }, { path, violations: [] });
    assert.deepEqual({ path, sideways: await this.sidewaysOverflow() }, { path, sideways: 0 });
    assert.deepEqual({ path, aside: await this.controlsAside() }, { path, aside: [] });
    assert.deepEqual({ path, shifts: await this.layoutShifts() }, { path, shifts: [] });
    assert.deepEqual({ path, faults: this.faults }, { path, faults: [] });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.context.close();
  }

  #watch(page: Page): void {
    page.on('pageerror', (error) => this.#faults.push(`script: ${error.message}`));
    page.on('console', (message) => {
      // A reply with an error status is told of below, with what asked for it.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
      if (message.location().url.startsWith(this.#origin)) this.#faults.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => {
      if (request.isNavigationRequest() || !page.url().startsWith(this.#origin)) return;
      const { origin, protocol } = new URL(request.url());
      if (origin !== this.#origin && protocol !== 'data:') this.#faults.push(`to another site: ${request.url()}`);
    });
    page.on('requestfailed', (request) => {
      // A download, and a page that is left before it came, end a request of the browser's own.
      if (request.failure()?.errorText === 'net::ERR_ABORTED') return;
      this.#faults.push(`${request.failure()?.errorText}: ${request.url()}`);
    });
    page.on('response', (response) => {
      if (response.request().resourceType() === 'document' || response.status() < 400) return;
      // Parts that a script asks for may be refused like pages.
      if (response.request().resourceType() === 'xhr' || response.request().resourceType() === 'fetch') return;
      this.#faults.push(`${response.status()}: ${response.url()}`);
    });
  }
}

let axe: Promise<string> | undefined;

/** Given to the page by the debugger, so that the content security policy stays as it is. */
function axeSource(): Promise<string> {
  axe ??= readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
  return axe;
}
