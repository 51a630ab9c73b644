import { platformInUrn } from '../../../../model/aspects/derived-aspects.ts';
import type { EntityReference } from '../../../../model/entity-reference.ts';
import { graphqlTypeOf } from '../../../../model/registry/entity-type-names.ts';
import { parseUrn } from '../../../../model/urn.ts';
import type { Eventual } from '../../context/entity-loader.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { ofType } from '../../presenters/associations.ts';
import { presentEffective, structuredProperties } from '../../presenters/structured-properties.ts';
import type { StoredValue } from '../../schema/resolver-types.ts';
import type { EntityField } from '../../schema/schema-types.generated.ts';
import { after, fromAspect, fromKey, stored } from '../fields/aspect-field.ts';
import { ASSET_FIELDS } from './asset-fields.ts';
import { status } from '../annotations/lifecycle.ts';
import { lineage } from '../lineage/lineage.ts';
import { RELATED_DOCUMENTS } from '../knowledge/related-documents.ts';
import { relationships } from '../lineage/relationships.ts';

/** Placeholder for a missing platform, as in DataHub, because `platform` cannot be null. */
const UNKNOWN_PLATFORM: EntityReference = {
  urn: parseUrn('urn:li:dataPlatform:unknown'),
  entityType: 'dataPlatform',
};

/** Fields that have the same meaning in every entity type. */
export const ENTITY_FIELDS = {
  ...ASSET_FIELDS,
  ...RELATED_DOCUMENTS,
  urn: (entity: EntityReference) => entity.urn,
  type: (entity: EntityReference) => graphqlTypeOf(entity.entityType),
  exists: (entity: EntityReference, _args: unknown, { loader }: GraphqlContext) => loader.exists(entity.urn),
  name: fromKey('name'),
  id: fromKey('id'),
  origin,
  platform,
  structuredProperties: fromAspect('structuredProperties', structuredProperties),
  effectiveProperties: ({ urn }: EntityReference, _args: unknown, { loader, references }: GraphqlContext) =>
    after(loader.effective(urn), (effective) => presentEffective(effective, references)),
  status,
  relationships,
  lineage,
} satisfies { readonly [Field in EntityField]?: unknown };

const originInUrn = fromKey('origin');

function origin(entity: EntityReference, args: unknown, context: GraphqlContext): StoredValue {
  return stored(originInUrn(entity, args, context));
}

/** Platform in the urn, else in the `dataPlatformInstance` aspect, else the placeholder. */
function platform(
  entity: EntityReference,
  _args: unknown,
  context: GraphqlContext,
): Eventual<EntityReference> {
  const inUrn = ofType(
    'dataPlatform',
    context.references.find(platformInUrn(entity.urn, context.settings.registry)),
  );
  if (inUrn !== undefined) return inUrn;
  return after(
    context.loader.aspect(entity.urn, 'dataPlatformInstance'),
    (value) => ofType('dataPlatform', context.references.find(value?.['platform'])) ?? UNKNOWN_PLATFORM,
  );
}
