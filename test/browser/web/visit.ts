import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContextOptions, type Page, type Request } from 'playwright-core';
import { expect } from 'vitest';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer, type TestServerOptions } from '../../support/start-server.ts';

const PROGRAM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Window settings. */
export interface Look {
  readonly colorScheme?: 'light' | 'dark';
  /** Width of the window in CSS pixels; default 1400. */
  readonly width?: number;
}

/** A server with the demo, and a browser beside it. */
export class WebVisit implements AsyncDisposable {
  readonly server: TestServer;
  readonly #browser: Browser;

  private constructor(server: TestServer, browser: Browser) {
    this.server = server;
    this.#browser = browser;
  }

  static async start(options: TestServerOptions & { readonly demo?: boolean } = {}): Promise<WebVisit> {
    const server = await startServer(options);
    if (options.demo !== false) {
      using computer = new Computer(server);
      const { code, stderr } = await computer.run(['demo']);
      if (code !== 0) throw new Error(`colophon demo ended with ${code}: ${stderr}`);
    }
    const browser = await chromium.launch({ executablePath: PROGRAM, args: ['--no-sandbox'] });
    return new WebVisit(server, browser);
  }

  /** Opens a separate window, signed in with a token; by default, the root user's. */
  async open(path: string, look: Look & { readonly token?: string | null } = {}): Promise<Window> {
    const { colorScheme = 'light', token = this.server.token, width = 1400 } = look;
    const options: BrowserContextOptions = {
      colorScheme,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    };
    const context = await this.#browser.newContext(options);
    if (token !== null) {
      await context.addInitScript((text) => {
        sessionStorage.setItem('colophon.token', text);
      }, token);
    }
    const page = await context.newPage();
    const window = new Window(page, this.server.url);
    await page.goto(this.server.url + path);
    return window;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    await this.server.stop();
  }
}

/** A browser window with its console errors and failed requests. */
export class Window implements AsyncDisposable {
  readonly page: Page;
  /** Console errors and failed requests, in order. */
  readonly complaints: string[] = [];

  constructor(page: Page, url: string) {
    this.page = page;
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error')
        this.complaints.push(`${message.text()} ${message.location().url}`.trim());
    });
    page.on('request', (request) => {
      const target = request.url();
      if (!target.startsWith(`${url}/`) && !/^(?:data|blob):/.test(target))
        this.complaints.push(`asked ${target}`);
    });
  }

  /** Fails if axe finds serious or critical problems on the current page. */
  async expectAccessible(): Promise<void> {
    const { violations } = await new AxeBuilder({ page: this.page }).analyze();
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  }

  /** Fails if axe finds anything on the current page, of any impact; includes the size of targets (WCAG 2.2). */
  async expectNoViolations(): Promise<void> {
    const { violations } = await new AxeBuilder({ page: this.page })
      .options({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] })
      .analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
      [],
    );
  }

  /** Fails if there are complaints other than refusals with this status, which the browser reports; then clears them. */
  expectRefusals(status: number): void {
    expect(this.complaints.filter((text) => !text.includes(`status of ${status}`))).toEqual([]);
    this.complaints.length = 0;
  }

  /** Closes the window; fails if there were any complaints. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close();
    expect(this.complaints).toEqual([]);
  }
}

/**
 * Runs the installed clock of a page for some seconds, and counts how often the page asks whether the server is there. The clock
 * waits for each response.
 */
export async function checksWithin(page: Page, seconds: number): Promise<number> {
  let checks = 0;
  const open = new Set<Request>();
  const isCheck = (request: Request): boolean => request.url().endsWith('/health');
  const begin = (request: Request): void => {
    if (!isCheck(request)) return;
    checks += 1;
    open.add(request);
  };
  const end = (request: Request): void => void open.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  for (let passed = 0; passed < seconds; passed += 0.5) {
    await page.clock.runFor(500);
    await expect.poll(() => open.size, { interval: 10 }).toBe(0);
  }
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  return checks;
}
