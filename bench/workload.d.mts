import type { JsonValue } from '../src/util/json.ts';

/** The i-th dataset of the workload: identity, name, description and property values. */
export interface WorkloadEntity {
  readonly urn: string;
  readonly platform: string;
  readonly name: string;
  readonly description: string;
  readonly team: string;
  readonly costCenter: string;
  readonly retention: number;
  readonly zones: readonly string[];
}

/** Value of an aspect, a JSON object. */
export type WorkloadAspect = Readonly<Record<string, JsonValue>>;

/** A query in the form of each system. */
export interface Question {
  readonly kind: 'page' | 'facets';
  /** Input of scrollAcrossEntities or aggregateAcrossEntities. */
  readonly graphql: { readonly facets?: readonly string[]; readonly count?: number };
  /** Body of a `_search`. */
  readonly opensearch: object;
}

/** A structured property of the workload, with its aspect `propertyDefinition`. */
export interface WorkloadDefinition {
  readonly urn: string;
  readonly aspect: WorkloadAspect;
}

/** Properties to define before loading the entities. */
export const DEFINITIONS: readonly WorkloadDefinition[];

/** Queries by name, in report order. */
export const QUERIES: Readonly<Record<string, Question>>;

/** Qualified names of the properties. */
export const PROPERTIES: Readonly<Record<'team' | 'costCenter' | 'retention' | 'zones', string>>;

/** The i-th dataset; a pure function of i. */
export function entity(i: number): WorkloadEntity;

/** The entity as an element of the body of `POST /openapi/v3/entity/dataset`. */
export function asOpenApiV3(
  entity: WorkloadEntity,
): { readonly urn: string } & Readonly<
  Record<'status' | 'datasetProperties' | 'structuredProperties', { readonly value: WorkloadAspect }>
>;

/** The query with its constants shifted by n; the amount of work stays the same. */
export function vary(question: Question, n: number): Question;

/** Body of the GraphQL request for the n-th variant of a query. */
export function graphqlBody(name: string, n?: number): string;
