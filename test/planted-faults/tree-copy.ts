/** Copies of the sources to plant faults in, so that an interrupted run leaves no fault behind. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fault } from './faults.ts';

/**
 * A copy of the tracked files of a repository in a temporary folder, with the contents of the work tree. `node_modules`
 * is a link to that of the repository. Disposing removes the copy.
 */
export class TreeCopy implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'colophon-planted-'));

  constructor(tree: string) {
    const listed = execFileSync('git', ['ls-files', '-z'], { cwd: tree, encoding: 'utf8' });
    for (const file of listed.split('\0')) {
      // A file that is deleted in the work tree is still listed.
      if (file === '' || !existsSync(join(tree, file))) continue;
      // Links stay links: `colophon` finds its modules beside the file that it leads to.
      cpSync(join(tree, file), join(this.folder, file), { verbatimSymlinks: true });
    }
    symlinkSync(realpathSync(join(tree, 'node_modules')), join(this.folder, 'node_modules'));
  }

  /** Applies a fault; disposing the result restores the file. Throws unless `find` occurs exactly once. */
  plant({ file, find, name, replace }: Fault): Disposable {
    const path = join(this.folder, file);
    const text = readFileSync(path, 'utf8');
    const found = text.split(find).length - 1;
    if (found !== 1)
      throw new Error(`${name}: ${file} must contain '${find}' once, but has it ${found} times.`);
    writeFileSync(
      path,
      text.replace(find, () => replace),
    );
    return { [Symbol.dispose]: () => writeFileSync(path, text) };
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
