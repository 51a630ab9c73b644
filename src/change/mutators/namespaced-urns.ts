import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { entityTypeOf, isUrn, urnKey } from '../../model/urn.ts';
import type { CurrentState } from '../../store/metadata-store.ts';
import { isJsonObject, type JsonValue } from '../../util/json.ts';
import type { Mutator } from './mutator.ts';

/** Namespace of the built-in data types and entity types. */
const NAMESPACE = 'datahub.';

/**
 * Adds the namespace to the data types and entity types of a definition: `urn:li:dataType:number` is stored as
 * `urn:li:dataType:datahub.number`, unless an entity with the bare name exists.
 */
export const namespacedUrns: Mutator = {
  name: 'namespacedUrns',
  aspects: [STRUCTURED_PROPERTY.definitionAspect],
  mutate: ({ after }, { state }) => {
    const { valueType, entityTypes, typeQualifier } = after;
    const allowedTypes = isJsonObject(typeQualifier) ? typeQualifier['allowedTypes'] : undefined;
    return {
      ...after,
      ...(typeof valueType === 'string' && { valueType: namespaced(valueType, state) }),
      ...(isTexts(entityTypes) && { entityTypes: namespacedList(entityTypes, state) }),
      ...(isJsonObject(typeQualifier) &&
        isTexts(allowedTypes) && {
          typeQualifier: { ...typeQualifier, allowedTypes: namespacedList(allowedTypes, state) },
        }),
    };
  },
};

function namespaced(text: string, state: CurrentState): string {
  if (!isUrn(text) || urnKey(text).startsWith(NAMESPACE) || state.entity(text) !== undefined) return text;
  const entityType = entityTypeOf(text);
  if (entityType !== 'dataType' && entityType !== 'entityType') return text;
  const full = `urn:li:${entityType}:${NAMESPACE}${urnKey(text)}`;
  // If neither form exists, keep the name as sent: the validator that refuses it quotes it.
  return isUrn(full) && state.entity(full) !== undefined ? full : text;
}

function namespacedList(texts: readonly string[], state: CurrentState): readonly string[] {
  const named = texts.map((text) => namespaced(text, state));
  // Merges two spellings of one type. A list without bare names stays as sent.
  return named.every((text, i) => text === texts[i]) ? texts : [...new Set(named)];
}

function isTexts(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
