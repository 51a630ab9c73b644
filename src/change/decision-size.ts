import { CatalogError } from '../errors.ts';
import type { CurrentState, RowWrite } from '../store/metadata-store.ts';
import { because } from '../refusals.ts';

/**
 * Maximum characters of the values that one decision reads, and of those that it writes. Only patches write more than
 * the request contains: each patch of an aspect makes a version, which stays in memory until the batch is stored.
 */
const MOST = 64 * 1024 ** 2;

/** Counts the characters of the values that one decision reads and writes. */
export class DecisionSize {
  #read = 0;
  #written = 0;

  /** The state, whose rows are counted as they are read. */
  counting(state: CurrentState): CurrentState {
    return {
      row: (urn, aspectName) => {
        const row = state.row(urn, aspectName);
        this.#read += row?.aspect.text.length ?? 0;
        return row;
      },
      entity: (urn) => state.entity(urn),
      rowsOf: (entityType, aspectName) => state.rowsOf(entityType, aspectName),
      propertiesNamed: (qualifiedName) => state.propertiesNamed(qualifiedName),
      columns: (holder) => state.columns(holder),
    };
  }

  /** Counts what is written. Throws TOO_LARGE when the values read or written have too many characters. */
  add(writes: readonly RowWrite[]): void {
    for (const write of writes) {
      if (write.kind === 'putAspect' || write.kind === 'revertAspect') {
        this.#written += write.row.aspect.text.length;
      }
    }
    const most = Math.max(this.#read, this.#written);
    if (most <= MOST) return;
    const does = most === this.#read ? 'reads' : 'writes';
    throw new CatalogError(
      'TOO_LARGE',
      `The request ${does} values of more than ${MOST} characters, the limit of one batch. ` +
        'Send fewer changes in one request, and all patches of an aspect as one patch.',
      because('REQUEST_TOO_LARGE', { most: MOST }),
    );
  }
}
