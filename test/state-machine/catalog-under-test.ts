import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isKeptInFolders } from '../support/engines/catalog-place.ts';
import { jsonItems, jsonAt } from '../support/json-at.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { until } from '../support/until.ts';
import { Gate } from './gate.ts';

const UPDATE = '/api/colophon/v1/system-update';
const DOCTOR = '/api/colophon/v1/doctor';
/** Poll every millisecond: there are thousands of short jobs. */
const AT_ONCE = { everyMs: 1 };

/** Every commit of an earlier hour is old; one user makes the proposals of all sequences. */
const OPTIONS = { 'changeLog.keepFor': '1h', 'audit.keepFor': '60s', 'proposals.mostOpen': 10_000 };
const TWO_HOURS = 7_200_000;

/** A server whose background jobs can be paused, and that can be restarted and killed. */
export class CatalogUnderTest implements AsyncDisposable {
  server: TestServer;
  #gate: Gate;
  readonly #clock: Clock;

  private constructor(server: TestServer, gate: Gate, clock: Clock) {
    this.server = server;
    this.#gate = gate;
    this.#clock = clock;
  }

  static async start(): Promise<CatalogUnderTest> {
    const [gate, clock] = [new Gate(), { ahead: 0 }];
    const folder = mkdtempSync(join(tmpdir(), 'colophon-state-'));
    return new CatalogUnderTest(await serve(folder, gate, clock), gate, clock);
  }

  /** Pauses value removals, system updates and the doctor at their next step, also those that start later. */
  pauseJobs(): void {
    this.#gate.close();
  }

  resumeJobs(): void {
    this.#gate.open();
  }

  /** Starts a system update that may remove mappings, unless one is running; does not wait for its end. */
  async startUpdate(): Promise<void> {
    if (isRunning(await this.#report())) return;
    await this.server.request('POST', UPDATE, { reindexMappings: true, structuredProperties: true });
  }

  /** Stops the server in the middle of its jobs and starts one on the same folder, emptied with `losesFolder`. */
  async restart({ losesFolder = false } = {}): Promise<void> {
    const { folder } = this.server;
    const stopped = this.server.stop({ keepFolder: true });
    // Running jobs abort at the gate because the server is stopping.
    this.#gate.open();
    await stopped;
    if (losesFolder) rmSync(folder, { recursive: true });
    this.#gate = new Gate();
    this.server = await serve(folder, this.#gate, this.#clock);
  }

  /** Lets two hours pass, restarts, and waits until all earlier commits are trimmed from the log. */
  async trimLog(): Promise<void> {
    const last = await this.#metric('colophon_sequence{of="store"}');
    this.#clock.ahead += TWO_HOURS;
    await this.restart();
    const isTrimmed = async (): Promise<boolean> =>
      (await this.#metric('colophon_change_log_oldest_sequence')) >= last;
    await until('the log is trimmed', isTrimmed, AT_ONCE);
  }

  /**
   * Simulates a kill: continues on a copy of the current files. A store outside the folder cannot be copied; the
   * server is then stopped and its folder deleted.
   */
  async kill(): Promise<void> {
    if (!isKeptInFolders()) {
      await this.restart({ losesFolder: true });
      return;
    }
    this.#gate.close();
    await this.#standstill();
    const folder = mkdtempSync(join(tmpdir(), 'colophon-state-'));
    for (const name of readdirSync(this.server.folder).filter((file) => /^(catalog\.db|index)/.test(file)))
      cpSync(join(this.server.folder, name), join(folder, name), { recursive: true });
    const killed = this.server.stop();
    this.#gate.open();
    await killed;
    this.#gate = new Gate();
    this.server = await serve(folder, this.#gate, this.#clock);
  }

  /** Resumes the jobs and waits for their end. */
  async settle(): Promise<void> {
    this.#gate.open();
    await until(
      'the jobs end',
      async () => (await this.#removals()) === 0 && !isRunning(await this.#report()),
      AT_ONCE,
    );
  }

  /** Runs a system update to its end. */
  async update(): Promise<void> {
    await this.startUpdate();
    await this.settle();
  }

  /** Result of the doctor: numbers of differences by kind. */
  async differences(): Promise<unknown> {
    const { json } = await this.server.request('POST', DOCTOR);
    let report: unknown;
    await until(
      'the doctor ends',
      async () => {
        report = (await this.server.request('GET', `${DOCTOR}/${String(jsonAt(json, 'id'))}`)).json;
        return !isRunning(report);
      },
      AT_ONCE,
    );
    return jsonAt(report, 'result');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const stopped = this.server.stop();
    this.#gate.open();
    await stopped;
  }

  /** Resolves once all running jobs wait at the gate, so that nothing is written. */
  async #standstill(): Promise<void> {
    await until(
      'every job waits at the gate',
      async () => {
        const report = await this.#report();
        const isUpdating = isRunning(report) && jsonAt(report, 'phase') !== 'remove-property-values';
        const working = ((await this.#removals()) > 0 ? 1 : 0) + (isUpdating ? 1 : 0);
        return this.#gate.waiting === working;
      },
      AT_ONCE,
    );
  }

  /** Number of unfinished value removals. */
  async #removals(): Promise<number> {
    const { json } = await this.server.request('GET', '/api/colophon/v1/jobs');
    return jsonItems(jsonAt(json, 'jobs')).filter((job) => jsonAt(job, 'state') !== 'finished').length;
  }

  async #metric(name: string): Promise<number> {
    const { text } = await this.server.request('GET', '/metrics');
    const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `)) ?? '';
    return Number(line.slice(name.length));
  }

  async #report(): Promise<unknown> {
    return (await this.server.request('GET', UPDATE)).json;
  }
}

function isRunning(report: unknown): boolean {
  return ['waiting', 'running'].includes(String(jsonAt(report, 'state')));
}

/** Runs ahead of the real time, in ms. */
interface Clock {
  ahead: number;
}

function serve(folder: string, gate: Gate, clock: Clock): Promise<TestServer> {
  const environment = { pause: () => gate.pass(), now: () => Date.now() + clock.ahead };
  return startServer({ folder, environment, options: OPTIONS });
}
