import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import { commitOfTree, type Machine } from '../measurements/machine.ts';
import { writeResultFile } from '../write-table.ts';

/** Starts Chromium. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
}

/** Processor time of a page's main thread, without that of the browser's own pages and of other threads. */
export class MainThread {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  /** Begins counting, for everything that the page opens from now on. */
  static async of(page: Page): Promise<MainThread> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new MainThread(session);
  }

  /** Time of all tasks so far, ms. */
  async processorMs(): Promise<number> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    const tasks = metrics.find(({ name }) => name === 'TaskDuration');
    if (tasks === undefined) throw new Error('Chromium does not report the duration of tasks.');
    return tasks.value * 1000;
  }

  /** Slows down scripts, styles and layout by this factor. */
  async slowDown(rate: number): Promise<void> {
    await this.#session.send('Emulation.setCPUThrottlingRate', { rate });
  }
}

/** An event of Chromium's trace; times in µs. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time. */
  readonly tdur?: number;
}

/**
 * Processor time of each frame that a page's main thread makes during an action, in ms: of all its tasks from the end of one
 * frame to the end of the next. The page has to ask for animation frames all the time.
 */
export async function frameTimes(page: Page, act: () => Promise<void>): Promise<readonly number[]> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  // The protocol types them as records of strings.
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const categories = 'devtools.timeline,disabled-by-default-devtools.timeline';
  await session.send('Tracing.start', { categories, transferMode: 'ReportEvents' });
  await act();
  const isComplete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await isComplete;
  await session.detach();

  const drawn = events.filter(({ name }) => name === 'FireAnimationFrame').sort((a, b) => a.ts - b.ts);
  const isOfPage = ({ pid, tid }: TraceEvent): boolean => pid === drawn[0]?.pid && tid === drawn[0].tid;
  const tasks = events.filter((event) => event.name === 'RunTask' && isOfPage(event));
  const frames: number[] = [];
  let time = 0;
  let index = 0;
  for (const { ts, dur = 0, tdur = 0 } of tasks.sort((a, b) => a.ts - b.ts)) {
    time += tdur / 1000;
    if ((drawn[index]?.ts ?? Infinity) > ts + dur) continue;
    frames.push(time);
    time = 0;
    while ((drawn[index]?.ts ?? Infinity) <= ts + dur) index += 1;
  }
  return frames;
}

/** Resolves when the browser's processes are idle: a new window loads internal pages for a second. */
export async function whenAtRest(browser: Browser): Promise<void> {
  const devTools = await browser.newBrowserCDPSession();
  const seconds = async (): Promise<number> => {
    const { processInfo } = await devTools.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  };
  let before = await seconds();
  for (let turn = 0; turn < 20; turn += 1) {
    await wait(300);
    const now = await seconds();
    if (now - before < 0.02) break;
    before = now;
  }
  await devTools.detach();
}

interface Figures {
  readonly machine: Machine;
  /** Description of the measurement. */
  readonly [name: string]: unknown;
}

/** Prints figures with the commit; unless `write` is false, keeps them as `bench/results/<name>.json`. */
export async function report(name: string, figures: Figures, write: boolean): Promise<void> {
  const result = { commit: commitOfTree(), ...figures };
  console.log(JSON.stringify(result, null, 2));
  if (write) await writeResultFile(result, `${name}.json`);
}
