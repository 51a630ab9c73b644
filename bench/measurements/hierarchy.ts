import { createHash } from 'node:crypto';
import type { HttpClient } from '../systems/http-client.ts';
import { asOpenApiV3, entity } from '../workload.mjs';
import { defineProperties } from './load-colophon.ts';

/** Containers above the datasets of the workload, and a property for each of three parts that is inherited from them. */
export interface Hierarchy {
  readonly entities: number;
  /** Schemas below one database. */
  readonly schemas: number;
  /** Containers that have a value of `PROPERTY.many` or are below one that has. */
  readonly mapped: number;
}

/** Qualified names of numbers that datasets inherit. */
export const PROPERTY = {
  /** From the container in which they are directly. */
  one: 'bench.inherited.one',
  /** From the database of their schema. */
  schemas: 'bench.inherited.schemas',
  /** From one of 100 databases. */
  many: 'bench.inherited.many',
} as const;

export type Part = keyof typeof PROPERTY;

/** Databases with a value of `PROPERTY.many`, and its distinct values. */
const DATABASES = 100;
const VALUES = 10;

/** The value of datasets that override what they inherit: one of fifty. */
const OWN_VALUE = 77;
/** The value of the one container, and of the database. */
export const INHERITED_VALUE = 1;

/** At a million datasets: 20,000 schemas below one database, and 100,000 containers below 100. */
export function hierarchyOf(entities: number): Hierarchy {
  return {
    entities,
    schemas: Math.ceil(entities / 50),
    mapped: Math.max(2 * DATABASES, Math.ceil(entities / 10)),
  };
}

/** Two fifths of the datasets are directly in one container, two in schemas of one database, one in those of many. */
const PARTS: readonly Part[] = ['one', 'one', 'schemas', 'schemas', 'many'];

/** Number of datasets of a part. */
export function sizeOf(part: Part, { entities }: Hierarchy): number {
  return countWhere(entities, (number) => partOf(number) === part);
}

/** Number of datasets of a part with a value of their own. */
export function ownOf(part: Part, { entities }: Hierarchy): number {
  return countWhere(entities, (number) => partOf(number) === part && isOwner(number));
}

function countWhere(entities: number, test: (number: number) => boolean): number {
  let count = 0;
  for (let number = 0; number < entities; number++) if (test(number)) count++;
  return count;
}

const partOf = (number: number): Part => PARTS[number % PARTS.length] ?? 'one';
const groupOf = (number: number): number => Math.floor(number / PARTS.length);
const isOwner = (number: number): boolean => groupOf(number) % 50 === 0;

const container = (id: string): string => `urn:li:container:${createHash('md5').update(id).digest('hex')}`;
export const schemaUrn = (number: number): string => container(`schema-${number}`);
export const mappedUrn = (number: number): string => container(`mapped-${number}`);
const DATABASE = container('database');
const ONE = container('one');

/** A container as the body element of `POST /openapi/v3/entity/container`. */
function asContainer(
  urn: string,
  parent?: string,
  assigned?: { readonly part: Part; readonly value: number },
): object {
  return {
    urn,
    containerProperties: { value: { name: urn } },
    ...(parent !== undefined && { container: { value: { container: parent } } }),
    ...(assigned && {
      structuredProperties: { value: { properties: [assignment(assigned.part, assigned.value)] } },
    }),
  };
}

function assignment(part: Part, value: number): object {
  return { propertyUrn: `urn:li:structuredProperty:${PROPERTY[part]}`, values: [{ double: value }] };
}

function containerAt(number: number, { schemas }: Hierarchy): object {
  if (number === 0) return asContainer(ONE, undefined, { part: 'one', value: INHERITED_VALUE });
  if (number === 1) return asContainer(DATABASE, undefined, { part: 'schemas', value: INHERITED_VALUE });
  const schema = number - 2;
  if (schema < schemas) return asContainer(schemaUrn(schema), DATABASE);
  const mapped = schema - schemas;
  return mapped < DATABASES
    ? asContainer(mappedUrn(mapped), undefined, { part: 'many', value: mapped % VALUES })
    : asContainer(mappedUrn(mapped), mappedUrn(mapped % DATABASES));
}

function datasetAt(number: number, { mapped, schemas }: Hierarchy): object {
  const [group, part] = [groupOf(number), partOf(number)];
  const above = {
    one: ONE,
    schemas: schemaUrn(group % schemas),
    many: mappedUrn(DATABASES + (group % (mapped - DATABASES))),
  }[part];
  const body = asOpenApiV3(entity(number));
  const { properties } = body.structuredProperties.value;
  const own = isOwner(number) ? [assignment(part, OWN_VALUE)] : [];
  return {
    ...body,
    container: { value: { container: above } },
    structuredProperties: { value: { properties: [properties ?? [], own].flat() } },
  };
}

const BATCH = 500;
const CONNECTIONS = 4;

/** Defines the properties and writes containers and datasets; `report` gets what is written. */
export async function loadHierarchy(
  client: HttpClient,
  hierarchy: Hierarchy,
  report: (text: string) => void,
): Promise<void> {
  await defineProperties(client);
  for (const qualifiedName of Object.values(PROPERTY)) {
    const path = `/openapi/v2/entity/structuredProperty/${encodeURIComponent(`urn:li:structuredProperty:${qualifiedName}`)}`;
    const definition = {
      qualifiedName,
      displayName: qualifiedName,
      valueType: 'urn:li:dataType:datahub.number',
      cardinality: 'SINGLE',
      entityTypes: ['dataset', 'container'].map((type) => `urn:li:entityType:datahub.${type}`),
    };
    await client.post(`${path}/propertyDefinition`, JSON.stringify(definition));
    const rules = { inherit: { from: ['container'], resolve: 'NEAREST' } };
    await client.post(`${path}/structuredPropertyRules`, JSON.stringify(rules));
  }
  const containers = 2 + hierarchy.schemas + hierarchy.mapped;
  await writeAll('container', containers, (number) => containerAt(number, hierarchy));
  await writeAll('dataset', hierarchy.entities, (number) => datasetAt(number, hierarchy));

  async function writeAll(type: string, count: number, bodyAt: (number: number) => object): Promise<void> {
    let next = 0;
    let written = 0;
    let reported = performance.now();
    const writeBatches = async (): Promise<void> => {
      while (next < count) {
        const from = next;
        next = Math.min(count, from + BATCH);
        const body = Array.from({ length: Math.min(count, from + BATCH) - from }, (_, i) => bodyAt(from + i));
        await client.post(`/openapi/v3/entity/${type}?async=false`, JSON.stringify(body));
        written += body.length;
        if (performance.now() - reported < 10_000) continue;
        reported = performance.now();
        report(`${written} of ${count} ${type}s written`);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, writeBatches));
  }
}
