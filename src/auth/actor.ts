import type { OAuthScope } from '../model/access/oauth.ts';
import type { Urn } from '../model/urn.ts';
import { ROOT_USER, SYSTEM_USER } from '../model/access/built-in.ts';

/** Restrictions set when a token was created. They never add rights to those of its actor. */
export interface TokenRestriction {
  /** Whether the token rejects every write. */
  readonly readOnly: boolean;
  /** Whether the token may write without a plan by the tools of `/mcp/datahub`; absent: it may not. */
  readonly direct?: true;
  /** Whether each write becomes a proposal for somebody else to approve; absent: it writes. */
  readonly proposeOnly?: true;
  /** Whether it may not write definitions of structured properties; absent: it may. */
  readonly definesNothing?: true;
  /** The only structured properties whose values the token may read or assign; absent: no restriction. */
  readonly properties?: readonly Urn[];
  /** The only entity types (registry names) that the token may read or change; absent: no restriction. */
  readonly entityTypes?: readonly string[];
}

/** Who makes a request; input of every authorization decision. */
export interface Actor {
  readonly urn: Urn;
  /** Id of the token or session of the request; undefined for the server itself. */
  readonly tokenId: string | undefined;
  /** Absent: all rights of the actor. */
  readonly restriction?: TokenRestriction;
  /** Scopes of an OAuth client; absent: it is none. */
  readonly scopes?: readonly OAuthScope[];
  /** Network address of the client; absent when the call did not come over the network. */
  readonly source?: string;
}

/** The user that the first start creates. Policies do not limit it. */
export const ROOT_ACTOR: Urn = ROOT_USER;

/** The server itself: actor of bootstrap and background jobs. */
export const SYSTEM_ACTOR: Actor = { urn: SYSTEM_USER, tokenId: undefined };
