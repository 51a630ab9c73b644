import type { Urn } from '../model/urn.ts';
import { parseUrn } from '../model/urn.ts';

/** What a token was narrowed to when it was made. It only ever takes rights away from those of the actor. */
export interface TokenNarrowing {
  /** Nothing may be changed with the token. */
  readonly readOnly: boolean;
  /** The only structured properties whose values may be read or assigned; absent: all that the actor may. */
  readonly properties?: readonly Urn[];
  /** The only entity types that may be read or changed, by their names in the registry; absent: all that the actor may. */
  readonly entityTypes?: readonly string[];
}

/** Who makes a request; every decision about what is allowed starts here. */
export interface Actor {
  readonly urn: Urn;
  /** Id of the token that was presented; undefined for the server itself. */
  readonly tokenId: string | undefined;
  /** Absent: everything that the actor may do. */
  readonly narrowing?: TokenNarrowing;
  /** Network address that the request came from; absent when it came from no network. */
  readonly source?: string;
}

/** The actor that the first start makes; no policy can take a right away from it. */
export const ROOT_ACTOR: Urn = parseUrn('urn:li:corpuser:datahub');

/** The server acting for itself: bootstrap and jobs. */
export const SYSTEM_ACTOR: Actor = { urn: parseUrn('urn:li:corpuser:__datahub_system'), tokenId: undefined };
