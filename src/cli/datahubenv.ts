import { chmodSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, parseDocument } from 'yaml';
import type { Document } from 'yaml';
import { CatalogError, messageOf } from '../errors.ts';

/** What `~/.datahubenv` remembers; the file is shared with DataHub's own tool. */
export interface RememberedServer {
  readonly server: string | undefined;
  readonly token: string | undefined;
}

/** Path of the file. */
export function datahubenvPath(home: string): string {
  return join(home, '.datahubenv');
}

/** The remembered server; nothing is remembered when there is no file. Throws when the file cannot be understood. */
export function readDatahubenv(home: string): RememberedServer {
  const document = readDocument(datahubenvPath(home));
  return { server: text(document?.getIn(['gms', 'server'])), token: text(document?.getIn(['gms', 'token'])) };
}

/**
 * Remembers a server and its token. Everything else in the file is kept, comments too. The file can be read by its
 * owner only and is replaced in one step, so that a crash leaves the old one or the new one.
 */
export function writeDatahubenv(home: string, server: string, token: string): void {
  const path = datahubenvPath(home);
  const document = readDocument(path) ?? parseDocument('{}', {});
  if (!isMap(document.contents)) throw malformed(path, 'it holds no mapping');
  document.contents.flow = false;
  if (!isMap(document.get('gms'))) document.set('gms', document.createNode({}));
  document.setIn(['gms', 'server'], server);
  document.setIn(['gms', 'token'], token);
  replaceFile(path, document.toString({ lineWidth: 0 }));
}

function readDocument(path: string): Document | undefined {
  const content = readIfThere(path);
  if (content === undefined || content.trim() === '') return undefined;
  const document = parseDocument(content);
  const [problem] = document.errors;
  if (problem !== undefined) throw malformed(path, problem.message.split('\n', 1)[0] ?? problem.code);
  return document.contents === null ? undefined : document;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new CatalogError('INVALID_REQUEST', `${path} cannot be read: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

/** A link to the file stays a link: what it points to is replaced. */
function replaceFile(path: string, content: string): void {
  const target = realPathOf(path);
  const temporary = `${target}.${process.pid}.new`;
  try {
    writeFileSync(temporary, content, { mode: 0o600 });
    chmodSync(temporary, 0o600);
    renameSync(temporary, target);
  } catch (error) {
    throw new CatalogError('INVALID_REQUEST', `${path} cannot be written: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (isMissing(error)) return path;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function malformed(path: string, why: string): CatalogError {
  const remedy = "Repair or remove the file, then run 'colophon init'.";
  return new CatalogError('INVALID_REQUEST', `${path} cannot be understood: ${why}. ${remedy}`);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
