import { MOST_RUNS } from '../../change/renew-run-summary.ts';
import type { MetadataChange } from '../../change/metadata-change.ts';
import type { StoredSource } from '../../model/aspects/stored-source.ts';
import { ASSERTION } from '../../model/assertion.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { EntityRows } from '../../store/entity-rows.ts';
import type { MetadataStore } from '../../store/metadata-store.ts';
import { object, text } from '../../util/json/json-members.ts';
import type { StepControl, UpdateStep } from '../step.ts';
import type { UpgradeRecords } from '../upgrade-records.ts';

/** Dependencies of the step. */
export interface DeriveParts {
  readonly store: Pick<MetadataStore, 'reader'>;
  readonly registry: EntityRegistry;
  readonly change: Pick<MetadataChange, 'derive'>;
  readonly records: Pick<UpgradeRecords, 'read' | 'note'>;
  /** Number of entities, for the progress. */
  readonly countEntities: () => Promise<number>;
  /** Actor of the changes. */
  readonly actor: Urn;
  /** Yields to requests between two pages. */
  readonly pause: () => Promise<void>;
}

const ID = 'derive-aspects';
/** Entities of one commit. */
const PAGE = 200;
/** Pages after which the progress is stored. */
const PAGES_PER_NOTE = 25;

/** Aspects from which others are derived, or which a write completes. */
const SOURCES: readonly string[] = [
  ASSERTION.infoAspect,
  'dataProductProperties',
  'editableSchemaMetadata',
  'incidentInfo',
  'schemaMetadata',
  'upstreamLineage',
];

/**
 * Derives aspects from those stored by earlier versions, and completes these: summaries of incidents and of runs,
 * siblings, data products of assets, aliases, the entity of an assertion, unique columns. Continues where it was
 * interrupted.
 */
export function deriveAspects(parts: DeriveParts): UpdateStep {
  return {
    id: ID,
    isBlocking: false,
    isForStored: true,
    need: async () => {
      const { state } = await parts.records.read(ID);
      return state === 'SUCCEEDED' || state === 'ABORTED'
        ? {
            verdict: 'possible',
            reason: 'Derived aspects are written together with their sources.',
            cause: 'UP_TO_DATE',
          }
        : {
            verdict: 'needed',
            reason: 'Derived aspects of data from an earlier version are missing.',
            cause: 'DUE',
          };
    },
    run: async (control) => ({ aspects: await run(parts, control) }),
  };
}

async function run(parts: DeriveParts, { signal, reportProgress }: StepControl): Promise<number> {
  const { actor, change, countEntities, pause, records, store } = parts;
  const total = await countEntities();
  const { result } = await records.read(ID);
  let place: number | undefined = Number(result['place'] ?? 0);
  let [done, changed] = [Number(result['done'] ?? 0), Number(result['aspects'] ?? 0)];
  for (let pages = 1; place !== undefined; pages++) {
    signal.throwIfAborted();
    const page = await store.reader.entitiesFrom(place, PAGE);
    const sources: StoredSource[] = [];
    for (const [urn, { rows }] of page.entities) sources.push(...(await sourcesOf(urn, rows, parts)));
    if (sources.length > 0) changed += await change.derive(actor, sources);
    done += page.entities.size;
    place = page.next;
    reportProgress(done, Math.max(done, total));
    if (place !== undefined && pages % PAGES_PER_NOTE === 0) {
      await records.note(ID, { place, done, aspects: changed });
    }
    await pause();
  }
  return changed;
}

async function sourcesOf(
  urn: Urn,
  rows: EntityRows['rows'],
  { registry, store }: DeriveParts,
): Promise<readonly StoredSource[]> {
  const type = entityTypeOf(urn);
  const keyAspect = registry.entities.get(type)?.keyAspect.name;
  const stored = SOURCES.filter((name) => rows.has(name)).map((aspectName) => ({ urn, aspectName }));
  if (type === 'dataset' && keyAspect !== undefined) return [{ urn, aspectName: keyAspect }, ...stored];
  if (type !== ASSERTION.entityType) return stored;
  const aspectName = ASSERTION.runAspect;
  const runs = await store.reader.points({ urn, aspectName }, MOST_RUNS);
  const latest = new Map(
    runs.toReversed().map(({ value }) => [text(object(value['result'])?.['type']), value]),
  );
  return [...stored, ...[...latest.values()].map((point) => ({ urn, aspectName, point }))];
}
