import type { Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';

/** A definition as a file states it, in the form of the aspects. */
export interface DefinitionProposal {
  /** Position in the file, from 1. */
  readonly index: number;
  /** Line on which it starts. */
  readonly line: number;
  readonly urn: Urn;
  readonly definition: JsonObject;
  /** Undefined: the display settings stay as they are. */
  readonly settings: JsonObject | undefined;
}
