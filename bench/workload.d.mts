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

/** A question in the form of each system. */
export interface Question {
  readonly kind: 'page' | 'facets';
  /** Input of scrollAcrossEntities or aggregateAcrossEntities. */
  readonly graphql: { readonly facets?: readonly string[]; readonly count?: number };
  /** Body of a `_search`. */
  readonly opensearch: object;
}

/** A structured property that the workload needs, with the value of its aspect `propertyDefinition`. */
export interface WorkloadDefinition {
  readonly urn: string;
  readonly aspect: object;
}

/** The properties to define before the entities are loaded. */
export const DEFINITIONS: readonly WorkloadDefinition[];

/** The questions by name, in the order in which they are reported. */
export const QUERIES: Readonly<Record<string, Question>>;

/** Qualified names of the properties, by what they are. */
export const PROPERTIES: Readonly<Record<'team' | 'costCenter' | 'retention' | 'zones', string>>;

/** The i-th dataset; a pure function of i. */
export function entity(i: number): WorkloadEntity;

/** The entity as an element of the body of `POST /openapi/v3/entity/dataset`. */
export function asOpenApiV3(entity: WorkloadEntity): object;

/** The question with its constants moved by n; the work stays of the same size. */
export function vary(question: Question, n: number): Question;

/** Body of the GraphQL request for the n-th variant of a question. */
export function graphqlBody(name: string, n?: number): string;
