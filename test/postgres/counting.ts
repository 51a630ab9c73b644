import { Aspect } from '../../src/model/aspect.ts';
import { parseUrn, type Urn } from '../../src/model/urn.ts';
import type { CurrentState, MetadataStore, RowWrite } from '../../src/store/metadata-store.ts';

const COUNTER = parseUrn('urn:li:tag:counter');
const CREATED = { time: 1000, actor: parseUrn('urn:li:corpuser:tester') };

function put(state: CurrentState, sequence: number, urn: Urn, count: number): RowWrite[] {
  const systemMetadata = { lastObserved: 1, runId: 'run' };
  const text = `{"n":${count}}`;
  const aspect = new Aspect({
    urn,
    aspectName: 'tagProperties',
    text,
    systemMetadata,
    created: CREATED,
    sequence,
  });
  const entity = { urn, created: CREATED, systemMetadata };
  const write: RowWrite = { kind: 'putAspect', row: { aspect, internal: {} } };
  return state.entity(urn) === undefined ? [{ kind: 'createEntity', entity }, write] : [write];
}

function countIn(state: CurrentState): number {
  return Number(state.row(COUNTER, 'tagProperties')?.aspect.value['n'] ?? 0);
}

/**
 * Takes a ticket of this name: an entity with the next number of a shared counter; returns the number. `decided` is
 * called for each attempt to decide.
 */
export async function takeTicket(
  store: MetadataStore,
  name: string,
  decided: () => void = () => undefined,
): Promise<number> {
  const urn = parseUrn(`urn:li:tag:${name}`);
  const { result } = await store.commit((state, sequence) => {
    decided();
    const count = countIn(state) + 1;
    const writes = [...put(state, sequence, COUNTER, count), ...put(state, sequence, urn, count)];
    const entries = [COUNTER, urn].map((of) => ({
      urn: of,
      aspectName: 'tagProperties',
      changeType: 'UPSERT' as const,
    }));
    return { writes, entries, created: CREATED, result: count };
  });
  return result;
}

/** The tickets in the store, and whether the log has the same. */
export async function ticketsOf(store: MetadataStore): Promise<{
  readonly numbers: ReadonlyMap<string, number>;
  readonly counter: number;
  /** Tickets that were written more than once. */
  readonly repeated: readonly string[];
  readonly sequences: readonly number[];
}> {
  const { urns } = await store.reader.urns({ limit: 10_000 });
  const entities = await store.reader.entities(urns, ['tagProperties']);
  const numbers = new Map<string, number>();
  const repeated: string[] = [];
  for (const [urn, { aspects }] of entities) {
    const count = Number(aspects.get('tagProperties')?.value['n']);
    numbers.set(urn.slice('urn:li:tag:'.length), count);
    const history = await store.reader.history({ urn, aspectName: 'tagProperties' });
    if (urn !== COUNTER && history.length > 0) repeated.push(urn);
  }
  const counter = numbers.get('counter') ?? 0;
  numbers.delete('counter');
  const sequences = (await store.log.commitsAfter(0, 10_000)).map(({ sequence }) => sequence);
  return { numbers, counter, repeated, sequences };
}

/** The numbers from 1 to `count`. */
export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1);
}
