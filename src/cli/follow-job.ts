import { setTimeout } from 'node:timers/promises';
import { CatalogError } from '../errors.ts';
import { asObject, asText } from '../util/json/json-input.ts';
import type { JsonObject, JsonValue } from '../util/json.ts';
import type { CatalogClient } from './connection/catalog-client.ts';
import type { CommandContext } from './command-context.ts';
import { Progress } from './progress.ts';

/** Interval between two polls of the job. */
const POLL_MS = 100;

/**
 * Starts a job on the server and waits for its end, with a progress bar for each phase. Returns the result of the job,
 * with its number if it is a bulk edit. Throws INTERNAL with the server's message if the job fails.
 */
export async function followJob(
  client: CatalogClient,
  kind: 'system-update' | 'doctor' | 'bulk-edits',
  request: JsonObject,
  context: CommandContext,
): Promise<JsonObject> {
  const report = asObject(await client.request('POST', `/api/colophon/v1/${kind}`, request), 'The answer');
  return followReport(client, kind, report, context);
}

/** Like {@link followJob}, but for a job that has already been started. */
export async function followReport(
  client: CatalogClient,
  kind: Parameters<typeof followJob>[1],
  started: JsonObject,
  context: CommandContext,
): Promise<JsonObject> {
  const path = `/api/colophon/v1/${kind}`;
  const shown = new PhaseProgress(context);
  for (let report = started; ;) {
    shown.show(report);
    if (report['state'] === 'succeeded') {
      const result = asObject(report['result'], 'result');
      return kind === 'bulk-edits' ? { id: report['id'] ?? null, ...result } : result;
    }
    if (report['state'] === 'failed') throw new CatalogError('INTERNAL', asText(report['error'], 'error'));
    await setTimeout(POLL_MS);
    const answer = await client.request('GET', `${path}/${String(numberOf(report['id']))}`);
    report = asObject(answer, 'The answer');
  }
}

/** One progress bar per phase: the total is known only once a phase has begun. */
class PhaseProgress {
  readonly #context: CommandContext;
  #phase = '';
  #total = 0;
  #done = 0;
  #progress: Progress | undefined;

  constructor(context: CommandContext) {
    this.#context = context;
  }

  show(report: JsonObject): void {
    const [phase, done, total] = [
      asText(report['phase'], 'phase'),
      numberOf(report['done']),
      numberOf(report['total']),
    ];
    if (total === 0) return;
    if (phase !== this.#phase || total !== this.#total) {
      const what = phase.startsWith('commits') ? phase : `entities (${phase})`;
      this.#progress = new Progress(total, what, this.#context);
      this.#done = 0;
    }
    [this.#phase, this.#total] = [phase, total];
    if (done > this.#done) this.#progress?.advance(done - this.#done);
    this.#done = done;
  }
}

function numberOf(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}
