import { OAUTH_SCOPES, type OAuthScope } from '../../model/access/oauth.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import type { TokenRestriction } from '../actor.ts';

/**
 * What OAuth adds to a stored token. `grant`: the access that a person gave to a client; it is listed, and revoking it ends
 * all of its tokens. The others are texts that a client holds.
 */
export type OAuthRecord =
  | { readonly kind: 'grant'; readonly client: string }
  | {
      readonly kind: 'code';
      readonly client: string;
      readonly redirect: string;
      readonly challenge: string;
      readonly resource: string;
      /** Lifetime of the grant, in ms. */
      readonly lifetime: string;
    }
  | {
      readonly kind: 'access' | 'refresh';
      readonly client: string;
      readonly resource: string;
      /** Id of the grant. */
      readonly grant: string;
    };

/** Reads the stored record; undefined if the token has none. Throws Error if a member is missing. */
export function readOAuthRecord(stored: JsonValue | undefined): OAuthRecord | undefined {
  if (!isJsonObject(stored)) return undefined;
  const text = (name: string): string => textIn(stored, name);
  const [kind, client] = [text('kind'), text('client')];
  switch (kind) {
    case 'grant':
      return { kind, client };
    case 'code': {
      const [redirect, challenge] = [text('redirect'), text('challenge')];
      return { kind, client, redirect, challenge, resource: text('resource'), lifetime: text('lifetime') };
    }
    case 'access':
    case 'refresh':
      return { kind, client, resource: text('resource'), grant: text('grant') };
    default:
      throw new Error(`The stored token has the unknown kind ${kind}.`);
  }
}

function textIn(stored: JsonObject, name: string): string {
  const value = stored[name];
  if (typeof value !== 'string') throw new Error(`The stored token has no ${name}.`);
  return value;
}

/** The restriction of a grant with these scopes. */
export function restrictionFor(
  scopes: readonly OAuthScope[],
  narrowing: Pick<TokenRestriction, 'entityTypes' | 'properties'>,
): TokenRestriction | undefined {
  const readOnly = !scopes.includes('write');
  const isWhole = scopes.includes('define');
  const { entityTypes, properties } = narrowing;
  if (isWhole && entityTypes === undefined && properties === undefined) return undefined;
  return {
    readOnly,
    ...(!isWhole && { definesNothing: true as const }),
    ...(properties !== undefined && { properties }),
    ...(entityTypes !== undefined && { entityTypes }),
  };
}

/** The scopes of a grant with the restriction. */
export function scopesOf(restriction: TokenRestriction | undefined): readonly OAuthScope[] {
  if (restriction?.readOnly === true) return ['read'];
  return restriction?.definesNothing === true ? ['read', 'write'] : OAUTH_SCOPES;
}
