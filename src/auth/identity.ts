import type { MetadataChange } from '../change/metadata-change.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import { AccessTokens } from './access-tokens.ts';
import type { AccountParts } from './account-parts.ts';
import { ROOT_ACTOR, SYSTEM_ACTOR } from './actor.ts';
import type { AuditLog } from './audit-log.ts';
import { Invites } from './invites.ts';
import type { KnownTokens } from './known-tokens.ts';
import { LogInLimits } from './log-in-limits.ts';
import { NativeUsers } from './native-users.ts';
import { notedChange } from './noted-change.ts';
import { OidcLogIn } from './oidc/oidc-log-in.ts';
import type { OidcSettings } from './oidc/oidc-settings.ts';
import { Passwords } from './passwords.ts';
import { SignIn } from './sign-in.ts';
import { TokenUses } from './token-uses.ts';

/** What the operator chose about logging in. */
export interface LogInSettings {
  /** Whether people may log in with a password. */
  readonly passwords: boolean;
  /** Shortest password that people may choose. */
  readonly minPasswordLength: number;
  /** Password that the root actor gets while it has none; the empty text gives it none. */
  readonly rootPassword: string;
  /** How long a browser stays logged in, in ms. */
  readonly sessionDuration: number;
  /** Undefined: there is no other login service. */
  readonly oidc: OidcSettings | undefined;
}

/** What recognising people and programs rests on. */
export interface IdentityParts {
  readonly store: MetadataStore;
  readonly change: MetadataChange;
  readonly known: KnownTokens;
  readonly audit: Pick<AuditLog, 'record'>;
  readonly settings: LogInSettings;
  /** Whether the registry has an entity type of this name. */
  readonly isEntityType: (name: string) => boolean;
  /** Epoch ms. */
  readonly now: () => number;
  /** A new random identifier. */
  readonly newId: () => string;
  /** Random bytes as lower-case hexadecimal text. */
  readonly randomHex: (bytes: number) => string;
}

/** Everything that knows who somebody is; disposing saves when tokens were last used. */
export interface Identity extends AccountParts, AsyncDisposable {
  readonly uses: TokenUses;
  readonly signIn: SignIn;
}

/** Puts together tokens, sessions, passwords and invitations. */
export async function createIdentity(parts: IdentityParts): Promise<Identity> {
  const { audit, known, isEntityType, newId, now, randomHex, settings, store } = parts;
  const { reader } = store;
  const change = notedChange(parts.change);
  const randomToken = (): string => randomHex(32);
  const uses = new TokenUses({ reader, change, now });
  const tokens = new AccessTokens({
    ...{ store, change, known, uses, isEntityType, now },
    randomToken: () => `colophon_${randomHex(32)}`,
  });
  const invites = new Invites({ reader, change, now, randomToken });
  const nativeUsers = new NativeUsers({
    ...{ reader, change, invites, tokens, now, randomToken },
    passwords: new Passwords(() => randomHex(16)),
    limits: new LogInLimits(now),
    minLength: settings.minPasswordLength,
  });
  const { passwords, rootPassword, sessionDuration: sessionMs } = settings;
  const oidc = settings.oidc && new OidcLogIn(settings.oidc, { change, reader, now });
  const signIn = new SignIn({ tokens, nativeUsers, audit, sessionMs, passwords, oidc, now });
  if (rootPassword !== '' && !(await nativeUsers.hasPassword(ROOT_ACTOR))) {
    await nativeUsers.setPassword(ROOT_ACTOR, rootPassword, SYSTEM_ACTOR.urn);
  }
  return {
    ...{ reader, change, tokens, uses, nativeUsers, invites, signIn, now, newId },
    [Symbol.asyncDispose]: () => uses[Symbol.asyncDispose](),
  };
}
