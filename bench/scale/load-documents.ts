import { openIndex } from '../../src/composition/open-index.ts';
import { loadConfig } from '../../src/config/load.ts';
import { readRegistry } from '../../src/config/read-registry.ts';
import { createDocumentReader } from '../../src/effects/index-documents.ts';
import { createLogs } from '../../src/log.ts';
import type { AspectRow, EntityRows } from '../../src/store/entity-rows.ts';
import { Aspect } from '../../src/model/aspect.ts';
import { loadRegistry } from '../../src/model/registry/load-registry.ts';
import { parseUrn, type Urn } from '../../src/model/urn.ts';
import { LivePropertyDirectory } from '../../src/store/property-directory.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { asOpenApiV3, entity } from '../workload.mjs';

const BATCH = 4000;

/** A stopped catalog with the definitions and the first entity of the workload, in SQLite and OpenSearch. */
export interface StoppedCatalog {
  readonly folder: string;
  /** Environment variables of its server. */
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Indexes entities that are not in the store, with the documents that the server would make of them, to avoid the cost of writing
 * them. Only searches of such a catalog can be measured.
 */
export async function loadDocuments(
  { folder, settings }: StoppedCatalog,
  entities: number,
  notify: (text: string) => void,
): Promise<void> {
  await using store = await openSqliteStore(folder);
  const registry = loadRegistry(readRegistry());
  const environment = { ...settings, COLOPHON_DATA: folder };
  const parts = { store, registry, now: Date.now, logs: createLogs('warn') };
  await using index = await openIndex(loadConfig({ environment }), parts);
  const read = createDocumentReader(store.reader, registry, await LivePropertyDirectory.load(store.reader));
  const { urn } = entity(0);
  const model = (await store.reader.rows([parseUrn(urn)])).get(parseUrn(urn));
  if (model === undefined) throw new Error(`The catalog lacks ${urn}.`);
  for (let from = 1; from < entities; from += BATCH) {
    const count = Math.min(BATCH, entities - from);
    const known = new Map(Array.from({ length: count }, (_, i) => rowsLike(model, from + i)));
    await index.apply(index.position(), await read([...known.keys()], known));
    if ((from + count) % 100_000 < BATCH) notify(`  ${from + count} documents`);
  }
}

/** Rows of an entity of the workload, with stamps and generations of another one. */
export function rowsLike(model: EntityRows, number: number): [Urn, EntityRows] {
  const { urn: text, ...written } = asOpenApiV3(entity(number));
  const urn = parseUrn(text);
  const values = new Map(Object.entries(written));
  const rows = [...model.rows].map(([name, row]): [string, AspectRow] => {
    const value = values.get(name)?.value;
    if (value === undefined)
      throw new Error(`The workload does not write the aspect '${name}', which the catalog has.`);
    const { systemMetadata, created, sequence } = row.aspect;
    const stamps = { systemMetadata, created, sequence };
    const aspect = { urn, aspectName: name, text: JSON.stringify(value), ...stamps };
    return [name, { ...row, aspect: new Aspect(aspect, value) }];
  });
  return [urn, { entity: { ...model.entity, urn }, rows: new Map(rows) }];
}
