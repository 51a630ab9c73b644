import type { PropertyDefinition } from '../../../model/structured-property.ts';
import type { GraphQLResolveInfo } from 'graphql';
import type { EntityReference } from '../../../model/entity-reference.ts';
import type { Eventual } from '../context/entity-loader.ts';
import type { GraphqlContext } from '../context/graphql-context.ts';
import type { StoredRecord } from '../presenters/stored-record.ts';
import type { ShownValue } from '../presenters/structured-properties.ts';

/** An async iterable in place of a list: the execution completes it element by element. */
type InTurns<Result> = Result extends readonly (infer Element)[] ? AsyncIterable<Element> : never;

/** The part of `info` that resolvers get. Without `@skip` and `@include` it is equal in every request with the same document. */
export type FieldSelection = Pick<
  GraphQLResolveInfo,
  'fieldName' | 'fieldNodes' | 'fragments' | 'parentType' | 'schema'
>;

/** Resolves one field. GraphQL has validated the arguments. */
export type Resolver<Parent, Arguments, Result> = (
  parent: Parent,
  args: Arguments,
  context: GraphqlContext,
  selection: FieldSelection,
) => Eventual<Result | StoredValue | InTurns<Result>>;

/** A member from which the execution reads a field: a value, a promise, or a function that returns either. */
export type Member<T> = Eventual<T | StoredValue> | (() => Eventual<T | StoredValue>) | InTurns<T>;

declare const STORED: unique symbol;

/**
 * A stored member of an aspect, or null. Its type is determined by the registry and unknown to the compiler:
 * the execution checks it against the field when it serializes the response.
 */
export type StoredValue = { readonly [STORED]: true };

/** A dataset, with a context that reads past versions of its aspects. */
export interface DatasetAsOf {
  readonly entity: EntityReference;
  readonly context: GraphqlContext;
}

/** Values of GraphQL types. Types that are not listed: EntityReference for entities, `object` for others. */
export interface Values {
  readonly ApplicationProperties: StoredRecord;
  readonly BusinessAttributeInfo: StoredRecord;
  readonly ChartInfo: StoredRecord;
  readonly ChartProperties: StoredRecord;
  readonly CorpUserEditableProperties: StoredRecord;
  readonly DashboardInfo: StoredRecord;
  readonly DataProductProperties: StoredRecord;
  readonly DatasetProperties: StoredRecord;
  readonly DomainProperties: StoredRecord;
  readonly ERModelRelationshipProperties: StoredRecord;
  readonly GlossaryNodeProperties: StoredRecord;
  readonly GlossaryTermProperties: StoredRecord;
  readonly AppConfig: object;
  readonly AssetSettings: StoredRecord;
  readonly AuthenticatedUser: { readonly corpUser: EntityReference };
  readonly IngestionSource: EntityReference;
  readonly MLModelProperties: StoredRecord;
  readonly Owner: StoredRecord;
  readonly PropertyValue: ShownValue;
  readonly StructuredPropertyDefinition: Pick<PropertyDefinition, 'allowedValues'>;
  readonly SchemaField: { readonly schemaFieldEntity?: EntityReference | undefined };
  readonly ServiceAccount: { readonly urn: string };
  readonly VersionedDataset: DatasetAsOf;
}
