import { spawn } from 'node:child_process';

/** Program of the desktop that opens an address in the person's browser. */
const OPENER = process.platform === 'darwin' ? 'open' : 'xdg-open';

/** Opens an address in the person's browser; `notify` tells when that is not possible. */
export function openAddress(address: string, notify: (text: string) => void): void {
  const tell = (why: string): void =>
    notify(`No browser was opened (${why}); open the log in link yourself.`);
  const child = spawn(OPENER, [address], { detached: true, stdio: 'ignore' });
  child.once('error', () => tell(`the program ${OPENER} cannot be run`));
  child.once('exit', (code) => {
    if (code !== 0) tell(`${OPENER} ended with ${code ?? 'a signal'}`);
  });
  child.unref();
}
