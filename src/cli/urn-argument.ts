import { messageOf } from '../errors.ts';
import { entityTypeOf, parseUrn } from '../model/urn.ts';
import type { Urn } from '../model/urn.ts';
import { UsageError } from './usage-error.ts';

/** A urn that was typed; throws UsageError when it is none. */
export function urnArgument(text: string): Urn {
  try {
    return parseUrn(text);
  } catch (error) {
    throw new UsageError(`${messageOf(error)}. Quote it if it has parentheses.`, { cause: error });
  }
}

/** A urn of one entity type, or only its key; throws UsageError when it is one of another type. */
export function urnOfType(entityType: string, text: string): Urn {
  const urn = urnArgument(text.startsWith('urn:') ? text : `urn:li:${entityType}:${text}`);
  if (entityTypeOf(urn) === entityType) return urn;
  throw new UsageError(`${urn} is no ${entityType} but a ${entityTypeOf(urn)}.`);
}
