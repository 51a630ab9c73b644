import { CatalogError, invalidRequest } from '../../../errors.ts';
import type { FieldEdit } from '../../../model/bulk-edit.ts';
import { entityTypeOf, type Urn } from '../../../model/urn.ts';
import { isAssetField } from '../../bulk-edits/cells.ts';
import { requireLabels } from '../../bulk-edits/edit-assets.ts';
import { findAssets, pageOf } from '../../bulk-edits/find-assets.ts';
import { alongLineage, findInLineage } from '../../bulk-edits/find-lineage.ts';
import {
  definitionsOf,
  fieldName,
  fieldOf,
  readFieldEdit,
  type Definitions,
} from '../../bulk-edits/read-edits.ts';
import { columnUrn } from '../../lineage/columns.ts';
import { TOKEN } from '../../needs.ts';
import { defineInternal } from '../../operation.ts';
import { checkSearch } from '../../search/search-limits.ts';
import type { ProtectedWork } from '../../work.ts';
import type { AssetsChange } from '../plans.ts';
import { because } from '../../../refusals.ts';

/** The assets of a plan, each with the numbers of the changes that concern it. */
export interface ReadChanges {
  readonly edits: readonly FieldEdit[];
  readonly assets: ReadonlyMap<Urn, readonly number[]>;
}

/** Fields that columns have besides properties. */
const OF_COLUMNS: readonly string[] = ['description', 'tags', 'terms'];
const OF_DATASET = 'dataset';

/**
 * Reads the changes of a plan, and finds their assets. Throws INVALID_REQUEST for malformed changes, for more assets than a
 * plan may have, and for two changes of one field of an asset; NOT_FOUND for a label that does not exist.
 */
export const readPlanChanges = defineInternal({
  name: 'readPlanChanges',
  effect: 'read',
  needs: TOKEN,
  isLong: true,
  run: async (changes: readonly AssetsChange[], work): Promise<ReadChanges> => {
    const fields = changes.map(({ field }, i) => inChange(i, () => fieldOf(field, work)));
    const definitions = await definitionsOf([...new Set(fields)], work);
    const edits = changes.map((change, i) => {
      const edit = inChange(i, () => readFieldEdit(change, definitions, work));
      return 'hops' in change.of ? alongLineage(edit, change.of) : edit;
    });
    await requireLabels([{ edits }], work);
    const assets = new Map<Urn, number[]>();
    for (const [i, change] of changes.entries()) {
      for await (const urns of assetsOf(change, { edits, definitions, i }, work)) {
        for (const urn of urns) add(urn, i, edits, assets);
        requireSize(assets.size, work);
      }
    }
    return { edits, assets };
  },
});

function inChange<T>(i: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof CatalogError ? error.inPart(`changes[${i}]`) : error;
  }
}

function add(urn: Urn, i: number, edits: readonly FieldEdit[], assets: Map<Urn, number[]>): void {
  const known = assets.get(urn) ?? [];
  if (known.includes(i)) return;
  const field = edits[i]?.field ?? '';
  const other = known.find((one) => edits[one]?.field === field);
  if (other !== undefined) {
    throw invalidRequest(
      `changes[${other}] and changes[${i}] both change '${fieldName(field)}' of ${urn}. Make it one change.`,
      `changes[${i}]`,
      because('INPUT_REPEATED', { name: fieldName(field) }),
    );
  }
  assets.set(urn, [...known, i]);
}

async function* assetsOf(
  { column, field, of }: AssetsChange,
  {
    definitions,
    edits,
    i,
  }: { readonly edits: readonly FieldEdit[]; readonly definitions: Definitions; readonly i: number },
  work: ProtectedWork,
): AsyncGenerator<readonly Urn[]> {
  if ('hops' in of) {
    yield await findInLineage(of, edits.slice(i, i + 1), definitions, work);
    return;
  }
  if (column !== undefined && isAssetField(field) && !OF_COLUMNS.includes(field)) {
    throw invalidRequest(
      `Of a column, ${OF_COLUMNS.join(', ')} and properties can be changed, but not '${field}'. Omit column.`,
      `changes[${i}].field`,
    );
  }
  const columnOf = (urn: Urn): Urn => (column === undefined ? urn : columnIn(urn, column, i));
  if (!('query' in of)) {
    yield of.map(columnOf);
    return;
  }
  checkSearch(pageOf(of, work.settings));
  for await (const page of findAssets(of, work)) yield page.map(columnOf);
}

function columnIn(urn: Urn, column: string, i: number): Urn {
  if (entityTypeOf(urn) === OF_DATASET) return columnUrn(urn, column);
  throw invalidRequest(
    `Only datasets have columns, not ${urn}. Omit column.`,
    `changes[${i}].column`,
    because('ENTITY_TYPE_WRONG', { entityType: entityTypeOf(urn), entityTypes: [OF_DATASET] }),
  );
}

function requireSize(size: number, { settings: { planAssets } }: ProtectedWork): void {
  if (size <= planAssets) return;
  throw invalidRequest(
    `A plan may change ${planAssets} assets (option agents.maxAssets), and this one has more. Make several plans.`,
    'changes',
    because('TOO_MANY_ASSETS', { found: size, most: planAssets }),
  );
}
