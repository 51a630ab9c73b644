import type { MetadataChange } from '../change/metadata-change.ts';
import type { MetadataReader } from '../store/metadata-store.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { Invites } from './invites.ts';
import type { NativeUsers } from './native-users.ts';

/** What accounts are made of. */
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
