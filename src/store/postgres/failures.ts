import { CatalogError, messageOf } from '../../errors.ts';

/** The SQLSTATE, or the system's code, of anything that was thrown; empty when there is none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

// Serialization, deadlock, lock timeout, too many connections, shutdown and start of the server.
const PASSING = new Set(['40001', '40P01', '55P03', '53300', '57P01', '57P02', '57P03']);

/** Whether the same transaction may succeed on a new connection: others were in the way, or the connection is gone. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  if (error instanceof CatalogError) return false;
  return PASSING.has(code) || code.startsWith('08') || isOfConnection(error);
}

/** Whether the server said nothing about the statement: errors of its own have a SQLSTATE of five characters. */
function isOfConnection(error: unknown): boolean {
  const code = codeOf(error);
  if (/^E[A-Z]+$/.test(code)) return true;
  return code === '' && /connection|timeout|not queryable/i.test(messageOf(error));
}

/** Whether a statement failed because of its values, so that other decisions in the same transaction may be fine. */
export function isAboutValues(error: unknown): boolean {
  return !(error instanceof CatalogError) && !isPassing(error) && codeOf(error) !== '25006';
}

/** What callers are told when the database could not do it; `doing` begins the sentence, such as "The write". */
export function storeFailure(error: unknown, doing: string, shown: string): CatalogError {
  if (error instanceof CatalogError) return error;
  return new CatalogError('UNAVAILABLE', `${doing} failed: ${reasonOf(error, shown)}`, { cause: error });
}

function reasonOf(error: unknown, shown: string): string {
  const code = codeOf(error);
  switch (code) {
    case '25006':
      return `the database ${shown} is read-only now. Try again once it takes writes.`;
    case '28P01':
      return `the database ${shown} refuses the user or the password. Check both in the address of the store.`;
    case '28000':
      return (
        `the database ${shown} refuses the connection (${messageOf(error)}). Check the user in the address of the store, ` +
        'and add ?sslmode=require to it where the server asks for encryption.'
      );
    case '3D000':
      return `the server has no database ${shown}. Create it, or check the address of the store.`;
    case '42501':
      return `the user may not do that in ${shown} (${messageOf(error)}). Grant it CREATE on the schema.`;
    case '57014':
      return `the database ${shown} took longer than the limit. Try again.`;
    default:
      if (isPassing(error)) {
        const told = messageOf(error) || code;
        return `the database ${shown} cannot be reached now (${told}). Check that it runs, then try again.`;
      }
      return `the database ${shown} answered: ${messageOf(error)}`;
  }
}
