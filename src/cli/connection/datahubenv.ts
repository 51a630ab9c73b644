import { chmodSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, parseDocument, type Document } from 'yaml';
import { CatalogError, messageOf } from '../../errors.ts';

/** Server and token saved in `~/.datahubenv`, a file shared with DataHub's CLI. */
export interface SavedServer {
  readonly server: string | undefined;
  readonly token: string | undefined;
}

export function datahubenvPath(home: string): string {
  return join(home, '.datahubenv');
}

/** Reads the saved server and token; both undefined without a file. Throws INVALID_REQUEST if it is not valid YAML. */
export function readDatahubenv(home: string): SavedServer {
  const document = readDocument(datahubenvPath(home));
  return { server: text(document?.getIn(['gms', 'server'])), token: text(document?.getIn(['gms', 'token'])) };
}

/**
 * Saves a server and its token, and keeps everything else in the file, comments included. The file is readable by its
 * owner only and is replaced atomically: after a crash it is the old one or the new one. Throws INVALID_REQUEST if it
 * cannot be read, parsed or written.
 */
export function writeDatahubenv(home: string, server: string, token: string): void {
  const path = datahubenvPath(home);
  const document = readDocument(path) ?? parseDocument('{}', {});
  if (!isMap(document.contents)) throw malformed(path, 'it is not a YAML mapping');
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

/** If the path is a symbolic link, replaces the target and keeps the link. */
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
  const remedy = "Correct or remove the file, then run 'colophon init'.";
  return new CatalogError('INVALID_REQUEST', `${path} cannot be parsed: ${why}. ${remedy}`);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
