import { PageError } from '../../api/api-error.ts';
import { isObject } from '../../api/is-object.ts';
import { request } from '../../api/request.ts';

/** A field whose values change. */
export interface CellChange {
  readonly field: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Why an asset, or one of its fields, was not changed. */
export interface EditFailure {
  readonly urn: string;
  readonly field: string;
  /** Line of the file; undefined for an edit without one. */
  readonly line: number | undefined;
  /** Error code of the server: `FORBIDDEN`. */
  readonly code: string;
  /** `HAS_VALUE`: the field takes one value and has one; '' otherwise. */
  readonly cause: string;
  /** Kind of refusal and its data; '' for an unexpected one. */
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A requested change of a field. */
export interface RequestedChange {
  readonly field: string;
  readonly action: string;
  readonly values: readonly string[];
}

/** The requested edit. */
export type EditAbout =
  | { readonly kind: 'changes'; readonly changes: readonly RequestedChange[] }
  | { readonly kind: 'undo'; readonly edit: number }
  | { readonly kind: 'run'; readonly run: string }
  | { readonly kind: 'values'; readonly property: string }
  | { readonly kind: 'file'; readonly rows: number; readonly fields: readonly string[] };

/** Progress and outcome of a bulk edit or of a dry run of one. */
export interface EditReport {
  readonly id: number;
  readonly state: string;
  readonly isOver: boolean;
  readonly done: number;
  readonly total: number;
  readonly startedAt: number | undefined;
  /** Whether the whole edit failed, for example because the server was restarted. */
  readonly isFailed: boolean;
  readonly isTrial: boolean;
  readonly isStopped: boolean;
  /** Whether it is a dry run that can be applied exactly as shown. */
  readonly canBeApplied: boolean;
  readonly changed: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly left: number;
  /** Commit that wrote the definition of the edit; undefined if it has none, or it was not written. */
  readonly commit: number | undefined;
  readonly failureCount: number;
  readonly changes: readonly { readonly urn: string; readonly cells: readonly CellChange[] }[];
  readonly failures: readonly EditFailure[];
  readonly about: EditAbout;
  /** Request that repeats the edit; undefined for a file, and for more assets than a report lists. */
  readonly again: object | undefined;
}

const PATH = '/api/colophon/v1/bulk-edits';

/** Starts an edit, or with `dryRun` a dry run of it. */
export async function startEdit(body: object): Promise<EditReport> {
  return readReport(await request(PATH, { body }));
}

export async function getEdit(id: number, signal?: AbortSignal): Promise<EditReport> {
  return readReport(await request(`${PATH}/${String(id)}`, { signal }));
}

/** Why an edit ended early, as sentences. */
export function interruptedText({ done, total }: Pick<EditReport, 'done' | 'total'>): string {
  const progress =
    total > 0 ? ` after ${done.toLocaleString('en')} of ${total.toLocaleString('en')} assets` : '';
  return `The edit was interrupted${progress}. Completed changes are kept: run it again for the rest.`;
}

/** Polling interval of {@link editToEnd}, in ms. */
const POLL_MS = 300;

/** Starts an edit and resolves when it is over. Throws {@link ApiError}, and an error if the whole edit failed. */
export async function editToEnd(
  body: object,
  onProgress: (report: EditReport) => void = () => undefined,
): Promise<EditReport> {
  let report = await startEdit(body);
  while (!report.isOver) {
    onProgress(report);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    report = await getEdit(report.id);
  }
  if (report.isFailed) throw new PageError(interruptedText(report));
  return report;
}

export async function stopEdit(id: number): Promise<void> {
  await request(`${PATH}/${String(id)}/stop`, { method: 'POST' });
}

/** The person's own edits, newest first. Throws {@link ApiError}. */
export async function listEdits(signal?: AbortSignal): Promise<readonly EditReport[]> {
  const answer = await request(PATH, { signal });
  return listIn(answer, 'edits').map(readReport);
}

function readReport(report: unknown): EditReport {
  const result = memberOf(report, 'result');
  return {
    id: numberIn(report, 'id'),
    state: textIn(report, 'state'),
    isOver: memberOf(report, 'finishedAt') !== undefined,
    done: numberIn(report, 'done'),
    total: numberIn(report, 'total'),
    startedAt: numberIn(report, 'startedAt') || undefined,
    isFailed: textIn(report, 'error') !== '',
    isTrial: memberOf(result, 'isTrial') === true,
    isStopped: memberOf(result, 'isStopped') === true,
    canBeApplied: memberOf(result, 'canBeApplied') === true,
    changed: numberIn(result, 'changed'),
    unchanged: numberIn(result, 'unchanged'),
    failed: numberIn(result, 'failed'),
    left: numberIn(result, 'left'),
    commit: numberIn(result, 'commit') || undefined,
    failureCount: numberIn(result, 'failureCount'),
    changes: listIn(result, 'changes').map((change) => ({
      urn: textIn(change, 'urn'),
      cells: listIn(change, 'cells').map((cell) => ({
        field: textIn(cell, 'field'),
        before: listIn(cell, 'before').map(String),
        after: listIn(cell, 'after').map(String),
      })),
    })),
    failures: listIn(result, 'failures').map((failure) => ({
      urn: textIn(failure, 'urn'),
      field: textIn(failure, 'field'),
      line: numberIn(failure, 'line') || undefined,
      code: textIn(failure, 'code'),
      cause: textIn(failure, 'cause'),
      kind: textIn(failure, 'kind'),
      data: dataIn(failure),
    })),
    about: aboutIn(memberOf(result, 'about')),
    again: requestIn(memberOf(result, 'about')),
  };
}

function requestIn(about: unknown): object | undefined {
  const [search, lineage, urns, changes, definition] = [
    'search',
    'lineage',
    'assets',
    'changes',
    'definition',
  ].map((name) => memberOf(about, name));
  const [undo, run, since, valuesOf] = ['undo', 'run', 'since', 'valuesOf'].map((name) =>
    memberOf(about, name),
  );
  if (undo !== undefined || run !== undefined || valuesOf !== undefined)
    return { undo, run, since, valuesOf };
  if (definition !== undefined) return { definition, changes };
  if (search !== undefined) return { search, changes };
  if (lineage !== undefined) return { lineage, changes };
  return urns === undefined ? undefined : { urns, changes };
}

function aboutIn(about: unknown): EditAbout {
  const undone = numberIn(about, 'undo');
  if (undone > 0) return { kind: 'undo', edit: undone };
  const run = textIn(about, 'run');
  if (run !== '') return { kind: 'run', run };
  const property = textIn(about, 'valuesOf');
  if (property !== '') return { kind: 'values', property };
  const fields = listIn(about, 'fields').map(String);
  if (fields.length > 0) return { kind: 'file', rows: numberIn(about, 'rows'), fields };
  const changes = listIn(about, 'changes').map((change) => ({
    field: textIn(change, 'field'),
    action: textIn(change, 'action'),
    values: listIn(change, 'values').map(String),
  }));
  return { kind: 'changes', changes };
}

function memberOf(of: unknown, name: string): unknown {
  return isObject(of) ? of[name] : undefined;
}

function dataIn(failure: unknown): Readonly<Record<string, unknown>> {
  const data = memberOf(failure, 'data');
  return isObject(data) ? data : {};
}

function listIn(of: unknown, name: string): readonly unknown[] {
  const list = memberOf(of, name);
  return Array.isArray(list) ? list : [];
}

function numberIn(of: unknown, name: string): number {
  const number = memberOf(of, name);
  return typeof number === 'number' ? number : 0;
}

function textIn(of: unknown, name: string): string {
  const text = memberOf(of, name);
  return typeof text === 'string' ? text : '';
}
