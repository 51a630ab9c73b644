import type { Urn } from '../model/urn.ts';
import { parseUrn } from '../model/urn.ts';

/** Who makes a request; every decision about what is allowed starts here. */
export interface Actor {
  readonly urn: Urn;
  /** Id of the token that was presented; undefined for the server itself. */
  readonly tokenId: string | undefined;
}

/** The actor that the first start makes; until policies exist, only its tokens may do anything. */
export const ROOT_ACTOR: Urn = parseUrn('urn:li:corpuser:datahub');

/** The server acting for itself: bootstrap and jobs. */
export const SYSTEM_ACTOR: Actor = { urn: parseUrn('urn:li:corpuser:__datahub_system'), tokenId: undefined };
