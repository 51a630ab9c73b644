import { stringify } from 'csv-stringify/sync';
import { CatalogError } from '../../../errors.ts';
import { because } from '../../../refusals.ts';
import { readInSlices } from '../../../query/read-in-parts.ts';
import { isTurnOver } from '../../../util/concurrency/turn-clock.ts';
import { inChunks } from '../../../util/concurrency/in-chunks.ts';
import { nextTurnOfRead } from '../../../util/concurrency/cancellation.ts';
import { checkBatchSize } from '../../../util/batch-size.ts';
import type { EditField } from '../../../model/bulk-edit.ts';
import type { EntityAspects } from '../../../model/aspect.ts';
import { entityTypeOf, urnParts, type Urn } from '../../../model/urn.ts';
import { text } from '../../../util/json/json-members.ts';
import { defineRead } from '../../operation.ts';
import { TEXT, batchOf, described, objectOf } from '../../shapes.ts';
import type { Reading } from '../../work.ts';
import { checkSearch } from '../../search/search-limits.ts';
import { cellOf, placesOf } from '../cells.ts';
import { ASSET_SEARCH } from '../edit-shape.ts';
import { findAssets, pageOf } from '../find-assets.ts';
import { NAMING_COLUMNS, definitionsOf, fieldName, fieldOf } from '../read-edits.ts';
import { cellText, guarded } from './cell-text.ts';

/** Maximum number of columns of a file. */
const MOST_COLUMNS = 200;
/** Quotes every cell, so that none is split in a spreadsheet with another separator. */
const QUOTED = { quoted: true, quoted_empty: true } as const;
/** Assets read in one turn of the event loop: few enough for values of 20 kB. */
const ASSETS_PER_TURN = 50;
/** Maximum length of a file in characters, so that it can be imported again. */
const LONGEST_FILE = 16 * 1024 * 1024;

/**
 * Exports the matches of a search as CSV (RFC 4180): urn, name, type, and a column for each field. Cells that a
 * spreadsheet could run as a formula begin with an apostrophe. `startBulkEdit` imports the file.
 */
export const exportAssets = defineRead({
  name: 'exportAssets',
  summary: 'Exports the matches of a search as a CSV table with a column for each given field.',
  /** `columns`: fields as in a bulk edit. */
  input: () =>
    objectOf({
      search: described('Which assets are exported.', ASSET_SEARCH),
      columns: described(`Fields, as in a bulk edit, at most ${MOST_COLUMNS}.`, batchOf('columns', TEXT)),
    }),
  limits: ({ columns, search }, settings) => {
    checkBatchSize('columns', columns.length, MOST_COLUMNS);
    checkSearch(pageOf(search, settings));
  },
  isLong: true,
  run: async ({ columns, search }, work) => {
    const fields = [...new Set(columns.map((name) => fieldOf(name, work)))];
    await definitionsOf(fields, work);
    const header = ['urn', ...NAMING_COLUMNS, ...fields.map((field) => guarded(fieldName(field)))];
    const parts = [stringify([header], QUOTED)];
    let rows = 0;
    let length = 0;
    for await (const page of findAssets(search, work)) {
      for await (const urns of inChunks(page, ASSETS_PER_TURN)) {
        const places = placesOf(urns.map((urn) => ({ urn, fields })));
        const aspectNames = [...new Set([...places.aspectNames, ...namingAspects(urns, work)])];
        for await (const [slice, found] of readInSlices(urns, aspectNames, work.scope, work.query)) {
          const holders = await withHolders(slice, found, fields, work);
          const part = stringify(
            slice.map((urn) => rowOf(urn, holders, fields)),
            QUOTED,
          );
          parts.push(part);
          length += part.length;
          if (length > LONGEST_FILE) throw tooLong();
          if (isTurnOver()) await nextTurnOfRead();
        }
      }
      rows += page.length;
      await nextTurnOfRead();
    }
    return { csv: parts.join(''), rows };
  },
});

function tooLong(): CatalogError {
  const remedy = 'Add a condition to the search, or request fewer columns.';
  return new CatalogError(
    'TOO_LARGE',
    `The table is longer than ${LONGEST_FILE} characters. ${remedy}`,
    because('EXPORT_TOO_LONG', { most: LONGEST_FILE }),
  );
}

/** Aspects that can hold a name. */
const NAMING = /(Properties|Info)$/;

function namingAspects(urns: readonly Urn[], { settings }: Pick<Reading, 'settings'>): readonly string[] {
  const types = [...new Set(urns.map(entityTypeOf))];
  const all = types.flatMap((type) => [...(settings.registry.findEntity(type)?.aspects.keys() ?? [])]);
  return all.filter((name) => NAMING.test(name));
}

/** The aspects of the assets, and of the other entities that hold fields of them: the datasets of columns. */
async function withHolders(
  urns: readonly Urn[],
  found: ReadonlyMap<Urn, EntityAspects>,
  fields: readonly EditField[],
  { query, scope }: Pick<Reading, 'query' | 'scope'>,
): Promise<ReadonlyMap<Urn, EntityAspects>> {
  const { aspectNames, holders } = placesOf(urns.map((urn) => ({ urn, fields })));
  const others = new Set(holders).difference(new Set(urns));
  if (others.size === 0) return found;
  return new Map([...found, ...(await query.getEntities([...others], aspectNames, scope))]);
}

function rowOf(
  urn: Urn,
  stored: ReadonlyMap<Urn, EntityAspects>,
  fields: readonly EditField[],
): readonly string[] {
  const cells = fields.map((field) => cellText(cellOf(field, urn, stored)));
  return [urn, cellText([nameIn(urn, stored.get(urn))]), entityTypeOf(urn), ...cells].map(guarded);
}

/** The edited or ingested name of the asset, or else the last meaningful part of its key. */
function nameIn(urn: Urn, aspects: EntityAspects | undefined): string {
  const named = [...(aspects ?? [])]
    .filter(([name]) => NAMING.test(name))
    // Edited names take precedence over ingested ones.
    .sort(([a], [b]) => Number(b.startsWith('editable')) - Number(a.startsWith('editable')))
    .flatMap(
      ([, { value }]) => text(value['displayName']) ?? text(value['name']) ?? text(value['title']) ?? [],
    )
    .find((name) => name !== '');
  if (named !== undefined) return named;
  const { key } = urnParts(urn);
  return key[1] ?? key[0] ?? '';
}
