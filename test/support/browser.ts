import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { noteAnswers } from './noted-answers.ts';

const program = '/usr/bin/chromium';

/** Options for tests that need Debian's Chromium; the set-up of the tests installs it where it may. */
export const needsChromium = { skip: !existsSync(program) && 'Chromium is not installed' };

export type Scheme = 'light' | 'dark';

export type TabOptions = {
  readonly scheme?: Scheme;
  /** In CSS pixels; 360 is a small phone. */
  readonly width?: number;
  readonly height?: number;
  readonly hasScript?: boolean;
};

/** The widths at which pages are tested. */
export const widths = { desk: 1_280, phone: 360 } as const;

/** Rules that apply to every page. */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** One Chromium for a test file; each tab has separate cookies and a separate cache. */
export class TestBrowser implements AsyncDisposable {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** @param keepsPages whether the back/forward cache is on, as in normal browsers */
  static async open({ keepsPages = false }: { readonly keepsPages?: boolean } = {}): Promise<TestBrowser> {
    const args = ['--no-sandbox', '--disable-dev-shm-usage'];
    const ignoreDefaultArgs = keepsPages ? ['--disable-back-forward-cache'] : [];
    return new TestBrowser(await chromium.launch({ executablePath: program, args, ignoreDefaultArgs }));
  }

  /** @param url of the service under test: requests to other sites count as faults */
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

/** One window of one visitor, with everything that went wrong in it. */
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

  /** Script errors, violations of the content security policy, files that did not load, requests to other sites. */
  get faults(): readonly string[] {
    return this.#faults;
  }

  /** Gives the window the cookies of a visitor. */
  async enter(cookies: Iterable<readonly [name: string, value: string]>): Promise<void> {
    // Cookies are set for HTTPS, which a browser also accepts for its own machine.
    const url = this.#origin.replace('http:', 'https:');
    await this.context.addCookies(
      [...cookies].map(([name, value]) => ({ name, value, url, httpOnly: true, secure: true })),
    );
  }

  /** From the start of the navigation until the largest part of the page was drawn, as of now. */
  largestPaintMs(): Promise<number> {
    return this.page.evaluate<number>(`new Promise((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime));
      observer.observe({ type: 'largest-contentful-paint', buffered: true });
    })`);
  }

  /** The current path with its query. */
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

  /** Runs an act that leads to another page, and waits for that page. */
  async leave(act: () => Promise<void>): Promise<void> {
    // Otherwise the load event of this page would count as that of the next.
    await this.page.waitForLoadState('load');
    await Promise.all([this.page.waitForEvent('load'), act()]);
  }

