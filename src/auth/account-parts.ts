import type { MetadataChange } from '../change/metadata-change.ts';
import type { MetadataReader } from '../store/metadata-store.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { Invites } from './invites.ts';
import type { NativeUsers } from './native-users.ts';
import type { ReferenceRemoval } from './reference-removal.ts';

/** Dependencies of the account operations. */
export interface AccountParts {
  readonly reader: MetadataReader;
  readonly change: MetadataChange;
  readonly tokens: AccessTokens;
  readonly nativeUsers: NativeUsers;
  readonly invites: Invites;
  /** Epoch ms. */
  readonly now: () => number;
  /** A new random identifier. */
  readonly newId: () => string;
}

/** Dependencies of the account operations of one caller. */
export interface AccountAccessParts extends AccountParts {
  readonly references: Pick<ReferenceRemoval, 'remove'>;
}
