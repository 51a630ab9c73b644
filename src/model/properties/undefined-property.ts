import { suggestion } from '../../util/closest-name.ts';
import { urnKey, type Urn } from '../urn.ts';

/**
 * Error text for the urn of an undefined property. `known`: names of properties that the reader may see, for a
 * suggestion.
 */
export function undefinedProperty(urn: Urn, known: Iterable<string> = []): string {
  const name = urnKey(urn);
  return `The structured property '${name}' is not defined.${suggestion(name, known)} Define it first, or correct the name.`;
}