  /** Returns the present violations found by axe, one line each: of all rules, or of one. */
  async violations(rule?: string): Promise<readonly string[]> {
    await this.page.evaluate(await axeSource());
    const runOnly = rule === undefined ? { type: 'tag', values: wcag } : { type: 'rule', values: [rule] };
    // Controls of at least 24 by 24 pixels, or with that much space; off by default.
    const rules = rule === undefined ? { 'target-size': { enabled: true } } : {};
    const options = { runOnly, rules, resultTypes: ['violations'] };
    const { violations } = await this.page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.replaceAll('\n', ' ')}`),
    );
  }

  /** By how many CSS pixels the page is wider than the window, without scrollable parts. */
  sidewaysOverflow(): Promise<number> {
    return this.page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  }

  /** Links, buttons, fields and cells of wide tables outside the window or their table's frame horizontally. */
  controlsAside(): Promise<readonly string[]> {
    return this.page.evaluate<
      readonly string[]
    >(`[...document.querySelectorAll('a[href], button, input, select, textarea, tr > :nth-child(n + 4)')]
      .filter((one) => {
        const frame = one.closest('.scroll:not(.heat-map)')?.getBoundingClientRect().right ?? innerWidth;
        return one.checkVisibility() && one.getBoundingClientRect().right > Math.min(innerWidth, frame) + 1;
      })
      .map((one) => one.outerHTML.slice(0, 200))`);
  }

  /** Ids of more than one element, so that a script, a style or a label may take the wrong one. */
  repeatedIds(): Promise<readonly string[]> {
    return this.page.evaluate<readonly string[]>(
      `[...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id, at, all) => all.indexOf(id) !== at)`,
    );
  }

  /** Pictures whose space is not reserved while they load. */
  unsizedPictures(): Promise<readonly string[]> {
    return this.page.evaluate<readonly string[]>(
      `[...document.querySelectorAll('img:not([width][height])')].map((one) => one.outerHTML)`,
    );
  }

  /** Controls that look the same with the keyboard's focus. An invisible control has its ring on the label. */
  controlsWithoutFocusRing(): Promise<readonly string[]> {
    return this.page.evaluate<
      readonly string[]
    >(`[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
      .filter((one) => {
        if (!one.checkVisibility() || one.disabled) return false;
        one.focus({ focusVisible: true, preventScroll: true });
        const ringed = getComputedStyle(one).opacity === '0' ? one.labels[0] : one;
        const { outlineStyle, outlineWidth } = getComputedStyle(ringed);
        return outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2;
      })
      .map((one) => one.outerHTML.slice(0, 200))`);
  }

  /**
   * Returns layout shifts since the page was opened that the visitor did not cause: the share of the window, and what
   * moved from where to where (source: W3C Layout Instability). A reply to the visitor's act causes an expected shift
   * at any time; browsers excuse only the first half second.
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
      // Buffered entries arrive in a separate task, and the current drawing within two frames.
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(shifts))));
    })`);
  }

  /** Fails on faults, axe violations, sideways scrolling, layout shifts, and controls outside the window. */
  async assertSound(): Promise<void> {
    // A page opened by a click may still be loading, and cannot be checked before.
    await this.page.waitForLoadState('load');
    const { path } = this;
    assert.deepEqual({ path, violations: await this.violations() }, { path, violations: [] });
    assert.deepEqual({ path, sideways: await this.sidewaysOverflow() }, { path, sideways: 0 });
    assert.deepEqual({ path, aside: await this.controlsAside() }, { path, aside: [] });
    assert.deepEqual({ path, shifts: await this.layoutShifts() }, { path, shifts: [] });
    assert.deepEqual({ path, repeatedIds: await this.repeatedIds() }, { path, repeatedIds: [] });
    assert.deepEqual({ path, unsized: await this.unsizedPictures() }, { path, unsized: [] });
    assert.deepEqual({ path, faults: this.faults }, { path, faults: [] });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.context.close();
  }

  #watch(page: Page): void {
    page.on('pageerror', (error) => this.#faults.push(`script: ${error.message}`));
    page.on('console', (message) => {
      // Replies with an error status are reported below, with their request.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
      // htmx names the cause of a failed request in the next line, and an abort is no fault (see below).
      if (/^htmx:(?:afterRequest|sendAbort)\b/.test(message.text())) return;
      if (message.location().url.startsWith(this.#origin)) this.#faults.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => {
      if (request.isNavigationRequest() || !page.url().startsWith(this.#origin)) return;
      const { origin, protocol } = new URL(request.url());
      if (origin !== this.#origin && protocol !== 'data:') this.#faults.push(`to another site: ${request.url()}`);
    });
    page.on('requestfailed', (request) => {
      // A download, or leaving a page before it loaded, aborts a request of the browser.
      if (request.failure()?.errorText === 'net::ERR_ABORTED') return;
      this.#faults.push(`${request.failure()?.errorText}: ${request.url()}`);
    });
    page.on('response', (response) => {
      if (response.request().resourceType() === 'document' || response.status() < 400) return;
      // Parts that a script requests may be refused like pages.
      if (response.request().resourceType() === 'xhr' || response.request().resourceType() === 'fetch') return;
      this.#faults.push(`${response.status()}: ${response.url()}`);
    });
  }
}

let axe: Promise<string> | undefined;

/** Injected by the debugger, so that the content security policy stays unchanged. */
function axeSource(): Promise<string> {
  axe ??= readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
  return axe;
}
