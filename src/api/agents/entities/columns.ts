import { columnType } from '../../../model/column-type.ts';
import type { Urn } from '../../../model/urn.ts';
import { descriptionOf } from '../../../operations/entities/described-places.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { object, objects, text, texts } from '../../../util/json/json-members.ts';
import type { JsonObject } from '../../../util/json.ts';
import { tagsIn, termsIn } from './labels.ts';
import { quotedPart } from '../filter/filter-tokens.ts';
import type { NameCall } from '../names/find-names.ts';
import { UnknownNameError } from '../shaping/tool-error.ts';
import { typeNameOf, type StoredEntity } from './names-and-texts.ts';

/** Which columns are shown. */
export interface ColumnPage {
  /** Text in the path or description, in any case; undefined: all columns. */
  readonly query: string | undefined;
  readonly start: number;
  readonly count: number;
}

/** A page of the columns of a dataset, and the number of all that match. */
export interface Columns {
  readonly total: number;
  readonly items: JsonObject[];
}

/** The columns of an entity, with what people edited; undefined if it has no schema. */
export function columnsOf(
  { aspects }: StoredEntity,
  { count, query, start }: ColumnPage,
): Columns | undefined {
  const schema = aspects.get('schemaMetadata')?.value;
  if (schema === undefined) return undefined;
  const edited = new Map(
    objects(aspects.get('editableSchemaMetadata')?.value['editableSchemaFieldInfo']).map((info) => [
      text(info['fieldPath']),
      info,
    ]),
  );
  const keys = new Set(texts(schema['primaryKeys']));
  const wanted = query?.toLowerCase();
  const all = objects(schema['fields']).filter((field) => {
    if (wanted === undefined) return true;
    const info = edited.get(text(field['fieldPath']));
    const words = [field['fieldPath'], field['description'], info?.['description']];
    return words.some((word) => text(word)?.toLowerCase().includes(wanted) === true);
  });
  const items = all.slice(start, start + count).map((field) => {
    const path = text(field['fieldPath']) ?? '';
    return columnOf(field, edited.get(path), keys.has(path));
  });
  return { total: all.length, items };
}

function columnOf(field: JsonObject, edited: JsonObject | undefined, isKey: boolean): JsonObject {
  const tags = eachOnce([...tagsIn(object(edited?.['globalTags'])), ...tagsIn(object(field['globalTags']))]);
  const terms = eachOnce([
    ...termsIn(object(edited?.['glossaryTerms'])),
    ...termsIn(object(field['glossaryTerms'])),
  ]);
  const description = text(edited?.['description']) ?? text(field['description']);
  const nativeType = text(field['nativeDataType']);
  return {
    type: columnType(field['type']),
    ...(field['nullable'] === true && { nullable: true }),
    ...(isKey && { key: true }),
    ...(tags.length > 0 && { tags }),
    ...(terms.length > 0 && { terms }),
    untrusted: {
      path: text(field['fieldPath']) ?? '',
      ...(nativeType !== undefined && { native_type: nativeType }),
      ...(description !== undefined && description !== '' && { description }),
    },
  };
}

function eachOnce(urns: readonly string[]): readonly string[] {
  return [...new Set(urns)];
}

/** Throws NOT_FOUND for a path that is none of the columns in the schema of the entity; not without a schema. */
export async function requireColumn(urn: Urn, column: string, call: NameCall): Promise<void> {
  const paths = (await allColumns(urn, call))?.map(({ path }) => path);
  if (paths === undefined || paths.includes(column)) return;
  throw new UnknownNameError(
    `${quotedPart(urn)} has no column ${quotedPart(column)}. Get its columns with get_entities.`,
    'column',
    [],
  );
}

/** What people and sources wrote of all columns; undefined without a schema. */
async function allColumns(
  urn: Urn,
  { registry, requester }: NameCall,
): Promise<readonly JsonObject[] | undefined> {
  const aspects = (await requester.run(getEntities, { urns: [urn] })).get(urn) ?? new Map();
  const type = typeNameOf(urn, registry);
  const all = columnsOf({ urn, type, aspects }, { query: undefined, start: 0, count: Infinity });
  return all?.items.map((item) => object(item['untrusted']) ?? {});
}

/** The description of an entity, or of a column of it; empty if there is none. */
export async function writtenDescription(
  urn: Urn,
  column: string | undefined,
  call: NameCall,
): Promise<string> {
  if (column !== undefined) {
    const found = (await allColumns(urn, call))?.find(({ path }) => path === column);
    return text(found?.['description']) ?? '';
  }
  const aspects = (await call.requester.run(getEntities, { urns: [urn] })).get(urn);
  return (aspects && descriptionOf(typeNameOf(urn, call.registry), aspects)) ?? '';
}
