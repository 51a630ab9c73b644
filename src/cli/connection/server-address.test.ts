import { Readable } from 'node:stream';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandContext } from '../command-context.ts';
import { findServer, type AddressFlags } from './server-address.ts';
import { UsageError } from '../usage-error.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'colophon-home-'));
});
afterEach(() => rmSync(home, { recursive: true }));

function find(flags: AddressFlags, environment: CommandContext['environment'] = {}) {
  return findServer(flags, {
    environment,
    home,
    folder: home,
    print: () => undefined,
    notify: () => undefined,
    notesAreOnTerminal: false,
    notifyInPlace: () => undefined,
    ask: undefined,
    openAddress: () => Promise.resolve(),
    readInput: () => Promise.resolve(Buffer.alloc(0)),
    inputLines: () => Readable.from([]),
  });
}

function saveServer(server: string): void {
  writeFileSync(join(home, '.datahubenv'), `gms:\n  server: ${server}\n  token: saved\n`);
}

describe('findServer', () => {
  it('prefers flags to the environment, and that to the saved server', () => {
    saveServer('http://saved/gms');
    const environment = { DATAHUB_GMS_URL: 'http://environment/', DATAHUB_GMS_TOKEN: 'e' };
    expect(find({}, {})).toEqual({ url: 'http://saved/gms', token: 'saved' });
    expect(find({}, environment)).toEqual({ url: 'http://environment', token: 'e' });
    expect(find({ server: 'http://flag/gms/', token: 'f' }, environment)).toEqual({
      url: 'http://flag/gms',
      token: 'f',
    });
  });

  it("builds the address from host, port and protocol like DataHub's CLI", () => {
    const environment = {
      DATAHUB_GMS_HOST: 'h',
      DATAHUB_GMS_PORT: '9',
      DATAHUB_GMS_TOKEN: 't',
      DATAHUB_GMS_URL: 'http://u',
    };
    expect(find({}, environment).url).toBe('http://h:9');
    expect(find({}, { ...environment, DATAHUB_GMS_PROTOCOL: 'https' }).url).toBe('https://h:9');
    expect(find({}, { ...environment, DATAHUB_GMS_PORT: '' }).url).toBe('http://u');
  });

  it('sends a saved token only to the server it was saved for', () => {
    saveServer('http://saved:8080/gms');
    expect(find({ server: 'http://saved:8080' }).token).toBe('saved');
    expect(() => find({ server: 'http://other:8080' })).toThrow(
      /No access token for http:\/\/other:8080\. Run/,
    );
  });

  it('ignores the saved server if requested', () => {
    saveServer('http://saved/gms');
    expect(() => find({}, { DATAHUB_SKIP_CONFIG: 'true' })).toThrow(
      /No server is configured\. Start one here with 'colophon serve', or run 'colophon init'/,
    );
  });

  it.each(['localhost:8080', 'ftp://x', 'http://x/?a=b', 'http://u:p@x', 'nonsense'])(
    'refuses %s',
    (server) => {
      expect(() => find({ server, token: 't' })).toThrow(UsageError);
    },
  );

  it('names the file that cannot be parsed', () => {
    writeFileSync(join(home, '.datahubenv'), 'gms: [\n');
    expect(() => find({})).toThrow(`${join(home, '.datahubenv')} cannot be parsed`);
  });
});
