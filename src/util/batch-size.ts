import { CatalogError, invalidRequest, type Problem } from '../errors.ts';
import { because } from '../refusals.ts';
import { nextTurn } from './concurrency/next-turn.ts';

/** Maximum changes in one request, or entities to read: they are decided in one step, which blocks other requests. */
export const MAX_BATCH = 10_000;

/** Maximum failures listed in the message; further ones are counted. */
const LISTED_FAILURES = 50;
/** Maximum failures counted; reading then stops. */
const COUNTED_FAILURES = 1_000;
const ELEMENTS_PER_TURN = 16;

/** Throws INVALID_REQUEST for more than `most` elements, 10,000 unless given; `what`: their path or name. */
export function checkBatchSize(what: string, size: number, most = MAX_BATCH): void {
  if (size <= most) return;
  throw invalidRequest(
    `${what} has ${size} elements, more than ${most}. Split the request.`,
    what,
    because('LIST_TOO_LONG', { size, most }),
  );
}

/** Reads one element, given its path and index, into any number of changes. */
export type ReadElement<Element, Change> = (
  element: Element,
  at: string,
  index: number,
) => readonly Change[] | Promise<readonly Change[]>;

/**
 * Reads the elements of a batch in order, each into any number of changes; other requests run in between. Throws the error of the invalid
 * element, or one INVALID_REQUEST that lists at most 50 of several, or that reports more than 10,000 elements or changes. `at`: path of the
 * batch; '' for the body.
 */
export async function readElements<Element, Change>(
  elements: readonly Element[],
  at: string,
  read: ReadElement<Element, Change>,
): Promise<readonly Change[]> {
  const failures: string[] = [];
  const problems: Problem[] = [];
  let first: CatalogError | undefined;
  let failed = 0;
  const changes = await readEach(elements, at, read, (error) => {
    first ??= error;
    if (++failed <= LISTED_FAILURES) {
      failures.push(error.message);
      problems.push(...error.problems);
    }
    return failed < COUNTED_FAILURES;
  });
  if (failed === 1 && first?.code === 'INVALID_REQUEST') throw first;
  if (failed > 0) throw new CatalogError('INVALID_REQUEST', joined(failures, failed), { problems });
  return changes;
}

/**
 * Reads the elements of a batch as {@link readElements}, but the error of an invalid element takes the place of its
 * changes.
 */
export async function readGoodElements<Element, Change>(
  elements: readonly Element[],
  at: string,
  read: ReadElement<Element, Change>,
): Promise<readonly (Change | CatalogError)[]> {
  return readEach<Element, Change | CatalogError>(elements, at, read, (error, changes) => {
    changes.push(error);
    return true;
  });
}

/**
 * Reads the elements in order. `onFailure` returns whether to continue; INVALID_REQUEST above 10,000 elements or
 * changes.
 */
async function readEach<Element, Change>(
  elements: readonly Element[],
  at: string,
  read: ReadElement<Element, Change>,
  onFailure: (error: CatalogError, changes: Change[]) => boolean,
): Promise<Change[]> {
  checkBatchSize(at || 'The body', elements.length);
  const changes: Change[] = [];
  for (const [index, element] of elements.entries()) {
    if (index % ELEMENTS_PER_TURN === ELEMENTS_PER_TURN - 1) await nextTurn();
    try {
      changes.push(...(await read(element, `${at}[${index}]`, index)));
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error;
      if (!onFailure(error, changes)) break;
    }
    checkBatchSize(`The list of changes in ${at || 'the body'}`, changes.length);
  }
  return changes;
}

function joined(failures: readonly string[], failed: number): string {
  const listed = [...new Set(failures)].join(' ');
  const more = failed - failures.length;
  if (more === 0) return listed;
  return `${listed} ... and ${failed < COUNTED_FAILURES ? more : `at least ${more}`} more.`;
}
