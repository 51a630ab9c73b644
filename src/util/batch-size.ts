import { CatalogError, invalidRequest } from '../errors.ts';
import { nextTurn } from './concurrency/next-turn.ts';

/** Maximum changes in one request, or entities to read: they are decided in one step, which stops other requests. */
export const MAX_BATCH = 10_000;

/** Maximum failures listed in the message; further ones are counted. */
const LISTED_FAILURES = 50;
/** Maximum failures counted; reading stops then. */
const COUNTED_FAILURES = 1_000;
const ELEMENTS_PER_TURN = 16;

/** Throws INVALID_REQUEST for more than `most` elements, 10,000 unless given; `what`: their path or name. */
export function checkBatchSize(what: string, size: number, most = MAX_BATCH): void {
  if (size <= most) return;
  throw invalidRequest(`${what} has ${size} elements, more than ${most}. Split the request.`);
}

/**
 * Reads the elements of a batch in order, each into any number of changes; other requests get their turn in between.
 * Throws the error of the invalid element, or one INVALID_REQUEST that lists at most 50 of several, or says that the batch has more than 10,000 elements
 * or changes. `at`: path of the batch; '' for the body.
 */
export async function readElements<Element, Change>(
  elements: readonly Element[],
  at: string,
  read: (element: Element, at: string, index: number) => readonly Change[] | Promise<readonly Change[]>,
): Promise<readonly Change[]> {
  checkBatchSize(at || 'The body', elements.length);
  const changes: Change[] = [];
  const failures: string[] = [];
  let first: CatalogError | undefined;
  let failed = 0;
  for (const [index, element] of elements.entries()) {
    if (index % ELEMENTS_PER_TURN === ELEMENTS_PER_TURN - 1) await nextTurn();
    try {
      changes.push(...(await read(element, `${at}[${index}]`, index)));
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error;
      first ??= error;
      if (++failed <= LISTED_FAILURES) failures.push(error.message);
      if (failed >= COUNTED_FAILURES) break;
    }
    checkBatchSize(`The list of changes in ${at || 'the body'}`, changes.length);
  }
  if (failed === 1 && first?.code === 'INVALID_REQUEST') throw first;
  if (failed > 0) throw invalidRequest(joined(failures, failed));
  return changes;
}

function joined(failures: readonly string[], failed: number): string {
  const listed = [...new Set(failures)].join(' ');
  const more = failed - failures.length;
  if (more === 0) return listed;
  return `${listed} ... and ${failed < COUNTED_FAILURES ? more : `at least ${more}`} more.`;
}
