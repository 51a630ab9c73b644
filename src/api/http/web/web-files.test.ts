import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openWebFiles } from './web-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'colophon-web-files-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('files of the web interface', () => {
  it('say that the server must be restarted once they no longer exist, unless they were read before', () => {
    const assets = join(folder, 'assets/web');
    mkdirSync(assets, { recursive: true });
    writeFileSync(join(folder, 'index.html'), '<!doctype html>');
    for (const name of ['early.js', 'late.js']) writeFileSync(join(assets, name), `// ${name}`);
    const files = openWebFiles(folder);
    expect(files?.read('early.js', '')?.content.toString()).toBe('// early.js');
    rmSync(assets, { recursive: true });
    expect(files?.read('early.js', '')?.content.toString()).toBe('// early.js');
    expect(() => files?.read('late.js', '')).toThrow(
      'The web interface has been replaced since the server started, by an upgrade or a build. Restart the server.',
    );
    expect(files?.read('never.js', '')).toBeUndefined();
  });
});
