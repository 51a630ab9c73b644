import type { MetadataChange } from '../change/metadata-change.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import { EVERYTHING } from '../model/scope.ts';
import type { MetadataReader } from '../store/metadata-store.ts';
import { SYSTEM_ACTOR } from './actor.ts';
import { INFO_ASPECT, USE_ASPECT, tokenUrn } from './token-records.ts';

/** What remembering uses is made of. */
export interface TokenUsesParts {
  readonly reader: MetadataReader;
  readonly change: MetadataChange;
  /** Epoch ms. */
  readonly now: () => number;
}

/**
 * When each token was last used. A use costs an entry in a map; what has been used since is written when `save` is
 * called, and when the server stops.
 */
export class TokenUses implements AsyncDisposable {
  readonly #parts: TokenUsesParts;
  /** Epoch ms by token id. */
  #unsaved = new Map<string, number>();

  constructor(parts: TokenUsesParts) {
    this.#parts = parts;
  }

  /** The token has been used just now. */
  used(id: string): void {
    this.#unsaved.set(id, this.#parts.now());
  }

  /** Epoch ms of the last use that is not in the store yet. */
  unsaved(id: string): number | undefined {
    return this.#unsaved.get(id);
  }

  /**
   * Writes all uses in one commit; those of tokens that have been revoked are dropped, and those that another process
   * has seen used later.
   */
  async save(): Promise<void> {
    const uses = this.#unsaved;
    if (uses.size === 0) return;
    this.#unsaved = new Map();
    const urns = [...uses.keys()].map(tokenUrn);
    const present = await this.#parts.reader.entities(urns, [INFO_ASPECT, USE_ASPECT], EVERYTHING);
    const proposals = [...uses].flatMap(([id, lastUsedAt]): MetadataChangeProposal[] => {
      const urn = tokenUrn(id);
      const stored = present.get(urn);
      const known = stored?.aspects.get(USE_ASPECT)?.value['lastUsedAt'];
      if (stored === undefined || (typeof known === 'number' && known >= lastUsedAt)) return [];
      // Deleted first, so that no history of uses piles up.
      return [
        { urn, aspectName: USE_ASPECT, changeType: 'DELETE' },
        { urn, aspectName: USE_ASPECT, changeType: 'UPSERT', value: { lastUsedAt } },
      ];
    });
    if (proposals.length > 0) await this.#parts.change.ingest(SYSTEM_ACTOR.urn, proposals);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.save();
  }
}
