import type { MetadataChange } from '../../change/metadata-change.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import type { SystemReader } from '../../store/system-reader.ts';
import { SYSTEM_ACTOR } from '../actor.ts';
import { INFO_ASPECT, USE_ASPECT, tokenUrn } from './token-records.ts';

/** Dependencies of {@link TokenUses}. */
export interface TokenUsesParts {
  readonly reader: Pick<SystemReader, 'entities'>;
  readonly change: Pick<MetadataChange, 'ingest'>;
  /** Epoch ms. */
  readonly now: () => number;
}

/**
 * Tracks when each token was last used. Uses are buffered in memory and written by `save` and on dispose; a crash loses
 * those since the last save.
 */
export class TokenUses implements AsyncDisposable {
  readonly #parts: TokenUsesParts;
  /** Epoch ms by token id. */
  #unsaved = new Map<string, number>();
  /** Uses of the last save, which may not be committed yet, or be missing in earlier reads. */
  #saved: ReadonlyMap<string, number> = new Map();

  constructor(parts: TokenUsesParts) {
    this.#parts = parts;
  }

  /** Records a use now. */
  used(id: string): void {
    this.#unsaved.set(id, this.#parts.now());
  }

  /**
   * Last use since the save before the last one, epoch ms; undefined: none. The stored use may be later, written by
   * another process.
   */
  latest(id: string): number | undefined {
    return this.#unsaved.get(id) ?? this.#saved.get(id);
  }

  /**
   * Writes all buffered uses in one commit, or keeps them when that fails. Drops uses of revoked tokens, and uses older than the
   * stored one (written by another process).
   */
  async save(): Promise<void> {
    const uses = this.#unsaved;
    if (uses.size === 0) return;
    this.#saved = uses;
    this.#unsaved = new Map();
    try {
      await this.#write(uses);
    } catch (error) {
      this.#unsaved = new Map([...uses, ...this.#unsaved]);
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.save();
  }

  async #write(uses: ReadonlyMap<string, number>): Promise<void> {
    const urns = [...uses.keys()].map(tokenUrn);
    const present = await this.#parts.reader.entities(urns, [INFO_ASPECT, USE_ASPECT]);
    const proposals = [...uses].flatMap(([id, lastUsedAt]): MetadataChangeProposal[] => {
      const urn = tokenUrn(id);
      const stored = present.get(urn);
      const known = stored?.aspects.get(USE_ASPECT)?.value['lastUsedAt'];
      if (stored === undefined || (typeof known === 'number' && known >= lastUsedAt)) return [];
      // Deleting first avoids a version history of uses.
      return [
        { urn, aspectName: USE_ASPECT, changeType: 'DELETE' },
        { urn, aspectName: USE_ASPECT, changeType: 'UPSERT', value: { lastUsedAt } },
      ];
    });
    if (proposals.length > 0) await this.#parts.change.ingest(SYSTEM_ACTOR.urn, proposals);
  }
}
