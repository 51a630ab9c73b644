import { messageOf } from '../../errors.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { entityTypeOf, parseUrn, type Urn } from '../../model/urn.ts';
import { UsageError } from '../usage-error.ts';

/** Parses a urn from the command line; throws UsageError if it is invalid. */
export function urnArgument(text: string): Urn {
  try {
    return parseUrn(text);
  } catch (error) {
    throw new UsageError(`${messageOf(error)}. Quote a urn that has parentheses.`, { cause: error });
  }
}

/** Parses the urn of any entity, or the qualified name of a structured property. Throws UsageError if it is neither. */
export function entityArgument(text: string): Urn {
  return urnArgument(text.startsWith('urn:') ? text : `urn:li:${STRUCTURED_PROPERTY.entityType}:${text}`);
}

/** Parses a urn of the entity type, or only its key. Throws UsageError for an invalid urn or one of another type. */
export function urnOfType(entityType: string, text: string): Urn {
  const urn = urnArgument(text.startsWith('urn:') ? text : `urn:li:${entityType}:${text}`);
  if (entityTypeOf(urn) === entityType) return urn;
  throw new UsageError(`${urn} is a ${entityTypeOf(urn)}, not a ${entityType}.`);
}
