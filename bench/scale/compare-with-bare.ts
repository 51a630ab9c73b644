import { setTimeout as wait } from 'node:timers/promises';
import type { Contender } from '../systems/contender.ts';
import type { HttpClient } from '../systems/http-client.ts';
import { stopColophon, type ColophonServer } from '../systems/colophon-server.ts';
import type { OpenSearchNode } from '../systems/opensearch-node.ts';
import { variantsOf } from '../measurements/measure-question.ts';
import { quantile, round } from '../measurements/statistics.ts';
import { QUERIES } from '../workload.mjs';
import { askAll, otherAnswers, type Answers } from './measure-questions.ts';
import { mergeShard, multiplyShard, prepareShard, shardState, type ShardState } from './multiply-shard.ts';
import { processorTimes, type Times, type Watched } from './processor-time.ts';

/** Latency and cost of a query, over all rounds. */
export interface QuestionCost {
  readonly p50Ms: number;
  readonly requests: number;
  /** CPU time per request, ms, by program. */
  readonly processorMs: Times;
}

/** A query on the catalog, and on the bare engine with one field a property. */
export interface BareQuestion {
  readonly name: string;
  readonly catalog: QuestionCost;
  readonly bare: QuestionCost;
  /** The bare engine with a pause after each request, as long as Colophon's own work per request; absent in earlier results. */
  readonly paced?: QuestionCost;
}

/** Both at one size. */
export interface BareComparison {
  readonly entities: number;
  readonly catalog: ShardState;
  readonly bare: ShardState;
  readonly questions: readonly BareQuestion[];
  /** Totals and buckets of the catalog that differ from the bare engine's. */
  readonly differences: readonly string[];
}

/** The compared systems: a stopped catalog and the bare engine, both loaded with the workload, on one node. */
export interface Compared {
  readonly node: OpenSearchNode;
  /** Index of its datasets. */
  readonly documents: string;
  readonly start: () => Promise<ColophonServer>;
  /** Distinct documents. */
  readonly entities: number;
  /** Sizes to compare at, as multiples of `entities`, each of the one before; the documents are copied. */
  readonly copies: readonly number[];
}

/** Rounds per size; the first one is not counted. */
const ROUNDS = 3;
/** Requests of a turn, one at a time: as many as fit into the time, within these bounds. */
const TURN = { milliseconds: 3000, fewest: 4, most: 300 };
/** Warm-up requests per query and system, so that the engine has compiled its code for both. */
const WARM_UP_REQUESTS = 500;
const BARE = 'workload';

/**
 * Compares a catalog with the bare engine: both in one shard, merged to one segment at the first size, without a request
 * cache. Beyond it, further segments are copies of that one. The catalog cannot be written afterwards.
 */
export async function* compareWithBare(
  { copies, documents, entities, node: { folder, node, url }, start }: Compared,
  notify: (text: string) => void,
): AsyncGenerator<BareComparison> {
  let before = 1;
  for (const [i, multiple] of copies.entries()) {
    const [size, factor] = [entities * multiple, multiple / before];
    before = multiple;
    for (const index of [documents, BARE]) {
      notify(`${index}: ${size} documents`);
      await prepareShard(url, index);
      if (factor > 1) await multiplyShard(url, folder, index, factor);
      if (i === 0) await mergeShard(url, index);
    }
    const server = await start();
    const differences = otherAnswers(await askOnce(server), await askOnce(node), 'the bare engine');
    const watched = { colophon: [server.process], opensearch: [node.process] };
    yield {
      entities: size,
      catalog: await shardState(url, documents),
      bare: await shardState(url, BARE),
      questions: await compareAll({ server, node, watched, isCold: i === 0 }, notify),
      differences,
    };
    await stopColophon(server, 'SIGTERM');
  }
}

async function askOnce(contender: Contender): Promise<Answers> {
  using client = contender.connect();
  return await askAll(contender, client);
}

async function compareAll(
  {
    isCold,
    node,
    server,
    watched,
  }: {
    readonly server: Contender;
    readonly node: Contender;
    readonly watched: Watched<'colophon' | 'opensearch'>;
    readonly isCold: boolean;
  },
  notify: (text: string) => void,
): Promise<BareQuestion[]> {
  const meters = Object.keys(QUERIES).map((name) => ({
    name,
    catalog: new CostMeter(server, name, watched),
    bare: new CostMeter(node, name, { opensearch: watched.opensearch }),
    paced: new CostMeter(node, name, { opensearch: watched.opensearch }),
  }));
  if (isCold) {
    for (const { bare, catalog } of meters) {
      for (const meter of [catalog, bare]) await meter.warmUp(WARM_UP_REQUESTS);
    }
  }
  const compared: BareQuestion[] = [];
  for (const { bare, catalog, name, paced } of meters) {
    for (let round = 0; round < ROUNDS; round++) {
      for (const meter of [catalog, bare]) await meter.measure(round > 0);
      await paced.measure(round > 0, catalog.cost().processorMs['colophon']);
    }
    const question = { name, catalog: catalog.cost(), bare: bare.cost(), paced: paced.cost() };
    notify(`  ${JSON.stringify(question)}`);
    compared.push(question);
  }
  return compared;
}

/** Adds up turns of one query on one system. The catalog is idle while the bare engine is measured. */
class CostMeter {
  readonly #contender: Contender;
  readonly #bodies: readonly string[];
  readonly #watched: Watched;
  readonly #milliseconds: number[] = [];
  readonly #seconds = new Map<string, number>();
  #next = 0;

  constructor(contender: Contender, question: string, watched: Watched) {
    this.#contender = contender;
    this.#bodies = variantsOf(contender, question);
    this.#watched = watched;
  }

  async warmUp(requests: number): Promise<void> {
    using client = this.#contender.connect();
    for (let i = 0; i < requests; i++) await this.#ask(client);
  }

  /** `pauseMs`: after each request. */
  async measure(isCounted: boolean, pauseMs = 0): Promise<void> {
    using client = this.#contender.connect();
    const { fewest, milliseconds, most } = TURN;
    const times: number[] = [];
    const before = processorTimes(this.#watched);
    const end = performance.now() + milliseconds;
    while (times.length < fewest || (times.length < most && performance.now() < end)) {
      times.push(await this.#ask(client));
      if (pauseMs > 0) await wait(pauseMs);
    }
    const after = processorTimes(this.#watched);
    if (!isCounted) return;
    this.#milliseconds.push(...times);
    for (const [name, seconds] of Object.entries(after)) {
      this.#seconds.set(name, (this.#seconds.get(name) ?? 0) + seconds - (before[name] ?? 0));
    }
  }

  cost(): QuestionCost {
    const requests = this.#milliseconds.length;
    return {
      p50Ms: round(quantile(this.#milliseconds, 0.5)),
      requests,
      processorMs: Object.fromEntries(
        [...this.#seconds].map(([name, seconds]) => [name, round((seconds * 1000) / requests)]),
      ),
    };
  }

  /** Latency of the next variant, ms. */
  async #ask(client: HttpClient): Promise<number> {
    const body = this.#bodies[this.#next++ % this.#bodies.length] ?? '';
    const started = performance.now();
    const text = await client.post(this.#contender.path, body);
    const taken = performance.now() - started;
    if (this.#contender.isFailure(text))
      throw new Error(`${this.#contender.name} failed on ${body}: ${text.slice(0, 500)}`);
    return taken;
  }
}
