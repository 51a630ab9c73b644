import { expect } from 'vitest';
import { startServer, type TestServer, type TestServerOptions } from '../support/start-server.ts';
import { until } from '../support/until.ts';
import { CatalogDoor, textAt } from './catalog-door.ts';
import { differencesBetween } from './differences.ts';
import { answersOf, type AnsweredQuestion } from './questions.ts';
import type { Expected } from './upgrade-fixture.ts';

/** Where the catalog of a former state is. */
export interface Place {
  readonly folder: string;
  readonly options?: Readonly<Record<string, unknown>>;
}

/**
 * Starts the current version three times on the catalog of a former one, and expects that nothing is lost: the same answers to all questions, a
 * doctor who finds nothing, no step of an update left, and nothing to do for the third start. (After the first one, uses of tokens are
 * saved.) Its clock continues from the moment of the former answers.
 */
export async function expectSameCatalog(
  { folder, options }: Place,
  { answers, askedAt, credentials }: Expected,
): Promise<void> {
  const later = Date.now() - askedAt;
  const place = { folder, environment: { now: () => Date.now() - later }, ...(options && { options }) };
  const first = await startServer(place);
  await updated(first);
  const door = new CatalogDoor(first.url, first.token);
  const differences = differencesBetween(answers, await answersOf(door, answers, credentials));
  expect(differences).toEqual([]);
  await expectFollowed(door, answers);
  await expectHealthy(first);
  await first.stop({ keepFolder: true });

  const [second, third] = [await sequenceAtStart(place), await sequenceAtStart(place)];
  expect(third).toBe(second);
}

/** Starts a server, stops it once nothing is left to update, and returns the sequence of the last commit. */
async function sequenceAtStart(place: TestServerOptions): Promise<number> {
  const server = await startServer(place);
  await updated(server);
  const sequence = await sequenceOf(server);
  await server.stop({ keepFolder: true });
  return sequence;
}

/** A follower of the change feed continues from the cursor that the former version gave it. */
async function expectFollowed(door: CatalogDoor, answers: readonly AnsweredQuestion[]): Promise<void> {
  const feed = answers.find(({ name }) => name === 'change feed');
  if (feed === undefined) return;
  const since = textAt(feed.answer, 'cursor');
  const { body, status } = await door.ask('GET', `/api/colophon/v1/changes?since=${since}&limit=1000`);
  expect({ status, body: status === 200 ? undefined : body }).toEqual({ status: 200, body: undefined });
}

/** Waits for the update in the background. */
async function updated(server: TestServer): Promise<void> {
  await until(
    'the update ends',
    async () => {
      const { json } = await server.request('GET', '/api/colophon/v1/system-update?orNone=true');
      return json.state === undefined || json.state === 'succeeded';
    },
    { everyMs: 50 },
  );
}

async function expectHealthy(server: TestServer): Promise<void> {
  const started = await server.request('POST', '/api/colophon/v1/doctor', {});
  expect(started.status, started.text).toBe(202);
  const report = async () => (await server.request('GET', '/api/colophon/v1/doctor')).json;
  await until('the doctor ends', async () => (await report()).state === 'succeeded', { everyMs: 50 });
  expect((await report()).result).toMatchObject({
    damaged: 0,
    missingInIndex: 0,
    onlyInIndex: 0,
    differentDocument: 0,
    fileProblems: [],
    incomplete: { count: 0 },
    contestedNames: [],
  });
}

async function sequenceOf(server: TestServer): Promise<number> {
  const { headers } = await server.request('POST', '/openapi/v3/entity/tag?async=false', []);
  return Number(headers.get('x-colophon-sequence') ?? 0);
}
