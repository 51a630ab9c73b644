import { messageOf, problemsIn, type Problem, PageError } from '../../../api/api-error.ts';
import { graphql } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { isObject } from '../../../api/is-object.ts';
import { request } from '../../../api/request.ts';
import { areSameValues, cellText, type Values } from '../grid/cell-text.ts';
import { readValues } from './column-values.ts';
import { isOfProperty, type CellEdit } from './plan-edits.ts';
import { DESCRIPTION } from '../grid/cell-definition.ts';
import { changeLabels, labelChangeKey } from './change-labels.ts';

/** A change that failed. */
export interface FailedEdit {
  readonly edit: CellEdit;
  readonly reason: string;
}

/** Result of applying changes. */
export interface EditOutcome {
  readonly done: readonly CellEdit[];
  readonly failed: readonly FailedEdit[];
  /** Changes not attempted, because the work was stopped. */
  readonly left: readonly CellEdit[];
}

const SET_DESCRIPTION = graphql(`
  mutation setColumnDescription($input: DescriptionUpdateInput!) {
    updateDescription(input: $input)
  }
`);

/** Changes per request: small enough to show progress, large enough to apply ten thousand in seconds. */
const BATCH = 500;

/**
 * Applies changes in batches. A batch is atomic: if it fails, the failing changes are identified and the others are sent
 * again. A change is applied only if the cell still has the values that it replaces; for tags and terms, only additions and
 * removals are written.
 */
export async function applyEdits(
  dataset: string,
  edits: readonly CellEdit[],
  options: {
    /** Whether one request may change many descriptions; requires the right to edit all editable metadata of columns. */
    readonly canPatchDescriptions: boolean;
    readonly signal: AbortSignal;
    readonly onProgress: (triedCount: number) => void;
  },
): Promise<EditOutcome> {
  const done: CellEdit[] = [];
  const failed: FailedEdit[] = [];
  const write: Write = {
    properties: (batch) => patchProperties(batch),
    descriptions: (batch) =>
      options.canPatchDescriptions ? patchDescriptions(dataset, batch) : setDescription(dataset, batch),
    labels: (batch) => changeLabels(dataset, batch),
  };
  const byKind = Map.groupBy(edits, kindOf);
  const batchesOf = (kind: Kind, size: number, list = byKind.get(kind) ?? []) =>
    inBatches(list, size).map((batch) => [kind, batch] as const);
  const batches = [
    ...batchesOf('properties', BATCH),
    ...batchesOf('descriptions', options.canPatchDescriptions ? BATCH : 1),
    ...[...Map.groupBy(byKind.get('labels') ?? [], labelChangeKey).values()].flatMap((alike) =>
      batchesOf('labels', BATCH, alike),
    ),
  ];
  let tried = 0;
  for (const [index, [kind, batch]] of batches.entries()) {
    if (options.signal.aborted)
      return { done, failed, left: batches.slice(index).flatMap(([, rest]) => rest) };
    const outcome = await applyBatch(dataset, batch, write[kind]);
    done.push(...outcome.done);
    failed.push(...outcome.failed);
    tried += batch.length;
    options.onProgress(tried);
  }
  return { done, failed, left: [] };
}

/** Kinds of cells, by the API that writes them. */
type Kind = 'properties' | 'descriptions' | 'labels';

type Write = Readonly<Record<Kind, (batch: readonly CellEdit[]) => Promise<void>>>;

function kindOf({ definition }: CellEdit): Kind {
  if (isOfProperty(definition)) return 'properties';
  return definition.id === DESCRIPTION.id ? 'descriptions' : 'labels';
}

async function applyBatch(
  dataset: string,
  batch: readonly CellEdit[],
  write: (batch: readonly CellEdit[]) => Promise<void>,
): Promise<Omit<EditOutcome, 'left'>> {
  const failed: FailedEdit[] = [];
  let rest = batch;
  while (rest.length > 0) {
    try {
      await write(rest);
      return { done: rest, failed };
    } catch (error) {
      const culprits = await culpritsOf(dataset, rest, error);
      failed.push(...culprits);
      const blamed = new Set(culprits.map(({ edit }) => edit));
      rest = rest.filter((edit) => !blamed.has(edit));
    }
  }
  return { done: [], failed };
}

/** The changes that made a batch fail; all of them if the server does not identify any. */
async function culpritsOf(
  dataset: string,
  batch: readonly CellEdit[],
  error: unknown,
): Promise<readonly FailedEdit[]> {
  const message = messageOf(error);
  const problems = problemsIn(error);
  if (batch.some((edit) => kindOf(edit) === 'labels'))
    return batch.map((edit) => ({ edit, reason: message }));
  // A failed test of the previous values names no cell: read the cells to find those that have changed.
  const now = await currentValues(dataset, batch).catch(() => undefined);
  const overtaken = batch.flatMap((edit) => {
    const current = now?.(edit);
    if (current === undefined || areSameValues(current, edit.before)) return [];
    const shown = current.length === 0 ? 'nothing' : `‘${cellText(edit.definition, current)}’`;
    return [{ edit, reason: `Someone else changed it to ${shown}.` }];
  });
  const explained = new Set(overtaken.map(({ edit }) => edit.column));
  const named = batch.flatMap((edit) => {
    const problem = explained.has(edit.column) ? undefined : problems.find((found) => isAbout(found, edit));
    return problem === undefined ? [] : [{ edit, reason: problem.message }];
  });
  const culprits = [...overtaken, ...named];
  return culprits.length > 0 ? culprits : batch.map((edit) => ({ edit, reason: message }));
}

