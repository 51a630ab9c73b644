import { CatalogError, messageOf } from '../../errors.ts';

/** SQLSTATE or system error code of a thrown value; empty when there is none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Whether a statement failed because others held a lock until its timeout; also recognizes the error of `storeFailure`.
 */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error instanceof CatalogError ? error.cause : error) === LOCK_NOT_AVAILABLE;
}

// Serialization failure, deadlock, lock timeout, too many connections, server shutdown, crash and start.
const PASSING = new Set(['40001', '40P01', LOCK_NOT_AVAILABLE, '53300', '57P01', '57P02', '57P03']);

/** Whether a retry on a new connection may succeed: a conflict with other transactions, or a lost connection. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  if (error instanceof CatalogError) return false;
  return PASSING.has(code) || code.startsWith('08') || isOfConnection(error);
}

/** Whether the error comes from the connection: errors of the server have a five-character SQLSTATE. */
function isOfConnection(error: unknown): boolean {
  const code = codeOf(error);
  if (/^E[A-Z]+$/.test(code)) return true;
  return code === '' && /connection|timeout|not queryable/i.test(messageOf(error));
}

/** Whether a statement failed because a row with its key exists. */
export function isDuplicate(error: unknown): boolean {
  return codeOf(error) === '23505';
}

/**
 * Whether a statement failed because of its values, so that other decisions of the transaction may succeed without it.
 */
export function isAboutValues(error: unknown): boolean {
  return !(error instanceof CatalogError) && !isPassing(error) && codeOf(error) !== '25006';
}

/**
 * Wraps a database error as UNAVAILABLE; a CatalogError is returned unchanged. `doing` begins the message ("The
 * write").
 */
export function storeFailure(error: unknown, doing: string, shown: string): CatalogError {
  if (error instanceof CatalogError) return error;
  return new CatalogError('UNAVAILABLE', `${doing} failed: ${reasonOf(error, shown)}`, { cause: error });
}

function reasonOf(error: unknown, shown: string): string {
  const code = codeOf(error);
  switch (code) {
    case '25006':
      return `the database ${shown} is read-only. Try again once it accepts writes.`;
    case '28P01':
      return `the database ${shown} rejected the user or the password. Check both in the address of the store.`;
    case '28000':
      return (
        `the database ${shown} rejected the connection (${messageOf(error)}). Check the user in the address of the store, ` +
        'and add ?sslmode=require to it if the server requires encryption.'
      );
    case '3D000':
      return `the server has no database ${shown}. Create it, or check the address of the store.`;
    case '42501':
      return `the user lacks a privilege in ${shown} (${messageOf(error)}). Grant it CREATE on the schema.`;
    case '57014':
      return `the database ${shown} exceeded the statement timeout. Try again.`;
    default:
      if (isPassing(error)) {
        const reason = messageOf(error) || code;
        return `the database ${shown} cannot be reached (${reason}). Check that it runs, then try again.`;
      }
      return `the database ${shown} reported: ${messageOf(error)}`;
  }
}
