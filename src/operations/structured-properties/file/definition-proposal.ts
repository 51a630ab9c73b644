import type { DefinitionParts } from '../../../model/properties/definition-parts.ts';
import type { Urn } from '../../../model/urn.ts';
import type { JsonObject } from '../../../util/json.ts';

/** A definition read from a file, in the form of the aspects. */
export interface DefinitionProposal {
  /** Position among the definitions of the file, from 1. */
  readonly index: number;
  /** Line of its start, from 1. */
  readonly line: number;
  /** Line of a field of the definition, such as `allowedValues[2]`; line of the start for unknown fields. */
  readonly lineOf: (field: string) => number;
  readonly urn: Urn;
  readonly definition: JsonObject;
  readonly parts: DefinitionParts;
}
