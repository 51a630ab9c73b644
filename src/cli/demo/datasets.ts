import type { JsonObject } from '../../util/json.ts';
import { SeededRandom } from './seeded-random.ts';
import { personalDataOf, schemaField, type Column } from './columns.ts';
import { containerUrn } from './containers.ts';
import { assignments, CLASSIFICATIONS } from './definitions.ts';
import { demoEntity, stamp, type DemoEntity } from './demo-entity.ts';
import { TERMS, termUrn } from './glossary.ts';
import { domainUrn, ownership, personUrn } from './organization.ts';
import { personalDataIn, tableValues } from './table-values.ts';
import type { Layer, Table } from './tables.ts';

const SUB_TYPES: Readonly<Record<Layer, string>> = {
  service: 'Table',
  stream: 'Topic',
  landing: 'Folder',
  raw: 'Table',
  staging: 'View',
  mart: 'Table',
  sandbox: 'Table',
};

export function datasets(all: readonly Table[]): readonly DemoEntity[] {
  return all.map(dataset);
}

/** Columns with structured properties: most of those with personal data, and some others of the marts. */
export function labelledColumns(all: readonly Table[]): readonly DemoEntity[] {
  return all
    .filter(({ layer }) => LABELLED[layer] > 0)
    .flatMap((table) => table.columns.flatMap((column) => labelledColumn(table, column)));
}

function dataset(table: Table): DemoEntity {
  const random = new SeededRandom(table.urn);
  const changed = Math.round(random.skewed(0, 300));
  const container = containerUrn(table.platform, table.path);
  return demoEntity(table.urn, {
    datasetProperties: {
      name: table.name,
      qualifiedName: [...table.path, table.name].join('.'),
      customProperties: customProperties(table),
      created: stamp(changed + random.between(30, 1200)),
      lastModified: stamp(changed),
      tags: [],
      ...(table.about !== undefined && { description: table.about }),
    },
    schemaMetadata: schema(table, random),
    subTypes: { typeNames: [SUB_TYPES[table.layer]] },
    container: container === undefined ? undefined : { container },
    domains: table.layer === 'sandbox' ? undefined : { domains: [domainUrn(table.area.id)] },
    ownership: owners(table, random),
    globalTags: tags(table, random),
    glossaryTerms: terms(table, random),
    upstreamLineage: lineage(table),
    structuredProperties: assignments(tableValues(table)),
  });
}

function customProperties(table: Table): JsonObject {
  switch (table.layer) {
    case 'mart':
      return { dbt_model: `models/${table.area.id}/${table.name}.sql`, materialized: 'table' };
    case 'staging':
      return { dbt_model: `models/staging/${table.name}.sql`, materialized: 'view' };
    case 'stream':
      return { partitions: '12', 'cleanup.policy': 'delete' };
    default:
      return {};
  }
}

function schema(table: Table, random: SeededRandom): JsonObject {
  const care = { service: 0.5, stream: 0.3, landing: 0, raw: 0, staging: 0.7, mart: 0.95, sandbox: 0 }[
    table.layer
  ];
  return {
    schemaName: table.name,
    platform: `urn:li:dataPlatform:${table.platform}`,
    version: 0,
    hash: '',
    platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
    fields: table.columns.map((column, position) =>
      schemaField(column, table.platform, position === 0, random.happens(care)),
    ),
  };
}

function owners(table: Table, random: SeededRandom): JsonObject | undefined {
  if (table.owner !== undefined) {
    return { owners: [{ owner: personUrn(table.owner), type: 'TECHNICAL_OWNER' }], lastModified: stamp(200) };
  }
  if (table.layer === 'landing' && random.happens(0.5)) return undefined;
  const team = table.layer === 'raw' || table.layer === 'landing' ? 'data-platform' : table.area.team;
  return ownership(team, random, table.layer === 'mart' ? 0.8 : 0.3);
}

function tags(table: Table, random: SeededRandom): JsonObject | undefined {
  const isMart = table.layer === 'mart';
  const found = [
    personalDataIn(table).length > 0 && random.happens(0.85) && 'pii',
    isMart && random.happens(0.4) && 'gold',
    (isMart || table.layer === 'service') && random.pick<string | false>(['tier-2', 'tier-1', false]),
    table.layer === 'stream' && 'streaming',
    table.layer === 'sandbox' && random.happens(0.3) && 'experimental',
    isMart && table.area.id === 'finance' && 'month-end',
    isMart && /fraud|lifetime_value/.test(table.name) && 'ml-feature',
    !isMart && random.happens(0.04) && 'deprecated',
  ].filter((tag) => typeof tag === 'string');
  return found.length === 0 ? undefined : { tags: found.map((tag) => ({ tag: `urn:li:tag:${tag}` })) };
}

function terms(table: Table, random: SeededRandom): JsonObject | undefined {
  if (table.layer !== 'mart' && table.layer !== 'staging') return undefined;
  const near = TERMS.filter(({ areas }) => areas.includes(table.area.id));
  const found = random.some(near, table.layer === 'mart' ? 1 : 0, table.layer === 'mart' ? 3 : 1);
  return found.length === 0
    ? undefined
    : { terms: found.map(({ id }) => ({ urn: termUrn(id) })), auditStamp: stamp(random.between(5, 300)) };
}

function lineage(table: Table): JsonObject | undefined {
  if (table.upstream.length === 0) return undefined;
  const type = table.layer === 'mart' || table.layer === 'staging' ? 'TRANSFORMED' : 'COPY';
  return { upstreams: table.upstream.map((urn) => ({ dataset: urn, type, auditStamp: stamp(1) })) };
}

/** Share of labelled columns among those with personal data. As in practice, most copies are not labelled. */
const LABELLED: Readonly<Record<Layer, number>> = {
  service: 0.7,
  stream: 0,
  landing: 0,
  raw: 0.5,
  staging: 0.7,
  mart: 0.95,
  sandbox: 0,
};

function labelledColumn(table: Table, column: Column): readonly DemoEntity[] {
  const random = new SeededRandom(`${table.urn} ${column.name}`);
  const kind = personalDataOf(column);
  const share = kind === undefined ? Number(table.layer === 'mart') * 0.3 : LABELLED[table.layer];
  if (!random.happens(share)) return [];
  const level = kind === undefined ? 1 : kind === 'bank details' ? 3 : 2;
  const values = {
    dataClassification: kind === undefined || random.happens(0.8) ? CLASSIFICATIONS[level] : undefined,
    personalData: kind === undefined ? [] : random.happens(0.1) ? [kind, 'location'] : [kind],
  };
  const urn = `urn:li:schemaField:(${table.urn},${column.name})`;
  return [demoEntity(urn, { structuredProperties: assignments(values) })];
}
