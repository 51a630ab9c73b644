import type { MetadataChange } from '../../change/metadata-change.ts';
import type { MetadataStore } from '../../store/metadata-store.ts';
import { AccessTokens } from '../tokens/access-tokens.ts';
import { Authentication } from '../tokens/authentication.ts';
import { ProcessTokens } from '../tokens/process-tokens.ts';
import { ROOT_ACTOR, SYSTEM_ACTOR } from '../actor.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { Invites } from './invites.ts';
import type { KnownTokens } from '../tokens/known-tokens.ts';
import { LogInLimits } from './log-in-limits.ts';
import { OAuthGrants } from '../oauth/oauth-grants.ts';
import { NativeUsers } from './native-users.ts';
import { OidcLogIn } from '../oidc/oidc-log-in.ts';
import type { OidcSettings } from '../oidc/oidc-settings.ts';
import type { PolicyDirectory } from '../policies/policy-directory.ts';
import { Passwords, type PasswordCost } from './passwords.ts';
import { SignIn } from './sign-in.ts';
import { TokenUses } from '../tokens/token-uses.ts';

/** Login configuration. */
export interface LogInSettings {
  /** Whether password login is enabled. */
  readonly passwords: boolean;
  /** Minimum length of a password that users choose, in characters. */
  readonly minPasswordLength: number;
  /** Initial password of the root actor, set at start if it has none; empty: none is set. */
  readonly rootPassword: string;
  /** Lifetime of a browser session, in ms. */
  readonly sessionDuration: number;
  /** Undefined: OIDC login is disabled. */
  readonly oidc: OidcSettings | undefined;
}

/** Dependencies of {@link createIdentity}. */
export interface IdentityParts {
  readonly store: MetadataStore;
  readonly change: MetadataChange;
  readonly known: KnownTokens;
  readonly audit: Pick<AuditLog, 'record'>;
  readonly settings: LogInSettings;
  /** Whether the registry has an entity type of this name. */
  readonly isEntityType: (name: string) => boolean;
  readonly policies: Pick<PolicyDirectory, 'names'>;
  /** Epoch ms. */
  readonly now: () => number;
  /** Random bytes as lower-case hexadecimal text. */
  readonly randomHex: (bytes: number) => string;
  /** Work factor of password hashes. */
  readonly passwordCost: PasswordCost;
}

/** Authentication services. Disposing saves the last-used times of tokens. */
export interface Identity extends AsyncDisposable {
  /** Whether the root user can log in with a password, or other users by single sign-on. */
  offersLogin(): Promise<boolean>;
  readonly authentication: Authentication;
  readonly ofProcess: ProcessTokens;
  readonly tokens: AccessTokens;
  readonly nativeUsers: NativeUsers;
  readonly invites: Invites;
  readonly uses: TokenUses;
  readonly signIn: SignIn;
  readonly oauth: OAuthGrants;
}

/** Wires tokens, sessions, passwords and invitations, and sets the initial root password if needed. */
export async function createIdentity(parts: IdentityParts): Promise<Identity> {
  const { audit, change, known, isEntityType, policies, now, passwordCost, randomHex, settings, store } =
    parts;
  const { reader } = store;
  const randomToken = (): string => randomHex(32);
  const uses = new TokenUses({ reader, change, now });
  const randomTokenText = (): string => `colophon_${randomHex(32)}`;
  const ofProcess = new ProcessTokens(randomTokenText);
  const authentication = new Authentication({ known, ofProcess, uses, now });
  const tokens = new AccessTokens({
    store,
    change,
    known,
    uses,
    isEntityType,
    now,
    randomToken: randomTokenText,
  });
  const oauth = new OAuthGrants({ store, change, known, isEntityType, now, randomToken: randomTokenText });
  const invites = new Invites({ reader, change, now, randomToken });
  const nativeUsers = new NativeUsers({
    reader,
    change,
    invites,
    tokens,
    policies,
    now,
    randomToken,
    passwords: new Passwords(() => randomHex(16), passwordCost),
    limits: new LogInLimits(now),
    isOffered: settings.passwords,
    minLength: settings.minPasswordLength,
  });
  const { passwords, rootPassword, sessionDuration: sessionMs } = settings;
  const oidc = settings.oidc && new OidcLogIn(settings.oidc, { change, reader, now });
  const signIn = new SignIn({ authentication, tokens, nativeUsers, audit, sessionMs, passwords, oidc, now });
  if (rootPassword !== '' && !(await nativeUsers.hasPassword(ROOT_ACTOR))) {
    await nativeUsers.setPassword(ROOT_ACTOR, rootPassword, SYSTEM_ACTOR.urn);
  }
  return {
    authentication,
    ofProcess,
    tokens,
    uses,
    nativeUsers,
    invites,
    signIn,
    oauth,
    offersLogin: async () => oidc !== undefined || (passwords && (await nativeUsers.hasPassword(ROOT_ACTOR))),
    [Symbol.asyncDispose]: () => uses[Symbol.asyncDispose](),
  };
}
