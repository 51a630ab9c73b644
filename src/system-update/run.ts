import { invalidRequest } from '../errors.ts';
import type { JobReport } from '../model/maintenance/job-report.ts';
import type { UpdateRequest, UpdateSwitches } from '../model/maintenance/system-update-request.ts';
import { suggestion } from '../util/closest-name.ts';
import type { JsonObject } from '../util/json.ts';
import { JobStopped, type JobControl, type JobQueue } from './job-queue.ts';
import type { StepNeed, UpdateStep } from './step.ts';
import type { UpgradeRecords } from './upgrade-records.ts';

/** Dependencies of a system update. */
export interface SystemUpdateParts {
  /** In execution order. */
  readonly steps: readonly UpdateStep[];
  readonly records: UpgradeRecords;
  readonly jobs: JobQueue;
  /** Switches from the configuration. */
  readonly switches: UpdateSwitches;
  /** Version of the program. */
  readonly version: string;
  /** Resolves when no property values are being removed. */
  readonly removalsDone: (signal: AbortSignal) => Promise<void>;
  /** Whether nothing has been stored yet. */
  readonly isNew: () => boolean;
}

/** Id of the record of the whole update; each step has its own record. */
const UPDATE_ID = 'system-update';

/**
 * Upgrades stored state to this version, step by step. Idempotent: each step determines whether it is needed. An
 * interrupted update resumes at the next start.
 */
export class SystemUpdate {
  readonly #parts: SystemUpdateParts;

  constructor(parts: SystemUpdateParts) {
    this.#parts = parts;
  }

  /** Runs the blocking steps, which must complete before requests are served. */
  async runBlocking(): Promise<void> {
    const { isNew, records, steps, switches } = this.#parts;
    const signal = new AbortController().signal;
    let unneeded = isNew() ? steps.filter(({ isForStored }) => isForStored === true).map(({ id }) => id) : [];
    for (const step of steps.filter(({ isBlocking }) => isBlocking)) {
      const { verdict } = await step.need(switches);
      if (verdict !== 'needed') continue;
      const result = await step.run({ reportProgress: () => undefined, signal });
      await records.complete([step.id, ...unneeded], result);
      unneeded = [];
    }
  }

  /** At the start of the server: queues an update in the background if a step is needed or was interrupted. */
  async startIfDue(): Promise<void> {
    const { records, steps, switches, version } = this.#parts;
    const needs = await Promise.all(steps.map((step) => step.need(switches)));
    const isDue = needs.some(({ verdict }) => verdict === 'needed' || verdict === 'waiting');
    const interrupted = await this.#interrupted();
    // Interrupted steps are read again when the job runs: another process may have finished them by then.
    if (isDue || interrupted.size > 0) await this.#start({}, () => this.#interrupted());
    else if ((await records.read(UPDATE_ID)).version !== version) await records.complete([UPDATE_ID]);
  }

  /** Queues an update in the background, with all steps or one. INVALID_REQUEST for an unknown step. */
  async start(request: UpdateRequest): Promise<JobReport> {
    const ids = this.#parts.steps.map(({ id }) => id);
    const { step } = request;
    if (step !== undefined && !ids.includes(step)) {
      throw invalidRequest(
        `There is no step '${step}'.${suggestion(step, ids)} Valid steps are ${ids.join(', ')}.`,
      );
    }
    const wanted = new Set(step === undefined ? [] : [step]);
    return this.#start(request, () => Promise.resolve(wanted));
  }

  /** `wanted` lists steps that run if possible, even if not needed. */
  #start(request: UpdateRequest, wanted: () => Promise<ReadonlySet<string>>): Promise<JobReport> {
    return this.#parts.jobs.start('system-update', async (control) =>
      this.#run(request, await wanted(), control),
    );
  }

  async #run(request: UpdateRequest, wanted: ReadonlySet<string>, control: JobControl): Promise<JsonObject> {
    const { records, steps, version } = this.#parts;
    control.reportProgress('remove-property-values', 0, 0);
    await unlessAborted(() => this.#parts.removalsDone(control.signal), control.signal);
    const outcomes: JsonObject[] = [];
    for (const step of steps) {
      if (request.step !== undefined && request.step !== step.id) continue;
      // `need` may take long, too.
      control.reportProgress(step.id, 0, 0);
      const need = await step.need(this.#switchesOf(request));
      const isDue = need.verdict === 'needed' || (need.verdict === 'possible' && wanted.has(step.id));
      outcomes.push(isDue ? await this.#runStep(step, control) : await this.#skip(step, need));
    }
    const record = await records.read(UPDATE_ID);
    if (request.step === undefined && record.version !== version) await records.complete([UPDATE_ID]);
    return { steps: outcomes };
  }

  async #runStep(step: UpdateStep, { signal, reportProgress }: JobControl): Promise<JsonObject> {
    const { records } = this.#parts;
    await records.begin(step.id);
    try {
      const result = await step.run({
        signal,
        reportProgress: (done, total) => reportProgress(step.id, done, total),
      });
      await records.end(step.id, 'SUCCEEDED', result);
      return { id: step.id, outcome: 'done', ...result };
    } catch (error) {
      // If aborted by shutdown, the step stays IN_PROGRESS and resumes at the next start.
      if (signal.reason instanceof JobStopped) await records.end(step.id, 'ABORTED', {});
      else if (!signal.aborted) await records.end(step.id, 'FAILED', {});
      throw error;
    }
  }

  /** Marks an interrupted step that is no longer needed as aborted, so that it is not resumed. */
  async #skip({ id }: UpdateStep, { cause, reason }: StepNeed): Promise<JsonObject> {
    const { records } = this.#parts;
    if ((await records.read(id)).state === 'IN_PROGRESS') await records.end(id, 'ABORTED', { reason });
    return { id, outcome: 'skipped', reason, cause };
  }

  async #interrupted(): Promise<ReadonlySet<string>> {
    const { records, steps } = this.#parts;
    const found = await Promise.all(
      steps.map(async ({ id }) => ({ id, state: (await records.read(id)).state })),
    );
    return new Set(found.filter(({ state }) => state === 'IN_PROGRESS').map(({ id }) => id));
  }

  #switchesOf({ switches = {} }: UpdateRequest): UpdateSwitches {
    const own = this.#parts.switches;
    return {
      reindexMappings: own.reindexMappings || switches.reindexMappings === true,
      structuredProperties: own.structuredProperties || switches.structuredProperties === true,
    };
  }
}

async function unlessAborted(wait: () => Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The process is ending.')), { once: true });
  });
  await Promise.race([wait(), aborted]);
}
