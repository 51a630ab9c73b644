import { SeededRandom } from './seeded-random.ts';
import { assignments, CLASSIFICATIONS } from './definitions.ts';
import { demoEntity, type DemoEntity } from './demo-entity.ts';
import { ownership } from './organization.ts';
import type { Table } from './tables.ts';

/** Urn of a database, schema or bucket; undefined for the empty path, the platform itself. */
export function containerUrn(platform: string, path: readonly string[]): string | undefined {
  return path.length === 0 ? undefined : `urn:li:container:hearth.${platform}.${path.join('.')}`;
}

/** Containers of all tables, each after its parent. */
export function containers(all: readonly Table[]): readonly DemoEntity[] {
  const found = new Map<string, DemoEntity>();
  for (const table of all) {
    for (let depth = 1; depth <= table.path.length; depth++) {
      const path = table.path.slice(0, depth);
      const urn = containerUrn(table.platform, path);
      if (urn !== undefined && !found.has(urn)) found.set(urn, container(urn, table, path));
    }
  }
  return [...found.values()];
}

const LEVELS: Readonly<Record<Table['platform'], readonly string[]>> = {
  postgres: ['Database', 'Schema'],
  snowflake: ['Database', 'Schema'],
  s3: ['S3 bucket', 'Folder'],
  kafka: [],
};

function container(urn: string, table: Table, path: readonly string[]): DemoEntity {
  const random = new SeededRandom(urn);
  const parent = containerUrn(table.platform, path.slice(0, -1));
  const name = path.at(-1) ?? '';
  return demoEntity(urn, {
    containerProperties: { name, qualifiedName: path.join('.'), customProperties: {}, env: 'PROD' },
    dataPlatformInstance: { platform: `urn:li:dataPlatform:${table.platform}` },
    subTypes: { typeNames: LEVELS[table.platform].slice(path.length - 1, path.length) },
    container: parent === undefined ? undefined : { container: parent },
    ownership: ownership(path.length === 1 ? 'data-platform' : table.area.team, random, 0.2),
    structuredProperties: assignments({
      dataClassification: random.happens(0.4) ? CLASSIFICATIONS[random.between(1, 3)] : undefined,
      costCenter: random.happens(0.6) ? `CC-${4100 + random.between(0, 12)}` : undefined,
    }),
  });
}
