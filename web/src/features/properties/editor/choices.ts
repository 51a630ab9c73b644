import { useQuery } from '@tanstack/react-query';
import { entityTypeLabel } from '../../../api/names/entity-type-label.ts';
import { isObject } from '../../../api/is-object.ts';
import { request } from '../../../api/request.ts';
import type { Choice } from '../../../components/fields/choice.tsx';
import { entityTypeName, valueTypeLabel, VALUE_TYPES } from '../definition/value-types.ts';

/** Choices of a definition's fields. */
export interface DefinitionChoices {
  readonly valueTypes: readonly Choice[];
  readonly entityTypes: readonly Choice[];
  readonly platforms: readonly Choice[];
}

const BUILT_IN = VALUE_TYPES.map(({ urn, label, help }) => ({ value: urn, label, help }));

/** Value types, entity types and platforms of the catalog; until they are loaded, only the built-in value types. */
export function useDefinitionChoices(): DefinitionChoices {
  const { data } = useQuery({
    queryKey: ['definitionChoices'],
    queryFn: async ({ signal }) => {
      const [dataTypes, entityTypes, platforms] = await Promise.all([
        readNames('datatype', 'dataTypeInfo', signal),
        readNames('entitytype', 'entityTypeInfo', signal),
        readNames('dataplatform', 'dataPlatformInfo', signal),
      ]);
      const own = dataTypes.filter(({ urn }) => !VALUE_TYPES.some((type) => type.urn === urn));
      return {
        valueTypes: [...BUILT_IN, ...own.map(({ urn }) => ({ value: urn, label: valueTypeLabel(urn) }))],
        entityTypes: entityTypes
          .map(({ urn }) => ({ value: urn, label: entityTypeLabel(entityTypeName(urn)) }))
          .sort((a, b) => placeOf(a) - placeOf(b) || byLabel(a, b)),
        platforms: platforms.map(({ urn, name }) => ({ value: urn, label: name })).sort(byLabel),
      };
    },
    staleTime: 60_000,
  });
  return data ?? { valueTypes: BUILT_IN, entityTypes: [], platforms: [] };
}

/** Entity types that people give values, most usual first; the others are internal and come last. */
const USUAL: readonly string[] = [
  'dataset schemaField dashboard chart dataJob dataFlow container domain dataProduct glossaryTerm glossaryNode tag',
  'corpuser corpGroup mlModel mlModelGroup mlFeature mlFeatureTable notebook application document',
].flatMap((names) => names.split(' '));

/** Whether people usually give entities of the type values. */
export function isUsualType({ value }: Choice): boolean {
  return USUAL.includes(entityTypeName(value));
}

function placeOf(choice: Choice): number {
  return isUsualType(choice) ? USUAL.indexOf(entityTypeName(choice.value)) : USUAL.length;
}

function byLabel(a: Choice, b: Choice): number {
  return a.label.localeCompare(b.label);
}

async function readNames(
  type: string,
  aspect: string,
  signal: AbortSignal,
): Promise<readonly { readonly urn: string; readonly name: string }[]> {
  const answer = await request(`/openapi/v3/entity/${type}?count=1000&aspects=${aspect}`, { signal });
  const entities = isObject(answer) && Array.isArray(answer['entities']) ? answer['entities'] : [];
  return entities.filter(isObject).map((entity) => {
    const urn = String(entity['urn']);
    const info = entity[aspect];
    const name = isObject(info) && isObject(info['value']) ? info['value']['displayName'] : undefined;
    return { urn, name: typeof name === 'string' && name !== '' ? name : urn.replace(/^urn:li:[^:]+:/, '') };
  });
}