/** Whether the problem concerns the cell: its property, or its column as a whole. */
function isAbout({ property, urn }: Problem, { column, definition }: CellEdit): boolean {
  if (urn === undefined || urn !== column.urn) return false;
  return property === undefined || property === definition.id;
}

async function currentValues(
  dataset: string,
  batch: readonly CellEdit[],
): Promise<(edit: CellEdit) => Values> {
  if (batch[0]?.definition.id === DESCRIPTION.id) {
    const descriptions = await readDescriptions(dataset);
    return ({ column }) => descriptions.get(column.path) ?? [];
  }
  const values = await readValues(batch.flatMap(({ column }) => column.urn ?? []));
  return ({ column, definition }) => values.get(column.urn ?? '')?.get(definition.id) ?? [];
}

async function readDescriptions(dataset: string): Promise<ReadonlyMap<string, Values>> {
  const answer = await request(
    `/openapi/v3/entity/dataset/${encodeURIComponent(dataset)}/editableSchemaMetadata`,
  );
  const value = isObject(answer) ? answer['value'] : undefined;
  const list = isObject(value) ? value['editableSchemaFieldInfo'] : undefined;
  const infos = (Array.isArray(list) ? (list as readonly unknown[]) : []).filter(isObject);
  return new Map(
    infos.flatMap(({ fieldPath, description }) =>
      typeof fieldPath === 'string' && typeof description === 'string' && description !== ''
        ? [[fieldPath, [description]]]
        : [],
    ),
  );
}

async function patchProperties(batch: readonly CellEdit[]): Promise<void> {
  const byColumn = Map.groupBy(batch, ({ column }) => column.urn ?? '');
  await request('/openapi/v3/entity/schemafield?async=false', {
    method: 'PATCH',
    body: [...byColumn].map(([urn, edits]) => ({
      urn,
      structuredProperties: {
        value: {
          patch: edits.flatMap(propertyOperations),
          arrayPrimaryKeys: { properties: ['propertyUrn'] },
        },
      },
    })),
  });
}

function propertyOperations({ definition, before, after }: CellEdit): readonly object[] {
  const path = `/properties/${pointer(definition.id)}`;
  const test =
    before.length === 0
      ? { op: 'test', path, value: null }
      : { op: 'test', path: `${path}/values`, value: before.map(unionOf) };
  if (after.length === 0) return [test, { op: 'remove', path }];
  return [test, { op: 'add', path, value: { propertyUrn: definition.id, values: after.map(unionOf) } }];
}

async function patchDescriptions(dataset: string, batch: readonly CellEdit[]): Promise<void> {
  await request('/openapi/v3/entity/dataset?async=false', {
    method: 'PATCH',
    body: [
      {
        urn: dataset,
        editableSchemaMetadata: {
          value: {
            patch: batch.flatMap(descriptionOperations),
            arrayPrimaryKeys: { editableSchemaFieldInfo: ['fieldPath'] },
          },
        },
      },
    ],
  });
}

function descriptionOperations({ column, before, after }: CellEdit): readonly object[] {
  const path = `/editableSchemaFieldInfo/${pointer(column.path)}/description`;
  const none = column.editedDescription === '' ? '' : null;
  const test = { op: 'test', path, value: before[0] ?? none };
  return [test, after.length === 0 ? { op: 'remove', path } : { op: 'add', path, value: after[0] }];
}

/** Throws if the description has changed since it was shown; checked here, because the mutation has no precondition. */
async function setDescription(dataset: string, batch: readonly CellEdit[]): Promise<void> {
  const now = await readDescriptions(dataset);
  for (const { column, before, after } of batch) {
    if (!areSameValues(now.get(column.path) ?? [], before))
      throw new PageError('Someone else changed the description.');
    const description = String(after[0] ?? '');
    await query(SET_DESCRIPTION, {
      input: {
        resourceUrn: dataset,
        subResourceType: 'DATASET_FIELD',
        subResource: column.path,
        description,
      },
    });
  }
}

function pointer(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unionOf(value: Values[number]): { readonly string: string } | { readonly double: number } {
  return typeof value === 'number' ? { double: value } : { string: value };
}

/** Batches of at most `size` changes. */
function inBatches(edits: readonly CellEdit[], size: number): readonly (readonly CellEdit[])[] {
  const batches: CellEdit[][] = [];
  for (let start = 0; start < edits.length; start += size) batches.push(edits.slice(start, start + size));
  return batches;
}
