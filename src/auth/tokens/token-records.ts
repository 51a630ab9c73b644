import { hash } from 'node:crypto';
import { ACCESS_TOKEN } from '../../model/access/access-token.ts';
import type { EntityAspects } from '../../model/aspect.ts';
import { formatUrn, parseUrn, urnKey, type Urn } from '../../model/urn.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import type { TokenRestriction } from '../actor.ts';
import { readOAuthRecord, type OAuthRecord } from '../oauth/oauth-record.ts';

/** Entity type of tokens and browser sessions. */
export const TOKEN_TYPE = ACCESS_TOKEN.entityType;

/** DataHub's aspect of a token. */
export const INFO_ASPECT = ACCESS_TOKEN.infoAspect;

/** Colophon's addition to DataHub's aspect: restriction and session flag; absent for a plain token. */
export const GRANT_ASPECT = ACCESS_TOKEN.grantAspect;

/** Aspect with the time of last use. */
export const USE_ASPECT = 'accessTokenUse';

/** All aspects of a token. */
export const TOKEN_ASPECTS = [INFO_ASPECT, GRANT_ASPECT, USE_ASPECT] as const;

/** A stored token or browser session, without its text. */
export interface AccessToken {
  /** Hash of the token's text; also the key of its entity. */
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  /** Whose rights the token carries. */
  readonly actor: Urn;
  /** Who created it. */
  readonly owner: Urn;
  /** Epoch ms. */
  readonly createdAt: number;
  /** Epoch ms; undefined: never. */
  readonly expiresAt: number | undefined;
  /** Epoch ms; undefined: no known use. */
  readonly lastUsedAt: number | undefined;
  /** Undefined: all rights of its actor. */
  readonly restriction: TokenRestriction | undefined;
  /** Whether it is no token of a program: a browser session, accepted as a cookie only, or a text of an OAuth client. */
  readonly isSession: boolean;
  /** Set for what OAuth clients hold; no API but the tools for agents accepts them. */
  readonly oauth?: OAuthRecord;
}

/** The id of a token: the SHA-256 of its text, unsalted because texts have 256 random bits. */
export function tokenId(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** The entity urn of a token. */
export function tokenUrn(id: string): Urn {
  return formatUrn(TOKEN_TYPE, id);
}

/** Reads a stored token; undefined without the info aspect. Throws Error when a required member is missing. */
export function readToken(urn: Urn, aspects: EntityAspects): AccessToken | undefined {
  const info = aspects.get(INFO_ASPECT)?.value;
  if (info === undefined) return undefined;
  const grant = aspects.get(GRANT_ASPECT)?.value ?? {};
  const oauth = readOAuthRecord(grant['oauth']);
  const text = (member: string): string => {
    const value = info[member];
    if (typeof value !== 'string') throw new Error(`The stored token ${urnKey(urn)} has no ${member}.`);
    return value;
  };
  return {
    id: urnKey(urn),
    name: text('name'),
    description: typeof info['description'] === 'string' ? info['description'] : undefined,
    actor: parseUrn(text('actorUrn')),
    owner: parseUrn(text('ownerUrn')),
    createdAt: whole(info['createdAt']) ?? 0,
    expiresAt: whole(info['expiresAt']),
    lastUsedAt: whole(aspects.get(USE_ASPECT)?.value['lastUsedAt']),
    restriction: readRestriction(grant),
    isSession: grant['isSession'] === true,
    ...(oauth !== undefined && { oauth }),
  };
}

/** The aspects of a new token, by name. */
export function tokenAspects(token: AccessToken): ReadonlyMap<string, JsonObject> {
  const { name, description, actor, owner, createdAt, expiresAt, restriction, isSession, oauth } = token;
  const info: JsonObject = {
    name,
    actorUrn: actor,
    ownerUrn: owner,
    createdAt,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(description === undefined ? {} : { description }),
  };
  const aspects = new Map<string, JsonObject>([[INFO_ASPECT, info]]);
  if (restriction !== undefined || isSession || oauth !== undefined) {
    aspects.set(GRANT_ASPECT, {
      isSession,
      readOnly: restriction?.readOnly ?? false,
      ...(restriction?.direct === true && { direct: true }),
      ...(restriction?.proposeOnly === true && { proposeOnly: true }),
      ...(restriction?.definesNothing === true && { definesNothing: true }),
      ...(oauth !== undefined && { oauth: { ...oauth } }),
      ...(restriction?.properties !== undefined && { properties: [...restriction.properties] }),
      ...(restriction?.entityTypes !== undefined && { entityTypes: [...restriction.entityTypes] }),
    });
  }
  return aspects;
}

function readRestriction(grant: JsonObject): TokenRestriction | undefined {
  const readOnly = grant['readOnly'] === true;
  const direct = grant['direct'] === true;
  const proposeOnly = grant['proposeOnly'] === true;
  const properties = texts(grant['properties'])?.map(parseUrn);
  const entityTypes = texts(grant['entityTypes']);
  const definesNothing = grant['definesNothing'] === true;
  const isLimited = readOnly || direct || proposeOnly || definesNothing;
  if (!isLimited && properties === undefined && entityTypes === undefined) return undefined;
  return {
    readOnly,
    ...(direct && { direct }),
    ...(proposeOnly && { proposeOnly }),
    ...(definesNothing && { definesNothing }),
    ...(properties !== undefined && { properties }),
    ...(entityTypes !== undefined && { entityTypes }),
  };
}

function texts(value: JsonValue | undefined): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined;
}

function whole(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
